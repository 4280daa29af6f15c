# shellcheck shell=sh disable=SC2154 # variables of kernel/build
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sourced by kernel/build: judges what the boots of both kernels reported, side
# by side, and prints the table and the sum.

# The values of fact NAME of boot BOOT.
fact() { sed -n "s/^fact $2 //p" "$out/$1.facts"; }

# Whether two strings, that must not be empty, are the same; says so where not.
same() {
  if [ -z "$1" ] || [ "$1" != "$2" ]; then
    echo "  expected '$2', found '$1'"
    return 1
  fi
}

# What must hold of the running text of a kernel built with the plugin. Hashes
# may be patched, and with cfi=off the movl is; the form never is.
check_text() {
  checks=$(fact "$1" text-checks)
  check "$1: every check of the kernel is in the not-taken form" \
    same "$(fact "$1" text-file-not-taken)" "$checks"
  check "$1: no byte of the form was patched" \
    same "$(fact "$1" text-tail-bytes)" 0
  [ "$1" = opt.off ] ||
    check "$1: every check that runs is in the not-taken form" \
      same "$(fact "$1" text-running-not-taken)" \
      $((checks - $(fact "$1" text-freed)))
  has_config FINEIBT || check "$1: no byte of any check was patched" \
    same "$(fact "$1" text-check-bytes)" 0
}

check_same_fact() {
  check "$1 is as with the stock kernel in boot $2" \
    same "$(fact "opt.$2" "$1")" "$(fact "stock.$2" "$1")"
}

compare_boots() {
  for facts in "$out"/opt.*.facts; do
    name=${facts##*/} name=${name%.facts}
    [ -z "$(fact "$name" text-checks)" ] || check_text "$name"
  done
  check_same_fact text-checks main
  check_same_fact text-freed main
  check_same_fact module-checks main
  sed -n 's/^fact \(FORTIFY_[A-Z_]*\) .*/\1/p' "$out/stock.main.facts" |
    while read -r type; do
      check_same_fact "$type" main
    done
  check "opt.main: every check of a module is in the not-taken form" \
    same "$(fact opt.main module-file-not-taken)" \
    "$(fact opt.main module-checks)"
  # A hash that is not random makes the whole line comparable.
  old_traps || if has_config FINEIBT; then
    check_same_fact report norand
  else
    check_same_fact report main
  fi
}

table() {
  printf '%-14s %7s %6s %10s %10s %10s | %6s %6s %6s %6s\n' boot checks .init \
    not-taken not-taken stock form hash movl calls
  printf '%-14s %7s %6s %10s %10s %10s | %s\n' '' '' '' 'in image' running \
    running 'bytes patched at boot'
  for facts in "$out"/stock.*.facts "$out"/opt.*.facts; do
    name=${facts##*/} name=${name%.facts}
    [ -n "$(fact "$name" text-checks)" ] || continue
    printf '%-14s %7s %6s %10s %10s %10s | %6s %6s %6s %6s\n' "$name" \
      "$(fact "$name" text-checks)" "$(fact "$name" text-freed)" \
      "$(fact "$name" text-file-not-taken)" \
      "$(fact "$name" text-running-not-taken)" \
      "$(fact "$name" text-running-stock)" "$(fact "$name" text-tail-bytes)" \
      "$(fact "$name" text-hash-bytes)" "$(fact "$name" text-movl-bytes)" \
      "$(fact "$name" text-call-bytes)"
  done
}

report() {
  echo
  [ "$last" != boot ] || table
  echo
  tail -n 1 "$out/diff.log"
  for kind in stock opt; do
    echo "$kind: $(awk '{ printf "%.1f", $1 / 100 }' "$out/$kind.time") s of" \
      "user time to build, $(fact "$kind.main" cfi 2>/dev/null)"
  done
  echo "Logs and results are in $out"
  failed=$(grep -c '^FAIL' "$out/results" || true)
  echo
  echo "$(grep -c '^pass' "$out/results") passed, $failed failed"
  [ "$failed" = 0 ]
}
