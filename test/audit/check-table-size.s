# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A trap table has whole entries only.
#
# RUN: %assemble %s -o %t.o
# RUN: %exits 1 kcfi-audit check %t.o | FileCheck %s
# CHECK: {{.*}}: .kcfi_traps+0x0: trap table, expected a size in fours, found 7 bytes
# CHECK-NEXT: {{.*}}1 site: 1 not-taken, 0 stock; 1 trap entry

  .include "site.inc"
  .text
f:
  check not_taken
  callq *%r11
  .section .kcfi_traps,"ao",@progbits,.text
  .byte 0, 0, 0
