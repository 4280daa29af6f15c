#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What a call site of each variant takes to execute by llvm-mca's model of a CPU,
# with all branches predicted: instructions and cycles for one.
#
#   usage: mca.sh CPU [LLVM_MCA]      such as znver4, sapphirerapids
set -eu
[ $# -ge 1 ] || { echo "usage: $0 CPU [LLVM_MCA]" >&2; exit 2; }

# shellcheck disable=SC2016 # the dollar is the assembler's
check='movq %rax, %rdi; movq 8(%rbx), %r11; movl $1234, %r10d; addl -4(%r11), %r10d'

# The code of a site. llvm-mca knows nothing of where branches and calls lead, nor
# of fetching: what that costs is missing for all variants alike.
site() {
  case $1 in
  none) echo 'movq %rax, %rdi; callq *8(%rbx)' ;;
  stock) echo "$check; je 1f; 1: callq *%r11" ;;
  plugin) echo "$check; jne 1f; testb \$-42, %al; 1: callq *%r11" ;;
  control) echo "$check; nopl (%rax); callq *%r11" ;;
  esac
}

errors=$(mktemp)
trap 'rm -f "$errors"' EXIT
for variant in none stock plugin control; do
  site $variant | "${2:-llvm-mca-22}" -mcpu="$1" -iterations=1000 2>"$errors" |
    awk -v name=$variant '
      /^Instructions:/ { instructions = $2 / 1000 }
      /^Total Cycles:/ { cycles = $3 / 1000 }
      END { if (!cycles) exit 1
            printf "%-8s %d instructions, %.2f cycles\n", name, instructions, cycles }' ||
    { cat "$errors" >&2; exit 1; }
done
