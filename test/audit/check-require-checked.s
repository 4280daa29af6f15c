# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Indirect branches without a check are counted, and are findings on demand:
# through registers, memory and thunks of each kind; but not in symbols that
# are allowed.
#
# RUN: %assemble %s -o %t.o
# RUN: kcfi-audit check %t.o | FileCheck --check-prefix=COUNTED %s
# RUN: %exits 1 kcfi-audit check --require-checked %t.o | FileCheck %s
# RUN: kcfi-audit check --require-checked --allow 'calls' --allow 'j[aeiou]mps' %t.o | \
# RUN:   FileCheck --check-prefix=ALLOWED %s
#
# A variable that has the target may be allowed instead, in this file or not.
#
# RUN: %exits 1 kcfi-audit check --require-checked --allow 'v*' %t.o | \
# RUN:   FileCheck --check-prefix=VARIABLE %s
# RUN: ld.lld -static -e calls --unresolved-symbols=ignore-all --defsym=variable=here %t.o -o %t.so
# RUN: %exits 1 kcfi-audit check --require-checked --allow 'varia???' %t.so | \
# RUN:   FileCheck --check-prefix=VARIABLE %s
# RUN: %exits 1 kcfi-audit check --require-checked %t.so | FileCheck --check-prefix=LINKED %s
#
# VARIABLE-NOT: variable
# VARIABLE: 1 allowed
# LINKED: calls+0x4: callq *0x{{[0-9a-f]+}}(%rip) (variable+0x0), expected a check before it
#
# COUNTED-NOT: expected
# COUNTED: 1 site: 1 not-taken, 0 stock; 1 trap entry; unchecked: 7 calls, 6 jumps, 1 through the GOT{{$}}
# ALLOWED-NOT: expected
# ALLOWED: unchecked: 0 calls, 0 jumps, 13 allowed, 1 through the GOT{{$}}
#
# CHECK: {{.*}}: calls+0x0: callq *%rax, expected a check before it, found none
# CHECK-NEXT: {{.*}}: calls+0x2: callq *(%rax), expected a check before it, found none
# CHECK-NEXT: {{.*}}: calls+0x4: callq *(%rip) (variable), expected a check before it, found none
# CHECK-NEXT: {{.*}}: calls+0xa: lcall{{[ql]}} *(%rax), expected a check before it, found none
# CHECK-NEXT: {{.*}}: calls+0xc: call of the thunk for %rax, expected a check before it, found none
# CHECK-NEXT: {{.*}}: calls+0x11: call of the thunk for %r11, expected a check before it, found none
# CHECK-NEXT: {{.*}}: calls+0x16: call of the thunk for %r11, expected a check before it, found none
# CHECK-NEXT: {{.*}}: jumps+0x0: jmpq *%r13, expected a check before it, found none
# CHECK-NEXT: {{.*}}: jumps+0x3: {{(notrack )?}}jmpq *%rax, expected a check before it, found none
# CHECK-NEXT: {{.*}}: jumps+0x6: jmpq *(,%rax,8), expected a check before it, found none
# CHECK-NEXT: {{.*}}: jumps+0xd: jump of the thunk for %rdi, expected a check before it, found none
# CHECK-NEXT: {{.*}}: jumps+0x12: jump of the thunk for %rdi, expected a check before it, found none
# CHECK-NEXT: {{.*}}: jumps+0x18: jump of the thunk for %rdi, expected a check before it, found none
# CHECK-NEXT: {{.*}}unchecked: 7 calls, 6 jumps, 1 through the GOT

  .include "site.inc"
  .text
  .type calls, @function
calls:
  callq *%rax
  callq *(%rax)
  callq *variable(%rip)
  lcall *(%rax)
  callq __x86_indirect_thunk_rax
  callq __llvm_retpoline_r11
  callq __llvm_lvi_thunk_r11
  callq *function@GOTPCREL(%rip)
  callq __x86_return_thunk
  check not_taken
  callq *%r11
  .size calls, .-calls

  .type jumps, @function
jumps:
  jmpq *%r13
  notrack jmpq *%rax
  jmpq *table(,%rax,8)
  jmp __x86_indirect_thunk_rdi
  je __x86_indirect_thunk_rdi
  cs
  jmp __x86_indirect_thunk_rdi
  .size jumps, .-jumps

  .data
  .globl here
  .hidden here
  .type here, @object
here:
  .quad 0
  .size here, .-here
