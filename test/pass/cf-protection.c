// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With control-flow enforcement: an ENDBR at each entry, none at a check.
//
// RUN: %clang_opt -O2 -fcf-protection=branch -S %s -o - | FileCheck %s
//
// RUN: %equal 3 -O0 -fcf-protection=branch %s
// RUN: %equal 3 -O2 -fcf-protection=branch %s
// RUN: %equal 3 -O2 -fcf-protection=full -mshstk %s
// RUN: %equal 3 -O2 -fcf-protection=branch -fpatchable-function-entry=16,16 \
// RUN:   -mretpoline-external-thunk -g %s

// CHECK-LABEL: {{^}}call:
// CHECK: endbr64
// CHECK: testb $-42, %al
int call(int (*target)(int), int x) { return target(x) + 1; }

// CHECK-LABEL: {{^}}tail_call:
// CHECK: endbr64
// CHECK: jmpq *%rax
int tail_call(int (*target)(int), int x) { return target(x); }

// A target without a landing pad, and a call that says so.
// CHECK-LABEL: {{^}}no_track:
// CHECK: testb $-42, %al
// CHECK: notrack callq *
int no_track(int __attribute__((nocf_check)) (*target)(int), int x) {
  return target(x) + 1;
}
