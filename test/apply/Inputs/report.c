/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a kernel's own code reports of a check that fails: for each target
 * register, length of the addl, form, and place that the trap table may name.
 *
 * Built with CFI_C, the kernel's arch/x86/kernel/cfi.c, and with the decoder of
 * the same tree. Prints what is wrong, or how many reports were right.
 */
#include CFI_C

#include "check.h"

#include <stdio.h>

static unsigned reports; /* since the check was written */
static unsigned long reported_at, reported_target;
static u32 reported_type;

enum bug_trap_type report_cfi_failure(struct pt_regs *regs, unsigned long addr,
                                      unsigned long *target, u32 type) {
  (void)regs;
  reports++;
  reported_at = addr;
  reported_target = target ? *target : 0;
  reported_type = type;
  return BUG_TRAP_TYPE_BUG;
}

/*
 * Has the check trap at IP, with ENTRY_AT in the table. The report must name
 * PLACE; 0 where there must be none.
 */
static bool fails(unsigned target, size_t ip, size_t entry_at, size_t place) {
  const unsigned long base = (unsigned long)code;
  struct pt_regs regs;

  for (int i = 0; i < 16; i++)
    regs.number[i] = 0x1000 + i;
  regs.ip = base + ip;
  entry = base + entry_at;
  reports = 0;
  handle_cfi_failure(&regs);

  if (!place)
    return reports != 0;
  return reports != 1 || reported_at != base + place ||
         reported_target != 0x1000 + target || reported_type != hash;
}

static unsigned right, wrong;

static void judge(const char *what, unsigned target, int prefix, bool bad) {
  if (!bad) {
    right++;
    return;
  }
  wrong++;
  printf("%s, target %u, prefix %d: %u reports, of place %ld, target 0x%lx, "
         "type 0x%x\n",
         what, target, prefix, reports,
         (long)(reported_at - (unsigned long)code), reported_target,
         reported_type);
}

static void test(unsigned target, int prefix) {
  size_t end = write_check(target, prefix);

  memcpy(code + end, "\x74\x02\x0f\x0b", 4);
  judge("ud2", target, prefix, fails(target, end + 2, end + 2, end + 2));
  judge("ud2 that is no check's", target, prefix,
        fails(target, end + 2, end + 9, 0));

  memcpy(code + end, "\x75\x01\xa8\xd6", 4);
  judge("UDB, by itself in the table", target, prefix,
        fails(target, end + 3, end + 3, end + 2));
  judge("UDB, its test in the table", target, prefix,
        fails(target, end + 3, end + 2, end + 2));
  judge("UDB that is no check's", target, prefix,
        fails(target, end + 3, end + 9, 0));

  /* Someone has a probe on the test. */
  code[end + 2] = 0xcc;
  judge("UDB behind int3", target, prefix,
        fails(target, end + 3, end + 3, end + 2));
}

int main(void) {
  for_each_check(test);
  printf("%u right, %u wrong\n", right, wrong);
  return wrong != 0;
}
