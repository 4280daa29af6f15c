// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Machine code on its way through files: what the pass did is all there, and
// whoever prints it completes the site.
//
// RUN: %clang_stock -O2 -g -S -emit-llvm %s -o %t.ll
// RUN: llc -relocation-model=pic -filetype=obj %t.ll -o %t.stock.o
// RUN: %llc_opt -relocation-model=pic -filetype=obj %t.ll -o %t.o
// RUN: kcfi-audit diff %t.stock.o %t.o | FileCheck %s --check-prefix=DIFF
//
// The pass has run, the file is printed:
// RUN: %llc_opt -relocation-model=pic -stop-after=kcfi-opt %t.ll -o %t.1.mir
// RUN: FileCheck %s < %t.1.mir
// RUN: %llc_opt -relocation-model=pic -start-after=kcfi-opt -filetype=obj \
// RUN:   %t.1.mir -o %t.1.o
// RUN: cmp %t.o %t.1.o
//
// The pass has not run, then runs and is printed, or runs alone. LLVM adds a
// pass after another only if it has started by then, hence the name of that.
// RUN: %llc_opt -relocation-model=pic -stop-before=kcfi-opt %t.ll -o %t.2.mir
// RUN: FileCheck %s --check-prefix=BEFORE < %t.2.mir
// RUN: %llc_opt -relocation-model=pic -start-before=unpack-mi-bundles \
// RUN:   -filetype=obj %t.2.mir -o %t.2.o
// RUN: cmp %t.o %t.2.o
// RUN: %llc_opt -relocation-model=pic -run-pass=kcfi-opt %t.2.mir -o - \
// RUN:   | FileCheck %s
// RUN: %llc_opt -relocation-model=pic -run-pass=kcfi-opt,kcfi-opt %t.1.mir \
// RUN:   -o - | FileCheck %s
//
// What the pass did is completed whatever the form is by then:
// RUN: %llc_opt -relocation-model=pic -kcfi-opt-form=stock \
// RUN:   -start-after=kcfi-opt -filetype=obj %t.1.mir -o %t.3.o
// RUN: cmp %t.o %t.3.o
//
// RUN: %llc_opt -relocation-model=pic -print-before=kcfi-opt \
// RUN:   -print-after=kcfi-opt -filetype=null %t.ll 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=BEFORE,CHECK

// DIFF: 2 sites: 2 not-taken, 0 kept stock

// BEFORE: KCFI_CHECK $rax, 329620, implicit-def $r10, implicit-def $r11,
// BEFORE-NEXT: CALL64r killed $rax,

// CHECK-NOT: KCFI_CHECK
// CHECK: $r10d = MOV32ri 4294637676, implicit $rax,
// CHECK-SAME: implicit-def $r10, implicit-def $r11, implicit-def $eflags,
// CHECK-SAME: cfi-type 329620, debug-location
// CHECK-NEXT: CALL64r killed $rax,

int call(int (*target)(int), int x) { return target(x) + 1; }
int tail_call(int (*target)(int), int x) { return target(x); }
