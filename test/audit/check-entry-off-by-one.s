# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# An entry that is one byte off, in either direction, names no trap. (One byte
# before a not-taken trap is the test, which an entry may name.)
#
# RUN: %assemble %s -o %t.o
# RUN: %exits 1 kcfi-audit check %t.o | FileCheck %s
# RUN: ld.lld -shared %t.o -o %t.so
# RUN: %exits 1 kcfi-audit check %t.so | FileCheck %s
#
# CHECK: {{.*}}: f+0xe: trap entry, expected the trap of a whole check, found 01 a8 d6 [41] ff d3
# CHECK-NEXT: {{.*}}: f+0xb: trap entry, expected the trap of a whole check, found 53 fc 75 [01] a8 d6
# CHECK-NEXT: {{.*}}: f+0x1e: trap entry, expected the trap of a whole check, found 74 02 0f [0b] 41 ff
# CHECK-NEXT: {{.*}}: f+0x1c: trap entry, expected the trap of a whole check, found 53 fc 74 [02] 0f 0b
# CHECK-NEXT: {{.*}}: f+0xd: check, expected a trap entry, found none
# CHECK-NEXT: {{.*}}: f+0x1d: check, expected a trap entry, found none
# CHECK-NEXT: {{.*}}: 2 sites: 1 not-taken, 1 stock; 4 trap entries; unchecked: 0 calls, 0 jumps

  .include "site.inc"
  .text
  .globl f
  .type f, @function
f:
  check not_taken, entry=none
.La:
  callq *%r11
  check stock, entry=none
.Lb:
  callq *%r11
  .size f, .-f

  .section .kcfi_traps,"ao",@progbits,.text
  .long .La-.
  .long .La-3-.
  .long .Lb-1-.
  .long .Lb-3-.
