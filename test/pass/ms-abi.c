// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls by the Microsoft convention: arguments in other registers, and calls
// from it to System V functions with many registers saved around them.
//
// RUN: %clang_opt -O2 -S %s -o - | FileCheck %s
//
// RUN: %equal 3 -O0 %s
// RUN: %equal 3 -O2 %s
// RUN: %equal 3 -O2 -g -mretpoline-external-thunk %s

typedef int __attribute__((ms_abi)) ms(int, int);
typedef int sysv(int, int);

// CHECK-LABEL: {{^}}to_ms:
// CHECK: addl -4([[TARGET:%[a-z0-9]+]]), %r10d
// CHECK: testb $-42, %al
// CHECK: callq *[[TARGET]]
int to_ms(ms *target, int x) { return target(x, 2) + 1; }

// CHECK-LABEL: {{^}}from_ms:
// CHECK: movaps %xmm
// CHECK: addl -4([[TARGET:%[a-z0-9]+]]), %r10d
// CHECK: testb $-42, %al
// CHECK: callq *[[TARGET]]
int __attribute__((ms_abi)) from_ms(sysv *target, int x) {
  return target(x, 2) + 1;
}

// CHECK-LABEL: {{^}}ms_to_ms:
// CHECK: jmpq *{{%[a-z0-9]+}} # TAILCALL
int __attribute__((ms_abi)) ms_to_ms(ms *target, int x) { return target(x, 3); }
