# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A check with any one byte of its code changed is no check: its entry is a
# finding, and the call after it is not checked.
#
# RUN: %assemble %s -o %t.o
# RUN: %exits 1 kcfi-audit check --require-checked %t.o | FileCheck %s
#
# CHECK: {{.*}}: jne_distance+0xd: trap entry, expected the trap of a whole check, found 75 02 a8 [d6] 41 ff
# CHECK-NEXT: {{.*}}: condition+0xd: trap entry, expected the trap of a whole check, found 74 01 a8 [d6] 41 ff
# CHECK-NEXT: {{.*}}: immediate+0xd: trap entry, expected the trap of a whole check, found 75 01 a8 [d7] 41 ff
# CHECK-NEXT: {{.*}}: scratch+0xd: trap entry, expected the trap of a whole check, found 75 01 a8 [d6] 41 ff
# CHECK-NEXT: {{.*}}: mixed+0xc: trap entry, expected the trap of a whole check, found fc 75 01 [0f] 0b 41
# CHECK-NEXT: {{.*}}: jne_distance+0xe: callq *%r11, expected a check before it, found none
# CHECK-NEXT: {{.*}}: condition+0xe: callq *%r11, expected a check before it, found none
# CHECK-NEXT: {{.*}}: immediate+0xe: callq *%r11, expected a check before it, found none
# CHECK-NEXT: {{.*}}: scratch+0xe: callq *%r11, expected a check before it, found none
# CHECK-NEXT: {{.*}}: mixed+0xe: callq *%r11, expected a check before it, found none
# CHECK-NEXT: {{.*}}0 sites: 0 not-taken, 0 stock; 5 trap entries; unchecked: 5 calls, 0 jumps

.macro broken name, trap, tail:vararg
  .text
  .type \name, @function
\name:
  movl $-0x12345678, %r10d
  addl -4(%r11), %r10d
  .byte \tail
  callq *%r11
  .fill 8, 1, 0x90 # where a jump into the ud2 gets in step again
  .size \name, .-\name
  .section .kcfi_traps,"ao",@progbits,.text
  .long \name+\trap-.
.endm

  broken jne_distance, 13, 0x75, 0x02, 0xa8, 0xd6
  broken condition, 13, 0x74, 0x01, 0xa8, 0xd6
  broken immediate, 13, 0x75, 0x01, 0xa8, 0xd7

  .text
  .type scratch, @function
scratch:
  movl $-0x12345678, %r10d
  addl -4(%r11), %r9d # not the register that the movl sets
  .byte 0x75, 0x01, 0xa8, 0xd6
  callq *%r11
  .size scratch, .-scratch
  .section .kcfi_traps,"ao",@progbits,.text
  .long scratch+13-.

  broken mixed, 12, 0x75, 0x01, 0x0f, 0x0b
