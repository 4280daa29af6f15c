# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A stripped file has its checks and its trap table; places are named by their
# sections. What its direct calls go to is not known: the one after a check may
# well be of a thunk, and so may others, so that it cannot be told that none are
# unchecked.
#
# RUN: %assemble %s -o %t.o
# RUN: ld.lld -shared --strip-all %t.o -o %t.so
# RUN: kcfi-audit check %t.so | FileCheck %s
# RUN: kcfi-audit sites %t.so | FileCheck --check-prefix=SITES %s
# RUN: %exits 2 kcfi-audit check --require-checked %t.so > %t.out 2>&1
# RUN: FileCheck --check-prefix=REQUIRED %s < %t.out
# RUN: %exits 2 kcfi-audit check --require-checked --allow .text %t.so | FileCheck --check-prefix=ALLOWED %s
#
# CHECK-NOT: expected
# CHECK: 1 site: 1 not-taken, 0 stock; 1 trap entry; unchecked: 1 call, 0 jumps
# SITES: not-taken  r11     12345678  none none      .text .text+0x0
# REQUIRED: kcfi-audit: {{.*}}: no symbols, so calls of thunks are not seen; check the file before it is stripped
# ALLOWED: unchecked: 0 calls, 0 jumps, 1 allowed
# REQUIRED: .text+0x13: callq *%rax, expected a check before it, found none

  .include "site.inc"
  .text
f:
  check not_taken
  callq __x86_indirect_thunk_r11
  callq *%rax
  retq
  .hidden __x86_indirect_thunk_r11
  .globl __x86_indirect_thunk_r11
__x86_indirect_thunk_r11:
  retq
