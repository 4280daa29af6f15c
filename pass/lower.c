/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * lower.c - turns KCFI_CHECK into the start of a not-taken site.
 *
 * X86 keeps a kCFI check as one instruction, KCFI_CHECK target, hash, up to the
 * assembly printer, which spells it out as movl, addl, je, ud2. This pass runs
 * right before the printer and puts the movl in its place, with all that the
 * rest needs; emit.c adds that when the movl is printed. A jne cannot stand
 * here, since a branch in the middle of a block is not valid machine code to
 * LLVM. Nor can the addl: where a variable lives in a register that the check
 * clobbers, its debug location ends after the instruction that does, and stock
 * has that after the whole check. One instruction must stand for all of it.
 *
 * The operands must come out as LowerKCFI_CHECK in
 * llvm/lib/Target/X86/X86MCInstLower.cpp computes them, so that only the second
 * half of a site differs from stock. A check that cannot be handled is left to
 * the printer, and so keeps the stock form.
 */
#include "lower.h"

#include "options.h"
#include "x86.h"

#include <ctype.h>
#include <inttypes.h>
#include <kcfi-opt/site.h>
#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A check as the pass sees it. */
typedef struct {
  LLVMXMachineInstrRef MI, Call;
  unsigned Target; /* LLVM's register number */
  uint32_t Hash;   /* as the target's preamble has it */
} Check;

static const char PrefixAttribute[] = "patchable-function-prefix";

/* No hash may read as an ENDBR instruction, in the check or negated in the
   movl: see MaskKCFIType in llvm/lib/Target/X86/X86MCInstLower.cpp. */
static uint32_t maskHash(uint32_t Hash) {
  const uint32_t ENDBR64 = 0xFA1E0FF3, ENDBR32 = 0xFB1E0FF3;

  if (Hash == ENDBR64 || Hash == -ENDBR64 || Hash == ENDBR32 ||
      Hash == -ENDBR32)
    return Hash + 1;
  return Hash;
}

int64_t KCFIOptGetPrefix(LLVMValueRef Function) {
  LLVMAttributeRef Attribute = LLVMGetStringAttributeAtIndex(
      Function, LLVMAttributeFunctionIndex, PrefixAttribute,
      sizeof(PrefixAttribute) - 1);
  char Text[16], *End;
  const char *Value;
  unsigned Length;
  long Prefix;

  if (!Attribute)
    return 0;
  Value = LLVMGetStringAttributeValue(Attribute, &Length);
  /* LLVM 22 takes a leading 0 for decimal, LLVM 23 for octal: take neither. */
  if (Length == 0 || Length >= sizeof(Text) ||
      !isdigit((unsigned char)*Value) || (*Value == '0' && Length > 1))
    return -1;
  memcpy(Text, Value, Length);
  Text[Length] = '\0';
  Prefix = strtol(Text, &End, 10);
  return *End || Prefix > KCFI_OPT_PREFIX_MAX ? -1 : Prefix;
}

/* Why no check in MF can take the not-taken form; NULL where they can. */
static const char *whyNotFunction(LLVMXMachineFunctionRef MF,
                                  const KCFIOptX86 *X86) {
  LLVMTargetMachineRef TM = LLVMXGetTargetMachine(MF);

  if (KCFIOptGetForm() == KCFIOptFormStock)
    return "-kcfi-opt-form=stock";
  if (!X86->Complete)
    return "this LLVM names its X86 instructions otherwise";
  if (LLVMXTargetAllowsAutoPadding(TM))
    return "the assembler may pad instructions to align branches";
  if (LLVMXTargetRelaxesAll(TM))
    return "the assembler gives every branch its longest form";
  if (LLVMXHasStackMap(MF))
    return "the function has a stack map, whose padding counts instructions";
  if (KCFIOptGetPrefix(LLVMXGetFunction(MF)) < 0)
    return "patchable-function-prefix is not a number in range";
  return NULL;
}

/* Why this check cannot, where others of its function may. */
static const char *whyNotCheck(const Check *C) {
  if (LLVMXIsInstrBundled(C->MI))
    return "the check is in an instruction bundle";
  if (!C->Call || !LLVMXIsCall(C->Call))
    return "no call follows the check";
  if (!C->Hash)
    return "the type hash is 0, which cannot mark a site";
  if (LLVMXGetRegEncoding(LLVMXGetTargetMachine(LLVMXGetInstrFunction(C->MI)),
                          C->Target) > 15)
    return "the target is in a register beyond %r15, which no site can name";
  return NULL;
}

