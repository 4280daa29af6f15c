/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * elfdiff.c - compares two ELF files byte for byte, sites apart.
 *
 * Everything in the file is compared: headers, sections, what lies between
 * them. What may differ is written down first, as spans of bytes:
 *
 *   - the tail of a site that a trap entry of STOCK names, where STOCK has the
 *     stock form and the same entry of OPT names the not-taken form of the
 *     very same site;
 *   - that entry, or the addend of its relocation, where it names the byte that
 *     traps, which is then exactly one higher than in STOCK;
 *   - what the user, or the defaults, say to ignore; it is named at the end.
 *
 * A span does not say what its bytes must be because decoding both sides has
 * already said so. All bytes outside of spans must be equal.
 */
#include "elfdiff.h"
#include "fields.h"
#include "memory.h"
#include "traps.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  LISTED_MAX = 20, /* differences that are listed for one pair of files */
  SHOWN_MAX = 8,   /* bytes that are shown of one difference */
};

/* Bytes of STOCK that may differ. */
struct span {
  uint64_t begin, end;         /* offsets in the file */
  const struct ignore *ignore; /* NULL where it is for a site */
};

struct elfdiff {
  struct object *stock, *opt;
  const struct ignores *ignores;
  struct diff_counts *counts;
  struct report *report;
  struct span *spans; /* in ascending order of begin */
  size_t span_count;
  uint64_t *ignored; /* bytes that differ, by rule */
  size_t listed;     /* differences listed */
  size_t unlisted;   /* differences beyond those */
  bool moved;        /* a section has another size: what follows has moved */
};

/* Where a difference is, and what it is called. */
struct difference {
  uint64_t at;                 /* offset in STOCK's file */
  uint64_t size;               /* bytes that it may take, from AT on */
  const struct record *record; /* NULL where it is not in a record */
  size_t record_offset;        /*   offset of AT in the record */
  char *place;                 /* allocated */
};

__attribute__((format(printf, 3, 4))) static void
found(struct elfdiff *diff, const char *place, const char *format, ...) {
  va_list args;
  char text[256];

  if (diff->listed == LISTED_MAX) {
    diff->unlisted++;
    return;
  }
  diff->listed++;
  va_start(args, format);
  vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  report_finding(diff->report, diff->opt->name, place, "%s", text);
}

/* Whether each byte has the same meaning in both files. */
static bool same_layout(const struct object *stock, const struct object *opt) {
  size_t i;

  if (stock->size != opt->size || stock->section_count != opt->section_count ||
      stock->header.e_shoff != opt->header.e_shoff)
    return false;
  for (i = 1; i < stock->section_count; i++)
    if (stock->sections[i].header.sh_offset !=
            opt->sections[i].header.sh_offset ||
        section_size(&stock->sections[i]) != section_size(&opt->sections[i]))
      return false;
  return true;
}

/* Offset, from FROM on, of the first byte that differs; SIZE where none does.
 */
static size_t next_difference(const unsigned char *stock,
                              const unsigned char *opt, size_t from,
                              size_t size) {
  enum { BLOCK = 4096 };

  while (size - from >= BLOCK && !memcmp(stock + from, opt + from, BLOCK))
    from += BLOCK;
  while (from < size && stock[from] == opt[from])
    from++;
  return from;
}

static void add_span(struct elfdiff *diff, uint64_t begin, uint64_t size,
                     const struct ignore *ignore) {
  diff->spans =
      make_room(diff->spans, diff->span_count, sizeof(diff->spans[0]));
  diff->spans[diff->span_count++] =
      (struct span){.begin = begin, .end = begin + size, .ignore = ignore};
}

static int compare_spans(const void *a, const void *b) {
  const struct span *left = a, *right = b;

  return (left->begin > right->begin) - (left->begin < right->begin);
}

/* Lets the addend of the relocation that fills in ENTRY differ. */
static void add_addend_span(struct elfdiff *diff, struct place entry,
                            const struct relocations *relocations) {
  const uint64_t offset = object_address(diff->stock, entry);
  const size_t i = relocations_find(relocations, offset);
  const struct section *table = &diff->stock->sections[entry.section];
  const struct section *section;

  if (i == relocations->count ||
      relocations_get(relocations, i).r_offset != offset)
    return;
  section = &diff->stock->sections[table->relocations];
  add_span(diff,
           section->header.sh_offset +
               relocations_index(relocations, i) * sizeof(Elf64_Rela) +
               offsetof(Elf64_Rela, r_addend),
           sizeof(int64_t), NULL);
}

