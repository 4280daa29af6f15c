// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Load value injection: -mlvi-cfi goes through thunks of its own, and
// -mlvi-hardening adds fences around loads. The check is right before the
// thunk.
//
// RUN: %clang_opt -O2 -mlvi-cfi -S %s -o - | FileCheck %s
//
// RUN: %equal 3 -O0 -mlvi-cfi %s
// RUN: %equal 3 -O2 -mlvi-cfi %s
// RUN: %equal 3 -O2 -mlvi-hardening %s
// RUN: %equal 3 -O2 -mlvi-hardening -mlvi-cfi -g %s
// RUN: %equal 3 -O2 -mspeculative-load-hardening %s
// RUN: %equal 3 -O2 -mseses %s

typedef int fn(int);

// CHECK-LABEL: {{^}}call:
// CHECK:      addl -4(%r11), %r10d
// CHECK-NEXT: jne [[END:.Ltmp[0-9]+]]-1
// CHECK:      [[END]]:
// CHECK-NEXT: callq __llvm_lvi_thunk_r11
int call(fn *target, int x) { return target(x) + 1; }

// CHECK-LABEL: {{^}}tail_call:
// CHECK:      [[END:.Ltmp[0-9]+]]-1
// CHECK:      [[END]]:
// CHECK-NEXT: jmp __llvm_lvi_thunk_r11
int tail_call(fn *target, int x) { return target(x); }

int in_memory(fn **targets, int x) { return targets[1](x) + x; }
