// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What became of each check, for who asks: function, target register, type hash,
// kind of call.
//
// RUN: %clang_opt -O2 -c %s -o %t.o -Rpass=kcfi-opt -Rpass-missed=kcfi-opt \
// RUN:   2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: remarks.c:[[#@LINE+23]]:{{[0-9]+}}: remark: not-taken kCFI check in 'call': target %rax, type hash 0x00050794, call [-Rpass=kcfi-opt]
// PLAIN: remark: not-taken kCFI check in 'tail_call': target %rax, type hash 0x00050794, tail call [-Rpass=kcfi-opt]
// PLAIN: remark: not-taken kCFI check in 'other_type': target %rdi, type hash 0x{{[0-9a-f]+}}, call [-Rpass=kcfi-opt]
// PLAIN-NOT: remark:
//
// RUN: %clang_opt -O2 -mretpoline -c %s -o %t.o -Rpass=kcfi-opt 2>&1 \
// RUN:   | FileCheck %s --check-prefix=THUNK
// RUN: %clang_opt -O2 -mretpoline-external-thunk -c %s -o %t.o \
// RUN:   -Rpass=kcfi-opt 2>&1 | FileCheck %s --check-prefix=THUNK
// THUNK: 'call': target %r11, type hash 0x00050794, call through thunk
// THUNK: 'tail_call': target %r11, type hash 0x00050794, tail call through thunk
//
// Nobody asks:
// RUN: %clang_opt -O2 -c %s -o %t.o 2>&1 | count 0
// RUN: %clang_opt -O2 -c %s -o %t.o -Rpass=inline 2>&1 | FileCheck %s --allow-empty --check-prefix=NONE
// NONE-NOT: kCFI
//
// RUN: %clang_opt -O2 -c %s -o %t.o -Rpass=kcfi-opt -Rpass-missed=kcfi-opt \
// RUN:   -mllvm -kcfi-opt-form=stock 2>&1 | FileCheck %s --check-prefix=FORM
// FORM: remark: stock kCFI check kept in 'call': target %rax, type hash 0x00050794, call: -kcfi-opt-form=stock [-Rpass-missed=kcfi-opt]
// FORM: remark: stock kCFI check kept in 'tail_call': {{.*}}, tail call: -kcfi-opt-form=stock
//
typedef int fn(int);
int call(fn *target, int x) { return target(x) + 1; }
int tail_call(fn *target, int x) { return target(x); }
void other_type(void (*target)(void)) {
  target();
  __asm__ volatile("");
}

// Reasons that other tests check: prefix-odd.ll, stackmap.ll, lone-check.mir,
// align-branches.c, relax-all.c.
//
// RUN: %clang_opt -O2 -g -fsave-optimization-record -c %s -o %t.o \
// RUN:   -foptimization-record-file=%t.yaml
// RUN: FileCheck %s --check-prefix=YAML < %t.yaml
// YAML:      --- !Passed
// YAML-NEXT: Pass: kcfi-opt
// YAML-NEXT: Name: Check
// YAML-NEXT: DebugLoc: { File: {{.*}}, Line: 31, Column: {{[0-9]+}} }
// YAML-NEXT: Function: call
// YAML-NEXT: Args:
// YAML-NEXT: - String: 'not-taken kCFI check in '''
// YAML-NEXT: - Function: call
// YAML-NEXT: - String: ''': target '
// YAML-NEXT: - Target: '%rax'
// YAML-NEXT: - String: ', type hash '
// YAML-NEXT: - TypeHash: '0x00050794'
// YAML-NEXT: - String: ', '
// YAML-NEXT: - Call: call
// YAML-NEXT: ...
//
// RUN: %clang_opt -O2 -fsave-optimization-record -c %s -o %t.o \
// RUN:   -mllvm -kcfi-opt-form=stock -foptimization-record-file=%t.yaml
// RUN: FileCheck %s --check-prefix=MISSED < %t.yaml
// MISSED:      {{^--- !Missed[[:space:]]+Pass: +kcfi-opt[[:space:]]+Name: +StockCheck}}
// MISSED:      - Reason: '-kcfi-opt-form=stock'
//
// Remarks change nothing.
// RUN: %equal 3 -O2 -g -Rpass=inline %s
