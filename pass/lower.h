/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lower.h - the machine pass: KCFI_CHECK becomes the movl of a site. */
#ifndef KCFI_OPT_LOWER_H
#define KCFI_OPT_LOWER_H

#include "codegen.h"

/* Operands of a site's movl, which stands for the whole check: its scratch
   register, the negated hash, and the register that holds the target. */
enum { KCFIOptMovScratch, KCFIOptMovImm, KCFIOptMovTarget };

/* The bytes of NOPs that every function starts before its entry with, by the
   attribute of the caller. -1 where it is not a number that a site can hold. */
int64_t KCFIOptGetPrefix(LLVMValueRef Function);

/* Lowers each KCFI_CHECK of MF that can take the not-taken form, and says in a
   remark what became of it. Returns whether MF changed. */
bool KCFIOptLowerFunction(LLVMXMachineFunctionRef MF);

#endif