/*
 * Takes one pair of entries. Where they do not name the same site, nothing is
 * noted, and their bytes and the code's are compared like any other.
 */
static void take_entry(struct elfdiff *diff, const struct trap *stock,
                       const struct trap *opt,
                       const struct relocations *relocations) {
  const struct section *sections = diff->stock->sections;
  struct kcfi_opt_site was, is;

  if (!trap_decode(diff->stock, stock, &was) ||
      !trap_decode(diff->opt, opt, &is) ||
      stock->place.section != opt->place.section || was.start != is.start ||
      was.tail != is.tail)
    return;
  if (was.form == is.form) {
    *(is.form == KCFI_OPT_FORM_STOCK ? &diff->counts->stock
                                     : &diff->counts->same) += 1;
    return;
  }
  if (was.form != KCFI_OPT_FORM_STOCK)
    return;
  diff->counts->not_taken++;
  add_span(diff, sections[stock->place.section].header.sh_offset + was.tail,
           KCFI_OPT_TAIL_SIZE, NULL);
  if (opt->place.offset != is.trap) {
    diff->counts->at_test++;
    return;
  }
  if (!diff->stock->relocatable)
    add_span(diff,
             sections[stock->entry.section].header.sh_offset +
                 stock->entry.offset,
             KCFI_OPT_ENTRY_SIZE, NULL);
  add_addend_span(diff, stock->entry, relocations);
}

/* Takes the entries of section TABLE, the same one in both files. */
static void take_table(struct elfdiff *diff, uint32_t table) {
  struct traps stock = {0}, opt = {0};
  struct relocations relocations;
  size_t i;

  if (traps_read(diff->stock, table, &stock, diff->report) &&
      traps_read(diff->opt, table, &opt, diff->report) &&
      relocations_open(diff->stock, table, &relocations, diff->report)) {
    if (stock.count == opt.count)
      for (i = 0; i < stock.count; i++)
        take_entry(diff, &stock.all[i], &opt.all[i], &relocations);
    relocations_close(&relocations);
  }
  traps_free(&stock);
  traps_free(&opt);
}

static void take_tables(struct elfdiff *diff) {
  size_t i;

  for (i = 1; i < diff->stock->section_count && i < diff->opt->section_count;
       i++)
    if (section_is_trap_table(&diff->stock->sections[i]) &&
        section_is_trap_table(&diff->opt->sections[i]))
      take_table(diff, (uint32_t)i);
}

/*
 * Without section headers there is no telling where the table is. But each byte
 * that differs can be asked whether it begins an entry: one that is higher by
 * one, and names the trap of a site that was taken before.
 */
static void take_loose_entries(struct elfdiff *diff,
                               const struct section *segment) {
  const unsigned char *opt = diff->opt->image + segment->header.sh_offset;
  const uint64_t size = section_size(segment);
  uint64_t i = 0;

  for (; (i = next_difference(segment->data, opt, i, size)) < size; i++) {
    struct trap trap = {.state = TRAP_RESOLVED};
    struct kcfi_opt_site site;

    if (size - i < KCFI_OPT_ENTRY_SIZE ||
        kcfi_opt_read32(opt + i) - kcfi_opt_read32(segment->data + i) != 1)
      continue;
    trap.place = object_place(
        diff->opt,
        kcfi_opt_trap_address(opt + i, segment->header.sh_addr + i, 0));
    if (!trap_decode(diff->opt, &trap, &site) ||
        site.form != KCFI_OPT_FORM_NOT_TAKEN || site.trap != trap.place.offset)
      continue;
    add_span(diff, segment->header.sh_offset + i, KCFI_OPT_ENTRY_SIZE, NULL);
    diff->counts->at_test -= diff->counts->at_test != 0;
  }
}

