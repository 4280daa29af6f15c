# shellcheck shell=sh disable=SC2154 # variables of kernel/build
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sourced by kernel/build: what must hold of the two builds before any boot.

# Notes a result: the test's name, and the command that must succeed.
check() {
  what=$1
  shift
  if "$@"; then
    echo "pass $what"
  else
    echo "FAIL $what"
  fi | tee -a "$out/results" | grep -v '^pass' || true
}

# Makes $out/compared/KIND: the files of a build, but for what the build runs
# itself and what holds the compressed kernel, which differs as a whole, or its
# size. Debug information, which only the boot stub has, holds the directory's
# path.
collect_files() {
  rm -rf "$out/compared/$1" && mkdir -p "$out/compared" &&
    cp -al "$out/$1" "$out/compared/$1" && cd "$out/compared/$1" &&
    rm -rf scripts tools arch/x86/tools arch/x86/boot/header.o \
      arch/x86/boot/setup.elf arch/x86/boot/compressed/piggy.o \
      arch/x86/boot/compressed/vmlinux &&
    for file in arch/x86/boot/*.o arch/x86/realmode/rm/*.o \
      arch/x86/realmode/rm/*.elf; do
      "llvm-objcopy-$llvm" -g "$file" "$file.stripped" &&
        mv -f "$file.stripped" "$file" || return 1
    done
}

# Every object, module and program of the stock build against the other's.
equal_but_for_sites() {
  audit=$PWD/build/tools/kcfi-audit
  (collect_files stock) && (collect_files opt) && (
    cd "$out/compared" && "$audit" diff stock opt
  ) >"$out/diff.log" 2>&1 &&
    [ -f "$out/compared/stock/vmlinux" ] && rm -rf "$out/compared"
}

# Of the plugin's kernel alone, and its modules: entries and checks belong
# together, and no check is in the stock form.
audit_holds() {
  find "$out/opt" \( -path "$out/opt/vmlinux" -o -name '*.ko' \) -exec \
    build/tools/kcfi-audit check --require-not-taken {} + >"$out/audit.log" 2>&1
}

# Lines of LOG that objtool has to do with, other than its own compilation.
objtool_lines() {
  grep -E '(warning|error): objtool|objtool: |kcfi-objtool' "$1" |
    grep -v "objtool=" | sort -u
}

no_new_warning() {
  objtool_lines "$out/stock.log" >"$out/stock.warnings"
  objtool_lines "$out/opt.log" >"$out/opt.warnings"
  [ -z "$(comm -13 "$out/stock.warnings" "$out/opt.warnings")" ]
}

# Whether what the plugin changes is all that differs. Bitcode has more: the paths of
# its source, and places in it, which configuration moves; with ThinLTO symbols are
# named after a hash of all that. Without --apply both builds are of one source and
# one configuration.
is_comparable() { [ "$apply" = n ] || [ "$lto" = none ]; }

# A line for each function of OBJECT: its instructions, without their addresses and
# without offsets in sections, which move with the functions around it.
functions() {
  "llvm-objdump-$llvm" -dr --symbolize-operands --no-show-raw-insn \
    --no-leading-addr "$1" |
    sed -E 's/^\s*[0-9a-f]+:\s+(R_X86_64)/\1/; s/(\s\.[a-z]\S*)[-+]0x.*/\1/' |
    awk '/^<L[0-9]+>:$/ { printf "|%s", $0; next }
      /^<.*>:$/ { printf "\n%s", $0; next }
      { printf "|%s", $0 }' | sort
}

# The functions in which two objects differ.
functions_that_differ() {
  functions "$1" >"$out/functions.1"
  functions "$2" >"$out/functions.2"
  comm -3 "$out/functions.1" "$out/functions.2" |
    sed -n 's/^\t*<\([^>]*\)>:.*/\1/p' | sort -u | tr '\n' ' '
  rm "$out/functions.1" "$out/functions.2"
}

# Of the objects compiled without the plugin only those of changed files differ from
# the unmodified source's. Lists the functions that do.
only_changed_files_differ() {
  sed -n 's,^+++ b/\(.*\)\.c$,./\1.o,p' "$tree/.kcfi-opt.patch" |
    sort >"$out/changed"
  (collect_files plain) && (collect_files stock) || return
  (cd "$out/compared/plain" && find . -name '*.o' | sort) |
    while read -r object; do
      [ ! -f "$source/${object%.o}.c" ] ||
        cmp -s "$out/compared/plain/$object" "$out/compared/stock/$object" ||
        echo "$object"
    done >"$out/differ"
  while read -r object; do
    echo "$object: $(functions_that_differ "$out/compared/plain/$object" \
      "$out/compared/stock/$object")"
  done <"$out/differ" >"$out/touched"
  rm -rf "$out/compared"
  [ -s "$out/differ" ] && [ -z "$(comm -23 "$out/differ" "$out/changed")" ]
}

compare() {
  step "comparing the builds"
  case $kinds in
  plain*)
    check "without the plugin only objects of changed files differ (log: $out/touched)" \
      only_changed_files_differ
    ;;
  esac
  if is_comparable; then
    check "builds are equal but for the sites (log: $out/diff.log)" equal_but_for_sites
  else
    echo "Not compared: with --apply, LTO makes more differ than the sites" >"$out/diff.log"
  fi
  check "kcfi-audit finds nothing wrong (log: $out/audit.log)" audit_holds
  check "objtool has no new warning (log: $out/opt.warnings)" no_new_warning
}
