/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * disasm.c - asks LLVM what an instruction is.
 */
#include "disasm.h"
#include "report.h"

#include <llvm-c/Target.h>
#include <stdlib.h>

LLVMDisasmContextRef disasm_open(void) {
  LLVMDisasmContextRef disasm;

  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86Disassembler();
  disasm = LLVMCreateDisasmCPUFeatures("x86_64-linux-gnu", "", "", NULL, 0,
                                       NULL, NULL);
  if (!disasm) {
    fputs("kcfi-audit: LLVM has no x86-64 disassembler; install one that has\n",
          stderr);
    exit(VERDICT_COULD_NOT_TELL);
  }
  LLVMSetDisasmOptions(disasm, LLVMDisassembler_Option_PrintImmHex);
  return disasm;
}

size_t disasm_print(LLVMDisasmContextRef disasm, const unsigned char *code,
                    size_t size, char text[DISASM_TEXT_SIZE]) {
  size_t length, from, to = 0;

  text[0] = 0;
  /* LLVM takes what it does not change without const. */
  length = LLVMDisasmInstruction(disasm, (uint8_t *)code, size, 0, text,
                                 DISASM_TEXT_SIZE);
  for (from = 0; text[from]; from++) {
    const char c = text[from] == '\t' ? ' ' : text[from];

    if (c != ' ' || (to && text[to - 1] != ' '))
      text[to++] = c;
  }
  text[to] = 0;
  return length;
}
