# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A stripped file has its checks and its trap table; places are named by their
# sections. What its direct calls go to is not known: the one after a check may
# well be of a thunk.
#
# RUN: %assemble %s -o %t.o
# RUN: ld.lld -shared --strip-all %t.o -o %t.so
# RUN: kcfi-audit check %t.so | FileCheck %s
# RUN: kcfi-audit sites %t.so | FileCheck --check-prefix=SITES %s
# RUN: %exits 1 kcfi-audit check --require-checked %t.so | FileCheck --check-prefix=REQUIRED %s
# RUN: kcfi-audit check --require-checked --allow .text %t.so
#
# CHECK-NOT: expected
# CHECK: 1 site: 1 not-taken, 0 stock; 1 trap entry; unchecked: 1 call, 0 jumps
# SITES: not-taken  r11     12345678  none none      .text .text+0x0
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