/* The same for sites: where the forms differ and all before them is equal. */
static void take_loose_sites(struct elfdiff *diff,
                             const struct section *segment) {
  const unsigned char *opt = diff->opt->image + segment->header.sh_offset;
  const uint64_t size = section_size(segment);
  struct kcfi_opt_site was, is;
  uint64_t i = 0;

  for (; (i = next_difference(segment->data, opt, i, size)) < size; i++) {
    if (!kcfi_opt_decode(segment->data, size, i + 2, &was) ||
        was.form != KCFI_OPT_FORM_STOCK ||
        !kcfi_opt_decode(opt, size, i + 3, &is) || was.start != is.start)
      continue;
    add_span(diff, segment->header.sh_offset + i, KCFI_OPT_TAIL_SIZE, NULL);
    diff->counts->not_taken++;
    diff->counts->at_test++;
    i += KCFI_OPT_TAIL_SIZE - 1;
  }
}

/* As take_tables, for files without section headers, whose layout is equal. */
static void take_segments(struct elfdiff *diff) {
  size_t i;

  for (i = 1; i < diff->stock->section_count; i++)
    if (section_is_code(&diff->stock->sections[i]))
      take_loose_sites(diff, &diff->stock->sections[i]);
  for (i = 1; i < diff->stock->section_count; i++)
    take_loose_entries(diff, &diff->stock->sections[i]);
}

/* Lets what the symbols that RULE names hold differ. */
static void ignore_symbols(struct elfdiff *diff, const struct ignore *rule) {
  struct symbol symbol;
  size_t i;

  for (i = 0; i < diff->stock->symbol_count; i++) {
    const struct section *section;

    if (!object_symbol(diff->stock, i, &symbol) || !symbol.place.section ||
        fnmatch(rule->glob, symbol.name, 0))
      continue;
    section = &diff->stock->sections[symbol.place.section];
    if (symbol.place.offset < section_size(section) &&
        symbol.size <= section_size(section) - symbol.place.offset)
      add_span(diff, section->header.sh_offset + symbol.place.offset,
               symbol.size, rule);
  }
}

static void take_ignores(struct elfdiff *diff) {
  size_t i, j;

  for (i = 0; i < diff->ignores->count; i++) {
    const struct ignore *rule = &diff->ignores->all[i];

    if (rule->what == IGNORE_SYMBOL) {
      ignore_symbols(diff, rule);
      continue;
    }
    for (j = 1; j < diff->stock->section_count; j++) {
      const struct section *section = &diff->stock->sections[j];

      if (section_size(section) && !fnmatch(rule->glob, section->name, 0))
        add_span(diff, section->header.sh_offset, section_size(section), rule);
    }
  }
}

/* Whether FIELD differs for no other reason than that a section before did. */
static bool only_moved(const struct elfdiff *diff, const struct field *field) {
  return diff->moved &&
         (!strcmp(field->name, "sh_offset") ||
          !strcmp(field->name, "sh_addr") || !strcmp(field->name, "e_shoff"));
}

/* Compares one header, field by field. */
static void compare_record(struct elfdiff *diff, const struct record *record,
                           const char *place, const unsigned char *stock,
                           const unsigned char *opt) {
  size_t at = 0;

  while (at < record->size) {
    const struct field *field = record_field(record, at);

    at = (size_t)field->offset + field->size;
    if (!memcmp(stock + field->offset, opt + field->offset, field->size))
      continue;
    if (only_moved(diff, field)) {
      diff->unlisted++;
      continue;
    }
    found(diff, place, "%s, expected 0x%" PRIx64 ", found 0x%" PRIx64,
          field->name, field_value(field, stock), field_value(field, opt));
  }
}

/* Where the header of section I lies in the image, or NULL. */
static const unsigned char *section_header_at(const struct object *object,
                                              size_t i) {
  const uint64_t offset = object->header.e_shoff;

  if (!object->has_sections || offset > object->size ||
      (object->size - offset) / sizeof(Elf64_Shdr) <= i)
    return NULL;
  return object->image + offset + i * sizeof(Elf64_Shdr);
}

