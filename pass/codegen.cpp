// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// codegen.cpp - the thin shim: each function is the LLVM call that it names.
// Whatever decides something belongs in a C file. Where LLVM's C++ interfaces
// differ between versions, it shows only here.

#include "codegen.h"

#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/AsmPrinterHandler.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/PassRegistry.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#include "llvm/Target/TargetLoweringObjectFile.h"
#include "llvm/Target/TargetMachine.h"
#include <mutex>
#include <string>

using namespace llvm;

DEFINE_SIMPLE_CONVERSION_FUNCTIONS(TargetMachine, LLVMTargetMachineRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(TargetPassConfig, LLVMXPassConfigRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(MachineFunction, LLVMXMachineFunctionRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(MachineBasicBlock, LLVMXMachineBlockRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(MachineInstr, LLVMXMachineInstrRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(AsmPrinter, LLVMXAsmPrinterRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(MCSymbol, LLVMXMCSymbolRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(MCExpr, LLVMXMCExprRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(MCInst, LLVMXMCInstRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(DiagnosticInfoMIROptimization,
                                   LLVMXRemarkRef)

// What differs between LLVM versions.
#if LLVM_VERSION_MAJOR >= 23
static const MCRegisterInfo &registerInfo(const TargetMachine &TM) {
  return TM.getMCRegisterInfo();
}
static const MCSubtargetInfo &subtargetInfo(const TargetMachine &TM) {
  return TM.getMCSubtargetInfo();
}
#else
static const MCRegisterInfo &registerInfo(const TargetMachine &TM) {
  return *TM.getMCRegisterInfo();
}
static const MCSubtargetInfo &subtargetInfo(const TargetMachine &TM) {
  return *TM.getMCSubtargetInfo();
}
#endif

//===-- Registration ------------------------------------------------------===//

namespace {

/// Hands each value of an option to its C setter, as it is parsed.
struct OptionParser : cl::parser<std::string> {
  const LLVMXOption *Definition = nullptr;

  using cl::parser<std::string>::parser;
  bool parse(cl::Option &O, StringRef, StringRef Arg, std::string &Value) {
    Value = Arg.str();
    const char *Problem = Definition->Set(Value.c_str());
    return Problem && O.error(Problem);
  }
};

const LLVMXMachinePass *RegisteredPass;

struct MachinePass : MachineFunctionPass {
  static char ID;

  MachinePass() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return RegisteredPass->Title; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override {
    return RegisteredPass->Run(wrap(&MF));
  }
};

char MachinePass::ID;

#if LLVM_VERSION_MAJOR >= 23
// New in LLVM 23, and in the table of virtual functions. Where the host lacks
// it, the library must still load, to say what is wrong.
asm(".weak _ZN4llvm19MachineFunctionPass11printIRUnitERNS_11raw_ostreamE"
    "RNS_8FunctionE");
#endif

using InstrHook = void (*)(LLVMXAsmPrinterRef, LLVMXMachineInstrRef);

struct PrinterHandler : AsmPrinterHandler {
  AsmPrinter &AP;
  InstrHook Hook;
  const MachineInstr *Current = nullptr;

  PrinterHandler(AsmPrinter &AP, InstrHook Hook) : AP(AP), Hook(Hook) {}
  void endModule() override {}
  void beginFunction(const MachineFunction *) override {}
  void endFunction(const MachineFunction *) override {}
  void beginInstruction(const MachineInstr *MI) override { Current = MI; }
  void endInstruction() override {
    Hook(wrap(&AP), wrap(const_cast<MachineInstr *>(Current)));
  }
};

// Written once, under PrinterHookOnce, before any printer that reads them.
std::once_flag PrinterHookOnce;
const Target *UnhookedTarget;
InstrHook PrinterHook;

AsmPrinter *createHookedPrinter(TargetMachine &TM,
                                std::unique_ptr<MCStreamer> &&Streamer) {
  AsmPrinter *AP = UnhookedTarget->createAsmPrinter(TM, std::move(Streamer));
  AP->addAsmPrinterHandler(std::make_unique<PrinterHandler>(*AP, PrinterHook));
  return AP;
}

} // namespace

// Registered objects are never freed: the host keeps plugins loaded to its end.
void LLVMXAddOption(const LLVMXOption *Option) {
  auto *O = new cl::opt<std::string, false, OptionParser>(
      StringRef(Option->Name), cl::ZeroOrMore,
      cl::value_desc(Option->ValueName), cl::desc(Option->Description));
  O->getParser().Definition = Option;
}

bool LLVMXIsPassRegistered(const char *Argument) {
  return PassRegistry::getPassRegistry()->getPassInfo(StringRef(Argument));
}

void LLVMXRegisterMachinePass(const LLVMXMachinePass *Pass) {
  RegisteredPass = Pass;
  PassRegistry::getPassRegistry()->registerPass(*new PassInfo(
      Pass->Title, Pass->Argument, &MachinePass::ID,
      [] { return static_cast<llvm::Pass *>(new MachinePass); }, false, false));
}

void LLVMXAddPassConfigCallback(void (*Configure)(LLVMTargetMachineRef,
                                                  LLVMXPassConfigRef)) {
  new RegisterTargetPassConfigCallback(
      [=](TargetMachine &TM, PassManagerBase &, TargetPassConfig *PC) {
        Configure(wrap(&TM), wrap(PC));
      });
}

void LLVMXInsertMachinePass(LLVMXPassConfigRef PC) {
  unwrap(PC)->insertPass(&UnpackMachineBundlesID, &MachinePass::ID);
}

void LLVMXAddAsmPrinterHook(LLVMTargetMachineRef TM, InstrHook EndInstruction) {
  std::call_once(PrinterHookOnce, [=] {
    auto &T = const_cast<Target &>(unwrap(TM)->getTarget());
    PrinterHook = EndInstruction;
    UnhookedTarget = new Target(T);
    TargetRegistry::RegisterAsmPrinter(T, createHookedPrinter);
  });
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "kcfi-opt", KCFI_OPT_VERSION, nullptr,
          nullptr};
}

//===-- Target ------------------------------------------------------------===//

bool LLVMXTargetIsX86_64ELF(LLVMTargetMachineRef TM) {
  const Triple &T = unwrap(TM)->getTargetTriple();
  return T.getArch() == Triple::x86_64 && T.isOSBinFormatELF();
}

bool LLVMXTargetAllowsAutoPadding(LLVMTargetMachineRef TM) {
  const TargetMachine &T = *unwrap(TM);
  return std::unique_ptr<MCAsmBackend>(
             T.getTarget().createMCAsmBackend(subtargetInfo(T), registerInfo(T),
                                              T.Options.MCOptions))
      ->allowAutoPadding();
}

bool LLVMXTargetRelaxesAll(LLVMTargetMachineRef TM) {
  return unwrap(TM)->Options.MCOptions.MCRelaxAll;
}

unsigned LLVMXGetNumOpcodes(LLVMTargetMachineRef TM) {
  return unwrap(TM)->getMCInstrInfo()->getNumOpcodes();
}

const char *LLVMXGetOpcodeName(LLVMTargetMachineRef TM, unsigned Opcode) {
  return unwrap(TM)->getMCInstrInfo()->getName(Opcode).data();
}

unsigned LLVMXGetNumRegs(LLVMTargetMachineRef TM) {
  return registerInfo(*unwrap(TM)).getNumRegs();
}

const char *LLVMXGetRegName(LLVMTargetMachineRef TM, unsigned Reg) {
  return registerInfo(*unwrap(TM)).getName(Reg);
}

unsigned LLVMXGetRegEncoding(LLVMTargetMachineRef TM, unsigned Reg) {
  return registerInfo(*unwrap(TM)).getEncodingValue(Reg);
}

//===-- Machine code ------------------------------------------------------===//

LLVMTargetMachineRef LLVMXGetTargetMachine(LLVMXMachineFunctionRef MF) {
  return wrap(&unwrap(MF)->getTarget());
}

LLVMValueRef LLVMXGetFunction(LLVMXMachineFunctionRef MF) {
  return wrap(&unwrap(MF)->getFunction());
}

bool LLVMXHasStackMap(LLVMXMachineFunctionRef MF) {
  return unwrap(MF)->getFrameInfo().hasStackMap();
}

LLVMXMachineBlockRef LLVMXGetFirstBlock(LLVMXMachineFunctionRef MF) {
  return unwrap(MF)->empty() ? nullptr : wrap(&unwrap(MF)->front());
}

LLVMXMachineBlockRef LLVMXGetNextBlock(LLVMXMachineBlockRef MBB) {
  return wrap(unwrap(MBB)->getNextNode());
}

LLVMXMachineInstrRef LLVMXGetFirstInstr(LLVMXMachineBlockRef MBB) {
  return unwrap(MBB)->empty() ? nullptr : wrap(&*unwrap(MBB)->instr_begin());
}

LLVMXMachineInstrRef LLVMXGetNextInstr(LLVMXMachineInstrRef MI) {
  return wrap(unwrap(MI)->getNextNode());
}

LLVMXMachineFunctionRef LLVMXGetInstrFunction(LLVMXMachineInstrRef MI) {
  return wrap(unwrap(MI)->getMF());
}

unsigned LLVMXGetInstrOpcode(LLVMXMachineInstrRef MI) {
  return unwrap(MI)->getOpcode();
}

bool LLVMXIsInstrBundled(LLVMXMachineInstrRef MI) {
  return unwrap(MI)->isBundled();
}

bool LLVMXIsCall(LLVMXMachineInstrRef MI) { return unwrap(MI)->isCall(); }

bool LLVMXIsReturn(LLVMXMachineInstrRef MI) { return unwrap(MI)->isReturn(); }

uint32_t LLVMXGetCFIType(LLVMXMachineInstrRef MI) {
  return unwrap(MI)->getCFIType();
}

void LLVMXSetCFIType(LLVMXMachineInstrRef MI, uint32_t Type) {
  unwrap(MI)->setCFIType(*unwrap(MI)->getMF(), Type);
}

unsigned LLVMXGetNumOperands(LLVMXMachineInstrRef MI) {
  return unwrap(MI)->getNumOperands();
}

unsigned LLVMXGetOperandReg(LLVMXMachineInstrRef MI, unsigned Index) {
  const MachineOperand &MO = unwrap(MI)->getOperand(Index);
  return MO.isReg() ? MO.getReg().id() : 0;
}

int64_t LLVMXGetOperandImm(LLVMXMachineInstrRef MI, unsigned Index) {
  return unwrap(MI)->getOperand(Index).getImm();
}

const char *LLVMXGetOperandSymbol(LLVMXMachineInstrRef MI, unsigned Index) {
  const MachineOperand &MO = unwrap(MI)->getOperand(Index);
  return MO.isGlobal()   ? MO.getGlobal()->getName().data()
         : MO.isSymbol() ? MO.getSymbolName()
                         : nullptr;
}

LLVMXMachineInstrRef LLVMXBuildInstr(LLVMXMachineInstrRef Before,
                                     unsigned Opcode, unsigned Def) {
  MachineInstr &MI = *unwrap(Before);
  const TargetInstrInfo &TII = *MI.getMF()->getSubtarget().getInstrInfo();
  return wrap(BuildMI(*MI.getParent(), MI, MI.getDebugLoc(), TII.get(Opcode),
                      Register(Def))
                  .getInstr());
}

void LLVMXAddImplicitReg(LLVMXMachineInstrRef MI, unsigned Reg) {
  MachineInstrBuilder(*unwrap(MI)->getMF(), unwrap(MI))
      .addReg(Register(Reg), RegState::Implicit);
}

void LLVMXAddImm(LLVMXMachineInstrRef MI, int64_t Imm) {
  MachineInstrBuilder(*unwrap(MI)->getMF(), unwrap(MI)).addImm(Imm);
}

void LLVMXCopyImplicitOperands(LLVMXMachineInstrRef To,
                               LLVMXMachineInstrRef From) {
  unwrap(To)->copyImplicitOps(*unwrap(To)->getMF(), *unwrap(From));
}

void LLVMXEraseInstr(LLVMXMachineInstrRef MI) { unwrap(MI)->eraseFromParent(); }

//===-- Assembly printing -------------------------------------------------===//

LLVMXMCSymbolRef LLVMXCreateTempSymbol(LLVMXAsmPrinterRef AP) {
  return wrap(unwrap(AP)->OutContext.createTempSymbol());
}

LLVMXMCSymbolRef LLVMXCreateLinkerPrivateTempSymbol(LLVMXAsmPrinterRef AP) {
  return wrap(unwrap(AP)->OutContext.createLinkerPrivateTempSymbol());
}

void LLVMXEmitLabel(LLVMXAsmPrinterRef AP, LLVMXMCSymbolRef Symbol) {
  unwrap(AP)->OutStreamer->emitLabel(unwrap(Symbol));
}

LLVMXMCExprRef LLVMXCreateSymbolExpr(LLVMXAsmPrinterRef AP,
                                     LLVMXMCSymbolRef Symbol, int64_t Offset) {
  MCContext &Ctx = unwrap(AP)->OutContext;
  const MCExpr *E = MCSymbolRefExpr::create(unwrap(Symbol), Ctx);
  return wrap(Offset ? MCBinaryExpr::createAdd(
                           E, MCConstantExpr::create(Offset, Ctx), Ctx)
                     : E);
}

LLVMXMCExprRef LLVMXCreateSubExpr(LLVMXAsmPrinterRef AP, LLVMXMCExprRef Left,
                                  LLVMXMCExprRef Right) {
  return wrap(MCBinaryExpr::createSub(unwrap(Left), unwrap(Right),
                                      unwrap(AP)->OutContext));
}

void LLVMXEmitValue(LLVMXAsmPrinterRef AP, LLVMXMCExprRef Expr, unsigned Size) {
  unwrap(AP)->OutStreamer->emitValue(unwrap(Expr), Size);
}

bool LLVMXPushKCFITrapSection(LLVMXAsmPrinterRef AP,
                              LLVMXMachineFunctionRef MF) {
  MCSection *S = unwrap(AP)->getObjFileLowering().getKCFITrapSection(
      *unwrap(MF)->getSection());
  if (!S)
    return false;
  unwrap(AP)->OutStreamer->pushSection();
  unwrap(AP)->OutStreamer->switchSection(S);
  return true;
}

void LLVMXPopSection(LLVMXAsmPrinterRef AP) {
  unwrap(AP)->OutStreamer->popSection();
}

LLVMXMCInstRef LLVMXCreateMCInst(unsigned Opcode) {
  auto *Inst = new MCInst;
  Inst->setOpcode(Opcode);
  return wrap(Inst);
}

void LLVMXAddMCReg(LLVMXMCInstRef Inst, unsigned Reg) {
  unwrap(Inst)->addOperand(MCOperand::createReg(Reg));
}

void LLVMXAddMCImm(LLVMXMCInstRef Inst, int64_t Imm) {
  unwrap(Inst)->addOperand(MCOperand::createImm(Imm));
}

void LLVMXAddMCExpr(LLVMXMCInstRef Inst, LLVMXMCExprRef Expr) {
  unwrap(Inst)->addOperand(MCOperand::createExpr(unwrap(Expr)));
}

void LLVMXEmitMCInst(LLVMXAsmPrinterRef AP, LLVMXMCInstRef Inst) {
  std::unique_ptr<MCInst> I(unwrap(Inst));
  unwrap(AP)->EmitToStreamer(*unwrap(AP)->OutStreamer, *I);
}

//===-- Optimization remarks ----------------------------------------------===//

LLVMXRemarkRef LLVMXCreateRemark(LLVMXMachineInstrRef MI, const char *PassName,
                                 const char *RemarkName, bool Missed) {
  MachineInstr &I = *unwrap(MI);
  MachineOptimizationRemarkEmitter ORE(*I.getMF(), nullptr);
  if (!ORE.allowExtraAnalysis(PassName))
    return nullptr;
  if (Missed)
    return wrap(new MachineOptimizationRemarkMissed(
        PassName, RemarkName, I.getDebugLoc(), I.getParent()));
  return wrap(new MachineOptimizationRemark(PassName, RemarkName,
                                            I.getDebugLoc(), I.getParent()));
}

void LLVMXAddRemarkText(LLVMXRemarkRef Remark, const char *Text) {
  unwrap(Remark)->insert(StringRef(Text));
}

void LLVMXAddRemarkArg(LLVMXRemarkRef Remark, const char *Key,
                       const char *Value) {
  unwrap(Remark)->insert(
      DiagnosticInfoOptimizationBase::Argument(Key, StringRef(Value)));
}

void LLVMXEmitRemark(LLVMXRemarkRef Remark) {
  std::unique_ptr<DiagnosticInfoMIROptimization> R(unwrap(Remark));
  auto &MF = const_cast<MachineFunction &>(*R->getBlock()->getParent());
  MachineOptimizationRemarkEmitter(MF, nullptr).emit(*R);
}
