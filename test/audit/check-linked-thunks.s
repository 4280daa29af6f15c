# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# In a linked file, calls of thunks are told by where they go, also from another
# section; the branches in thunks and in the PLT are not compiled code, and are
# counted apart.
#
# RUN: split-file %s %t
# RUN: %assemble %t/a.s -o %t/a.o
# RUN: %assemble %t/thunks.s -o %t/thunks.o
# RUN: ld.lld -shared %t/a.o %t/thunks.o -o %t/a.so
# RUN: %exits 1 kcfi-audit check --require-checked %t/a.so | FileCheck %s
# RUN: kcfi-audit sites %t/a.so | FileCheck --check-prefix=SITES %s
# RUN: ld.lld -r %t/a.o %t/thunks.o -o %t/r.o
# RUN: %exits 1 kcfi-audit check --require-checked %t/r.o | FileCheck --check-prefix=RELOCATABLE %s
#
# CHECK: {{.*}}: unchecked+0x0: call of the thunk for %r11, expected a check before it, found none
# CHECK-NEXT: {{.*}}: unchecked+0x5: jump of the thunk for %r11, expected a check before it, found none
# CHECK-NEXT: {{.*}}: 3 sites: 3 not-taken, 0 stock; 3 trap entries; unchecked: 1 call, 1 jump, {{1 through the GOT, 4|5}} in PLTs and thunks{{$}}
#
# SITES: r11     12345678  call thunk     .text checked+0x0
# SITES-NEXT: r11     12345678  jump thunk     .text checked+0x13
# SITES-NEXT: r11     12345678  call thunk     .init.text init+0x0
#
# RELOCATABLE: {{.*}}: unchecked+0x0: call of the thunk for %r11
# RELOCATABLE-NEXT: {{.*}}: unchecked+0x5: jump of the thunk for %r11
# RELOCATABLE-NEXT: {{.*}}: 3 sites: {{.*}} unchecked: 1 call, 1 jump, 1 through the GOT, 2 in PLTs and thunks{{$}}

#--- a.s
  .include "site.inc"
  .text
  .globl checked
  .type checked, @function
checked:
  check not_taken
  callq __x86_indirect_thunk_r11
  check not_taken
  jmp __x86_indirect_thunk_r11
  .size checked, .-checked

  .type unchecked, @function
unchecked:
  callq __x86_indirect_thunk_r11
  jmp __x86_indirect_thunk_r11
  callq external@PLT
  callq *external@GOTPCREL(%rip)
  .size unchecked, .-unchecked

  .section .init.text,"ax",@progbits
  .type init, @function
init:
  check not_taken, section=.init.text
  callq __x86_indirect_thunk_r11
  .size init, .-init

#--- thunks.s
  .text
  .hidden __x86_indirect_thunk_rax
  .globl __x86_indirect_thunk_rax
__x86_indirect_thunk_rax:
  jmpq *%rax
  .balign 32
  .hidden __x86_indirect_thunk_r11
  .globl __x86_indirect_thunk_r11
  .type __x86_indirect_thunk_r11, @function
__x86_indirect_thunk_r11:
  jmpq *%r11
  .size __x86_indirect_thunk_r11, .-__x86_indirect_thunk_r11
