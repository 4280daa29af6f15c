/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * harness.h - calls functions through checked pointers, and tells what trapped.
 *
 * A program lists its calls with RIGHT and WRONG in run(). The handler of
 * SIGILL is permissive, as a kernel's may be: it decodes the site, notes it,
 * and resumes at the call, so that a wrong-typed call too has a value to
 * compare. Anything out of order is printed and counted; main returns the
 * count.
 */
#ifndef HARNESS_H
#define HARNESS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What main's arguments, or run, say of the sites called next. */
extern struct expect {
  int not_taken;   /* else stock */
  int insn;        /* entries name the testb, not the byte that traps; -1 for
                      a table of both */
  uint32_t prefix; /* patchable-function-prefix of callers and targets, bytes */
  int reg;         /* register that holds the target; -1 for any */
} expect;

/* By the program. */
void run(void);

/* Around a call; use RIGHT and WRONG. */
void begin_call(const char *what);
void end_right(int ok);
void end_wrong(int ok, const void *right, const void *wrong);

/* The call WHAT goes to a function of the right type: no trap, and OK, in which
   the call is made, holds. */
#define RIGHT(what, ok) (begin_call(what), end_right(ok))

/* The call WHAT expects the type of RIGHT_FN and goes to WRONG_FN: one trap,
   then OK holds nonetheless. */
#define WRONG(what, ok, right_fn, wrong_fn)                                    \
  (begin_call(what),                                                           \
   end_wrong(ok, (const void *)(right_fn), (const void *)(wrong_fn)))

/* P, of which the compiler knows nothing any more. */
#define OPAQUE(p)                                                              \
  __extension__({                                                              \
    __typeof__(&*(p)) opaque = (p);                                            \
    __asm__ volatile("" : "+r"(opaque));                                       \
    opaque;                                                                    \
  })

#define NOINLINE __attribute__((noinline))

#ifdef __cplusplus
}
#endif

#endif
