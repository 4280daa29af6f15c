// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assembler labels kept in the symbol table: the same ones at the same places.
//
// RUN: %equal 2 -O2 -Wa,-L %s
// RUN: %equal 2 -O2 -g -Wa,-L -mretpoline-external-thunk %s
// RUN: %equal 2 -O2 -Xclang -msave-temp-labels -ffunction-sections %s
// RUN: %clang_opt -O2 -Wa,-L -c %s -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s

// CHECK-COUNT-2: .Ltmp

int call(int (*target)(int), int x) { return target(x) + 1; }
int tail_call(int (*target)(int), int x) { return target(x); }
