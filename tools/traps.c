/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * traps.c - reads trap tables, before linking and after it.
 */
#include "traps.h"
#include "memory.h"
#include "relocations.h"

#include <stdlib.h>

static struct trap *append(struct traps *traps, uint32_t table,
                           uint64_t offset) {
  struct trap *trap;

  traps->all = make_room(traps->all, traps->count, sizeof(traps->all[0]));
  trap = &traps->all[traps->count++];
  *trap = (struct trap){.entry = {.section = table, .offset = offset}};
  return trap;
}

/* An entry that the linker filled in: the distance from itself. */
static void read_linked(const struct object *object, struct trap *trap) {
  const struct section *table = &object->sections[trap->entry.section];

  trap->address =
      kcfi_opt_trap_address(table->data, table->header.sh_addr,
                            trap->entry.offset / KCFI_OPT_ENTRY_SIZE);
  trap->place = object_place(object, trap->address);
}

/*
 * An entry that RELA will fill in with symbol + addend - entry, which makes
 * symbol + addend the place that it names.
 */
static void read_relocation(const struct object *object, struct trap *trap,
                            const GElf_Rela *rela) {
  struct symbol symbol;

  if (ELF64_R_TYPE(rela->r_info) != R_X86_64_PC32) {
    trap->state = TRAP_WRONG_TYPE;
    trap->address = ELF64_R_TYPE(rela->r_info);
  } else if (!object_symbol(object, ELF64_R_SYM(rela->r_info), &symbol) ||
             !symbol.place.section) {
    trap->state = TRAP_UNDEFINED;
  } else {
    trap->place = symbol.place;
    trap->place.offset += (uint64_t)rela->r_addend;
    trap->address = trap->place.offset;
    trap->state = TRAP_RESOLVED;
  }
}

/* Takes RELA, which is in the four bytes of entry TRAP or in none, to it. */
static void take_relocation(const struct object *object, struct traps *traps,
                            size_t index, const GElf_Rela *rela) {
  struct trap *trap = &traps->all[index];

  if (ELF64_R_TYPE(rela->r_info) == R_X86_64_NONE)
    return;
  if (rela->r_offset != trap->entry.offset) {
    append(traps, trap->entry.section, rela->r_offset)->state = TRAP_ASTRAY;
  } else if (trap->state == TRAP_UNRELOCATED) {
    read_relocation(object, trap, rela);
  } else {
    trap->state = TRAP_TWICE;
    trap->place = (struct place){0};
  }
}

/* Takes the relocations and the entries together, in the order of both. */
static void read_relocatable(const struct object *object, uint32_t table,
                             const struct relocations *relocations,
                             struct traps *traps) {
  const uint64_t size = section_size(&object->sections[table]);
  uint64_t offset;
  size_t i = 0;

  for (offset = 0; size - offset >= KCFI_OPT_ENTRY_SIZE;
       offset += KCFI_OPT_ENTRY_SIZE) {
    const size_t index = traps->count;

    append(traps, table, offset)->state = TRAP_UNRELOCATED;
    for (; i < relocations->count; i++) {
      const GElf_Rela rela = relocations_get(relocations, i);

      if (rela.r_offset >= offset + KCFI_OPT_ENTRY_SIZE)
        break;
      take_relocation(object, traps, index, &rela);
    }
  }
  for (; i < relocations->count; i++)
    append(traps, table, relocations_get(relocations, i).r_offset)->state =
        TRAP_ASTRAY;
}

bool traps_read(const struct object *object, uint32_t table,
                struct traps *traps, struct report *report) {
  const uint64_t size = section_size(&object->sections[table]);
  struct relocations relocations;
  uint64_t offset;

  if (!object->relocatable) {
    for (offset = 0; size - offset >= KCFI_OPT_ENTRY_SIZE;
         offset += KCFI_OPT_ENTRY_SIZE)
      read_linked(object, append(traps, table, offset));
    return true;
  }
  if (!relocations_open(object, table, &relocations, report))
    return false;
  read_relocatable(object, table, &relocations, traps);
  relocations_close(&relocations);
  return true;
}

bool traps_read_all(const struct object *object, struct traps *traps,
                    struct report *report) {
  uint32_t i;

  for (i = 1; i < object->section_count; i++)
    if (section_is_trap_table(&object->sections[i]) &&
        !traps_read(object, i, traps, report))
      return false;
  return true;
}

void traps_free(struct traps *traps) {
  free(traps->all);
  *traps = (struct traps){0};
}

bool trap_decode(const struct object *object, const struct trap *trap,
                 struct kcfi_opt_site *site) {
  const struct section *section = &object->sections[trap->place.section];

  return trap->place.section && section_is_code(section) &&
         kcfi_opt_decode_entry(section->data, section_size(section),
                               trap->place.offset, site);
}
