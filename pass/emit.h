/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* emit.h - the assembly printer's part: addl, jne, testb and trap entry. */
#ifndef KCFI_OPT_EMIT_H
#define KCFI_OPT_EMIT_H

#include "codegen.h"

/* Completes the site where MI, which was just printed, is a site's movl. */
void KCFIOptEndInstruction(LLVMXAsmPrinterRef AP, LLVMXMachineInstrRef MI);

#endif
