// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Straight-line speculation hardening: an int3 after returns and indirect
// jumps. The check stays in front of the jump.
//
// RUN: %clang_opt -O2 -mharden-sls=all -S %s -o - | FileCheck %s
//
// RUN: %equal 2 -O2 -mharden-sls=all %s
// RUN: %equal 2 -O2 -mharden-sls=indirect-jmp %s
// RUN: %equal 2 -O2 -mharden-sls=return %s
// RUN: %equal 2 -O2 -mharden-sls=all -mretpoline-external-thunk \
// RUN:   -mindirect-branch-cs-prefix %s

typedef int fn(int);

// CHECK-LABEL: {{^}}call:
// CHECK:      jne [[END:.Ltmp[0-9]+]]-1
// CHECK:      [[END]]:
// CHECK-NEXT: callq *%rax
// CHECK:      retq
// CHECK-NEXT: int3
int call(fn *target, int x) { return target(x) + 1; }

// CHECK-LABEL: {{^}}tail_call:
// CHECK:      jne [[END:.Ltmp[0-9]+]]-1
// CHECK:      [[END]]:
// CHECK-NEXT: jmpq *%rax # TAILCALL
// CHECK-NEXT: int3
int tail_call(fn *target, int x) { return target(x); }