static void compare_headers(struct elfdiff *diff) {
  const struct object *stock = diff->stock, *opt = diff->opt;
  size_t i;

  if (stock->section_count != opt->section_count)
    found(diff, "section headers", "count, expected %zu, found %zu",
          stock->section_count, opt->section_count);
  for (i = 0; i < stock->section_count && i < opt->section_count; i++) {
    const unsigned char *was = section_header_at(stock, i);
    const unsigned char *is = section_header_at(opt, i);
    char *place;

    if (!was || !is || !memcmp(was, is, sizeof(Elf64_Shdr)))
      continue;
    place =
        format_string("section header %zu (%s)", i, stock->sections[i].name);
    compare_record(diff, &record_section_header, place, was, is);
    free(place);
    diff->moved |=
        stock->sections[i].header.sh_size != opt->sections[i].header.sh_size;
  }
  compare_record(diff, &record_file_header, "file header", stock->image,
                 opt->image);
}

/* Where in an array of RECORDs at BASE the difference is. */
static void name_record(struct difference *difference, uint64_t base,
                        const struct record *record, const char *array) {
  const uint64_t offset = difference->at - base;
  const size_t in_record = offset % record->size;
  const struct field *field = record_field(record, in_record);

  difference->record = record;
  difference->record_offset = in_record;
  difference->size = field->offset + (uint64_t)field->size - in_record;
  difference->place =
      format_string("%s[%" PRIu64 "]", array, offset / record->size);
}

/* Names a difference in section INDEX. */
static void name_in_section(struct elfdiff *diff, uint32_t index,
                            struct difference *difference) {
  const struct section *section = &diff->stock->sections[index];
  const uint64_t base = section->header.sh_offset;
  const struct place place = {.section = index,
                              .offset = difference->at - base};
  const uint32_t type = section->header.sh_type;
  const struct record *record = type == SHT_SYMTAB || type == SHT_DYNSYM
                                    ? &record_symbol
                                : type == SHT_RELA ? &record_relocation
                                                   : NULL;

  if (record &&
      place.offset < section_size(section) / record->size * record->size) {
    name_record(difference, base, record, section->name);
    return;
  }
  difference->size = section_size(section) - place.offset;
  difference->place = object_place_name(diff->stock, place);
}

/* Names what lies at DIFFERENCE->at, in no section: a gap or a header. */
static void name_elsewhere(const struct object *stock,
                           struct difference *difference) {
  const uint64_t base = stock->header.e_phoff;
  const uint64_t in_file = base < stock->size ? stock->size - base : 0;
  uint64_t count = in_file / record_program_header.size;

  if (count > stock->header.e_phnum)
    count = stock->header.e_phnum;
  difference->size = 1;
  if (difference->at >= base &&
      difference->at - base < count * record_program_header.size)
    name_record(difference, base, &record_program_header, "program header");
  else
    difference->place = format_string("file offset 0x%" PRIx64, difference->at);
}

/* Names the difference at offset AT of STOCK's file. */
static struct difference name_difference(struct elfdiff *diff, uint64_t at) {
  struct difference difference = {.at = at};
  size_t i;

  for (i = 1; i < diff->stock->section_count; i++) {
    const struct section *section = &diff->stock->sections[i];

    if (section_size(section) && at >= section->header.sh_offset &&
        at - section->header.sh_offset < section_size(section)) {
      name_in_section(diff, (uint32_t)i, &difference);
      return difference;
    }
  }
  name_elsewhere(diff->stock, &difference);
  return difference;
}

/* Prints SIZE bytes into TEXT: "75 01 a8", "75 01 a8 ..." if there are more. */
static void print_bytes(char text[3 * SHOWN_MAX + 4],
                        const unsigned char *bytes, size_t size) {
  size_t i, length = 0;

  for (i = 0; i < size && i < SHOWN_MAX; i++)
    length += (size_t)sprintf(text + length, i ? " %02x" : "%02x", bytes[i]);
  if (size > SHOWN_MAX)
    strcpy(text + length, " ...");
}

/*
 * Reports the SIZE bytes that differ at offset AT of STOCK's file, or, in a
 * record, the field that they begin in. Returns how many bytes that covers.
 */
static size_t report_difference(struct elfdiff *diff, uint64_t at,
                                const unsigned char *stock,
                                const unsigned char *opt, size_t size) {
  struct difference difference;
  char was[3 * SHOWN_MAX + 4], is[3 * SHOWN_MAX + 4];

  if (diff->listed == LISTED_MAX) {
    diff->unlisted++;
    return size;
  }
  difference = name_difference(diff, at);
  if (size > difference.size)
    size = difference.size;
  if (difference.record) {
    const struct field *field =
        record_field(difference.record, difference.record_offset);

    found(diff, difference.place,
          "%s, expected 0x%" PRIx64 ", found 0x%" PRIx64, field->name,
          field_value(field, stock - difference.record_offset),
          field_value(field, opt - difference.record_offset));
    size = difference.size;
  } else {
    print_bytes(was, stock, size);
    print_bytes(is, opt, size);
    found(diff, difference.place, "bytes differ, expected %s, found %s", was,
          is);
  }
  free(difference.place);
  return size;
}

