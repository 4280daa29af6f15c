// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang loads the plugin with either option, with both, and under another name
// besides; it makes the same object each time. So does a detour over files.
//
// RUN: %clang_stock -O2 -g -c %s -o %t.stock.o
// RUN: %clang_opt -O2 -g -c %s -o %t.o
// RUN: kcfi-audit diff %t.stock.o %t.o | FileCheck %s
// CHECK: 2 sites: 2 not-taken, 0 kept stock; all else is equal
//
// RUN: %clang_stock -O2 -g -fpass-plugin=%plugin -c %s -o %t.1.o
// RUN: cmp %t.o %t.1.o
// RUN: %clang_opt -O2 -g -fpass-plugin=%plugin -c %s -o %t.1.o
// RUN: cmp %t.o %t.1.o
// RUN: %clang_opt -O2 -g -fplugin=%plugin -c %s -o %t.1.o
// RUN: cmp %t.o %t.1.o
// RUN: cp %plugin %t.another-name
// RUN: %clang_stock -O2 -g -fplugin=%t.another-name -c %s -o %t.1.o
// RUN: cmp %t.o %t.1.o
// RUN: %clang_opt -O2 -g -fplugin=%t.another-name -c %s -o %t.1.o
// RUN: cmp %t.o %t.1.o
// RUN: %clang_opt -O2 -g -fpass-plugin=%t.another-name -c %s -o %t.1.o
// RUN: cmp %t.o %t.1.o
// RUN: %clang_stock -O2 -g -Xclang -load -Xclang %plugin -c %s -o %t.1.o
// RUN: cmp %t.o %t.1.o
//
// By way of LLVM's own files:
// RUN: %clang_stock -O2 -g -c -emit-llvm %s -o %t.bc
// RUN: %clang_opt -O2 -g -c %t.bc -o %t.1.o
// RUN: cmp %t.o %t.1.o
// RUN: %clang_stock -O2 -g -S -emit-llvm %s -o %t.ll
// RUN: %clang_opt -O2 -g -c %t.ll -o %t.1.o
// RUN: cmp %t.o %t.1.o
//
// By way of assembly, which needs no plugin any more:
// RUN: %clang_stock -O2 -g -S %s -o %t.stock.s
// RUN: %clang_opt -O2 -g -S %s -o %t.s
// RUN: clang -c %t.stock.s -o %t.stock.o
// RUN: clang -c %t.s -o %t.1.o
// RUN: kcfi-audit diff %t.stock.o %t.1.o | FileCheck %s
//
// What only assembles does not load plugins, and so does not know their options.
// They can be given to the compiler alone.
// RUN: not %clang_opt -mllvm -kcfi-opt-trap=insn -c %t.s -o %t.1.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ASSEMBLES
// ASSEMBLES: Unknown command line argument '-kcfi-opt-trap=insn'
// RUN: clang -fplugin=%plugin -Xclang -mllvm -Xclang -kcfi-opt-trap=insn \
// RUN:   -c -Wno-unused-command-line-argument %t.s -o %t.1.o
// RUN: %clang_opt -O2 -g -Xclang -mllvm -Xclang -kcfi-opt-trap=insn \
// RUN:   -c %s -o %t.insn.o
// RUN: kcfi-audit sites --json %t.insn.o | FileCheck %s --check-prefix=INSN
// INSN-COUNT-2: "form":"not-taken",{{.*}}"entry":"test"
//
// Fat objects, of code and of bitcode for the linker, have both.
// RUN: %equal 2 -O2 -flto=full -ffat-lto-objects %s
// RUN: %equal 2 -O2 -flto=thin -ffat-lto-objects -g %s

int call(int (*target)(int), int x) { return target(x) + 1; }
int tail_call(int (*target)(int), int x) { return target(x); }
