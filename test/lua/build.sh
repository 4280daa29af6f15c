#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Lua, as a real program under kCFI: builds the interpreter stock and with the
# plugin from Debian's source package, side by side in DIR/stock and DIR/opt.
#
#   usage: build.sh DIR CLANG PLUGIN
set -eu
here=$(dirname "$(realpath "$0")")
mkdir -p "$1"
dir=$(realpath "$1") clang=$2 plugin=$(realpath "$3")
# shellcheck disable=SC1091 # Debian's own file
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")

sh "$here/../../cmake/unpack-debs.sh" --source "$suite" "$dir/src" lua5.4
# What Debian's own build generates.
echo '#define DEB_HOST_MULTIARCH "x86_64-linux-gnu"' \
  >"$dir/src/src/lua5.4-deb-multiarch.h"

build() {
  out=$1
  shift
  rm -rf "$out"
  mkdir -p "$out"
  (
    cd "$dir/src/src"
    find . -name 'l*.c' ! -name luac.c -printf '%P\n' | sort |
      xargs -P 2 -I{} "$clang" -std=gnu99 -O2 -g -DLUA_COMPAT_5_3 \
        -DLUA_USE_LINUX -fsanitize=kcfi "$@" -c {} -o "$out/{}.o"
  )
  "$clang" "$out"/*.o -o "$out/lua" -Wl,-E,--build-id=none -lm -ldl
}

build "$dir/stock"
build "$dir/opt" "-fplugin=$plugin"
