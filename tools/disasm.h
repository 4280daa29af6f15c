/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * disasm.h - LLVM's disassembler, for x86-64 in AT&T syntax.
 */
#ifndef KCFI_AUDIT_DISASM_H
#define KCFI_AUDIT_DISASM_H

#include <llvm-c/Disassembler.h>
#include <stddef.h>

enum { DISASM_TEXT_SIZE = 160 };

/* Never NULL: x86-64 is part of each LLVM that this program can be linked to.
 */
LLVMDisasmContextRef disasm_open(void);

/*
 * Disassembles the instruction at CODE, of which SIZE bytes can be read, into
 * TEXT: one blank between words, none before. Returns its bytes, 0 for none.
 */
size_t disasm_print(LLVMDisasmContextRef disasm, const unsigned char *code,
                    size_t size, char text[DISASM_TEXT_SIZE]);

#endif
