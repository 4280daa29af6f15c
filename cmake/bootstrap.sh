#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# From a fresh machine (Debian 12, x86-64) to a result, in one command:
#
#   sh cmake/bootstrap.sh demo   Lua, built stock and with the plugin, compared
#   sh cmake/bootstrap.sh check  the whole test suite
#
# Installs what is missing with apt and builds in build/.
set -eu
cd "$(dirname "$0")/.."

llvm=22
tools='cmake ninja-build gcc g++ libc6-dev pkg-config dpkg-dev python3'
compiler="clang-$llvm lld-$llvm llvm-$llvm-dev llvm-$llvm-tools"
library='libelf-dev'
tests="libclang-rt-$llvm-dev clang-format-$llvm valgrind time shellcheck git"

die() {
  echo "bootstrap: $*" >&2
  exit 1
}

# Installs those of the packages that are missing, and says so.
need() {
  missing=
  for package; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null |
      grep -qx installed || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  echo "Installing:$missing"
  as_root=
  [ "$(id -u)" = 0 ] || as_root=sudo
  export DEBIAN_FRONTEND=noninteractive
  # shellcheck disable=SC2086 # one word for each package
  {
    $as_root apt-get -q update &&
      $as_root apt-get -q install -y --no-install-recommends $missing
  } >build/apt.log 2>&1 ||
    die "apt cannot install$missing: $(grep '^E:' build/apt.log | head -n 1)"
}

build() {
  # shellcheck disable=SC2086
  need $tools $compiler $library "$@"
  cmake --preset release -DLLVM_DIR="/usr/lib/llvm-$llvm/lib/cmake/llvm" \
    >build/configure.log 2>&1 ||
    die "configuring failed: $(cat build/configure.log)"
  cmake --build --preset release
}

[ "$(uname -m)" = x86_64 ] || die "needs an x86-64 machine, this is $(uname -m)"
mkdir -p build
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
*) die "usage: sh cmake/bootstrap.sh demo|check" ;;
esac
