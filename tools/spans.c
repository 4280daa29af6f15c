/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * spans.c - finds the bytes in which an optimised file may differ:
 *
 *   - the tail of a site that a trap entry of STOCK names, where STOCK has the
 *     stock form and the same entry of OPT names the not-taken form of the very
 *     same site;
 *   - that entry, or the addend of its relocation, where it names the byte that
 *     traps, which is then exactly one higher than in STOCK;
 *   - what the user, or the defaults, say to ignore; it is named in the output.
 *
 * A span does not say what its bytes must be: decoding both sides has already.
 */
#include "spans.h"
#include "memory.h"
#include "relocations.h"
#include "traps.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

struct finder {
  struct spans *spans;
  struct object *stock, *opt;
  const struct ignores *ignores;
  struct diff_counts *counts;
  struct report *report;
};

size_t next_difference(const unsigned char *stock, const unsigned char *opt,
                       size_t from, size_t size) {
  enum { BLOCK = 4096 };

  while (size - from >= BLOCK && !memcmp(stock + from, opt + from, BLOCK))
    from += BLOCK;
  while (from < size && stock[from] == opt[from])
    from++;
  return from;
}

static void add_span(struct finder *finder, uint64_t begin, uint64_t size,
                     const struct ignore *ignore) {
  struct spans *spans = finder->spans;

  spans->all = make_room(spans->all, spans->count, sizeof(spans->all[0]));
  spans->all[spans->count++] =
      (struct span){.begin = begin, .end = begin + size, .ignore = ignore};
}

static int compare_spans(const void *a, const void *b) {
  const struct span *left = a, *right = b;

  return (left->begin > right->begin) - (left->begin < right->begin);
}

/*
 * Lets the addend of the relocation that fills in ENTRY differ, which a linker
 * may have left where it has filled in the entry itself.
 */
static void add_addend_span(struct finder *finder, struct place entry,
                            struct relocations *stock,
                            struct relocations *opt) {
  const uint64_t offset = object_address(finder->stock, entry);
  const size_t i = relocations_find(stock, offset);
  const struct section *table = &finder->stock->sections[entry.section];
  GElf_Rela was, is;

  if (i >= stock->count || i >= opt->count)
    return;
  was = relocations_get(stock, i);
  is = relocations_get(opt, i);
  if (was.r_offset == offset &&
      (uint64_t)is.r_addend - (uint64_t)was.r_addend == 1)
    add_span(finder,
             finder->stock->sections[table->relocations].header.sh_offset +
                 relocations_index(stock, i) * sizeof(Elf64_Rela) +
                 offsetof(Elf64_Rela, r_addend),
             sizeof(was.r_addend), NULL);
}

/*
 * Takes one pair of entries. Where they do not name the same site, nothing is
 * noted, and their bytes and the code's are compared like any other.
 */
static void take_entry(struct finder *finder, const struct trap *stock,
                       const struct trap *opt,
                       struct relocations *stock_relocations,
                       struct relocations *opt_relocations) {
  const struct section *sections = finder->stock->sections;
  struct kcfi_opt_site was, is;

  if (!trap_decode(finder->stock, stock, &was) ||
      !trap_decode(finder->opt, opt, &is) ||
      stock->place.section != opt->place.section || was.start != is.start ||
      was.tail != is.tail)
    return;
  if (was.form == is.form) {
    *(is.form == KCFI_OPT_FORM_STOCK ? &finder->counts->stock
                                     : &finder->counts->same) += 1;
    return;
  }
  if (was.form != KCFI_OPT_FORM_STOCK)
    return;
  finder->counts->not_taken++;
  add_span(finder, sections[stock->place.section].header.sh_offset + was.tail,
           KCFI_OPT_TAIL_SIZE, NULL);
  if (opt->place.offset != is.trap) {
    finder->counts->at_test++;
    return;
  }
  if (!finder->stock->relocatable)
    add_span(finder,
             sections[stock->entry.section].header.sh_offset +
                 stock->entry.offset,
             KCFI_OPT_ENTRY_SIZE, NULL);
  add_addend_span(finder, stock->entry, stock_relocations, opt_relocations);
}

/* Takes the entries of section TABLE, the same one in both files. */
static void take_table(struct finder *finder, uint32_t table) {
  struct relocations stock_relocations = {0}, opt_relocations = {0};
  struct traps stock = {0}, opt = {0};
  size_t i;

  if (traps_read(finder->stock, table, &stock, finder->report) &&
      traps_read(finder->opt, table, &opt, finder->report) &&
      relocations_open(finder->stock, table, &stock_relocations,
                       finder->report) &&
      relocations_open(finder->opt, table, &opt_relocations, finder->report) &&
      stock.count == opt.count)
    for (i = 0; i < stock.count; i++)
      take_entry(finder, &stock.all[i], &opt.all[i], &stock_relocations,
                 &opt_relocations);
  relocations_close(&stock_relocations);
  relocations_close(&opt_relocations);
  traps_free(&stock);
  traps_free(&opt);
}

static void take_tables(struct finder *finder) {
  size_t i;

  for (i = 1;
       i < finder->stock->section_count && i < finder->opt->section_count; i++)
    if (section_is_trap_table(&finder->stock->sections[i]) &&
        section_is_trap_table(&finder->opt->sections[i]))
      take_table(finder, (uint32_t)i);
}

