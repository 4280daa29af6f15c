/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * object.c - opens an ELF file with libelf and answers what lies where.
 */
#include "object.h"
#include "memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#ifndef SHT_CREL
#define SHT_CREL 0x40000014 /* compact relocations, newer than this elf.h */
#endif

bool object_is_x86_64(const unsigned char *image, size_t size) {
  const size_t machine = offsetof(Elf64_Ehdr, e_machine);

  return size >= sizeof(Elf64_Ehdr) && image[EI_CLASS] == ELFCLASS64 &&
         image[EI_DATA] == ELFDATA2LSB && image[machine] == EM_X86_64 &&
         image[machine + 1] == 0;
}

/* NULL where the header is one that this tool knows, else what is wrong. */
static const char *check_header(const GElf_Ehdr *header) {
  if (header->e_ident[EI_CLASS] != ELFCLASS64)
    return "32-bit ELF; only 64-bit x86-64 files have what is audited here";
  if (header->e_ident[EI_DATA] != ELFDATA2LSB)
    return "big endian ELF; only x86-64 files have what is audited here";
  if (header->e_machine != EM_X86_64)
    return "ELF for another machine; only x86-64 files have what is audited "
           "here";
  if (header->e_type != ET_REL && header->e_type != ET_EXEC &&
      header->e_type != ET_DYN)
    return "neither an object nor a linked file; name the file it came from";
  return NULL;
}

/* Whether SIZE bytes at OFFSET are in the file. */
static bool in_file(const struct object *object, uint64_t offset,
                    uint64_t size) {
  return offset <= object->size && size <= object->size - offset;
}

/* Fills in section INDEX from its header; the same results as check_header. */
static const char *read_section(struct object *object, size_t index,
                                size_t names) {
  struct section *section = &object->sections[index];
  Elf_Scn *scn = elf_getscn(object->elf, index);
  const char *name;

  section->name = "";
  if (!scn || !gelf_getshdr(scn, &section->header))
    return "section headers that cannot be read; is the file truncated?";
  name = elf_strptr(object->elf, names, section->header.sh_name);
  if (name)
    section->name = name;
  if (index == 0 || section->header.sh_type == SHT_NULL ||
      section->header.sh_type == SHT_NOBITS || !section->header.sh_size)
    return NULL;
  if (!in_file(object, section->header.sh_offset, section->header.sh_size))
    return "a section that ends behind the file; is the file truncated?";
  section->data = object->image + section->header.sh_offset;
  return NULL;
}

/*
 * The code and the tables are each looked at once, so that work is bounded by
 * the file's size as long as they do not lie over each other.
 */
static const char *check_overlap(const struct object *object) {
  uint64_t left = object->size;
  size_t i;

  for (i = 1; i < object->section_count; i++) {
    const struct section *section = &object->sections[i];

    if (section_size(section) > left)
      return "sections that lie over each other; was it written by a linker?";
    left -= section_size(section);
  }
  return NULL;
}

/* Notes which section relocates which, for those that the audit looks into. */
static const char *link_relocations(struct object *object) {
  size_t i;

  for (i = 1; i < object->section_count; i++) {
    const GElf_Shdr *header = &object->sections[i].header;
    struct section *target;

    if ((header->sh_type != SHT_RELA && header->sh_type != SHT_REL &&
         header->sh_type != SHT_CREL) ||
        header->sh_info == 0 || header->sh_info >= object->section_count)
      continue;
    target = &object->sections[header->sh_info];
    if (!section_is_code(target) && !section_is_trap_table(target))
      continue;
    if (target->relocations)
      return "two relocation sections for one section; link with another "
             "linker";
    target->relocations = (uint32_t)i;
  }
  return NULL;
}

static const char *read_sections(struct object *object) {
  size_t i, names = 0;
  const char *wrong;

  /* libelf says there are none where they are behind the end of the file. */
  if (elf_getshdrnum(object->elf, &object->section_count) ||
      object->section_count > UINT32_MAX ||
      (object->section_count == 0) != (object->header.e_shoff == 0))
    return "section headers that cannot be read; is the file truncated?";
  object->has_sections = object->section_count != 0;
  if (!object->has_sections)
    return NULL;
  if (elf_getshdrstrndx(object->elf, &names))
    names = 0;
  object->sections =
      allocate(object->section_count * sizeof(object->sections[0]));
  for (i = 0; i < object->section_count; i++) {
    wrong = read_section(object, i, names);
    if (wrong)
      return wrong;
  }
  wrong = check_overlap(object);
  return wrong ? wrong : link_relocations(object);
}

