# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every encoding that a compiler uses: a SIB byte for %r12, a displacement of
# 32 bits where functions have a long prefix, both.
#
# RUN: %assemble %s -o %t.o
# RUN: kcfi-audit check --require-checked %t.o | FileCheck %s
# RUN: kcfi-audit sites %t.o | FileCheck --check-prefix=SITES %s
#
# CHECK: {{.*}}3 sites: 2 not-taken, 1 stock; 3 trap entries; unchecked: 0 calls, 0 jumps
# SITES: not-taken  r12     00000001  call register  .text f+0x0
# SITES: stock      r9      00000002  call register  .text f+0x12
# SITES: not-taken  r12     00000003  call register  .text f+0x26

  .text
  .type f, @function
f:
  movl $-1, %r10d
  addl -4(%r12), %r10d
.La:
  jne .La+3
  testb $0xd6, %al
  callq *%r12
  movl $-2, %r10d
  addl -132(%r9), %r10d
.Lb:
  je .Lb+4
  ud2
  callq *%r9
  movl $-3, %r10d
  addl -132(%r12), %r10d
.Lc:
  jne .Lc+3
  testb $0xd6, %al
  callq *%r12
  .size f, .-f

  .section .kcfi_traps,"ao",@progbits,.text
  .long .La+3-.
  .long .Lb+2-.
  .long .Lc+3-.
