/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * registers.c - the target in each register that can hold one: %rsp cannot.
 * Those that change the encoding are %r10 (another scratch register), %r12 (a
 * SIB byte), %r13 and %rbp (as every one, a displacement, never none).
 *
 * RUN: %opt_cc -O2 -fomit-frame-pointer %s %harness -o %t && %t
 * RUN: %opt_cc -O2 -fomit-frame-pointer -fpatchable-function-entry=200,200 \
 * RUN:   %s %harness -o %t.200 && %t.200 prefix=200
 * RUN: %opt_cc -O2 -fomit-frame-pointer -mllvm -kcfi-opt-trap=insn \
 * RUN:   %s %harness -o %t.insn && %t.insn insn
 * RUN: %stock_cc -O2 -fomit-frame-pointer %s %harness -o %t.stock
 * RUN: %t.stock stock
 */
#include "harness.h"

/* By the argument in a vector register, every other one is free. */
typedef double double_fn(double);

static double twice(double x) { return 2 * x; }
static double twice_wrong(double x, int y) { return 4 * x + 0 * y; }

/* A call whose compiler wants the target in NAME. That it came to be there is
   checked when a call traps. */
#define CALLERS(name)                                                          \
  NOINLINE static double call_##name(double_fn *fn, double x) {                \
    register double_fn *target __asm__(#name) = fn;                            \
    __asm__ volatile("" : "+r"(target));                                       \
    return target(x) + 1;                                                      \
  }                                                                            \
  NOINLINE static double tail_##name(double_fn *fn, double x) {                \
    register double_fn *target __asm__(#name) = fn;                            \
    __asm__ volatile("" : "+r"(target));                                       \
    return target(x);                                                          \
  }

#define CALLS(name, number, tail_number)                                       \
  expect.reg = number;                                                         \
  RIGHT("call by " #name, call_##name(right, 1) == 3);                         \
  WRONG("call by " #name, call_##name(wrong, 1) == 5, twice, twice_wrong);     \
  expect.reg = tail_number;                                                    \
  RIGHT("tail call by " #name, tail_##name(right, 1) == 2);                    \
  WRONG("tail call by " #name, tail_##name(wrong, 1) == 4, twice, twice_wrong);

CALLERS(rax)
CALLERS(rcx)
CALLERS(rdx)
CALLERS(rbx)
CALLERS(rbp)
CALLERS(rsi)
CALLERS(rdi)
CALLERS(r8)
CALLERS(r9)
CALLERS(r10)
CALLERS(r11)
CALLERS(r12)
CALLERS(r13)
CALLERS(r14)
CALLERS(r15)

/* No tail call has its target in a register that the callee keeps, nor in %r10,
   which LLVM leaves to static chains. */
void run(void) {
  double_fn *right = OPAQUE(twice);
  double_fn *wrong = (double_fn *)OPAQUE(twice_wrong);

  CALLS(rax, 0, 0)
  CALLS(rcx, 1, 1)
  CALLS(rdx, 2, 2)
  CALLS(rbx, 3, -1)
  CALLS(rbp, 5, -1)
  CALLS(rsi, 6, 6)
  CALLS(rdi, 7, 7)
  CALLS(r8, 8, 8)
  CALLS(r9, 9, 9)
  CALLS(r10, 10, -1)
  CALLS(r11, 11, 11)
  CALLS(r12, 12, -1)
  CALLS(r13, 13, -1)
  CALLS(r14, 14, -1)
  CALLS(r15, 15, -1)
}
