/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * thunks.h - the functions that branch indirectly for others: retpolines.
 *
 * Where compilers may not emit an indirect branch they call, or jump to, a
 * function whose name ends in the register that holds the target.
 */
#ifndef KCFI_AUDIT_THUNKS_H
#define KCFI_AUDIT_THUNKS_H

#include "object.h"

struct thunk {
  struct place place; /* section 0 where the object only refers to it */
  uint32_t symbol;
  signed char target; /* the register in its name, 0 to 15 */
};

struct thunks {
  struct thunk *by_symbol, *by_place; /* the same ones in two orders */
  size_t count;
};

void thunks_find(const struct object *object, struct thunks *thunks);
void thunks_free(struct thunks *thunks);

/* The thunk that is SYMBOL, or that begins at PLACE; NULL for none. */
const struct thunk *thunks_symbol(const struct thunks *thunks, uint32_t symbol);
const struct thunk *thunks_place(const struct thunks *thunks,
                                 struct place place);

/*
 * Whether NAME is that of a thunk, or, as the kernel's array of them is called,
 * of several. TARGET becomes its register, negative where it names none.
 */
bool thunk_name(const char *name, signed char *target);

/* The name of register NUMBER, 0 to 15: "rax". */
const char *register_name(unsigned number);

#endif
