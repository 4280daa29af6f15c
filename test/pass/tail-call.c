// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tail call: the jump takes the place of the call.
//
// RUN: %clang_opt -O2 -S %s -o - | FileCheck %s
// RUN: %clang_opt -O2 -S %s -o /dev/null -mllvm -print-after=kcfi-opt 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MIR
//
// RUN: %equal 1 -O0 %s
// RUN: %equal 1 -O1 %s
// RUN: %equal 1 -O2 %s
// RUN: %equal 1 -O3 %s
// RUN: %equal 1 -Os %s
// RUN: %equal 1 -Oz %s
// RUN: %equal 1 -O2 -fno-optimize-sibling-calls %s

// CHECK-LABEL: {{^}}f:
// CHECK:      movl $4294637676, %r10d
// CHECK-NEXT: addl -4(%rax), %r10d
// CHECK-NEXT: jne [[END:.Ltmp[0-9]+]]-1
// CHECK-NEXT: .Ltmp
// CHECK-NEXT: testb $-42, %al
// CHECK-NEXT: .section .kcfi_traps,
// CHECK-NEXT: [[HERE:.Ltmp[0-9]+]]:
// CHECK-NEXT: .long [[END]]-1-[[HERE]]
// CHECK-NEXT: .text
// CHECK-NEXT: [[END]]:
// CHECK-NEXT: jmpq *%rax # TAILCALL

// MIR:       $r10d = MOV32ri 4294637676, implicit $rax,
// MIR-SAME:  cfi-type 329620
// MIR-NEXT:  TAILJMPr64 killed $rax,

int f(int (*target)(int), int x) { return target(x); }
