/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 WITH LLVM-exception */
/*
 * elf.c - reads sections, symbols and the trap table of a kernel or a module.
 */
#include "elf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

void die(const char *format, ...) {
  va_list args;

  fputs("text: ", stderr);
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
  exit(2);
}

void image_open(struct image *image, const char *path) {
  const int file = open(path, O_RDONLY);
  struct stat status;
  void *data;

  if (file < 0 || fstat(file, &status))
    die("%s: %s", path, strerror(errno));
  data = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  if (data == MAP_FAILED)
    die("%s: %s", path, strerror(errno));
  image->path = path;
  image->data = data;
  image->header = data;
  if ((size_t)status.st_size < sizeof(Elf64_Ehdr) ||
      memcmp(image->header->e_ident, ELFMAG, SELFMAG))
    die("%s: no ELF file", path);
  image->sections = (const void *)(image->data + image->header->e_shoff);
}

static const char *section_name(const struct image *image,
                                const Elf64_Shdr *section) {
  const Elf64_Shdr *names = &image->sections[image->header->e_shstrndx];

  return (const char *)image->data + names->sh_offset + section->sh_name;
}

/* The section that holds ADDRESS in a linked file. */
static const Elf64_Shdr *section_at(const struct image *image,
                                    uint64_t address) {
  for (size_t i = 1; i < image->header->e_shnum; i++) {
    const Elf64_Shdr *section = &image->sections[i];

    if (section->sh_flags & SHF_ALLOC && section->sh_type != SHT_NOBITS &&
        address - section->sh_addr < section->sh_size)
      return section;
  }
  die("%s: no section holds 0x%llx", image->path, (unsigned long long)address);
}

/* Decodes the check that an entry names OFFSET into SECTION, for LOOK. */
static void look_at(const struct image *image, const Elf64_Shdr *section,
                    uint64_t offset,
                    void look(const struct check *check, void *data),
                    void *data) {
  struct check check = {
      .section = section,
      .section_name = section_name(image, section),
      .code = image->data + section->sh_offset,
  };

  if (!kcfi_opt_decode_entry(check.code, section->sh_size, offset, &check.site))
    die("%s: no check at %s+0x%llx", image->path, check.section_name,
        (unsigned long long)offset);
  look(&check, data);
}

/* The entries of a linked kernel, which the linker has filled in. */
static void each_linked(const struct image *image, const Elf64_Shdr *table,
                        void look(const struct check *check, void *data),
                        void *data) {
  for (size_t i = 0; i < table->sh_size / KCFI_OPT_ENTRY_SIZE; i++) {
    const uint64_t address = kcfi_opt_trap_address(
        image->data + table->sh_offset, table->sh_addr, i);
    const Elf64_Shdr *section = section_at(image, address);

    look_at(image, section, address - section->sh_addr, look, data);
  }
}

/* The entries of a module, which are relocations still. */
static void each_relocation(const struct image *image, const Elf64_Shdr *relas,
                            void look(const struct check *check, void *data),
                            void *data) {
  const Elf64_Shdr *table = &image->sections[relas->sh_link];
  const Elf64_Sym *symbols = (const void *)(image->data + table->sh_offset);
  const Elf64_Rela *rela = (const void *)(image->data + relas->sh_offset);

  for (size_t i = 0; i < relas->sh_size / sizeof(*rela); i++) {
    const Elf64_Sym *symbol = &symbols[ELF64_R_SYM(rela[i].r_info)];

    look_at(image, &image->sections[symbol->st_shndx],
            symbol->st_value + (uint64_t)rela[i].r_addend, look, data);
  }
}

void image_each_check(const struct image *image,
                      void look(const struct check *check, void *data),
                      void *data) {
  for (size_t i = 1; i < image->header->e_shnum; i++) {
    const Elf64_Shdr *section = &image->sections[i];
    const char *name = section_name(image, section);

    if (image->header->e_type != ET_REL && !strcmp(name, "__kcfi_traps"))
      each_linked(image, section, look, data);
    if (image->header->e_type == ET_REL && section->sh_type == SHT_RELA &&
        (!strcmp(name, ".rela.kcfi_traps") ||
         !strcmp(name, ".rela__kcfi_traps")))
      each_relocation(image, section, look, data);
  }
}

bool image_symbol(const struct image *image, const char *name,
                  Elf64_Sym *symbol) {
  for (size_t i = 1; i < image->header->e_shnum; i++) {
    const Elf64_Shdr *table = &image->sections[i];
    const Elf64_Sym *symbols = (const void *)(image->data + table->sh_offset);
    const char *names;

    if (table->sh_type != SHT_SYMTAB)
      continue;
    names =
        (const char *)image->data + image->sections[table->sh_link].sh_offset;
    for (size_t j = 1; j < table->sh_size / sizeof(*symbols); j++)
      if (!strcmp(names + symbols[j].st_name, name)) {
        *symbol = symbols[j];
        if (image->header->e_type != ET_REL)
          symbol->st_value -= image->sections[symbol->st_shndx].sh_addr;
        return true;
      }
  }
  return false;
}
