/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which instructions of a check a kernel's own code accepts a probe on.
 *
 * Built with CAN_PROBE, a file with the function can_probe() of the kernel's
 * arch/x86/kernel/kprobes/core.c, and with the decoder of the same tree. Prints
 * what is wrong, or how many answers were right.
 */
#include <asm/insn-eval.h>

#include "check.h"

#include <stdio.h>

typedef u8 kprobe_opcode_t;

#define IS_ENABLED(option) 1 /* of those that it asks for */

static inline bool kallsyms_lookup_size_offset(unsigned long addr, void *size,
                                               unsigned long *offset) {
  (void)size;
  *offset = addr - (unsigned long)code;
  return true;
}

static inline unsigned long recover_probed_instruction(u8 *buffer,
                                                       unsigned long addr) {
  (void)buffer;
  return addr;
}

static inline bool is_exception_insn(struct insn *insn) {
  return insn->opcode.bytes[0] == 0x0f && insn->opcode.bytes[1] == 0x0b;
}

#include CAN_PROBE

static unsigned right, wrong;

static void judge(const char *what, unsigned target, int prefix, size_t at,
                  bool expected) {
  if (can_probe((unsigned long)code + at) == expected) {
    right++;
    return;
  }
  wrong++;
  printf("%s, target %u, prefix %d: expected to be %s\n", what, target, prefix,
         expected ? "accepted" : "refused");
}

static void test(unsigned target, int prefix) {
  const size_t end = write_check(target, prefix);

  memcpy(code + end, "\x74\x02\x0f\x0b", 4);
  entry = (unsigned long)code + end + 2;
  judge("movl of ud2", target, prefix, START, false);
  judge("addl of ud2", target, prefix, START + 6, false);

  memcpy(code + end, "\x75\x01\xa8\xd6", 4);
  judge("movl of test", target, prefix, START, false);
  judge("addl of test", target, prefix, START + 6, false);
  entry++;
  judge("movl of UDB", target, prefix, START, false);
  judge("addl of UDB", target, prefix, START + 6, false);

  entry = 0;
  judge("movl of no check", target, prefix, START, true);
  judge("addl of no check", target, prefix, START + 6, true);
}

int main(void) {
  for_each_check(test);
  printf("%u right, %u wrong\n", right, wrong);
  return wrong != 0;
}
