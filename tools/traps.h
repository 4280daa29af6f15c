/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * traps.h - the trap tables of an object: what each entry names.
 *
 * A linked file has one table, its entries filled in; a relocatable one may
 * have a table for each section of code, its entries still relocations.
 */
#ifndef KCFI_AUDIT_TRAPS_H
#define KCFI_AUDIT_TRAPS_H

#include "object.h"

#include <kcfi-opt/site.h>

/* How an entry came to its place. All but the first name none. */
enum trap_state {
  TRAP_RESOLVED,
  TRAP_UNRELOCATED, /* in a relocatable file, and no relocation fills it in */
  TRAP_TWICE,       /* more than one relocation fills it in */
  TRAP_WRONG_TYPE,  /* the relocation is not R_X86_64_PC32 */
  TRAP_UNDEFINED,   /* the relocation's symbol is in no section of this file */
  TRAP_ASTRAY,      /* a relocation of the table, but of none of its entries */
};

struct trap {
  struct place entry; /* the entry itself */
  struct place place; /* what it names; section 0 where that is in none */
  uint64_t address;   /* what it names, as an address or an offset */
  enum trap_state state;
};

struct traps {
  struct trap *all; /* by table, then in the table's order */
  size_t count;
};

/*
 * Appends the entries of section TABLE, a trap table, to TRAPS, or those of all
 * tables in OBJECT. Bytes at a table's end that are no whole entry are left
 * out. False where relocations cannot be read: REPORT says so.
 */
bool traps_read(const struct object *object, uint32_t table,
                struct traps *traps, struct report *report);
bool traps_read_all(const struct object *object, struct traps *traps,
                    struct report *report);
void traps_free(struct traps *traps);

/* Decodes the site that TRAP names; false where there is none whole. */
bool trap_decode(const struct object *object, const struct trap *trap,
                 struct kcfi_opt_site *site);

#endif
