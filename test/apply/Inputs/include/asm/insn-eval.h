/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* As linux/cfi.h beside it. */
#ifndef TEST_APPLY_INSN_EVAL_H
#define TEST_APPLY_INSN_EVAL_H

#include <asm/insn.h>
#include <linux/cfi.h>

/* The tools' copy of the decoder has no mode of the kernel it runs in. */
#define INSN_MODE_KERN INSN_MODE_64

/* Where in struct pt_regs the register is that ModRM's r/m names. */
static inline int insn_get_modrm_rm_off(struct insn *insn,
                                        struct pt_regs *regs) {
  const unsigned number =
      X86_MODRM_RM(insn->modrm.value) + 8 * !!X86_REX_B(insn->rex_prefix.value);

  (void)regs;
  return offsetof(struct pt_regs, number[number]);
}

#endif
