#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Proves on Lua that the plugin changes the sites and nothing else, and that
# what it builds runs: every object and the program itself equal but for the
# sites, and a script that drives all calls through pointers prints the same.
#
#   usage: check.sh DIR CLANG PLUGIN AUDIT
set -eu
here=$(dirname "$0") dir=$1 audit=$4

sh "$here/build.sh" "$dir" "$2" "$3"
"$audit" diff "$dir/stock" "$dir/opt"
"$audit" check --require-not-taken "$dir/opt/lua"
for form in stock opt; do
  "$dir/$form/lua" "$here/workout.lua" >"$dir/$form.out"
done
cmp "$dir/stock.out" "$dir/opt.out"
grep -q '^done' "$dir/opt.out"
echo "Both print the same $(wc -l <"$dir/opt.out") lines for test/lua/workout.lua"
