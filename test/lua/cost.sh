#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the plugin costs the compiler on a Lua file, which build.sh has unpacked:
# instructions executed by clang -c (callgrind, without noise) at most 1.005
# times those without it, peak memory at most 1.01 times.
#
#   usage: cost.sh DIR CLANG PLUGIN FILE...
set -eu
dir=$(realpath "$1") clang=$2 plugin=$(realpath "$3")
shift 3
work=$dir/cost
mkdir -p "$work"

compile() {
  "$@" "$clang" -std=gnu99 -O2 -DLUA_COMPAT_5_3 -DLUA_USE_LINUX \
    -fsanitize=kcfi ${flags:+"$flags"} -c "$file" -o "$work/out.o"
}

fail() {
  echo "cost: $file: $*" >&2
  tail -n 3 "$work/log" >&2
  exit 1
}

measure() {
  compile valgrind --tool=callgrind --callgrind-out-file=/dev/null \
    >"$work/log" 2>&1 || fail "valgrind clang: failed"
  instructions=$(sed -n 's/.*Collected : //p' "$work/log")
  compile /usr/bin/time -f %M -o "$work/peak" 2>"$work/log" ||
    fail "time clang: failed"
  peak=$(cat "$work/peak")
}

for file; do
  cd "$dir/src/src"
  flags=''
  measure
  stock_instructions=$instructions stock_peak=$peak
  flags="-fplugin=$plugin"
  measure
  awk -v f="$file" -v si="$stock_instructions" -v i="$instructions" \
    -v sp="$stock_peak" -v p="$peak" 'BEGIN {
      printf "%s: instructions %.4f times stock (%.0f), peak memory %.4f times" \
             " (%d KiB)\n", f, i / si, si, p / sp, sp
      exit !(si > 0 && sp > 0 && i <= 1.005 * si && p <= 1.01 * sp)
    }'
done