static const char *describeCall(const Check *C) {
  const char *Symbol;

  if (!C->Call || !LLVMXIsCall(C->Call))
    return "none";
  Symbol =
      LLVMXGetNumOperands(C->Call) ? LLVMXGetOperandSymbol(C->Call, 0) : NULL;
  if (LLVMXIsReturn(C->Call))
    return Symbol ? "tail call through thunk" : "tail call";
  return Symbol ? "call through thunk" : "call";
}

/* Tells who listens what became of the check: the not-taken form, or, with
   WhyNot, stock's. */
static void remark(const Check *C, const char *WhyNot) {
  LLVMXMachineFunctionRef MF = LLVMXGetInstrFunction(C->MI);
  LLVMXRemarkRef R = LLVMXCreateRemark(
      C->MI, "kcfi-opt", WhyNot ? "StockCheck" : "Check", WhyNot != NULL);
  char Name[8] = "%", Hash[16];
  const char *Reg;
  size_t Length;

  if (!R)
    return;
  Reg = LLVMXGetRegName(LLVMXGetTargetMachine(MF), C->Target);
  for (size_t I = 0; Reg[I] && I < sizeof(Name) - 2; ++I)
    Name[I + 1] = (char)tolower((unsigned char)Reg[I]);
  snprintf(Hash, sizeof(Hash), "0x%08" PRIx32, C->Hash);

  LLVMXAddRemarkText(R, WhyNot ? "stock kCFI check kept in '"
                               : "not-taken kCFI check in '");
  LLVMXAddRemarkArg(R, "Function",
                    LLVMGetValueName2(LLVMXGetFunction(MF), &Length));
  LLVMXAddRemarkText(R, "': target ");
  LLVMXAddRemarkArg(R, "Target", Name);
  LLVMXAddRemarkText(R, ", type hash ");
  LLVMXAddRemarkArg(R, "TypeHash", Hash);
  LLVMXAddRemarkText(R, ", ");
  LLVMXAddRemarkArg(R, "Call", describeCall(C));
  if (WhyNot) {
    LLVMXAddRemarkText(R, ": ");
    LLVMXAddRemarkArg(R, "Reason", WhyNot);
  }
  LLVMXEmitRemark(R);
}

/* Puts the movl in the check's place. It reads the target, as the addl will,
   and takes over what the check clobbers. */
static void lower(const Check *C, const KCFIOptX86 *X86) {
  const unsigned Scratch = C->Target == X86->R10 ? X86->R11D : X86->R10D;
  LLVMXMachineInstrRef Mov = LLVMXBuildInstr(C->MI, X86->MOV32ri, Scratch);

  LLVMXAddImm(Mov, (uint32_t)-C->Hash);
  LLVMXAddImplicitReg(Mov, C->Target);
  LLVMXCopyImplicitOperands(Mov, C->MI);
  LLVMXSetCFIType(Mov, C->Hash);
  LLVMXEraseInstr(C->MI);
}

/* Lowers MI, a KCFI_CHECK, unless WhyNot or something about it forbids. */
static bool visitCheck(LLVMXMachineInstrRef MI, const KCFIOptX86 *X86,
                       const char *WhyNot) {
  const Check C = {MI, LLVMXGetNextInstr(MI), LLVMXGetOperandReg(MI, 0),
                   maskHash((uint32_t)LLVMXGetOperandImm(MI, 1))};

  if (!WhyNot)
    WhyNot = whyNotCheck(&C);
  remark(&C, WhyNot);
  if (!WhyNot)
    lower(&C, X86);
  return !WhyNot;
}

bool KCFIOptLowerFunction(LLVMXMachineFunctionRef MF) {
  LLVMModuleRef M = LLVMGetGlobalParent(LLVMXGetFunction(MF));
  LLVMTargetMachineRef TM = LLVMXGetTargetMachine(MF);
  const char *WhyNot = NULL;
  const KCFIOptX86 *X86;
  bool Found = false, Changed = false;

  if (!LLVMXTargetIsX86_64ELF(TM) || !LLVMGetModuleFlag(M, "kcfi", 4))
    return false;
  X86 = KCFIOptGetX86(TM);
  for (LLVMXMachineBlockRef MBB = LLVMXGetFirstBlock(MF); MBB;
       MBB = LLVMXGetNextBlock(MBB))
    for (LLVMXMachineInstrRef MI = LLVMXGetFirstInstr(MBB), Next; MI;
         MI = Next) {
      Next = LLVMXGetNextInstr(MI);
      if (LLVMXGetInstrOpcode(MI) != X86->KCFI_CHECK)
        continue;
      if (!Found)
        WhyNot = whyNotFunction(MF, X86);
      Found = true;
      Changed |= visitCheck(MI, X86, WhyNot);
    }
  return Changed;
}
