// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options: what they take, what they refuse, which value counts.
//
// RUN: not %clang_opt -O2 -mllvm -kcfi-opt-trap=maybe -c %s -o %t.bad 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TRAP
// TRAP: for the --kcfi-opt-trap option: the value must be udb or insn
// RUN: not ls %t.bad
// RUN: not %clang_opt -O2 -mllvm -kcfi-opt-form=taken -c %s -o %t.bad 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FORM
// FORM: for the --kcfi-opt-form option: the value must be not-taken or stock
// RUN: not ls %t.bad
// RUN: not %clang_opt -O2 -mllvm -kcfi-opt-trap= -c %s -o %t.bad 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TRAP
// RUN: not %clang_opt -O2 -mllvm -kcfi-opt-trap -c %s -o %t.bad 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-VALUE
// NO-VALUE: for the --kcfi-opt-trap option: requires a value
// RUN: not llc -load=%plugin -kcfi-opt-form=taken /dev/null -o %t.bad 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FORM
//
// RUN: llc -load=%plugin -help | FileCheck %s --check-prefix=HELP
// HELP: --kcfi-opt-form=<form> - Form of kCFI checks: not-taken (default) or stock
// HELP: --kcfi-opt-trap=<place> - What .kcfi_traps records: udb,
//
// RUN: %clang_stock -O2 -g -c %s -o %t.stock.o
// RUN: %clang_opt -O2 -g -mllvm -kcfi-opt-form=stock -c %s -o %t.1.o
// RUN: cmp %t.stock.o %t.1.o
// RUN: %clang_opt -O2 -g -mllvm -kcfi-opt-form=stock \
// RUN:   -mllvm -kcfi-opt-trap=insn -c %s -o %t.1.o
// RUN: cmp %t.stock.o %t.1.o
//
// RUN: %clang_opt -O2 -g -c %s -o %t.udb.o
// RUN: %clang_opt -O2 -g -mllvm -kcfi-opt-trap=insn -c %s -o %t.insn.o
// RUN: not cmp -s %t.udb.o %t.insn.o
// RUN: %clang_opt -O2 -g -mllvm -kcfi-opt-form=stock -mllvm \
// RUN:   -kcfi-opt-form=not-taken -c %s -o %t.1.o
// RUN: cmp %t.udb.o %t.1.o
// RUN: %clang_opt -O2 -g -mllvm -kcfi-opt-form=not-taken -mllvm \
// RUN:   -kcfi-opt-form=stock -c %s -o %t.1.o
// RUN: cmp %t.stock.o %t.1.o
// RUN: %clang_opt -O2 -g -mllvm -kcfi-opt-trap=insn -mllvm \
// RUN:   -kcfi-opt-trap=udb -c %s -o %t.1.o
// RUN: cmp %t.udb.o %t.1.o
// RUN: %clang_opt -O2 -g -mllvm -kcfi-opt-trap=udb -mllvm \
// RUN:   -kcfi-opt-trap=insn -c %s -o %t.1.o
// RUN: cmp %t.insn.o %t.1.o
//
// With the plugin loaded by -fpass-plugin:
// RUN: %clang_stock -O2 -g -fpass-plugin=%plugin -mllvm \
// RUN:   -kcfi-opt-trap=insn -c %s -o %t.1.o
// RUN: cmp %t.insn.o %t.1.o
//
// Without it, there are no such options: they cannot be given in vain.
// RUN: not %clang_stock -O2 -mllvm -kcfi-opt-trap=insn -c %s -o %t.bad 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: Unknown command line argument '-kcfi-opt-trap=insn'
// RUN: not ls %t.bad

int f(int (*target)(int), int x) { return target(x) + 1; }
