# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Both forms, and both places that an entry may name in the not-taken one, are
# whole checks; before linking and after it, and in one file.
#
# RUN: %assemble %s -o %t.o
# RUN: kcfi-audit check --require-checked %t.o | FileCheck %s
# RUN: ld.lld -shared %t.o -o %t.so
# RUN: kcfi-audit check --require-checked %t.so | FileCheck %s
# RUN: ld.lld -r %t.o -o %t-r.o
# RUN: kcfi-audit check --require-checked %t-r.o | FileCheck %s
#
# CHECK-NOT: expected
# CHECK: {{.*}}: 3 sites: 2 not-taken, 1 stock; 3 trap entries (1 at the test); unchecked: 0 calls, 0 jumps{{$}}
# CHECK-NOT: {{.}}

  .text
  .globl f
  .type f, @function
f:
  # Not-taken, entry at the byte that traps.
  movl $-0x12345678, %r10d
  addl -4(%r11), %r10d
.La:
  jne .La+3
  testb $0xd6, %al
  callq *%r11
  # Not-taken, entry at the test.
  movl $-0x12345678, %r11d
  addl -4(%r10), %r11d
.Lb:
  jne .Lb+3
  testb $0xd6, %al
  callq *%r10
  # Stock.
  movl $-0x12345678, %r10d
  addl -4(%rcx), %r10d
.Lc:
  je .Lc+4
  ud2
  jmpq *%rcx
  .size f, .-f

  .section .kcfi_traps,"ao",@progbits,.text
  .long .La+3-.
  .long .Lb+2-.
  .long .Lc+2-.
