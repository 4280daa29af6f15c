# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Data in code may put the walk out of step, so that a call behind it is taken
# for a constant. It is found all the same where a symbol leads to it, or a
# direct branch; and what is no instruction is said.
#
# RUN: %assemble %s -o %t.o
# RUN: %exits 1 kcfi-audit check --require-checked %t.o | FileCheck %s
# RUN: kcfi-audit check --require-checked --allow '*' %t.o
#
# CHECK: {{.*}}: by_symbol+0x0: callq *%rax, expected a check before it, found none
# CHECK-NEXT: {{.*}}: by_branch+0x9: callq *%rbx, expected a check before it, found none
# CHECK-NEXT: {{.*}}: backwards+0x2: callq *%rcx, expected a check before it, found none
# CHECK-NEXT: {{.*}}: garbage+0x0: code, expected instructions only, found other bytes: 2, the first here
# CHECK-NEXT: {{.*}} unchecked: 3 calls, 0 jumps; 2 bytes are no instruction

  .text
  .byte 0x48, 0xb8 # movabs, of which the next 8 bytes are the constant
  .type by_symbol, @function
by_symbol:
  callq *%rax
  retq
  .byte 0, 0, 0, 0, 0

  .type by_branch, @function
by_branch:
  jne 1f
  retq
  nop
  nop
  nop
  nop
  .byte 0x48, 0xb8
1:
  callq *%rbx
  retq
  .byte 0, 0, 0, 0, 0

  .type backwards, @function
backwards:
  .byte 0x48, 0xb8
2:
  callq *%rcx
  retq
  .byte 0, 0, 0, 0, 0
  jmp 2b
  retq

garbage:
  .byte 0x06, 0x06 # push %es, in other modes
