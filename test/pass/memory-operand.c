// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Targets in memory: kCFI has each loaded into a register once, and checks and
// calls that register.
//
// RUN: %clang_opt -O2 -S %s -o - | FileCheck %s
//
// RUN: %equal 6 -O0 %s
// RUN: %equal 6 -O2 %s
// RUN: %equal 6 -Os %s
// RUN: %equal 6 -O2 -fPIC %s
// RUN: %equal 6 -O2 -fno-plt -fPIC %s
// RUN: %equal 6 -O2 -march=x86-64-v4 %s

typedef int fn(int);
struct ops {
  long before[3];
  fn *first, *second;
};
extern fn *table[];

// CHECK-LABEL: {{^}}in_struct:
// CHECK:       movq 24(%{{[a-z0-9]+}}), [[REG:%r[a-z0-9]+]]
// CHECK:       addl -4([[REG]]), %r10d
// CHECK:       jmpq *[[REG]]
int in_struct(struct ops *ops, int x) { return ops->first(x); }

// CHECK-LABEL: {{^}}two_in_struct:
// CHECK:       movq 24(%{{[a-z0-9]+}}), [[REG:%r[a-z0-9]+]]
// CHECK:       addl -4([[REG]]), %r10d
// CHECK:       callq *[[REG]]
// CHECK:       movq 32(%{{[a-z0-9]+}}), [[REG:%r[a-z0-9]+]]
// CHECK:       addl -4([[REG]]), %r10d
// CHECK:       callq *[[REG]]
int two_in_struct(struct ops *ops, int x) {
  return ops->first(x) + ops->second(x);
}

// CHECK-LABEL: {{^}}in_table:
// CHECK:       movq (%{{[a-z0-9]+}},%{{[a-z0-9]+}},8), [[REG:%r[a-z0-9]+]]
// CHECK:       addl -4([[REG]]), %r10d
// CHECK:       jmpq *[[REG]]
int in_table(unsigned i) { return table[i](1); }

// CHECK-LABEL: {{^}}in_loop:
// CHECK:       addl -4([[REG:%r[a-z0-9]+]]), %r10d
// CHECK:       callq *[[REG]]
int in_loop(fn **all, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += all[i](i);
  return sum;
}

static fn *volatile slot;

// CHECK-LABEL: {{^}}in_volatile:
// CHECK:       movq slot(%rip), [[REG:%r[a-z0-9]+]]
// CHECK:       addl -4([[REG]]), %r10d
// CHECK:       jmpq *[[REG]]
int in_volatile(void) { return slot(1); }
