// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// x32: 64-bit code with 32-bit pointers, in 32-bit ELF files.
//
// RUN: %clang_opt -mx32 -O2 -S %s -o - | FileCheck %s
// RUN: %clang_stock -mx32 -O2 -g -c %s -o %t.stock.o
// RUN: %clang_opt -mx32 -O2 -g -mllvm -kcfi-opt-trap=insn -c %s -o %t.opt.o
// RUN: not cmp -l %t.stock.o %t.opt.o > %t.diff
// RUN: FileCheck %s --check-prefix=DIFF < %t.diff

// CHECK-LABEL: {{^}}call:
// CHECK: addl -4([[TARGET:%r[a-z0-9]+]]), %r10d
// CHECK: testb $-42, %al
// CHECK: callq *[[TARGET]]
int call(int (*target)(int), int x) { return target(x) + 1; }

// CHECK-LABEL: {{^}}tail_call:
// CHECK: jmpq *{{%r[a-z0-9]+}} # TAILCALL
int tail_call(int (*target)(int), int x) { return target(x); }

// Four bytes at each site, in octal: je .+4; ud2 is now jne .+3; testb $0xd6.
// DIFF-COUNT-2: {{[0-9]+ 164 165[[:space:]]+[0-9]+ 2 1[[:space:]]+[0-9]+ 17 250[[:space:]]+[0-9]+ 13 326}}
// DIFF-NOT: {{[0-9]}}
