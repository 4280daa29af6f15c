/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception OR GPL-2.0-only */
/*
 * kcfi-opt/site.h - the bytes of a kCFI check on x86-64, and its trap table.
 *
 * Freestanding C11: no libc, no allocation, no state. Usable from a kernel, a
 * signal handler and a tool alike. Nothing here reads outside the buffers that
 * the caller hands in, whatever they contain.
 *
 * A site, at offsets from U, the address of the byte that traps:
 *
 *   not-taken form                       stock form
 *   U-13  41 ba imm32  movl $-hash       U-12  41 ba imm32  movl $-hash
 *   U-7   44 03 /r d8  addl d8(%target)  U-6   44 03 /r d8  addl d8(%target)
 *   U-3   75 01        jne  U            U-2   74 02        je   U+2
 *   U-1   a8 d6        testb $0xd6, %al  U     0f 0b        ud2
 *   U+1                the call          U+2                the call
 *
 * The scratch register is %r10d, or %r11d (41 bb, 44 03 with reg=3) where the
 * target is in %r10. The displacement is -(prefix + 4). The add is 4 bytes, one
 * more with a SIB byte (target %rsp or %r12), three more with a 32-bit
 * displacement (prefix over 124); the distances to the movl grow with it.
 *
 * Sources: llvm/lib/Target/X86/X86MCInstLower.cpp (LowerKCFI_CHECK, the stock
 * form), llvm/lib/CodeGen/AsmPrinter/AsmPrinter.cpp (emitKCFITrapEntry, the
 * table), Linux 7.3 arch/x86/kernel/alternative.c (cfi_enable_callers, the
 * not-taken form), Intel SDM volume 2 (encodings; d6 is UDB in 64-bit mode).
 */
#ifndef KCFI_OPT_SITE_H
#define KCFI_OPT_SITE_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The byte facts. Each is an instruction's bytes, in the order of the code. */
enum {
  KCFI_OPT_REX_B = 0x41,       /* movl: opcode's register is %r8d to %r15d */
  KCFI_OPT_MOV_R10D = 0xba,    /* movl $imm32, %r10d, after REX.B */
  KCFI_OPT_MOV_R11D = 0xbb,    /* movl $imm32, %r11d, after REX.B */
  KCFI_OPT_REX_R = 0x44,       /* addl: scratch is %r8d to %r15d; +1 is REX.B */
  KCFI_OPT_ADD = 0x03,         /* addl r/m32, r32 */
  KCFI_OPT_SIB_BASE = 0x24,    /* SIB byte: base only, for %rsp and %r12 */
  KCFI_OPT_JE = 0x74,          /* stock: je .+4, over the ud2 */
  KCFI_OPT_JE_DISP = 0x02,     /*   its displacement */
  KCFI_OPT_UD2_0 = 0x0f,       /* stock: ud2, the byte that traps */
  KCFI_OPT_UD2_1 = 0x0b,       /*   its second byte */
  KCFI_OPT_JNE = 0x75,         /* not-taken: jne .+3, into the testb */
  KCFI_OPT_JNE_DISP = 0x01,    /*   its displacement */
  KCFI_OPT_TEST_AL = 0xa8,     /* not-taken: testb $imm8, %al */
  KCFI_OPT_UDB = 0xd6,         /*   its immediate, the byte that traps: UDB */
  KCFI_OPT_MOV_SIZE = 6,       /* bytes of the movl, its immediate at 2 */
  KCFI_OPT_ADD_SIZE_MIN = 4,   /* bytes of the shortest addl */
  KCFI_OPT_ADD_SIZE_MAX = 8,   /* bytes of the longest addl */
  KCFI_OPT_TAIL_SIZE = 4,      /* bytes after the addl, in which forms differ */
  KCFI_OPT_SITE_SIZE_MIN = 14, /* bytes of the shortest site */
  KCFI_OPT_SITE_SIZE_MAX = 18, /* bytes of the longest site */
  KCFI_OPT_ENTRY_SIZE = 4,     /* bytes of a trap table entry */
  /*
   * Bytes; the largest patchable-function-prefix that can be decoded. Up to
   * here the displacement's top byte is 0xff, which the shorter encodings
   * cannot end in, so that at most one length of the addl ever matches.
   */
  KCFI_OPT_PREFIX_MAX = 0xfffffc,
};

