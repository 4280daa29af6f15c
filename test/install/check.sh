#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Proves that what is installed can be found and used, from another prefix than
# the configured one: by find_package, with and without LTO, and by pkg-config.
#
#   usage: check.sh BUILD DIR CLANG
set -eu
here=$(realpath "$(dirname "$0")") build=$1 dir=$2 clang=$3

rm -rf "$dir"
cmake --install "$build" --prefix "$dir/prefix" >/dev/null
cmake -G Ninja -S "$here" -B "$dir/consumer" -DCMAKE_C_COMPILER="$clang" \
  -DCMAKE_PREFIX_PATH="$dir/prefix" >/dev/null
cmake --build "$dir/consumer" >/dev/null

PKG_CONFIG_PATH=$(dirname "$(find "$dir/prefix" -name kcfi-opt.pc)")
export PKG_CONFIG_PATH
pkg() { pkg-config "$@" kcfi-opt; }
[ -f "$(pkg --variable=plugin)" ] || {
  echo "pkg-config names no plugin: '$(pkg --variable=plugin)'" >&2
  exit 1
}
# shellcheck disable=SC2046 # flags are words
"$clang" $(pkg --cflags) $(pkg --variable=plugin_cflags) "$here/consumer.c" \
  -o "$dir/consumer/consumer-pc"
# shellcheck disable=SC2046
"$clang" $(pkg --cflags) -flto -fuse-ld=lld -fsanitize=kcfi \
  $(pkg --variable=plugin_ltoldflags) "$here/consumer.c" \
  -o "$dir/consumer/consumer-pc-lto"

# A plugin that is gone is an error at the link, too, not stock code.
mv "$(pkg --variable=plugin)" "$dir/gone.so"
# shellcheck disable=SC2046
if "$clang" $(pkg --cflags) -flto -fuse-ld=lld -fsanitize=kcfi \
  $(pkg --variable=plugin_ltoldflags) "$here/consumer.c" \
  -o "$dir/consumer/without" 2>"$dir/without.log"; then
  echo "a link without its plugin succeeds" >&2
  exit 1
fi

for program in consumer consumer-lto consumer-pc consumer-pc-lto; do
  "$dir/consumer/$program"
  "$build/tools/kcfi-audit" check --require-not-taken "$dir/consumer/$program"
done

# An LLVM that is too old is refused when the project is configured.
mkdir -p "$dir/old"
cat >"$dir/old/LLVMConfig.cmake" <<'END'
set(LLVM_PACKAGE_VERSION 21.1.0)
set(LLVM_VERSION_MAJOR 21)
END
if cmake -G Ninja -S "$here/../.." -B "$dir/old/build" -DLLVM_DIR="$dir/old" \
  >"$dir/old/log" 2>&1 ||
  ! grep -q 'LLVM 21.1.0 in .* is too old; give -DLLVM_DIR=' "$dir/old/log"; then
  echo "LLVM 21 is not refused as it should be:" >&2
  cat "$dir/old/log" >&2
  exit 1
fi
