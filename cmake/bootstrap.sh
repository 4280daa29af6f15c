#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# From a fresh machine (Debian 12, x86-64) to a result, in one command:
#
#   sh cmake/bootstrap.sh demo   Lua, built stock and with the plugin, compared
#   sh cmake/bootstrap.sh check  the whole test suite
#   sh cmake/bootstrap.sh unstable
#                                the test suite with LLVM 23, and what takes two
#                                LLVM majors, or rustc
#   sh cmake/bootstrap.sh bench  all benchmarks, for a quiet machine; with "quick"
#                                behind, a look at each
#
# Installs what is missing with apt and builds in build/.
set -eu
cd "$(dirname "$0")/.."

program=bootstrap
. cmake/need.sh

tests="libclang-rt-$llvm-dev clang-format-$llvm valgrind time shellcheck git
  patchelf mandoc bsdextrautils gnuplot-nox make lintian fakeroot coccinelle
  linux-source-6.12 gdb mold musl-tools"
bench='gnuplot-nox hyperfine valgrind time make redis-tools wrk git'

case ${1-} in
demo)
  build
  exec sh test/lua/demo.sh build/demo "/usr/lib/llvm-$llvm/bin" build
  ;;
check)
  # shellcheck disable=SC2086
  build $tests
  exec ctest --preset release -j "$(nproc)"
  ;;
unstable)
  # shellcheck disable=SC2086
  build $tests
  exec sh test/unstable/check.sh build build/unstable "/usr/lib/llvm-$llvm/bin"
  ;;
bench)
  # shellcheck disable=SC2086
  build $bench
  exec cmake --build --preset release --target "bench${2:+-$2}"
  ;;
*) die "usage: sh cmake/bootstrap.sh demo|check|unstable|bench [quick]" ;;
esac
