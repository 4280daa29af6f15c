/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * musl.c - with a C library that cannot find files in a handler there are
 * addresses in place of symbols, and all else is as it is.
 *
 * REQUIRES: musl-gcc
 * RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
 * RUN: %opt_cc -c %s -o main.o
 * RUN: musl-gcc -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Wpedantic -Werror \
 * RUN:   -I%include -c %sources/counts.c %sources/handler.c %sources/memory.c \
 * RUN:   %sources/module.c %sources/report.c
 * RUN: musl-gcc -static main.o counts.o handler.o memory.o module.o report.o \
 * RUN:   -o program
 * RUN: env KCFI_REPORT=permissive ./program 2>&1 | FileCheck %s
 * RUN: not --crash env KCFI_REPORT=enforce ./program 2>&1 | FileCheck %s
 * CHECK: kCFI failure at 0x{{[0-9a-f]+}} (target: 0x{{[0-9a-f]+}}; expected type: 0x00050794; found type: 0xab53c5c9)
 */
#include "program.h"

int wrong(unsigned x) { return (int)x + 100; }
NOINLINE int call(int_fn *fn, int x) { return fn(x) * 2; }

int main(void) { return call(OPAQUE((int_fn *)wrong), 1) != 202; }
