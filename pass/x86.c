/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* x86.c - see x86.h. */
#include "x86.h"

#include <pthread.h>
#include <string.h>

typedef struct {
  const char *Name;
  unsigned *Number;
} Entry;

/* Fills in each entry that is a name among NUM names; whether all were. */
static bool lookUp(const Entry *Entries, unsigned NumEntries, unsigned Num,
                   LLVMTargetMachineRef TM,
                   const char *(*GetName)(LLVMTargetMachineRef, unsigned)) {
  unsigned Found = 0;

  for (unsigned I = 1; I < Num && Found < NumEntries; ++I) {
    const char *Name = GetName(TM, I);

    for (unsigned E = 0; E < NumEntries; ++E)
      if (strcmp(Name, Entries[E].Name) == 0) {
        *Entries[E].Number = I;
        ++Found;
      }
  }
  return Found == NumEntries;
}

static void lookUpAll(KCFIOptX86 *X86, LLVMTargetMachineRef TM) {
  const Entry Opcodes[] = {
      {"KCFI_CHECK", &X86->KCFI_CHECK}, {"MOV32ri", &X86->MOV32ri},
      {"ADD32rm", &X86->ADD32rm},       {"JCC_1", &X86->JCC_1},
      {"TEST8i8", &X86->TEST8i8},
  };
  const Entry Regs[] = {
      {"R10", &X86->R10}, {"R10D", &X86->R10D}, {"R11D", &X86->R11D}};

  X86->Complete = lookUp(Opcodes, sizeof(Opcodes) / sizeof(*Opcodes),
                         LLVMXGetNumOpcodes(TM), TM, LLVMXGetOpcodeName) &&
                  lookUp(Regs, sizeof(Regs) / sizeof(*Regs),
                         LLVMXGetNumRegs(TM), TM, LLVMXGetRegName);
}

const KCFIOptX86 *KCFIOptGetX86(LLVMTargetMachineRef TM) {
  static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;
  static KCFIOptX86 X86;
  static bool LookedUp;

  pthread_mutex_lock(&Lock);
  if (!LookedUp) {
    lookUpAll(&X86, TM);
    LookedUp = true;
  }
  pthread_mutex_unlock(&Lock);
  return &X86;
}
