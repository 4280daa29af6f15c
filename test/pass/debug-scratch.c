// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A variable that lives in a register that the check clobbers: its debug
// location ends where it does in stock, after the whole check, not after the
// movl that is the check's first instruction.
//
// RUN: %clang_stock -O2 -g -c %s -o %t.stock
// RUN: %clang_opt -O2 -g -c %s -o %t.opt
// RUN: llvm-dwarfdump --debug-loclists - < %t.stock > %t.stock.txt
// RUN: llvm-dwarfdump --debug-loclists - < %t.opt > %t.opt.txt
// RUN: FileCheck %s < %t.opt.txt
// RUN: diff %t.stock.txt %t.opt.txt

// From after the first movq twice to the end of the check.
// CHECK: (0x{{0+}}6, 0x{{0+}}16): DW_OP_reg10 R10

typedef int fn(int);

int f(fn *target, int x) {
  register fn *in_r10 __asm__("r10") = target;
  __asm__ volatile("" : "+r"(in_r10));
  return in_r10(x);
}
