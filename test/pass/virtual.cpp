// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls through member pointers and lambdas' pointers. A virtual call has no
// check in stock, and so has none here; a pointer to a virtual function turns
// into one when it is called, and so has a check only where it is not.
//
// RUN: %clang_opt -O2 -S %s -o - | FileCheck %s
//
// RUN: %equal 5 -O0 %s
// RUN: %equal 5 -O2 %s
// RUN: %equal 5 -O2 -g -mretpoline %s
// RUN: %equal 5 -O2 -fno-rtti -ffunction-sections %s

struct base {
  virtual int method(int);
  virtual ~base();
  int plain(int);
};

// CHECK-LABEL: {{^}}_Z12virtual_callP4basei:
// CHECK-NOT: testb $-42
// CHECK: jmpq *
int virtual_call(base *b, int x) { return b->method(x); }

// CHECK-LABEL: {{^}}_Z11member_callP4baseMS_FiiEi:
int member_call(base *b, int (base::*target)(int), int x) {
  return (b->*target)(x) + 1;
}

// CHECK-LABEL: {{^}}_Z11lambda_callPFiiEi:
// CHECK: testb $-42, %al
int lambda_call(int (*target)(int), int x) {
  auto twice = [=](int y) { return target(y) + target(y + 1); };
  return twice(x);
}

int (*as_pointer())(int) {
  return [](int x) { return x + 1; };
}

// CHECK-LABEL: {{^}}_Z14reference_callRFiiEi:
// CHECK: testb $-42, %al
int reference_call(int (&target)(int), int x) { return target(x); }

int noexcept_call(int (*target)(int) noexcept, int x) noexcept {
  return target(x);
}
