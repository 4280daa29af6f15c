// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code in a COMDAT group: its trap section is in the group, so that entries of
// code that the linker drops are dropped with it.
//
// RUN: %clang_opt -O2 -S %s -o - | FileCheck %s
// RUN: %clang_opt -O2 -c %s -o %t.o
// RUN: llvm-readelf --section-groups %t.o | FileCheck %s --check-prefix=GROUP
//
// RUN: %equal 3 -O0 %s
// RUN: %equal 3 -O2 %s
// RUN: %equal 3 -O2 -g -ffunction-sections %s

typedef int fn(int);

// CHECK: .section .kcfi_traps,"aoG",@progbits,[[SECTION:.text._Z5applyI[a-z]+EiPFiiET_]],[[KEY:_Z5applyI[a-z]+EiPFiiET_]],comdat
// CHECK: .section [[SECTION]],"axG",@progbits,[[KEY]],comdat
// GROUP-COUNT-2: ] .kcfi_traps
template <typename T> int apply(fn *target, T x) { return target(x) + x; }
template int apply<int>(fn *, int);
template int apply<long>(fn *, long);

struct ops {
  fn *target;
  int call() { return target(1) + 1; }
};
int call(ops *o) { return o->call(); }