enum kcfi_opt_form {
  KCFI_OPT_FORM_STOCK,     /* je over ud2 */
  KCFI_OPT_FORM_NOT_TAKEN, /* jne into testb */
};

/* One decoded site. Offsets are in bytes from the start of the code buffer. */
struct kcfi_opt_site {
  size_t start;            /* the movl */
  size_t tail;             /* the je or jne: the four bytes that differ */
  size_t trap;             /* the byte that traps: the ip that #UD reports */
  size_t resume;           /* the call: where a permissive handler resumes */
  uint32_t hash;           /* type hash expected at target - prefix - 4 */
  uint32_t prefix;         /* patchable-function-prefix of the caller, bytes */
  enum kcfi_opt_form form; /* which of the two */
  unsigned char target;    /* register that holds the target, 0 to 15: rax,
                              rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8 to r15 */
  unsigned char scratch;   /* register that the check clobbers: 10 or 11 */
};

/* Reads 4 little-endian bytes at P, at any alignment, on any host. */
static inline uint32_t kcfi_opt_read32(const unsigned char *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
         (uint32_t)p[3] << 24;
}

/*
 * Decodes the movl and the addl that end at SITE->tail in CODE into SITE, where
 * the addl has a SIB byte or not, and a 32-bit displacement or an 8-bit one.
 * False where the bytes are not exactly those, or would start before CODE.
 */
static inline bool kcfi_opt_decode_compare(const unsigned char *code, bool sib,
                                           bool disp32,
                                           struct kcfi_opt_site *site) {
  const size_t add_size = KCFI_OPT_ADD_SIZE_MIN + sib + 3u * disp32;
  const unsigned char *mov, *add;
  int64_t disp;

  if (site->tail < KCFI_OPT_MOV_SIZE + add_size)
    return false;
  site->start = site->tail - add_size - KCFI_OPT_MOV_SIZE;
  mov = code + site->start;
  add = mov + KCFI_OPT_MOV_SIZE;

  if (mov[0] != KCFI_OPT_REX_B ||
      (mov[1] != KCFI_OPT_MOV_R10D && mov[1] != KCFI_OPT_MOV_R11D))
    return false;
  site->scratch = mov[1] == KCFI_OPT_MOV_R10D ? 10 : 11;
  site->hash = 0u - kcfi_opt_read32(mov + 2);

  /* ModRM: mod is the displacement's size, reg the scratch, rm the target. */
  if ((add[0] & 0xfe) != KCFI_OPT_REX_R || add[1] != KCFI_OPT_ADD ||
      add[2] >> 6 != (disp32 ? 2 : 1) ||
      (add[2] >> 3 & 7) != (site->scratch & 7) || ((add[2] & 7) == 4) != sib ||
      (sib && add[3] != KCFI_OPT_SIB_BASE))
    return false;
  site->target = (unsigned char)((add[0] & 1) << 3 | (add[2] & 7));
  if ((site->target == 10) != (site->scratch == 11))
    return false;

  /* No compiler spends 32 bits on a displacement that fits in 8. */
  disp = disp32 ? (int32_t)kcfi_opt_read32(add + add_size - 4)
                : (signed char)add[add_size - 1];
  if (disp > -4 || disp < -4 - (int64_t)KCFI_OPT_PREFIX_MAX ||
      (disp32 && disp >= -128))
    return false;
  site->prefix = (uint32_t)(-disp - 4);
  return true;
}

/*
 * Decodes the site, of either form, that traps at CODE[TRAP].
 *
 * CODE, SIZE: a window of code, in bytes. For every site to be found it must
 *   reach from KCFI_OPT_SITE_SIZE_MAX bytes before the trap to the byte after
 *   the one that traps, which is ud2's second; less finds fewer.
 * TRAP: offset of the trapping instruction in CODE: the ip that #UD reports.
 * SITE: filled in on success; unspecified otherwise.
 *
 * True where exactly such a site ends there. False on anything else, a trap
 * outside the window included.
 */
