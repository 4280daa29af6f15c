// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code with exceptions. LLVM makes no check of a call that may unwind to a
// landing pad: in stock, those are unprotected, and the plugin does not change
// that. All others have their check, within the ranges of the exception tables.
//
// RUN: %clang_opt -O2 -S %s -o - | FileCheck %s
//
// RUN: %equal 3 -O0 %s
// RUN: %equal 3 -O2 %s
// RUN: %equal 3 -O2 -g %s
// RUN: %equal 3 -O2 -fbasic-block-sections=all %s
// RUN: %equal 3 -O2 -mretpoline-external-thunk %s
// RUN: %equal 3 -O2 -fno-asynchronous-unwind-tables %s
// RUN: %equal 5 -O2 -fno-exceptions -DNO_EXCEPTIONS %s

#ifdef NO_EXCEPTIONS
#define try if (true)
#define catch(what) else
#endif

typedef int fn(int);
struct guard {
  ~guard();
};

// CHECK-LABEL: {{^}}_Z9catch_allPFiiEPDoFiiEi:
// CHECK:      addl -4([[TARGET:%[a-z0-9]+]]), %r10d
// CHECK-NEXT: jne [[END:.Ltmp[0-9]+]]-1
// CHECK:      [[END]]:
// CHECK-NEXT: callq *[[TARGET]]
// CHECK:      .Ltmp{{[0-9]+}}: # EH_LABEL
// CHECK-NOT:  jne
// CHECK:      callq *%
// CHECK-NEXT: .Ltmp{{[0-9]+}}: # EH_LABEL
int catch_all(fn *target, int (*sure)(int) noexcept, int x) {
  try {
    x = sure(x);
    return target(x);
  } catch (...) {
    return 2;
  }
}

int clean_up(fn *target, int x) {
  guard g;
  return target(x) + 1;
}

// CHECK-LABEL: {{^}}_Z5plainPFiiEi:
// CHECK: testb $-42, %al
int plain(fn *target, int x) {
  x = target(x);
  guard g;
  return x;
}

int tail_call(fn *target, int x) { return target(x); }
