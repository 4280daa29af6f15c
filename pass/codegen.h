/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * codegen.h - the part of LLVM's code generator that llvm-c does not cover, as
 * opaque C handles, named and typed the way llvm-c does it.
 *
 * A translation layer only: nothing here decides anything. Handles belong to
 * LLVM and are valid as long as the C++ object behind them, unless a function
 * says otherwise. Strings passed in are copied, strings returned belong to
 * LLVM, unless a function says otherwise; both are NUL-terminated.
 */
#ifndef KCFI_OPT_CODEGEN_H
#define KCFI_OPT_CODEGEN_H

#include <llvm-c/TargetMachine.h>
#include <llvm-c/Types.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct LLVMXOpaquePassConfig *LLVMXPassConfigRef;
typedef struct LLVMXOpaqueMachineFunction *LLVMXMachineFunctionRef;
typedef struct LLVMXOpaqueMachineBlock *LLVMXMachineBlockRef;
typedef struct LLVMXOpaqueMachineInstr *LLVMXMachineInstrRef;
typedef struct LLVMXOpaqueAsmPrinter *LLVMXAsmPrinterRef;
typedef struct LLVMXOpaqueMCSymbol *LLVMXMCSymbolRef;
typedef struct LLVMXOpaqueMCExpr *LLVMXMCExprRef;
typedef struct LLVMXOpaqueMCInst *LLVMXMCInstRef;
typedef struct LLVMXOpaqueRemark *LLVMXRemarkRef;

/* Names and hooks of a machine function pass; must live as long as the process.
   Run returns whether it changed the function. */
typedef struct {
  const char *Argument; /* as given to -print-after and -run-pass */
  const char *Title;
  bool (*Run)(LLVMXMachineFunctionRef MF);
} LLVMXMachinePass;

/* A command-line option (-mllvm -NAME=VALUE). Set takes each value given; it
   returns NULL, or what is wrong with the value. Must live as long as the
   process. */
typedef struct {
  const char *Name;
  const char *ValueName;
  const char *Description;
  const char *(*Set)(const char *Value);
} LLVMXOption;

/*===-- Registration ------------------------------------------------------===*/

void LLVMXAddOption(const LLVMXOption *Option);

/* Whether a pass of this name is known. */
bool LLVMXIsPassRegistered(const char *Argument);

/* Registers the one machine pass of this library. */
void LLVMXRegisterMachinePass(const LLVMXMachinePass *Pass);

/* Has Configure called for each code generation pipeline that is set up, on
   the thread that sets it up. */
void LLVMXAddPassConfigCallback(void (*Configure)(LLVMTargetMachineRef TM,
                                                  LLVMXPassConfigRef PC));

/* Puts the registered pass right before the assembly printer's part, after
   machine instruction bundles were unpacked. */
void LLVMXInsertMachinePass(LLVMXPassConfigRef PC);

/* Has EndInstruction called after each machine instruction is printed, by every
   assembly printer that is made for TM's target from here on. Thread-safe; one
   target and one hook in a process, later calls do nothing. */
void LLVMXAddAsmPrinterHook(LLVMTargetMachineRef TM,
                            void (*EndInstruction)(LLVMXAsmPrinterRef AP,
                                                   LLVMXMachineInstrRef MI));

/*===-- Target ------------------------------------------------------------===*/

bool LLVMXTargetIsX86_64ELF(LLVMTargetMachineRef TM);

/* Whether the assembler may pad instructions to align branches. */
bool LLVMXTargetAllowsAutoPadding(LLVMTargetMachineRef TM);

/* Whether the assembler gives every branch its longest form. */
bool LLVMXTargetRelaxesAll(LLVMTargetMachineRef TM);

/* Opcodes and registers count from 0 up to these; 0 is none of them. */
unsigned LLVMXGetNumOpcodes(LLVMTargetMachineRef TM);
const char *LLVMXGetOpcodeName(LLVMTargetMachineRef TM, unsigned Opcode);
unsigned LLVMXGetNumRegs(LLVMTargetMachineRef TM);
const char *LLVMXGetRegName(LLVMTargetMachineRef TM, unsigned Reg);
/* The number that the machine knows the register by. */
unsigned LLVMXGetRegEncoding(LLVMTargetMachineRef TM, unsigned Reg);

/*===-- Machine code ------------------------------------------------------===*/

LLVMTargetMachineRef LLVMXGetTargetMachine(LLVMXMachineFunctionRef MF);
LLVMValueRef LLVMXGetFunction(LLVMXMachineFunctionRef MF);
bool LLVMXHasStackMap(LLVMXMachineFunctionRef MF);

/* Blocks of a function and instructions of a block, bundled ones included; NULL
   where there is none. */
