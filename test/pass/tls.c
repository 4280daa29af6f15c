// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Targets in thread-local variables, whose address another call may compute
// right before the check.
//
// RUN: %clang_opt -O2 -S %s -o - | FileCheck %s
//
// RUN: %equal 2 -O0 %s
// RUN: %equal 2 -O2 %s
// RUN: %equal 2 -O2 -fPIC %s
// RUN: %equal 2 -O2 -fPIC -ftls-model=local-dynamic %s
// RUN: %equal 2 -O2 -fPIC -mtls-dialect=gnu2 %s
// RUN: %equal 2 -O2 -femulated-tls %s

extern _Thread_local int (*global)(int);
static _Thread_local int (*local)(int);

void set(int (*target)(int)) { local = target; }

// CHECK-LABEL: {{^}}call:
// CHECK: global@GOTTPOFF(%rip)
// CHECK: addl -4([[TARGET:%[a-z0-9]+]]), %r10d
// CHECK: callq *[[TARGET]]
int call(int x) { return global(x) + 1; }

// CHECK-LABEL: {{^}}tail_call:
// CHECK: %fs:local@TPOFF
// CHECK: addl -4([[TARGET:%[a-z0-9]+]]), %r10d
// CHECK: jmpq *[[TARGET]]
int tail_call(int x) { return local(x); }
