// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The number of arguments, told by the register that the callee's hash is said to
// go to: a matter of callees alone.
//
// RUN: %clang_opt -O2 -fsanitize-kcfi-arity -S %s -o - | FileCheck %s
//
// RUN: %equal 2 -O2 -fsanitize-kcfi-arity %s
// RUN: %equal 2 -O2 -g -fsanitize-kcfi-arity -mretpoline-external-thunk \
// RUN:   -fpatchable-function-entry=16,16 %s

// CHECK-LABEL: {{^}}__cfi_call:
// CHECK: movl ${{[0-9]+}}, %[[TWO:e[a-d]x]]
// CHECK-LABEL: {{^}}call:
// CHECK: movl ${{[0-9]+}}, %r10d
// CHECK: testb $-42, %al
int call(int (*target)(int), int x) { return target(x) + 1; }

// CHECK-LABEL: {{^}}__cfi_none:
// CHECK-NOT: movl ${{[0-9]+}}, %[[TWO]]
// CHECK: .size __cfi_none
int none(void) {
  extern int (*target)(void);
  return target() + 1;
}
