/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fields.c - the layout of ELF's records, from <elf.h>.
 */
#include "fields.h"

#include <elf.h>

#define FIELD(type, name)                                                      \
  {#name, offsetof(type, name), sizeof(((type *)0)->name)}

static const struct field file_header[] = {
    FIELD(Elf64_Ehdr, e_ident),   FIELD(Elf64_Ehdr, e_type),
    FIELD(Elf64_Ehdr, e_machine), FIELD(Elf64_Ehdr, e_version),
    FIELD(Elf64_Ehdr, e_entry),   FIELD(Elf64_Ehdr, e_phoff),
    FIELD(Elf64_Ehdr, e_shoff),   FIELD(Elf64_Ehdr, e_flags),
    FIELD(Elf64_Ehdr, e_ehsize),  FIELD(Elf64_Ehdr, e_phentsize),
    FIELD(Elf64_Ehdr, e_phnum),   FIELD(Elf64_Ehdr, e_shentsize),
    FIELD(Elf64_Ehdr, e_shnum),   FIELD(Elf64_Ehdr, e_shstrndx),
};

static const struct field section_header[] = {
    FIELD(Elf64_Shdr, sh_name),      FIELD(Elf64_Shdr, sh_type),
    FIELD(Elf64_Shdr, sh_flags),     FIELD(Elf64_Shdr, sh_addr),
    FIELD(Elf64_Shdr, sh_offset),    FIELD(Elf64_Shdr, sh_size),
    FIELD(Elf64_Shdr, sh_link),      FIELD(Elf64_Shdr, sh_info),
    FIELD(Elf64_Shdr, sh_addralign), FIELD(Elf64_Shdr, sh_entsize),
};

static const struct field program_header[] = {
    FIELD(Elf64_Phdr, p_type),   FIELD(Elf64_Phdr, p_flags),
    FIELD(Elf64_Phdr, p_offset), FIELD(Elf64_Phdr, p_vaddr),
    FIELD(Elf64_Phdr, p_paddr),  FIELD(Elf64_Phdr, p_filesz),
    FIELD(Elf64_Phdr, p_memsz),  FIELD(Elf64_Phdr, p_align),
};

static const struct field symbol[] = {
    FIELD(Elf64_Sym, st_name),  FIELD(Elf64_Sym, st_info),
    FIELD(Elf64_Sym, st_other), FIELD(Elf64_Sym, st_shndx),
    FIELD(Elf64_Sym, st_value), FIELD(Elf64_Sym, st_size),
};

static const struct field relocation[] = {
    FIELD(Elf64_Rela, r_offset),
    FIELD(Elf64_Rela, r_info),
    FIELD(Elf64_Rela, r_addend),
};

const struct record record_file_header = {sizeof(Elf64_Ehdr), file_header};
const struct record record_section_header = {sizeof(Elf64_Shdr),
                                             section_header};
const struct record record_program_header = {sizeof(Elf64_Phdr),
                                             program_header};
const struct record record_symbol = {sizeof(Elf64_Sym), symbol};
const struct record record_relocation = {sizeof(Elf64_Rela), relocation};

const struct field *record_field(const struct record *record, size_t offset) {
  const struct field *field = record->fields;

  while (offset >= (size_t)field->offset + field->size)
    field++;
  return field;
}

uint64_t field_value(const struct field *field, const unsigned char *data) {
  uint64_t value = 0;
  unsigned i;

  for (i = 0; i < field->size && i < 8; i++)
    value |= (uint64_t)data[field->offset + i] << 8 * i;
  return value;
}
