/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * plugin.c - where the host loads the library.
 *
 * kcfi_opt.so gives kCFI checks on x86-64 the not-taken form, in any program
 * that generates code with LLVM: clang -fplugin= or -fpass-plugin=, llc -load=,
 * ld.lld -mllvm -load=, rustc -Zllvm-plugins=. Options: see options.c. To debug
 * it: -mllvm -print-after=kcfi-opt shows what the pass (lower.c) did, -S what
 * was printed after it (emit.c), -Rpass=kcfi-opt and -Rpass-missed=kcfi-opt
 * each site. Machine code that was written to a file between the two has no
 * checks until a host with the plugin prints it.
 */
#include "codegen.h"
#include "emit.h"
#include "lower.h"
#include "options.h"

#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>
#include <stdio.h>
#include <unistd.h>

static const LLVMXMachinePass Pass = {
    "kcfi-opt", "kCFI checks in the not-taken form", KCFIOptLowerFunction};

/* The hook is set before the pass runs, whatever the options say: MIR that went
   through the pass once must be completed by whoever prints it. */
static void configure(LLVMTargetMachineRef TM, LLVMXPassConfigRef PC) {
  if (!LLVMXTargetIsX86_64ELF(TM))
    return;
  LLVMXAddAsmPrinterHook(TM, KCFIOptEndInstruction);
  LLVMXInsertMachinePass(PC);
}

/* Missing before LLVM 16. */
#pragma weak LLVMGetVersion

/* LLVM's C++ interfaces change with each major version: a library built for
   another would crash or miscompile. Nothing was written yet when hosts load
   plugins, so leaving at once leaves nothing half done. */
static void requireSameLLVM(void) {
  char Host[32] = "older than 16";
  unsigned Major = 0, Minor = 0, Patch = 0;

  if (LLVMGetVersion) {
    LLVMGetVersion(&Major, &Minor, &Patch);
    snprintf(Host, sizeof(Host), "%u.%u.%u", Major, Minor, Patch);
  }
  if (Major == LLVM_VERSION_MAJOR)
    return;
  fprintf(stderr,
          "kcfi-opt: built for LLVM %d, loaded into LLVM %s; use that LLVM, or "
          "build the plugin with -DLLVM_DIR= for this one (22 or later)\n",
          LLVM_VERSION_MAJOR, Host);
  _exit(1);
}

__attribute__((constructor)) static void load(void) {
  requireSameLLVM();
  /* A second copy of the library in the same host has nothing to add. */
  if (LLVMXIsPassRegistered(Pass.Argument))
    return;
  KCFIOptAddOptions();
  LLVMXRegisterMachinePass(&Pass);
  LLVMXAddPassConfigCallback(configure);
}
