/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 WITH LLVM-exception */
/*
 * exports.c - what a kernel exports only where it has no LKDTM built in.
 *
 * Linked into LKDTM's module, whose tests that would call it are not run.
 */
#include <asm/special_insns.h>

void native_write_cr4(unsigned long value) {}