static inline bool kcfi_opt_decode(const unsigned char *code, size_t size,
                                   size_t trap, struct kcfi_opt_site *site) {
  if (trap >= size)
    return false;
  site->trap = trap;
  if (trap >= 3 && code[trap] == KCFI_OPT_UDB &&
      code[trap - 1] == KCFI_OPT_TEST_AL &&
      code[trap - 2] == KCFI_OPT_JNE_DISP && code[trap - 3] == KCFI_OPT_JNE) {
    site->form = KCFI_OPT_FORM_NOT_TAKEN;
    site->tail = trap - 3;
  } else if (trap >= 2 && size - trap >= 2 && code[trap] == KCFI_OPT_UD2_0 &&
             code[trap + 1] == KCFI_OPT_UD2_1 &&
             code[trap - 1] == KCFI_OPT_JE_DISP &&
             code[trap - 2] == KCFI_OPT_JE) {
    site->form = KCFI_OPT_FORM_STOCK;
    site->tail = trap - 2;
  } else {
    return false;
  }
  site->resume = site->tail + KCFI_OPT_TAIL_SIZE;
  return kcfi_opt_decode_compare(code, false, false, site) ||
         kcfi_opt_decode_compare(code, true, false, site) ||
         kcfi_opt_decode_compare(code, false, true, site) ||
         kcfi_opt_decode_compare(code, true, true, site);
}

/*
 * As kcfi_opt_decode, from ENTRY, the offset that a trap table entry names. An
 * entry names the byte that traps, or the testb before it (-kcfi-opt-trap=insn,
 * where stock has its entry); SITE->trap tells which by being ENTRY or not.
 */
static inline bool kcfi_opt_decode_entry(const unsigned char *code, size_t size,
                                         size_t entry,
                                         struct kcfi_opt_site *site) {
  if (entry >= size)
    return false;
  return kcfi_opt_decode(
      code, size, entry + (code[entry] == KCFI_OPT_TEST_AL ? 1 : 0), site);
}

/*
 * The trap table, .kcfi_traps: entries of four bytes, each the signed distance
 * from itself to the place that it names.
 *
 * TABLE: its bytes, at any alignment; ADDRESS: where they lie at run time (the
 * pointer itself, for a program that reads its own); COUNT: entries in it.
 */

/* The place that entry INDEX, less than the count, names. */
static inline uint64_t kcfi_opt_trap_address(const unsigned char *table,
                                             uint64_t address, size_t index) {
  const size_t offset = index * KCFI_OPT_ENTRY_SIZE;

  return address + offset +
         (uint64_t)(int64_t)(int32_t)kcfi_opt_read32(table + offset);
}

/* Whether the entries are in ascending order of the places they name. */
static inline bool kcfi_opt_traps_sorted(const unsigned char *table,
                                         uint64_t address, size_t count) {
  size_t i;

  for (i = 1; i < count; i++)
    if (kcfi_opt_trap_address(table, address, i - 1) >
        kcfi_opt_trap_address(table, address, i))
      return false;
  return true;
}

/*
 * Finds an entry that names PLACE in a table in any order. Returns its index,
 * or COUNT where there is none. Time grows with COUNT.
 */
static inline size_t kcfi_opt_trap_find(const unsigned char *table,
                                        uint64_t address, size_t count,
                                        uint64_t place) {
  size_t i;

  for (i = 0; i < count; i++)
    if (kcfi_opt_trap_address(table, address, i) == place)
      break;
  return i;
}

/* As kcfi_opt_trap_find, in a sorted table: time grows with log COUNT. */
static inline size_t kcfi_opt_trap_find_sorted(const unsigned char *table,
                                               uint64_t address, size_t count,
                                               uint64_t place) {
  size_t low = 0, high = count;

  while (low < high) {
    const size_t middle = low + (high - low) / 2;

    if (kcfi_opt_trap_address(table, address, middle) < place)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count && kcfi_opt_trap_address(table, address, low) == place
             ? low
             : count;
}

#ifdef __cplusplus
}
#endif

#endif
