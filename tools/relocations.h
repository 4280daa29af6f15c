/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * relocations.h - the relocations of one section of an object.
 */
#ifndef KCFI_AUDIT_RELOCATIONS_H
#define KCFI_AUDIT_RELOCATIONS_H

#include "object.h"

/* The relocations of one section, in ascending order of offset. */
struct relocations {
  Elf_Data *data; /* NULL where there are none */
  size_t count;
  uint32_t *order; /* NULL where the file has them in order */
  size_t last;     /* where the last search ended */
};

/*
 * Opens the relocations of section INDEX, which may have none. False where the
 * file has some in a form that cannot be read: REPORT says so.
 */
bool relocations_open(const struct object *object, uint32_t index,
                      struct relocations *relocations, struct report *report);
void relocations_close(struct relocations *relocations);

/* Relocation I of COUNT; its symbol and type by the ELF64_R macros. */
GElf_Rela relocations_get(const struct relocations *relocations, size_t i);

/* The index that relocation I has in the file. */
size_t relocations_index(const struct relocations *relocations, size_t i);

/* The first relocation at OFFSET or after it; COUNT where there is none. */
size_t relocations_find(struct relocations *relocations, uint64_t offset);

#endif
