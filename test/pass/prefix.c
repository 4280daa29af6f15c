// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Room for patches before functions moves the type hash away from the entry:
// the check looks for it there. Past 124 bytes the displacement takes four
// bytes instead of one.
//
// RUN: %clang_opt -O2 -S %s -o - | FileCheck %s -DDISP=-4
// RUN: %clang_opt -O2 -fpatchable-function-entry=0,0 -S %s -o - \
// RUN:   | FileCheck %s -DDISP=-4
// RUN: %clang_opt -O2 -fpatchable-function-entry=11,11 -S %s -o - \
// RUN:   | FileCheck %s -DDISP=-15
// RUN: %clang_opt -O2 -fpatchable-function-entry=16,16 -S %s -o - \
// RUN:   | FileCheck %s -DDISP=-20
// RUN: %clang_opt -O2 -fpatchable-function-entry=40,16 -S %s -o - \
// RUN:   | FileCheck %s -DDISP=-20
// RUN: %clang_opt -O2 -fpatchable-function-entry=200,200 -S %s -o - \
// RUN:   | FileCheck %s -DDISP=-204
// RUN: %clang_opt -O2 -fpatchable-function-entry=16,16 -mllvm \
// RUN:   -print-after=kcfi-opt -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MIR
// RUN: llvm-objdump -d %t.o | FileCheck %s --check-prefix=SHORT
// RUN: %clang_opt -O2 -fpatchable-function-entry=200,200 -c %s -o %t.o
// RUN: llvm-objdump -d %t.o | FileCheck %s --check-prefix=LONG
//
// RUN: %equal 3 -O2 -fpatchable-function-entry=0,0 %s
// RUN: %equal 3 -O2 -fpatchable-function-entry=11,11 %s
// RUN: %equal 3 -O2 -fpatchable-function-entry=16,16 %s
// RUN: %equal 3 -O2 -fpatchable-function-entry=40,16 -g %s
// RUN: %equal 3 -O2 -fpatchable-function-entry=124,124 %s
// RUN: %equal 3 -O2 -fpatchable-function-entry=125,125 %s
// RUN: %equal 3 -O2 -fpatchable-function-entry=200,200 %s
// RUN: %equal 3 -O0 -fpatchable-function-entry=200,200 -g %s
// RUN: %equal 3 -O2 -fpatchable-function-entry=16,16 -fcf-protection=branch %s

// CHECK-LABEL: {{^}}call:
// CHECK: movl
// CHECK: addl [[DISP]](%rax), %r10d
// CHECK: jne
// CHECK: testb $-42, %al
// SHORT-LABEL: <call>:
// SHORT: 44 03 50 ec addl -0x14(%rax), %r10d
// LONG-LABEL: <call>:
// LONG: 44 03 90 34 ff ff ff addl -0xcc(%rax), %r10d
// MIR: $r10d = MOV32ri 4294637676, implicit $rax,
int call(int (*target)(int), int x) { return target(x) + 1; }

// A SIB byte on top.
// LONG-LABEL: <in_r12>:
// LONG: 45 03 94 24 34 ff ff ff addl -0xcc(%r12), %r10d
int in_r12(int (*target)(int), int x) {
  register int (*r12)(int) __asm__("r12") = target;
  __asm__ volatile("" : "+r"(r12));
  x = r12(x);
  __asm__ volatile("" : "+r"(r12));
  return x;
}

// A function may have an attribute of its own. What counts is the caller's, as
// in stock.
// SHORT-LABEL: <own>:
// SHORT: addl -0x9(%rax), %r10d
__attribute__((patchable_function_entry(5, 5))) int own(int (*target)(int)) {
  return target(1) + 1;
}
