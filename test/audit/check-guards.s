# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A check is of use only right before a branch to the register that it checked.
#
# RUN: %assemble %s -o %t.o
# RUN: %exits 1 kcfi-audit check %t.o | FileCheck %s
#
# CHECK: {{.*}}: nothing+0xe: instruction after the check of %r11, expected an indirect branch, found nop
# CHECK-NEXT: {{.*}}: direct+0xe: instruction after the check of %r11, expected an indirect branch, found callq {{.*}}
# CHECK-NEXT: {{.*}}: other+0xe: branch after the check of %r11, expected to go there, found callq *%rax
# CHECK-NEXT: {{.*}}: memory+0xe: branch after the check of %r11, expected to go there, found callq *(%r11)
# CHECK-NEXT: {{.*}}: other_thunk+0xe: branch after the check of %r11, expected to go there, found jump of the thunk for %rax
# CHECK-NEXT: {{.*}}: last+0xe: instruction after the check of %r11, expected an indirect branch, found none
# CHECK-NEXT: {{.*}}7 sites: 7 not-taken, 0 stock; 7 trap entries; unchecked: 0 calls, 0 jumps

  .include "site.inc"
  .text
  .type good, @function
good:
  check not_taken
  jmp __x86_indirect_thunk_r11
  .type nothing, @function
nothing:
  check not_taken
  nop
  .type direct, @function
direct:
  check not_taken
  callq good
  .type other, @function
other:
  check not_taken
  callq *%rax
  .type memory, @function
memory:
  check not_taken
  callq *(%r11)
  .type other_thunk, @function
other_thunk:
  check not_taken
  jmp __x86_indirect_thunk_rax
  .type last, @function
last:
  check not_taken
