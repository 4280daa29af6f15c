// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that the machine outliner shares out: a check and its call stay
// together, where they were or in the outlined function.
//
// RUN: %clang_opt -Oz -mllvm -enable-machine-outliner=always -S %s -o - \
// RUN:   | FileCheck %s
//
// RUN: %equal 5 -Oz -mllvm -enable-machine-outliner=always %s
// RUN: %equal 5 -Oz -mllvm -enable-machine-outliner=always -mno-red-zone %s
// RUN: %equal 5 -O2 -mllvm -enable-machine-outliner=always -g %s
// RUN: %equal 5 -Oz -fcodegen-data-generate %s

// CHECK: OUTLINED_FUNCTION_0:

typedef int fn(int, long, long, long);
int global;

int first(fn *target, int x) { return target(x, 1000, 2000, 3000) + 1; }
int second(fn *target, int x) { return target(x, 1000, 2000, 3000) + 2; }
int third(fn *target, int x) { return target(x, 1000, 2000, 3000) + 3; }
int tail1(fn *target, int x) {
  global = 7;
  return target(x, 1000, 2000, 3000);
}
int tail2(fn *target, int x) {
  global = 7;
  return target(x, 1000, 2000, 3000);
}
