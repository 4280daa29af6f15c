// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call that must be a tail call is one at every level, -O0 included.
//
// RUN: %clang_opt -O0 -S %s -o - | FileCheck %s
// RUN: %clang_opt -O2 -S %s -o - | FileCheck %s
//
// RUN: %equal 2 -O0 %s
// RUN: %equal 2 -O2 %s
// RUN: %equal 2 -O2 -mretpoline-external-thunk %s

typedef int fn(long, long, long, long, long, long, long, long);

// CHECK-LABEL: {{^}}pass_on:
// CHECK:      addl -4([[TARGET:%[a-z0-9]+]]), %r10d
// CHECK-NEXT: jne [[END:.Ltmp[0-9]+]]-1
// CHECK:      [[END]]:
// CHECK-NEXT: jmpq *[[TARGET]] # TAILCALL
int pass_on(long a, long b, long c, long d, long e, long f, long g, long h) {
  extern fn *target;
  __attribute__((musttail)) return target(h, g, f, e, d, c, b, a);
}

// The hidden pointer to the result is passed on as well.
// CHECK-LABEL: {{^}}structure:
// CHECK:      jmpq *{{%[a-z0-9]+}} # TAILCALL
struct large {
  long words[9];
};
struct large structure(struct large (*target)(void *), void *p) {
  extern struct large (*next)(struct large(*)(void *), void *);
  __attribute__((musttail)) return next(target, p);
}