/*
 * Without section headers there is no telling where the table is. But each byte
 * that differs can be asked whether it begins an entry: one that is higher by
 * one, and names the trap of a site that was taken before.
 */
static void take_loose_entries(struct finder *finder,
                               const struct section *segment) {
  const unsigned char *opt = finder->opt->image + segment->header.sh_offset;
  const uint64_t size = section_size(segment);
  uint64_t i = 0;

  for (; (i = next_difference(segment->data, opt, i, size)) < size; i++) {
    struct trap trap = {.state = TRAP_RESOLVED};
    struct kcfi_opt_site site;

    if (size - i < KCFI_OPT_ENTRY_SIZE ||
        kcfi_opt_read32(opt + i) - kcfi_opt_read32(segment->data + i) != 1)
      continue;
    trap.place = object_place(
        finder->opt,
        kcfi_opt_trap_address(opt + i, segment->header.sh_addr + i, 0));
    if (!trap_decode(finder->opt, &trap, &site) ||
        site.form != KCFI_OPT_FORM_NOT_TAKEN || site.trap != trap.place.offset)
      continue;
    add_span(finder, segment->header.sh_offset + i, KCFI_OPT_ENTRY_SIZE, NULL);
    finder->counts->at_test -= finder->counts->at_test != 0;
  }
}

/* The same for sites: where the forms differ and all before them is equal. */
static void take_loose_sites(struct finder *finder,
                             const struct section *segment) {
  const unsigned char *opt = finder->opt->image + segment->header.sh_offset;
  const uint64_t size = section_size(segment);
  struct kcfi_opt_site was, is;
  uint64_t i = 0;

  for (; (i = next_difference(segment->data, opt, i, size)) < size; i++) {
    if (!kcfi_opt_decode(segment->data, size, i + 2, &was) ||
        was.form != KCFI_OPT_FORM_STOCK ||
        !kcfi_opt_decode(opt, size, i + 3, &is) || was.start != is.start)
      continue;
    add_span(finder, segment->header.sh_offset + i, KCFI_OPT_TAIL_SIZE, NULL);
    finder->counts->not_taken++;
    finder->counts->at_test++;
    i += KCFI_OPT_TAIL_SIZE - 1;
  }
}

/* As take_tables, for files without section headers, whose layout is equal. */
static void take_segments(struct finder *finder) {
  size_t i;

  for (i = 1; i < finder->stock->section_count; i++)
    if (section_is_code(&finder->stock->sections[i]))
      take_loose_sites(finder, &finder->stock->sections[i]);
  for (i = 1; i < finder->stock->section_count; i++)
    take_loose_entries(finder, &finder->stock->sections[i]);
}

/* Lets what the symbols that RULE names hold differ. */
static void ignore_symbols(struct finder *finder, const struct ignore *rule) {
  struct symbol symbol;
  size_t i;

  for (i = 0; i < finder->stock->symbol_count; i++) {
    const struct section *section;

    if (!object_symbol(finder->stock, i, &symbol) || !symbol.place.section ||
        fnmatch(rule->glob, symbol.name, 0))
      continue;
    section = &finder->stock->sections[symbol.place.section];
    if (symbol.place.offset < section_size(section) &&
        symbol.size <= section_size(section) - symbol.place.offset)
      add_span(finder, section->header.sh_offset + symbol.place.offset,
               symbol.size, rule);
  }
}

static void take_ignores(struct finder *finder) {
  size_t i, j;

  for (i = 0; i < finder->ignores->count; i++) {
    const struct ignore *rule = &finder->ignores->all[i];

    if (rule->what == IGNORE_SYMBOL)
      ignore_symbols(finder, rule);
    if (rule->what != IGNORE_SECTION)
      continue;
    for (j = 1; j < finder->stock->section_count; j++) {
      const struct section *section = &finder->stock->sections[j];

      if (section_size(section) && !fnmatch(rule->glob, section->name, 0))
        add_span(finder, section->header.sh_offset, section_size(section),
                 rule);
    }
  }
}

/* Headers are compared by field, and need not be so again byte by byte. */
static void take_headers(struct finder *finder) {
  const struct object *stock = finder->stock;

  add_span(finder, 0, sizeof(Elf64_Ehdr), NULL);
  if (stock->has_sections)
    add_span(finder, stock->header.e_shoff,
             stock->section_count * sizeof(Elf64_Shdr), NULL);
}

void spans_find(struct spans *spans, struct object *stock, struct object *opt,
                bool same_layout, const struct ignores *ignores,
                struct diff_counts *counts, struct report *report) {
  struct finder finder = {
      .spans = spans,
      .stock = stock,
      .opt = opt,
      .ignores = ignores,
      .counts = counts,
      .report = report,
  };

  *spans = (struct spans){0};
  take_headers(&finder);
  if (stock->has_sections)
    take_tables(&finder);
  else if (same_layout)
    take_segments(&finder);
  take_ignores(&finder);
  sort(spans->all, spans->count, sizeof(spans->all[0]), compare_spans);
}

void spans_free(struct spans *spans) {
  free(spans->all);
  *spans = (struct spans){0};
}
