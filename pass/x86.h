/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * x86.h - the opcode and register numbers that a site is made of.
 *
 * LLVM does not install X86's generated enums and may renumber them in any
 * release, so they are looked up by name, once in a process.
 */
#ifndef KCFI_OPT_X86_H
#define KCFI_OPT_X86_H

#include "codegen.h"

/* A name that this LLVM does not know has number 0, which no instruction has:
   without KCFI_CHECK, no check is ever found, and all stay stock. */
typedef struct {
  bool Complete; /* whether this LLVM knows every name below */
  unsigned KCFI_CHECK, MOV32ri, ADD32rm, JCC_1, TEST8i8;
  unsigned R10, R10D, R11D;
} KCFIOptX86;

/* Condition code of JCC_1: llvm/lib/Target/X86/MCTargetDesc/X86BaseInfo.h. */
enum { KCFIOptCondNE = 5 };

/* The numbers, from the x86-64 target machine TM on the first call. Never NULL.
   Thread-safe. */
const KCFIOptX86 *KCFIOptGetX86(LLVMTargetMachineRef TM);

#endif
