/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* program.h - the types of what is called, and how. */
#ifndef PROGRAM_H
#define PROGRAM_H

typedef int int_fn(int);
typedef int call_fn(int_fn *, int);

/* A symbol of its own, in every build. */
#define NOINLINE __attribute__((noinline))

int right(int x);
int wrong(unsigned x);
int call(int_fn *fn, int x);
int tail_call(int_fn *fn, int x);

/* P, of which the compiler knows nothing any more. */
#define OPAQUE(p)                                                              \
  __extension__({                                                              \
    __typeof__(&*(p)) opaque = (p);                                            \
    __asm__ volatile("" : "+r"(opaque));                                       \
    opaque;                                                                    \
  })

#endif
