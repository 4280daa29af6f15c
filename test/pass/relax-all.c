// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An assembler that gives every branch its longest form would lengthen the jne:
// checks stay stock, with a remark.
//
// RUN: %clang_opt -O2 -Xclang -mrelax-all -S %s -o %t.s \
// RUN:   -Rpass-missed=kcfi-opt 2>&1 | FileCheck %s
// RUN: not grep 'testb.*-42' %t.s
//
// RUN: %clang_stock -O2 -Xclang -mrelax-all -c %s -o %t.stock.o
// RUN: %clang_opt -O2 -Xclang -mrelax-all -c %s -o %t.opt.o
// RUN: cmp %t.stock.o %t.opt.o

// CHECK: remark: stock kCFI check kept in 'f': {{.*}}, tail call: the assembler gives every branch its longest form
int f(int (*target)(int), int x) { return target(x); }
