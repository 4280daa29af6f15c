/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * emit.c - completes a site while the assembly is printed.
 *
 * The pass left a movl that carries the type hash as its CFI type. That is how
 * a site is known: LLVM gives CFI types to calls only, so a movl that has one
 * is ours, and MIR files keep it. After it come
 *
 *       addl -(prefix+4)(%target), %r10d
 *       jne .Lend-1        # not taken; else lands on the testb's last byte
 *   .Linsn:
 *       testb $0xd6, %al   # d6 is UDB, which raises #UD
 *   .Lend:
 *
 * Both labels stand where stock has its own, and are made in stock's order, so
 * that a symbol table that keeps them (-Wa,-L) is the same. The jne and the
 * entry count from .Lend, since no assembler puts anything between an
 * instruction's last byte and a label after it: even where one pads or
 * lengthens instructions, a failed check traps.
 */
#include "emit.h"

#include "lower.h"
#include "options.h"
#include "x86.h"

#include <kcfi-opt/site.h>

static void emitTrapEntry(LLVMXAsmPrinterRef AP, LLVMXMachineInstrRef MI,
                          LLVMXMCExprRef Trap) {
  LLVMXMCSymbolRef Here;

  if (!LLVMXPushKCFITrapSection(AP, LLVMXGetInstrFunction(MI)))
    return;
  Here = LLVMXCreateLinkerPrivateTempSymbol(AP);
  LLVMXEmitLabel(AP, Here);
  LLVMXEmitValue(
      AP, LLVMXCreateSubExpr(AP, Trap, LLVMXCreateSymbolExpr(AP, Here, 0)),
      KCFI_OPT_ENTRY_SIZE);
  LLVMXPopSection(AP);
}

static void emitAdd(LLVMXAsmPrinterRef AP, unsigned Opcode, unsigned Scratch,
                    unsigned Base, int64_t Displacement) {
  LLVMXMCInstRef Inst = LLVMXCreateMCInst(Opcode);

  LLVMXAddMCReg(Inst, Scratch); /* result */
  LLVMXAddMCReg(Inst, Scratch);
  LLVMXAddMCReg(Inst, Base);
  LLVMXAddMCImm(Inst, 1); /* scale */
  LLVMXAddMCReg(Inst, 0); /* index */
  LLVMXAddMCImm(Inst, Displacement);
  LLVMXAddMCReg(Inst, 0); /* segment */
  LLVMXEmitMCInst(AP, Inst);
}

static void emitJNE(LLVMXAsmPrinterRef AP, unsigned Opcode,
                    LLVMXMCExprRef Target) {
  LLVMXMCInstRef Inst = LLVMXCreateMCInst(Opcode);

  LLVMXAddMCExpr(Inst, Target);
  LLVMXAddMCImm(Inst, KCFIOptCondNE);
  LLVMXEmitMCInst(AP, Inst);
}

static void emitTestAL(LLVMXAsmPrinterRef AP, unsigned Opcode,
                       unsigned char Imm) {
  LLVMXMCInstRef Inst = LLVMXCreateMCInst(Opcode);

  LLVMXAddMCImm(Inst, (signed char)Imm);
  LLVMXEmitMCInst(AP, Inst);
}

void KCFIOptEndInstruction(LLVMXAsmPrinterRef AP, LLVMXMachineInstrRef MI) {
  LLVMXMachineFunctionRef MF;
  const KCFIOptX86 *X86;
  LLVMXMCSymbolRef End, Insn;
  LLVMXMCExprRef Trap;

  if (!LLVMXGetCFIType(MI))
    return;
  MF = LLVMXGetInstrFunction(MI);
  X86 = KCFIOptGetX86(LLVMXGetTargetMachine(MF));
  if (!X86->Complete || LLVMXGetInstrOpcode(MI) != X86->MOV32ri ||
      LLVMXGetNumOperands(MI) <= KCFIOptMovTarget)
    return;

  emitAdd(AP, X86->ADD32rm, LLVMXGetOperandReg(MI, KCFIOptMovScratch),
          LLVMXGetOperandReg(MI, KCFIOptMovTarget),
          -(KCFIOptGetPrefix(LLVMXGetFunction(MF)) + 4));

  End = LLVMXCreateTempSymbol(AP);
  Trap = LLVMXCreateSymbolExpr(AP, End, -1);
  emitJNE(AP, X86->JCC_1, Trap);

  Insn = LLVMXCreateTempSymbol(AP);
  LLVMXEmitLabel(AP, Insn);
  emitTestAL(AP, X86->TEST8i8, KCFI_OPT_UDB);

  emitTrapEntry(AP, MI,
                KCFIOptGetTrap() == KCFIOptTrapUDB
                    ? Trap
                    : LLVMXCreateSymbolExpr(AP, Insn, 0));
  LLVMXEmitLabel(AP, End);
}
