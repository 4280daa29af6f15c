/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hashes.c - type hashes that the check and the preamble must agree on: both
 * ENDBR instructions and their negations, which are emitted plus 1, and the
 * ends of the range. (Not 0, by which LLVM means no check.)
 *
 * RUN: %opt_cc %ir -O2 %s %S/Inputs/hashes.ll %harness -o %t && %t
 * RUN: %opt_cc %ir -O0 %s %S/Inputs/hashes.ll %harness -o %t.0 && %t.0
 * RUN: %opt_cc %ir -O2 -fno-integrated-as %s %S/Inputs/hashes.ll %harness \
 * RUN:   -o %t.as && %t.as
 * RUN: %stock_cc %ir -O2 %s %S/Inputs/hashes.ll %harness -o %t.stock
 * RUN: %t.stock stock
 */
#include "harness.h"

#include <kcfi-opt/site.h>

typedef int int_fn(int);

/* In hashes.ll function N returns its argument plus N, and caller N adds 100 to
   what the function that it is given returns. The hash is as emitted. */
#define EACH(DO)                                                               \
  DO(1, 0x00000001)                                                            \
  DO(2, 0x7fffffff)                                                            \
  DO(3, 0x80000000)                                                            \
  DO(4, 0xffffffff)                                                            \
  DO(5, 0xfa1e0ff4)                                                            \
  DO(6, 0x05e1f00e)                                                            \
  DO(7, 0xfb1e0ff4)                                                            \
  DO(8, 0x04e1f00e)

#define DECLARE(n, hash)                                                       \
  extern int function_##n(int);                                                \
  extern int caller_##n(int_fn *, int);
EACH(DECLARE)

void run(void) {
  int_fn *fn;

#define CALL(n, hash)                                                          \
  fn = OPAQUE(function_##n);                                                   \
  RIGHT("preamble " #hash,                                                     \
        kcfi_opt_read32((const unsigned char *)fn - 4) == hash);               \
  RIGHT("hash " #hash, caller_##n(fn, 1) == 101 + n);                          \
  fn = n == 1 ? OPAQUE(function_2) : OPAQUE(function_1);                       \
  WRONG("hash " #hash, caller_##n(fn, 1) == 102 + (n == 1), function_##n, fn);
  EACH(CALL)
}
