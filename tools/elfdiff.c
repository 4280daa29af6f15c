/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * elfdiff.c - compares two ELF files byte for byte, sites apart.
 *
 * Everything in the file is compared: headers, by their fields, to name the one
 * that differs; then all bytes, those that belong to no section included. What
 * may differ has been written down before, in spans.
 */
#include "elfdiff.h"
#include "fields.h"
#include "memory.h"
#include "spans.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  LISTED_MAX = 20, /* differences that are listed for one pair of files */
  SHOWN_MAX = 8,   /* bytes that are shown of one difference */
};

struct elfdiff {
  struct object *stock, *opt;
  const struct ignores *ignores;
  struct diff_counts *counts;
  struct report *report;
  struct spans spans;
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
  char *text;

  if (diff->listed == LISTED_MAX) {
    diff->unlisted++;
    return;
  }
  diff->listed++;
  va_start(args, format);
  text = format_args(format, args);
  va_end(args);
  report_finding(diff->report, diff->opt->name, place, "%s", text);
  free(text);
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

/* Adds the name of the symbol at INDEX to that of its place in the table. */
static void add_symbol_name(const struct object *stock, uint64_t index,
                            struct difference *difference) {
  char *place = difference->place;
  struct symbol symbol;

  if (!object_symbol(stock, index, &symbol) || !symbol.name[0])
    return;
  difference->place = format_string("%s (%s)", place, symbol.name);
  free(place);
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
    if (index == diff->stock->symbol_table)
      add_symbol_name(diff->stock, place.offset / record->size, difference);
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

/* The first section that holds the byte at offset AT of the file, or 0. */
static uint32_t section_of(const struct object *object, uint64_t at) {
  uint32_t i;

  for (i = 1; i < object->section_count; i++) {
    const struct section *section = &object->sections[i];

    if (section_size(section) && at >= section->header.sh_offset &&
        at - section->header.sh_offset < section_size(section))
      return i;
  }
  return 0;
}

/*
 * Names the difference at offset AT of STOCK's file. INDEX: the section that is
 * compared, of which it must be a part; 0 where that is the whole file.
 */
static struct difference name_difference(struct elfdiff *diff, uint32_t index,
                                         uint64_t at) {
  struct difference difference = {.at = at};

  if (!index)
    index = section_of(diff->stock, at);
  if (index)
    name_in_section(diff, index, &difference);
  else
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

/* What is compared: a section, or the whole file, and where it begins. */
struct region {
  uint32_t section; /* 0 for the whole file */
  uint64_t at;      /* offset in STOCK's file */
  const unsigned char *stock, *opt;
  size_t size; /* bytes of both */
};

/*
 * Reports the SIZE bytes that differ at OFFSET of the region, or, in a record,
 * the field that they begin in. Returns how many bytes that covers.
 */
static size_t report_difference(struct elfdiff *diff,
                                const struct region *region, size_t offset,
                                size_t size) {
  const unsigned char *stock = region->stock + offset;
  const unsigned char *opt = region->opt + offset;
  struct difference difference;
  char was[3 * SHOWN_MAX + 4], is[3 * SHOWN_MAX + 4];

  if (diff->listed == LISTED_MAX) {
    diff->unlisted++;
    return size;
  }
  difference = name_difference(diff, region->section, region->at + offset);
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
    /* Where the section ends in between, equal bytes may be left at its end. */
    while (stock[size - 1] == opt[size - 1])
      size--;
    print_bytes(was, stock, size);
    print_bytes(is, opt, size);
    found(diff, difference.place, "bytes differ, expected %s, found %s", was,
          is);
  }
  free(difference.place);
  return size;
}

/*
 * How many bytes from the one that differs at OFFSET on are shown as one
 * difference: with a byte or two that are equal between others, such as in the
 * tail of a site. It ends before LIMIT, an offset in STOCK's file.
 */
static size_t difference_size(const struct region *region, size_t offset,
                              uint64_t limit) {
  enum { EQUAL_MAX = 2 };
  size_t i, size = 1;

  for (i = 1; i - size <= EQUAL_MAX && i < region->size - offset &&
              region->at + offset + i < limit;
       i++)
    if (region->stock[offset + i] != region->opt[offset + i])
      size = i + 1;
  return size;
}

/* Compares the bytes of a region, apart from the spans that may differ. */
static void compare_bytes(struct elfdiff *diff, const struct region *region) {
  const struct span *span = diff->spans.all, *last = span + diff->spans.count;
  const unsigned char *stock = region->stock, *opt = region->opt;
  size_t i = 0, end;

  while ((i = next_difference(stock, opt, i, region->size)) < region->size) {
    while (span < last && span->end <= region->at + i)
      span++;
    if (span < last && span->begin <= region->at + i) {
      if (span->ignore)
        diff->ignored[span->ignore - diff->ignores->all]++;
      i++;
      continue;
    }
    end =
        i + difference_size(region, i, span < last ? span->begin : UINT64_MAX);
    i += report_difference(diff, region, i, end - i);
  }
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

static void compare_contents(struct elfdiff *diff) {
  const struct object *stock = diff->stock, *opt = diff->opt;
  uint32_t i;

  if (same_layout(stock, opt)) {
    compare_bytes(
        diff, &(struct region){0, 0, stock->image, opt->image, stock->size});
    return;
  }
  /* Headers have said what differs; say also where contents do. */
  for (i = 1; i < stock->section_count && i < opt->section_count; i++) {
    const struct section *was = &stock->sections[i], *is = &opt->sections[i];

    if (section_size(was) == section_size(is) && section_size(was))
      compare_bytes(diff, &(struct region){i, was->header.sh_offset, was->data,
                                           is->data, section_size(was)});
  }
  if (stock->size != opt->size)
    found(diff, "file", "size, expected %zu, found %zu", stock->size,
          opt->size);
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
  spans_find(&diff.spans, stock, opt, same_layout(stock, opt), ignores, counts,
             report);
  compare_headers(&diff);
  compare_contents(&diff);
  if (diff.unlisted) {
    report_finding(report, opt->name, "file", "%zu more difference%s",
                   diff.unlisted, plural(diff.unlisted));
    report->findings += diff.unlisted - 1;
  }
  say_ignored(&diff);
  spans_free(&diff.spans);
  free(diff.ignored);
}
