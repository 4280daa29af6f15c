// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The other instruction selectors. GlobalISel on x86 does not know of kCFI yet:
// in stock, what it selects has no checks, and only what it hands to the usual
// selector has them. The plugin changes those, and nothing else. FastISel hands
// over every call with a check.
//
// RUN: %clang_opt -O2 -fglobal-isel -w -S %s -o - | FileCheck %s
//
// RUN: %equal 1 -O0 -fglobal-isel -w %s
// RUN: %equal 1 -O2 -fglobal-isel -w %s
// RUN: %equal 1 -O2 -g -fglobal-isel -w -mretpoline-external-thunk %s
// RUN: %equal 2 -O0 -mllvm -fast-isel=false %s
// RUN: %equal 2 -O2 -mllvm -fast-isel %s

// CHECK-LABEL: {{^}}selected:
// CHECK-NOT: testb $-42
// CHECK: callq *%
int selected(int (*target)(int), int x) { return target(x) + 1; }

// CHECK-LABEL: {{^}}handed_over:
// CHECK: addl -4([[TARGET:%[a-z0-9]+]]), %r10d
// CHECK: testb $-42, %al
// CHECK: callq *[[TARGET]]
int handed_over(int (*target)(int), int x) {
  __asm__ goto("" : : : : other);
  return target(x) + 1;
other:
  return 2;
}
