/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * mixed.c - objects of every kind in one program: each site traps as its own
 * object was compiled, and all are in the one table.
 *
 * RUN: %stock_cc -O2 -DRUN=run_stock -c %S/Inputs/calls.c -o %t.stock.o
 * RUN: %opt_cc -O2 -DRUN=run_udb -c %S/Inputs/calls.c -o %t.udb.o
 * RUN: %opt_cc -O2 -DRUN=run_insn -mllvm -kcfi-opt-trap=insn \
 * RUN:   -c %S/Inputs/calls.c -o %t.insn.o
 * RUN: %opt_cc %s %harness %t.stock.o %t.udb.o %t.insn.o -o %t && %t any
 * RUN: %opt_cc %s %harness %t.insn.o %t.stock.o %t.udb.o -fuse-ld=lld \
 * RUN:   -o %t.lld && %t.lld any
 */
#include "harness.h"

void run_stock(void);
void run_udb(void);
void run_insn(void);

/* ALIKE: all objects are of the kind that main's arguments say. */
static void next(struct expect kind) {
#ifndef ALIKE
  expect = kind;
#else
  (void)kind;
#endif
}

void run(void) {
  next((struct expect){0, 0, 0, -1});
  run_stock();
  next((struct expect){1, 0, 0, -1});
  run_udb();
  next((struct expect){1, 1, 0, -1});
  run_insn();
  next((struct expect){0, 0, 0, -1});
  run_stock();
}
