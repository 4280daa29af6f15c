/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lower.h - the machine pass: KCFI_CHECK becomes movl and addl. */
#ifndef KCFI_OPT_LOWER_H
#define KCFI_OPT_LOWER_H

#include "codegen.h"

/* Lowers each KCFI_CHECK of MF that can take the not-taken form, and says in a
   remark what became of it. Returns whether MF changed. */
bool KCFIOptLowerFunction(LLVMXMachineFunctionRef MF);

#endif