/*
 * Compares SIZE bytes, which begin at offset AT of STOCK's file, apart from the
 * spans that may differ.
 */
static void compare_bytes(struct elfdiff *diff, uint64_t at,
                          const unsigned char *stock, const unsigned char *opt,
                          size_t size) {
  const struct span *span = diff->spans, *last = span + diff->span_count;
  size_t i = 0, end;

  while ((i = next_difference(stock, opt, i, size)) < size) {
    while (span < last && span->end <= at + i)
      span++;
    if (span < last && span->begin <= at + i) {
      if (span->ignore)
        diff->ignored[span->ignore - diff->ignores->all]++;
      i++;
      continue;
    }
    for (end = i + 1; end < size && stock[end] != opt[end] &&
                      (span == last || span->begin > at + end);)
      end++;
    i += report_difference(diff, at + i, stock + i, opt + i, end - i);
  }
}

static void compare_contents(struct elfdiff *diff) {
  const struct object *stock = diff->stock, *opt = diff->opt;
  size_t i;

  if (same_layout(stock, opt)) {
    compare_bytes(diff, 0, stock->image, opt->image, stock->size);
    return;
  }
  /* Headers have said what differs; say also where contents do. */
  for (i = 1; i < stock->section_count && i < opt->section_count; i++) {
    const struct section *was = &stock->sections[i], *is = &opt->sections[i];

    if (section_size(was) == section_size(is) && section_size(was))
      compare_bytes(diff, was->header.sh_offset, was->data, is->data,
                    section_size(was));
  }
  if (stock->size != opt->size)
    found(diff, "file", "size, expected %zu, found %zu", stock->size,
          opt->size);
}

/* Headers are compared by field; compare_contents need not do so again. */
static void take_headers(struct elfdiff *diff) {
  const struct object *stock = diff->stock;

  add_span(diff, 0, sizeof(Elf64_Ehdr), NULL);
  if (stock->has_sections)
    add_span(diff, stock->header.e_shoff,
             stock->section_count * sizeof(Elf64_Shdr), NULL);
}

static void say_ignored(struct elfdiff *diff) {
  size_t i;

  for (i = 0; i < diff->ignores->count; i++) {
    const struct ignore *rule = &diff->ignores->all[i];

    if (!diff->ignored[i])
      continue;
    report_text(diff->report->out, diff->opt->name);
    fprintf(diff->report->out,
            ": ignored: %" PRIu64 " byte%s that differ%s in ", diff->ignored[i],
            plural(diff->ignored[i]), diff->ignored[i] == 1 ? "s" : "");
    fputs(rule->what == IGNORE_SECTION ? "section " : "symbol ",
          diff->report->out);
    report_text(diff->report->out, rule->glob);
    fputc('\n', diff->report->out);
  }
}

void elfdiff(struct object *stock, struct object *opt,
             const struct ignores *ignores, struct diff_counts *counts,
             struct report *report) {
  struct elfdiff diff = {
      .stock = stock,
      .opt = opt,
      .ignores = ignores,
      .counts = counts,
      .report = report,
      .ignored = allocate(ignores->count * sizeof(diff.ignored[0])),
  };

  counts->files++;
  take_headers(&diff);
  if (stock->has_sections)
    take_tables(&diff);
  else if (same_layout(stock, opt))
    take_segments(&diff);
  take_ignores(&diff);
  sort(diff.spans, diff.span_count, sizeof(diff.spans[0]), compare_spans);
  compare_headers(&diff);
  compare_contents(&diff);
  if (diff.unlisted) {
    report_finding(report, opt->name, "file", "%zu more difference%s",
                   diff.unlisted, plural(diff.unlisted));
    report->findings += diff.unlisted - 1;
  }
  say_ignored(&diff);
  free(diff.spans);
  free(diff.ignored);
}
