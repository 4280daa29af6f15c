/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a kernel's arch/x86/kernel/cfi.c takes from headers that do not compile
 * elsewhere: for report.c, which includes it.
 */
#ifndef TEST_APPLY_CFI_H
#define TEST_APPLY_CFI_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint32_t u32;

#define copy_from_kernel_nofault(to, from, size) (memcpy(to, from, size), 0)
#define __ADDRESSABLE(symbol)

/* In the order of their numbers in instructions, unlike the kernel's. */
struct pt_regs {
  unsigned long number[16], ip;
};

enum bug_trap_type {
  BUG_TRAP_TYPE_NONE,
  BUG_TRAP_TYPE_WARN,
  BUG_TRAP_TYPE_BUG
};
enum cfi_mode { CFI_KCFI, CFI_FINEIBT };

static const enum cfi_mode cfi_mode = CFI_KCFI;

bool is_cfi_trap(unsigned long addr);
enum bug_trap_type report_cfi_failure(struct pt_regs *regs, unsigned long addr,
                                      unsigned long *target, u32 type);
enum bug_trap_type handle_cfi_failure(struct pt_regs *regs);

static inline enum bug_trap_type report_cfi_failure_noaddr(struct pt_regs *regs,
                                                           unsigned long addr) {
  return report_cfi_failure(regs, addr, NULL, 0);
}

static inline bool decode_fineibt_insn(struct pt_regs *regs,
                                       unsigned long *target, u32 *type) {
  (void)regs, (void)target, (void)type;
  return false;
}

#endif
