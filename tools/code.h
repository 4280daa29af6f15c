/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * code.h - the kCFI checks and the indirect branches in an object's code.
 */
#ifndef KCFI_AUDIT_CODE_H
#define KCFI_AUDIT_CODE_H

#include "disasm.h"
#include "object.h"

#include <kcfi-opt/site.h>

/* Where an indirect branch gets its target from. */
enum branch_via {
  VIA_REGISTER,
  VIA_MEMORY,
  VIA_THUNK, /* it branches to a thunk, which has a register in its name */
  VIA_GOT,   /* the loader's table of addresses, which it makes by name */
};

/* An indirect branch, or a direct one that is taken for one. */
struct branch {
  struct place place;
  size_t site;             /* the check right before it, or NONE */
  unsigned char via;       /* enum branch_via */
  signed char target;      /* the register, negative for none */
  bool jump;               /* not a call */
  bool stub;               /* in a linker's or a thunk's code: not compiled */
  uint32_t operand_symbol; /* where in memory its target is, 0 for unknown: */
  struct place operand;    /*   relative to what, and where in this object */
};

/* A check, and the branch that it guards. */
struct site {
  struct place place; /* of its first byte */
  struct kcfi_opt_site parts;
  size_t branch; /* the indirect branch right after it, or NONE */
};

/* What an index is where there is nothing to be the index of. */
#define NONE SIZE_MAX

struct code {
  struct site *sites; /* by place, as the branches are */
  size_t site_count;
  struct branch *branches;
  size_t branch_count;
  uint64_t undecoded; /* bytes that were walked over, but are no instruction */
  struct place first_undecoded;
  LLVMDisasmContextRef disasm;
};

/*
 * Reads all code in OBJECT. False where some of it could not be looked at:
 * REPORT says why. CODE is the caller's to end with code_free, in either case.
 */
bool code_read(struct object *object, struct code *code, struct report *report);
void code_free(struct code *code);

/* The place of the byte that traps in SITE. */
struct place site_trap(const struct site *site);

/* The site whose trap is at PLACE; NONE where there is none. */
size_t code_find_site(const struct code *code, struct place trap);

/* What BRANCH is, allocated: "callq *%r11", "call of the thunk for %r11". */
char *branch_name(struct object *object, const struct code *code,
                  const struct branch *branch);

#endif
