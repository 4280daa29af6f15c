/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * insn.h - the length of an x86-64 instruction, and whether it branches.
 */
#ifndef KCFI_AUDIT_INSN_H
#define KCFI_AUDIT_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum insn_kind {
  INSN_OTHER,
  INSN_CALL,          /* to a place that the instruction names */
  INSN_JUMP,          /*   the same, conditional ones too */
  INSN_CALL_INDIRECT, /* to a place in a register or in memory */
  INSN_JUMP_INDIRECT,
};

enum {
  INSN_SIZE_MAX = 15,   /* bytes of the longest instruction */
  INSN_IN_MEMORY = -1,  /* an indirect branch's target is in memory */
  INSN_IN_PROGRAM = -2, /*   at a distance from the instruction */
};

struct insn {
  unsigned char size; /* bytes */
  unsigned char kind; /* enum insn_kind */
  signed char target; /* indirect: a register, 0 to 15, or one of the above */
  unsigned char displacement_at;   /* direct, INSN_IN_PROGRAM: offset of the
                                      distance's bytes, which count from the
                                      instruction's end */
  unsigned char displacement_size; /*   1 or 4 */
  bool exotic; /* VEX and later: the tables know the length of these, but not
                  which of them exist */
};

/*
 * Decodes the instruction at CODE, of which SIZE bytes can be read. False where
 * no instruction of 64-bit mode is whole there.
 */
bool insn_decode(const unsigned char *code, size_t size, struct insn *insn);

/* The distance that INSN at CODE has in its displacement. */
int64_t insn_displacement(const struct insn *insn, const unsigned char *code);

#endif
