// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cs prefix of calls and jumps through external thunks comes after the
// check: it belongs to what Linux patches, the check does not.
//
// RUN: %clang_opt -O2 -mretpoline-external-thunk -mindirect-branch-cs-prefix \
// RUN:   -S %s -o - | FileCheck %s
//
// RUN: %equal 2 -O0 -mretpoline-external-thunk -mindirect-branch-cs-prefix %s
// RUN: %equal 2 -O2 -mretpoline-external-thunk -mindirect-branch-cs-prefix %s
// RUN: %equal 2 -O2 -mretpoline -mindirect-branch-cs-prefix %s
// RUN: %equal 2 -O2 -mindirect-branch-cs-prefix %s

typedef int fn(int);

// CHECK-LABEL: {{^}}call:
// CHECK:      addl -4(%r11), %r10d
// CHECK-NEXT: jne [[END:.Ltmp[0-9]+]]-1
// CHECK:      testb $-42, %al
// CHECK:      [[END]]:
// CHECK-NEXT: cs
// CHECK-NEXT: callq __x86_indirect_thunk_r11
int call(fn *target, int x) { return target(x) + 1; }

// CHECK-LABEL: {{^}}tail_call:
// CHECK:      [[END:.Ltmp[0-9]+]]-1
// CHECK:      [[END]]:
// CHECK-NEXT: cs
// CHECK-NEXT: jmp __x86_indirect_thunk_r11
int tail_call(fn *target, int x) { return target(x); }
