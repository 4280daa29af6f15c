/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* options.c - see options.h. */
#include "options.h"

#include "codegen.h"

#include <string.h>

static KCFIOptForm Form = KCFIOptFormNotTaken;
static KCFIOptTrap Trap = KCFIOptTrapUDB;

static const char *setForm(const char *Value) {
  if (strcmp(Value, "not-taken") == 0)
    Form = KCFIOptFormNotTaken;
  else if (strcmp(Value, "stock") == 0)
    Form = KCFIOptFormStock;
  else
    return "the value must be not-taken or stock";
  return NULL;
}

static const char *setTrap(const char *Value) {
  if (strcmp(Value, "udb") == 0)
    Trap = KCFIOptTrapUDB;
  else if (strcmp(Value, "insn") == 0)
    Trap = KCFIOptTrapInsn;
  else
    return "the value must be udb or insn";
  return NULL;
}

static const LLVMXOption FormOption = {
    "kcfi-opt-form", "form",
    "Form of kCFI checks: not-taken (default) or stock", setForm};

static const LLVMXOption TrapOption = {
    "kcfi-opt-trap", "place",
    "What .kcfi_traps records: udb, the byte that traps (default), or insn, "
    "the place where stock has its ud2",
    setTrap};

void KCFIOptAddOptions(void) {
  LLVMXAddOption(&FormOption);
  LLVMXAddOption(&TrapOption);
}

KCFIOptForm KCFIOptGetForm(void) { return Form; }

KCFIOptTrap KCFIOptGetTrap(void) { return Trap; }
