# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sourced by the commands that start from a fresh machine, in the project's
# root. They set $program, which is what they call themselves in messages.

llvm=22
tools='cmake ninja-build gcc g++ libc6-dev pkg-config dpkg-dev python3'
compiler="clang-$llvm lld-$llvm llvm-$llvm-dev llvm-$llvm-tools"
library='libelf-dev'

die() {
  echo "${program:?}: $*" >&2
  exit 1
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "E: not root, and no sudo; run as root"
    return 1
  fi
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
  export DEBIAN_FRONTEND=noninteractive
  # shellcheck disable=SC2086 # one word for each package
  {
    as_root apt-get -q update &&
      as_root apt-get -q install -y --no-install-recommends $missing
  } >build/apt.log 2>&1 ||
    die "apt cannot install$missing: $(grep '^E:' build/apt.log | head -n 1)"
}

# Builds the plugin and the tools, with what they need and the packages given.
build() {
  [ "$(uname -m)" = x86_64 ] ||
    die "needs an x86-64 machine, this is $(uname -m)"
  mkdir -p build
  # shellcheck disable=SC2086
  need $tools $compiler $library "$@"
  cmake --preset release -DLLVM_DIR="/usr/lib/llvm-$llvm/lib/cmake/llvm" \
    >build/configure.log 2>&1 ||
    die "configuring failed: $(cat build/configure.log)"
  cmake --build --preset release
}