/* A file without section headers: what is loaded stands for the sections. */
static const char *read_segments(struct object *object) {
  size_t i, count;

  if (elf_getphdrnum(object->elf, &count))
    return "program headers that cannot be read; is the file truncated?";
  object->sections = allocate((count + 1) * sizeof(object->sections[0]));
  object->section_count = 1;
  object->sections[0].name = "";
  for (i = 0; i < count && i < INT32_MAX; i++) {
    struct section *section = &object->sections[object->section_count];
    GElf_Phdr header;

    if (!gelf_getphdr(object->elf, (int)i, &header))
      return "program headers that cannot be read; is the file truncated?";
    if (header.p_type != PT_LOAD || !header.p_filesz)
      continue;
    if (!in_file(object, header.p_offset, header.p_filesz))
      return "a segment that ends behind the file; is the file truncated?";
    section->name = header.p_flags & PF_X ? "code segment" : "data segment";
    section->data = object->image + header.p_offset;
    section->header = (GElf_Shdr){
        .sh_type = SHT_PROGBITS,
        .sh_flags = SHF_ALLOC | (header.p_flags & PF_X ? SHF_EXECINSTR : 0),
        .sh_addr = header.p_vaddr,
        .sh_offset = header.p_offset,
        .sh_size = header.p_filesz,
    };
    object->section_count++;
  }
  return check_overlap(object);
}

/* Finds the symbol table, the dynamic one in a stripped file. */
static const char *read_symbols(struct object *object) {
  uint32_t table = 0, i;
  Elf_Data *data;

  for (i = 1; i < object->section_count; i++) {
    const uint32_t type = object->sections[i].header.sh_type;

    if (type == SHT_SYMTAB || (type == SHT_DYNSYM && !table))
      table = i;
    if (type == SHT_SYMTAB)
      break;
  }
  object->stripped =
      !table || object->sections[table].header.sh_type != SHT_SYMTAB;
  if (!table || !object->has_sections)
    return NULL;
  data = elf_getdata(elf_getscn(object->elf, table), NULL);
  if (!data)
    return "a symbol table that cannot be read; strip it with --strip-all";
  object->symbol_table = table;
  object->symbols = data;
  object->symbol_count = data->d_size / sizeof(Elf64_Sym);
  for (i = 1; i < object->section_count; i++)
    if (object->sections[i].header.sh_type == SHT_SYMTAB_SHNDX &&
        object->sections[i].header.sh_link == table)
      object->symbol_sections = elf_getdata(elf_getscn(object->elf, i), NULL);
  return NULL;
}

bool section_is_trap_table(const struct section *section) {
  return section->data && section->header.sh_flags & SHF_ALLOC &&
         (!strcmp(section->name, ".kcfi_traps") ||
          !strcmp(section->name, "__kcfi_traps"));
}

static int compare_addresses(const void *a, const void *b) {
  const struct addressed *left = a, *right = b;

  return (left->address > right->address) - (left->address < right->address);
}

/* Sorts the sections of a linked file by where they are in memory. */
static void index_addresses(struct object *object) {
  size_t i, count = 0;

  if (object->relocatable)
    return;
  object->by_address =
      allocate(object->section_count * sizeof(object->by_address[0]));
  for (i = 1; i < object->section_count; i++) {
    const GElf_Shdr *header = &object->sections[i].header;

    /* Thread-local zeros have an address that other sections use. */
    if (!(header->sh_flags & SHF_ALLOC) || !header->sh_size ||
        (header->sh_type == SHT_NOBITS && header->sh_flags & SHF_TLS))
      continue;
    object->by_address[count].address = header->sh_addr;
    object->by_address[count++].section = (uint32_t)i;
  }
  object->by_address_count = count;
  sort(object->by_address, count, sizeof(object->by_address[0]),
       compare_addresses);
}

bool object_open(struct object *object, const char *name,
                 const unsigned char *image, size_t size,
                 struct report *report) {
  const char *wrong = NULL;

  *object = (struct object){.name = name, .image = image, .size = size};
  elf_version(EV_CURRENT);
  /* libelf maps for reading where it gets memory: it does not write to it. */
  object->elf = elf_memory((char *)image, size);
  if (!object->elf || elf_kind(object->elf) != ELF_K_ELF ||
      !gelf_getehdr(object->elf, &object->header))
    wrong = "an ELF header that cannot be read; is the file truncated?";
  if (!wrong)
    wrong = check_header(&object->header);
  if (!wrong)
    wrong = read_sections(object);
  if (!wrong && !object->has_sections)
    wrong = read_segments(object);
  if (!wrong)
    wrong = read_symbols(object);
  if (wrong) {
    report_error(report, name, "%s", wrong);
    object_close(object);
    return false;
  }
  object->relocatable = object->header.e_type == ET_REL;
  index_addresses(object);
  return true;
}

void object_close(struct object *object) {
  free(object->by_address);
  free(object->index);
  free(object->sections);
  elf_end(object->elf);
  *object = (struct object){0};
}

/* The place that a symbol's value and section name. */
static struct place symbol_place(const struct object *object, uint32_t section,
                                 uint64_t value) {
  struct place place = {0};
  uint64_t base;

  if (!section || section >= object->section_count)
    return place;
  base = object->relocatable ? 0 : object->sections[section].header.sh_addr;
  place.section = section;
  place.offset = value - base;
  return place;
}

