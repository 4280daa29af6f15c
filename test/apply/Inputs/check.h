/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Code with one check in it, and a trap table with one entry: for report.c and
 * probe.c.
 */
#ifndef TEST_APPLY_CHECK_H
#define TEST_APPLY_CHECK_H

enum { CODE_SIZE = 64, START = 20 };
static const u32 hash = 0x12345678;

static unsigned char code[CODE_SIZE];
static unsigned long entry; /* the only one in the trap table */

bool is_cfi_trap(unsigned long addr) { return addr == entry; }

/* Writes a check of TARGET, up to its jump. Returns the offset behind it. */
static size_t write_check(unsigned target, int prefix) {
  const unsigned scratch = target == 10 ? 11 : 10;
  const u32 number = -hash;
  const int32_t disp = -prefix - 4;
  size_t at = START;

  memset(code, 0x90, sizeof(code));
  code[at++] = 0x41;
  code[at++] = 0xb0 + scratch;
  memcpy(code + at, &number, 4);
  at += 4;
  code[at++] = target < 8 ? 0x44 : 0x45;
  code[at++] = 0x03;
  code[at++] = (disp < -128 ? 0x80 : 0x40) | (scratch & 7) << 3 | (target & 7);
  if ((target & 7) == 4)
    code[at++] = 0x24;
  memcpy(code + at, &disp, 4);
  return at + (disp < -128 ? 4 : 1);
}

/* Calls TEST with each target register, and prefixes that make each length. */
static void for_each_check(void (*test)(unsigned target, int prefix)) {
  static const int prefixes[] = {0, 11, 12, 59, 124, 125, 1000, 0xfffffc};

  for (unsigned i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
    for (unsigned target = 0; target < 16; target++)
      test(target, prefixes[i]);
}

#endif
