// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Retpolines: the check is right before the call of, or jump to, the thunk,
// which holds the target in the register that it is named after.
//
// RUN: %clang_opt -O2 -mretpoline -S %s -o - \
// RUN:   | FileCheck %s -DTHUNK=__llvm_retpoline_
// RUN: %clang_opt -O2 -mretpoline-external-thunk -S %s -o - \
// RUN:   | FileCheck %s -DTHUNK=__x86_indirect_thunk_
//
// RUN: %equal 3 -O0 -mretpoline %s
// RUN: %equal 3 -O2 -mretpoline %s
// RUN: %equal 3 -O2 -g -mretpoline %s
// RUN: %equal 3 -O0 -mretpoline-external-thunk %s
// RUN: %equal 3 -O2 -mretpoline-external-thunk %s
// RUN: %equal 3 -Oz -g -mretpoline-external-thunk %s

typedef int fn(int);

// CHECK-LABEL: {{^}}call:
// CHECK:      addl -4(%r11), %r10d
// CHECK-NEXT: jne [[END:.Ltmp[0-9]+]]-1
// CHECK:      [[END]]:
// CHECK-NEXT: callq [[THUNK]]r11
int call(fn *target, int x) { return target(x) + 1; }

// CHECK-LABEL: {{^}}tail_call:
// CHECK:      addl -4(%r11), %r10d
// CHECK-NEXT: jne [[END:.Ltmp[0-9]+]]-1
// CHECK:      [[END]]:
// CHECK-NEXT: jmp [[THUNK]]r11 # TAILCALL
int tail_call(fn *target, int x) { return target(x); }

// CHECK-LABEL: {{^}}in_memory:
// CHECK:      movq 8(%rdi), %r11
// CHECK:      addl -4(%r11), %r10d
// CHECK-NEXT: jne [[END:.Ltmp[0-9]+]]-1
// CHECK:      [[END]]:
// CHECK-NEXT: jmp [[THUNK]]r11 # TAILCALL
int in_memory(fn **targets, int x) { return targets[1](x); }
