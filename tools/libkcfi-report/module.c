/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* module.c - see module.h. */
#include "module.h"
#include "memory.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/* Of the program itself, which its link map does not name. */
static char program_path[PATH_MAX];
static const Elf64_Phdr *program_segments;
static size_t program_segment_count;

void kcfi_module_start(void) {
  const ssize_t size =
      readlink("/proc/self/exe", program_path, sizeof(program_path) - 1);

  program_path[size < 0 ? 0 : size] = 0;
  program_segments = (const Elf64_Phdr *)getauxval(AT_PHDR);
  program_segment_count = getauxval(AT_PHNUM);
}

/* The program headers in memory of what is mapped at START, by its header. */
static bool find_segments(uint64_t start, struct module *module,
                          size_t *count) {
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)start;

  if (!kcfi_memory_readable(start, sizeof(*header)) ||
      memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      !kcfi_memory_readable(start + header->e_phoff,
                            header->e_phnum * sizeof(*module->segments)))
    return false;
  module->segments = (const Elf64_Phdr *)(start + header->e_phoff);
  *count = header->e_phnum;
  return true;
}

/* Whether SIZE bytes of the file at OFFSET are those at ADDRESS. */
static bool same_bytes(int file, uint64_t offset, uint64_t address,
                       size_t size) {
  unsigned char buffer[256];

  while (size) {
    const size_t part = size < sizeof(buffer) ? size : sizeof(buffer);

    if (!kcfi_file_read(file, offset, buffer, part) ||
        memcmp(buffer, (const void *)address, part) != 0)
      return false;
    offset += part;
    address += part;
    size -= part;
  }
  return true;
}

/* Whether the file is what was loaded: by program headers, notes, build ID. */
static bool same_file(const struct module *module) {
  const Elf64_Ehdr *header = &module->header;
  unsigned i;

  if (!same_bytes(module->file, header->e_phoff, (uint64_t)module->segments,
                  header->e_phnum * sizeof(*module->segments)))
    return false;
  for (i = 0; i < header->e_phnum; i++) {
    const Elf64_Phdr *note = &module->segments[i];

    if (note->p_type == PT_NOTE &&
        (!kcfi_memory_readable(module->base + note->p_vaddr, note->p_filesz) ||
         !same_bytes(module->file, note->p_offset, module->base + note->p_vaddr,
                     note->p_filesz)))
      return false;
  }
  return true;
}

static bool open_file(struct module *module, const char *path, size_t count) {
  Elf64_Ehdr *header = &module->header;

  module->file = kcfi_file_open(path);
  if (module->file >= 0 &&
      kcfi_file_read(module->file, 0, header, sizeof(*header)) &&
      memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
      header->e_phnum == count &&
      header->e_phentsize == sizeof(*module->segments) && same_file(module))
    return true;
  kcfi_module_close(module);
  return false;
}

/* Only _dl_find_object is made for signal handlers: glibc 2.35 and later. */
#if defined(__GLIBC__) && defined(DLFO_STRUCT_HAS_EH_DBASE)

bool kcfi_module_find(uint64_t address, struct module *module) {
  struct dl_find_object object;
  size_t count;

  if (_dl_find_object((void *)address, &object))
    return false;
  *module = (struct module){.path = object.dlfo_link_map->l_name,
                            .base = object.dlfo_link_map->l_addr,
                            .file = -1};
  if (module->path[0]) {
    if (find_segments((uint64_t)object.dlfo_map_start, module, &count))
      open_file(module, module->path, count);
    return true;
  }
  module->segments = program_segments;
  /* By the second name it is found even if it was removed, or is elsewhere. If
     neither is the program, it was started in another way: it has no name. */
  module->path = NULL;
  if (program_segments &&
      (open_file(module, program_path, program_segment_count) ||
       open_file(module, "/proc/self/exe", program_segment_count)))
    module->path = program_path;
  return true;
}

#else

bool kcfi_module_find(uint64_t address, struct module *module) {
  (void)address;
  (void)module;
  (void)find_segments;
  (void)open_file;
  return false;
}

#endif

void kcfi_module_close(struct module *module) {
  if (module->file >= 0)
    kcfi_file_close(module->file);
  module->file = -1;
}

static bool read_section(const struct module *module, unsigned index,
                         Elf64_Shdr *section) {
  return module->file >= 0 && index < module->header.e_shnum &&
         module->header.e_shentsize == sizeof(*section) &&
         kcfi_file_read(module->file,
                        module->header.e_shoff + index * sizeof(*section),
                        section, sizeof(*section));
}

static bool find_section(const struct module *module, uint32_t type,
                         Elf64_Shdr *section) {
  unsigned i;

  for (i = 0; read_section(module, i, section); i++)
    if (section->sh_type == type)
      return true;
  return false;
}

