// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Without kCFI, for the file or for a function: the same as stock.
//
// RUN: %clang_stock -fno-sanitize=kcfi -O2 -g -c %s -o %t.stock.o
// RUN: %clang_opt -fno-sanitize=kcfi -O2 -g -c %s -o %t.opt.o \
// RUN:   -Rpass=kcfi-opt -Rpass-missed=kcfi-opt 2>&1 | count 0
// RUN: cmp %t.stock.o %t.opt.o
// RUN: %clang_opt -O2 -S %s -o - | FileCheck %s
//
// RUN: %equal 1 -O0 %s
// RUN: %equal 1 -O2 -g %s

// CHECK-LABEL: {{^}}without:
// CHECK-NOT: testb $-42
// CHECK: jmpq *
__attribute__((no_sanitize("kcfi"))) int without(int (*target)(int), int x) {
  return target(x);
}

// CHECK-LABEL: {{^}}with:
// CHECK: testb $-42, %al
// CHECK: jmpq *
int with(int (*target)(int), int x) { return target(x); }

// Nor has a function without indirect calls.
// CHECK-LABEL: {{^}}direct:
// CHECK-NOT: testb $-42
int direct(int x) {
  extern int callee(int);
  return callee(x) + 1;
}
