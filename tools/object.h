/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * object.h - an x86-64 ELF file: sections, symbols, places.
 *
 * Everything in the file is untrusted. object_open checks that each section's
 * bytes are in the file; the functions here check the rest, so that callers
 * meet only indices that exist and bytes that can be read.
 */
#ifndef KCFI_AUDIT_OBJECT_H
#define KCFI_AUDIT_OBJECT_H

#include "report.h"

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A byte in a section, which is how code is addressed here whether the file is
 * linked or not. Section 0 is nowhere.
 */
struct place {
  uint32_t section;
  uint64_t offset; /* bytes from the section's start */
};

struct section {
  GElf_Shdr header;          /* of a segment, where there are no sections */
  const char *name;          /* "" where the file has none to give */
  const unsigned char *data; /* its bytes, NULL where the file holds none */
  uint32_t relocations;      /* the section that relocates it, 0 for none */
};

struct symbol {
  const char *name; /* "" where the file has none to give */
  struct place place;
  uint64_t size; /* bytes, 0 for unknown */
  unsigned char type, binding;
};

/* A symbol as the index of names has it. */
struct named_place {
  struct place place;
  uint32_t symbol; /* in the symbol table */
  uint32_t rank;   /* the higher one names a place that several name */
};

/* A section of a linked file, by its address. */
struct addressed {
  uint64_t address;
  uint32_t section;
};

struct object {
  const char *name; /* how it is called in the output; not owned */
  const unsigned char *image;
  size_t size; /* bytes of the image */
  Elf *elf;
  GElf_Ehdr header;
  struct section *sections; /* the first is nowhere */
  size_t section_count;
  bool relocatable;  /* ET_REL: sections have no addresses yet */
  bool has_sections; /* false: each "section" is a segment that is loaded */
  bool stripped;     /* no symbols but, at most, those for the loader */
  Elf_Data *symbols, *symbol_sections; /* NULL where there are none */
  size_t symbol_count;
  uint32_t symbol_table;     /* the section they are in */
  struct named_place *index; /* symbols by place, made when first needed */
  size_t index_count;
  struct addressed *by_address; /* in ascending order; linked files only */
  size_t by_address_count;
};

/* Whether the ELF file in IMAGE is of the class and machine that is audited. */
bool object_is_x86_64(const unsigned char *image, size_t size);

/*
 * Opens the SIZE bytes at IMAGE, which stay the caller's and must outlive the
 * object, as the file called NAME. Where they are not what this tool knows:
 * says so in REPORT, and returns false.
 */
bool object_open(struct object *object, const char *name,
                 const unsigned char *image, size_t size,
                 struct report *report);
void object_close(struct object *object);

/* Bytes that the file holds of section INDEX. */
static inline uint64_t section_size(const struct section *section) {
  return section->data ? section->header.sh_size : 0;
}

/* Whether SECTION holds machine code that is loaded and run. */
static inline bool section_is_code(const struct section *section) {
  return section->data && section->header.sh_flags & SHF_EXECINSTR &&
         section->header.sh_flags & SHF_ALLOC;
}

/* Whether SECTION is a trap table: kernels are linked with the second name. */
bool section_is_trap_table(const struct section *section);

/* Symbol INDEX; false where there is no such one. */
bool object_symbol(const struct object *object, size_t index,
                   struct symbol *symbol);

/* The place at ADDRESS in a linked file, its section 0 where there is none. */
struct place object_place(const struct object *object, uint64_t address);

/* The address of PLACE; in a relocatable file, its offset. */
uint64_t object_address(const struct object *object, struct place place);

/* "symbol+0x1f", or "section+0x1f" where no symbol is near; allocated. */
char *object_place_name(struct object *object, struct place place);

/* The symbol that holds PLACE; false where none does. */
bool object_symbol_at(struct object *object, struct place place,
                      struct symbol *symbol);

/* The range of the index that has the symbols in SECTION, for the walk. */
void object_symbols_in(struct object *object, uint32_t section, size_t *begin,
                       size_t *end);

/* Orders places by section, then offset: negative, 0, positive. */
int place_compare(const struct place *a, const struct place *b);

#endif
