// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled in steps, each a run of clang of its own. Only options of the plugin
// that are for the compiler alone get by the one that assembles.
//
// RUN: rm -rf %t.dir
// RUN: mkdir %t.dir
// RUN: %clang_opt -O2 -save-temps=obj -c %s -o %t.dir/a.o
// RUN: kcfi-audit sites --json %t.dir/a.o | FileCheck %s --check-prefix=UDB
// UDB-COUNT-2: "form":"not-taken",{{.*}}"entry":"trap"
// RUN: %clang_opt -O2 -save-temps=obj -c %s -o %t.dir/a.o \
// RUN:   -Xclang -mllvm -Xclang -kcfi-opt-trap=insn
// RUN: kcfi-audit sites --json %t.dir/a.o | FileCheck %s --check-prefix=INSN
// INSN-COUNT-2: "form":"not-taken",{{.*}}"entry":"test"
// RUN: rm %t.dir/a.o
// RUN: not %clang_opt -O2 -save-temps=obj -c %s -o %t.dir/a.o \
// RUN:   -mllvm -kcfi-opt-trap=insn 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: Unknown command line argument '-kcfi-opt-trap=insn'
// RUN: not ls %t.dir/a.o

int call(int (*target)(int), int x) { return target(x) + 1; }
int tail_call(int (*target)(int), int x) { return target(x); }