/* Which of the symbols at one address names it best; 0 for none. */
static unsigned rank(const Elf64_Sym *symbol) {
  const unsigned type = ELF64_ST_TYPE(symbol->st_info);
  const unsigned binding = ELF64_ST_BIND(symbol->st_info);

  if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx == SHN_ABS ||
      !symbol->st_name ||
      (type != STT_NOTYPE && type != STT_OBJECT && type != STT_FUNC &&
       type != STT_GNU_IFUNC))
    return 0;
  return 1 + (type != STT_NOTYPE) * 4u +
         (binding == STB_GLOBAL ? 2 : binding != STB_LOCAL);
}

/* The last symbol of TABLE at or before ADDRESS, the best of several. */
static bool find_symbol(const struct module *module, const Elf64_Shdr *table,
                        uint64_t address, Elf64_Sym *found) {
  Elf64_Sym symbols[32];
  uint64_t at, part, i;

  memset(found, 0, sizeof(*found));
  for (at = 0; at < table->sh_size; at += part) {
    part = table->sh_size - at;
    part = part < sizeof(symbols) ? part : sizeof(symbols);
    if (!kcfi_file_read(module->file, table->sh_offset + at, symbols, part))
      break;
    for (i = 0; i < part / sizeof(symbols[0]); i++) {
      const Elf64_Sym *symbol = &symbols[i];

      if (rank(symbol) && symbol->st_value <= address &&
          (!found->st_name || symbol->st_value > found->st_value ||
           (symbol->st_value == found->st_value && rank(symbol) > rank(found))))
        *found = *symbol;
    }
  }
  return found->st_name &&
         (!found->st_size || address - found->st_value < found->st_size);
}

/* Reads a string of a file, cut to SIZE bytes. */
static bool read_string(const struct module *module, const Elf64_Shdr *strings,
                        uint32_t offset, char *text, size_t size) {
  uint64_t left = offset < strings->sh_size ? strings->sh_size - offset : 0;

  if (left > size - 1)
    left = size - 1;
  text[left] = 0;
  return left &&
         kcfi_file_read(module->file, strings->sh_offset + offset, text, left);
}

void kcfi_module_symbol(const struct module *module,
                        struct kcfi_report_place *place, char *name,
                        size_t size) {
  Elf64_Shdr table, strings;
  Elf64_Sym symbol;

  if ((!find_section(module, SHT_SYMTAB, &table) &&
       !find_section(module, SHT_DYNSYM, &table)) ||
      !find_symbol(module, &table, place->file_address, &symbol) ||
      !read_section(module, table.sh_link, &strings) ||
      !read_string(module, &strings, symbol.st_name, name, size) || !name[0])
    return;
  place->symbol = name;
  place->offset = place->file_address - symbol.st_value;
}

/* Whether the file's bytes from ADDRESS on, SIZE of them, are loaded. */
static bool loaded(const struct module *module, uint64_t address,
                   uint64_t size) {
  unsigned i;

  for (i = 0; i < module->header.e_phnum; i++) {
    const Elf64_Phdr *segment = &module->segments[i];

    if (segment->p_type == PT_LOAD && address >= segment->p_vaddr &&
        address - segment->p_vaddr <= segment->p_filesz &&
        size <= segment->p_filesz - (address - segment->p_vaddr))
      return kcfi_memory_readable(module->base + address, size);
  }
  return false;
}

enum kcfi_report_entry kcfi_module_entry(const struct module *module,
                                         uint64_t ip) {
  static const char wanted[] = ".kcfi_traps";
  Elf64_Shdr names, section;
  char name[sizeof(wanted) + 1];
  unsigned i;

  if (!read_section(module, module->header.e_shstrndx, &names))
    return KCFI_REPORT_ENTRY_NONE;
  for (i = 0; read_section(module, i, &section); i++) {
    const uint64_t address = module->base + section.sh_addr;
    const unsigned char *table = (const unsigned char *)address;
    const size_t count = section.sh_size / KCFI_OPT_ENTRY_SIZE;

    if (!(section.sh_flags & SHF_ALLOC) ||
        !read_string(module, &names, section.sh_name, name, sizeof(name)) ||
        strcmp(name, wanted) != 0 ||
        !loaded(module, section.sh_addr, section.sh_size))
      continue;
    if (kcfi_opt_trap_find(table, address, count, ip) < count)
      return KCFI_REPORT_ENTRY_TRAP;
    if (kcfi_opt_trap_find(table, address, count, ip - 1) < count)
      return KCFI_REPORT_ENTRY_TEST;
  }
  return KCFI_REPORT_ENTRY_NONE;
}
