#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs into another prefix than the configured one, for the examples to find
# and use, and proves that what cannot work stops a build: no plugin, a compiler
# that is not the plugin's, an LLVM that is too old.
#
#   usage: check.sh BUILD DIR CLANG
set -eu
here=$(realpath "$(dirname "$0")") build=$1 dir=$2 clang=$3
examples=$here/../examples

rm -rf "$dir"
cmake --install "$build" --prefix "$dir/prefix" >/dev/null
export PKG_CONFIG_PATH="$dir/prefix/share/pkgconfig" CMAKE_PREFIX_PATH="$dir/prefix"
package=kcfi-opt-$("$clang" -dumpversion | cut -d. -f1)
plugin=$(pkg-config --variable=plugin "$package")
[ -f "$plugin" ] || {
  echo "pkg-config names no plugin: '$plugin'" >&2
  exit 1
}

# refused WHAT MESSAGE COMMAND...: fails, and says so.
refused() {
  what=$1 message=$2
  shift 2
  if "$@" >"$dir/refused.log" 2>&1 || ! grep -q "$message" "$dir/refused.log"; then
    echo "$what is not refused as it should be, with '$message':" >&2
    cat "$dir/refused.log" >&2
    exit 1
  fi
}
# CMake breaks its messages into lines.
refused "a compiler that is not clang" 'the compiler is not clang' \
  cmake -S "$examples/cmake" -B "$dir/gcc" -DCMAKE_C_COMPILER=gcc

# A plugin that is gone is an error at the link, too, not stock code.
mv "$plugin" "$plugin.gone"
refused "a project without its plugin" 'no plugin for LLVM' \
  cmake -S "$examples/cmake" -B "$dir/gone" -DCMAKE_C_COMPILER="$clang"
# shellcheck disable=SC2046 # flags are words
refused "a link without its plugin" "Unknown command line argument '-kcfi-opt-form" \
  "$clang" -flto -fuse-ld=lld -fsanitize=kcfi \
  $(pkg-config --variable=plugin_ltoldflags "$package") "$examples/c/calc.c" \
  -o "$dir/without"
mv "$plugin.gone" "$plugin"

# The reporter is linked by its one flag though nothing calls it, by each linker,
# as a library and as an archive.
LD_LIBRARY_PATH=$(pkg-config --variable=libdir kcfi-report)
export LD_LIBRARY_PATH
for linker in lld bfd gold mold; do
  for static in "" -static; do
    # shellcheck disable=SC2046,SC2086 # flags are words
    "$clang" -fsanitize=kcfi -fuse-ld=$linker $static -Wl,--as-needed \
      "$examples/report/events.c" $(pkg-config --cflags --libs kcfi-report) \
      -o "$dir/events"
    if ! KCFI_REPORT=permissive "$dir/events" 2>"$dir/report" >/dev/null ||
      ! grep -q '^kCFI failure at main+.*target: count+0x0;' "$dir/report"; then
      echo "no report from a program linked with $linker $static:" >&2
      cat "$dir/report" >&2
      exit 1
    fi
  done
done

mkdir -p "$dir/old"
cat >"$dir/old/LLVMConfig.cmake" <<'END'
set(LLVM_PACKAGE_VERSION 21.1.0)
set(LLVM_VERSION_MAJOR 21)
END
refused "LLVM 21" 'LLVM 21.1.0 in .* is too old; give -DLLVM_DIR=' \
  cmake -G Ninja -S "$here/../.." -B "$dir/old/build" -DLLVM_DIR="$dir/old"
