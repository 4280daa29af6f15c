// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call with variable arguments: %al, the number of vector registers used,
// is live across the check, whose testb reads it and changes nothing.
//
// RUN: %clang_opt -O2 -S %s -o - | FileCheck %s
//
// RUN: %equal 2 -O0 %s
// RUN: %equal 2 -O2 %s
// RUN: %equal 2 -O2 -mretpoline-external-thunk %s
// RUN: %equal 2 -O2 -mno-red-zone %s

typedef double fn(const char *, ...);

// CHECK-LABEL: {{^}}call:
// CHECK:      movb $2, %al
// CHECK-NEXT: movl ${{[0-9]+}}, %r10d
// CHECK-NEXT: addl -4([[TARGET:%[a-z0-9]+]]), %r10d
// CHECK-NEXT: jne
// CHECK:      testb $-42, %al
// CHECK:      callq *[[TARGET]]
double call(fn *target, double x) { return target("%f", x, 1.0f) + x; }

// CHECK-LABEL: {{^}}tail_call:
// CHECK:      xorl %eax, %eax
// CHECK:      addl -4([[TARGET:%[a-z0-9]+]]), %r10d
// CHECK:      jmpq *[[TARGET]]
double tail_call(fn *target, int x) { return target("%d", x); }