bool object_symbol(const struct object *object, size_t index,
                   struct symbol *symbol) {
  Elf32_Word extended = 0;
  uint32_t section;
  const char *name;
  GElf_Sym sym;

  if (index >= object->symbol_count || index > INT32_MAX ||
      !gelf_getsymshndx(object->symbols, object->symbol_sections, (int)index,
                        &sym, &extended))
    return false;
  section = sym.st_shndx == SHN_XINDEX      ? extended
            : sym.st_shndx >= SHN_LORESERVE ? 0
                                            : sym.st_shndx;
  name = elf_strptr(object->elf,
                    object->sections[object->symbol_table].header.sh_link,
                    sym.st_name);
  *symbol = (struct symbol){
      .name = name ? name : "",
      .place = symbol_place(object, section, sym.st_value),
      .size = sym.st_size,
      .type = GELF_ST_TYPE(sym.st_info),
      .binding = GELF_ST_BIND(sym.st_info),
  };
  return true;
}

struct place object_place(const struct object *object, uint64_t address) {
  size_t low = 0, high = object->by_address_count;
  struct place place = {0};

  /* The last section that begins at ADDRESS or before it. */
  while (low < high) {
    const size_t middle = low + (high - low) / 2;

    if (object->by_address[middle].address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low) {
    const struct addressed *found = &object->by_address[low - 1];

    if (address - found->address <
        object->sections[found->section].header.sh_size) {
      place.section = found->section;
      place.offset = address - found->address;
    }
  }
  return place;
}

uint64_t object_address(const struct object *object, struct place place) {
  return place.offset + (object->relocatable || !place.section
                             ? 0
                             : object->sections[place.section].header.sh_addr);
}

int place_compare(const struct place *a, const struct place *b) {
  if (a->section != b->section)
    return a->section < b->section ? -1 : 1;
  return (a->offset > b->offset) - (a->offset < b->offset);
}

static int compare_named(const void *a, const void *b) {
  const struct named_place *left = a, *right = b;
  const int order = place_compare(&left->place, &right->place);

  if (order)
    return order;
  if (left->rank != right->rank)
    return left->rank < right->rank ? -1 : 1;
  return (left->symbol < right->symbol) - (left->symbol > right->symbol);
}

/* How good a name SYMBOL gives to its place; 0 for none at all. */
static uint32_t symbol_rank(const struct symbol *symbol) {
  if (!symbol->place.section || !symbol->name[0] ||
      !strncmp(symbol->name, ".L", 2) ||
      (symbol->type != STT_NOTYPE && symbol->type != STT_OBJECT &&
       symbol->type != STT_FUNC && symbol->type != STT_GNU_IFUNC))
    return 0;
  return 1u + (symbol->type != STT_NOTYPE) * 4u +
         (symbol->binding == STB_GLOBAL ? 2u : symbol->binding != STB_LOCAL);
}

/* Sorts the symbols that name places. Needed only where one is printed. */
static void index_symbols(struct object *object) {
  size_t i;

  object->index = allocate(object->symbol_count * sizeof(object->index[0]));
  for (i = 0; i < object->symbol_count; i++) {
    struct named_place *named = &object->index[object->index_count];
    struct symbol symbol;

    if (!object_symbol(object, i, &symbol) || !symbol_rank(&symbol))
      continue;
    named->place = symbol.place;
    named->symbol = (uint32_t)i;
    named->rank = symbol_rank(&symbol);
    object->index_count++;
  }
  sort(object->index, object->index_count, sizeof(object->index[0]),
       compare_named);
}

/* The first symbol of the index that comes after PLACE. */
static size_t index_after(struct object *object, struct place place) {
  size_t low = 0, high;

  if (!object->index)
    index_symbols(object);
  high = object->index_count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;

    if (place_compare(&object->index[middle].place, &place) <= 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void object_symbols_in(struct object *object, uint32_t section, size_t *begin,
                       size_t *end) {
  *begin = index_after(object, (struct place){section - 1, UINT64_MAX});
  *end = index_after(object, (struct place){section, UINT64_MAX});
}

bool object_symbol_at(struct object *object, struct place place,
                      struct symbol *symbol) {
  const size_t after = index_after(object, place);

  return after &&
         object_symbol(object, object->index[after - 1].symbol, symbol) &&
         symbol->place.section == place.section &&
         (!symbol->size || place.offset - symbol->place.offset < symbol->size);
}

char *object_place_name(struct object *object, struct place place) {
  struct symbol symbol;

  if (!place.section)
    return format_string("nowhere");
  if (object_symbol_at(object, place, &symbol))
    return format_string("%s+0x%" PRIx64, symbol.name,
                         place.offset - symbol.place.offset);
  return format_string("%s+0x%" PRIx64, object->sections[place.section].name,
                       place.offset);
}
