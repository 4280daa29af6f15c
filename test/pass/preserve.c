// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conventions that keep most, all or no registers, and what they leave for
// the target and the scratch register.
//
// RUN: %clang_opt -O2 -S %s -o - | FileCheck %s
//
// RUN: %equal 8 -O0 %s
// RUN: %equal 8 -O2 %s
// RUN: %equal 8 -O2 -g %s
// RUN: %equal 8 -O2 -mretpoline-external-thunk %s

typedef __attribute__((preserve_most)) void most(int);
typedef __attribute__((preserve_all)) void all(int);
typedef __attribute__((preserve_none)) void none(int, int);
typedef __attribute__((regcall)) int regs(int, int, int, int, int, int, int);

// CHECK-LABEL: {{^}}to_most:
// CHECK: addl -4([[TARGET:%[a-z0-9]+]]), %r10d
// CHECK: testb $-42, %al
// CHECK: callq *[[TARGET]]
int to_most(most *target, int x) {
  target(x);
  return x;
}

// CHECK-LABEL: {{^}}to_all:
// CHECK: addl -4([[TARGET:%[a-z0-9]+]]), %r10d
// CHECK: testb $-42, %al
// CHECK: callq *[[TARGET]]
int to_all(all *target, int x) {
  target(x);
  return x;
}

// CHECK-LABEL: {{^}}to_none:
// CHECK: addl -4([[TARGET:%[a-z0-9]+]]), %r10d
// CHECK: testb $-42, %al
// CHECK: callq *[[TARGET]]
int to_none(none *target, int x) {
  target(x, x);
  return x;
}

// CHECK-LABEL: {{^}}none_to_none:
// CHECK: jmpq *{{%[a-z0-9]+}} # TAILCALL
__attribute__((preserve_none)) void none_to_none(int a, int b) {
  extern none *none_target;
  __attribute__((musttail)) return none_target(b, a);
}

// CHECK-LABEL: {{^}}from_most:
// CHECK: movl ${{[0-9]+}}, %r10d
// CHECK: testb $-42, %al
__attribute__((preserve_most)) void from_most(int x) {
  extern most *most_target;
  most_target(x);
}

// CHECK-LABEL: {{^}}from_all:
// CHECK: movl ${{[0-9]+}}, %r10d
// CHECK: testb $-42, %al
__attribute__((preserve_all)) void from_all(int x) {
  extern all *all_target;
  all_target(x);
}

// CHECK-LABEL: {{^}}to_regs:
// CHECK: testb $-42, %al
int to_regs(regs *target, int x) { return target(x, 2, 3, 4, 5, 6, 7) + 1; }

// All registers are the caller's.
// CHECK-LABEL: {{^}}to_any:
// CHECK: pushq %r11
// CHECK: testb $-42, %al
__attribute__((no_caller_saved_registers)) void to_any(void (*target)(void)) {
  target();
}