LLVMXMachineBlockRef LLVMXGetFirstBlock(LLVMXMachineFunctionRef MF);
LLVMXMachineBlockRef LLVMXGetNextBlock(LLVMXMachineBlockRef MBB);
LLVMXMachineInstrRef LLVMXGetFirstInstr(LLVMXMachineBlockRef MBB);
LLVMXMachineInstrRef LLVMXGetNextInstr(LLVMXMachineInstrRef MI);

LLVMXMachineFunctionRef LLVMXGetInstrFunction(LLVMXMachineInstrRef MI);
unsigned LLVMXGetInstrOpcode(LLVMXMachineInstrRef MI);
bool LLVMXIsInstrBundled(LLVMXMachineInstrRef MI);
bool LLVMXIsCall(LLVMXMachineInstrRef MI);
bool LLVMXIsReturn(LLVMXMachineInstrRef MI);
/* The CFI type of an instruction, 0 where it has none; survives MIR files. */
uint32_t LLVMXGetCFIType(LLVMXMachineInstrRef MI);
void LLVMXSetCFIType(LLVMXMachineInstrRef MI, uint32_t Type);

unsigned LLVMXGetNumOperands(LLVMXMachineInstrRef MI);
/* The operand's register, 0 where it is not one. */
unsigned LLVMXGetOperandReg(LLVMXMachineInstrRef MI, unsigned Index);
int64_t LLVMXGetOperandImm(LLVMXMachineInstrRef MI, unsigned Index);
/* The name of the symbol that the operand is, NULL where it is not one. */
const char *LLVMXGetOperandSymbol(LLVMXMachineInstrRef MI, unsigned Index);

/* A new instruction before Before, with its debug location; Def is its result
   register. Operands are then added in order. */
LLVMXMachineInstrRef LLVMXBuildInstr(LLVMXMachineInstrRef Before,
                                     unsigned Opcode, unsigned Def);
/* Reg as read, beyond the operands of the opcode. */
void LLVMXAddImplicitReg(LLVMXMachineInstrRef MI, unsigned Reg);
void LLVMXAddImm(LLVMXMachineInstrRef MI, int64_t Imm);
void LLVMXCopyImplicitOperands(LLVMXMachineInstrRef To,
                               LLVMXMachineInstrRef From);
void LLVMXEraseInstr(LLVMXMachineInstrRef MI);

/*===-- Assembly printing -------------------------------------------------===*/

LLVMXMCSymbolRef LLVMXCreateTempSymbol(LLVMXAsmPrinterRef AP);
LLVMXMCSymbolRef LLVMXCreateLinkerPrivateTempSymbol(LLVMXAsmPrinterRef AP);
void LLVMXEmitLabel(LLVMXAsmPrinterRef AP, LLVMXMCSymbolRef Symbol);

/* Symbol + Offset, in bytes. */
LLVMXMCExprRef LLVMXCreateSymbolExpr(LLVMXAsmPrinterRef AP,
                                     LLVMXMCSymbolRef Symbol, int64_t Offset);
/* Left - Right. */
LLVMXMCExprRef LLVMXCreateSubExpr(LLVMXAsmPrinterRef AP, LLVMXMCExprRef Left,
                                  LLVMXMCExprRef Right);
/* Emits the value of Expr in Size bytes. */
void LLVMXEmitValue(LLVMXAsmPrinterRef AP, LLVMXMCExprRef Expr, unsigned Size);

/* Goes to the section where LLVM keeps the kCFI trap entries of MF, until
   LLVMXPopSection. False, and stays, where the object format has none. */
bool LLVMXPushKCFITrapSection(LLVMXAsmPrinterRef AP,
                              LLVMXMachineFunctionRef MF);
void LLVMXPopSection(LLVMXAsmPrinterRef AP);

/* An instruction to emit; emitting it frees it. */
LLVMXMCInstRef LLVMXCreateMCInst(unsigned Opcode);
void LLVMXAddMCReg(LLVMXMCInstRef Inst, unsigned Reg);
void LLVMXAddMCImm(LLVMXMCInstRef Inst, int64_t Imm);
void LLVMXAddMCExpr(LLVMXMCInstRef Inst, LLVMXMCExprRef Expr);
void LLVMXEmitMCInst(LLVMXAsmPrinterRef AP, LLVMXMCInstRef Inst);

/*===-- Optimization remarks ----------------------------------------------===*/

/* A remark about MI, NULL where nobody listens; emitting it frees it. PassName
   and RemarkName must outlive it. */
LLVMXRemarkRef LLVMXCreateRemark(LLVMXMachineInstrRef MI, const char *PassName,
                                 const char *RemarkName, bool Missed);
void LLVMXAddRemarkText(LLVMXRemarkRef Remark, const char *Text);
void LLVMXAddRemarkArg(LLVMXRemarkRef Remark, const char *Key,
                       const char *Value);
void LLVMXEmitRemark(LLVMXRemarkRef Remark);

#ifdef __cplusplus
}
#endif

#endif
