#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Shows a newcomer on Lua what the plugin does: one check before and after, then
# the proof that nothing else changed.
#
#   usage: demo.sh DIR LLVM_BIN BUILD
set -eu
here=$(dirname "$0") dir=$1 bin=$2 build=$3

# The first check of a file: from its movl to the call after it, with bytes.
first_check() {
  "$bin/llvm-objdump" -d "$1" | sed -n '/movl.*r10d/,$p' |
    sed -n '/addl.*r10d/{x;p;x;p;n;p;n;p;n;p;q};h' |
    sed 's/^ *[0-9a-f]*: //; s/\t/ /g; s/<[^>]*+\(0x[0-9a-f]*\)>/+\1/'
}

echo
echo "Building Lua 5.4 twice: stock kCFI, and with the plugin."
sh "$here/check.sh" "$dir" "$bin/clang" "$build/pass/kcfi_opt.so" \
  "$build/tools/kcfi-audit" >"$dir.log" 2>&1 || {
  cat "$dir.log" >&2
  exit 1
}

echo
echo "The first check in ldo.c, of a call that Lua protects:"
for form in stock opt; do
  {
    [ "$form" = stock ] && echo stock || echo "with the plugin"
    first_check "$dir/$form/ldo.c.o"
  } >"$dir/$form.check"
done
echo
pr -m -t -w 116 "$dir/stock.check" "$dir/opt.check" | expand | sed 's/^/    /'
echo
cat "$dir.log"
cat <<END

Next: give your own build, with clang-22, the flags

    -fsanitize=kcfi -fplugin=$(realpath "$build/pass/kcfi_opt.so")

and see README.md for LTO, the kernel and the options.
END
