/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* library.c - a shared library whose check fails, and one to fail a check. */
#include "program.h"

call_fn library_call;
int library_wrong(unsigned x);

int library_call(int_fn *fn, int x) { return fn(x) * 4; }
int library_wrong(unsigned x) { return (int)x + 200; }
