/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sites.c - lists the checks in a file: as a table, as JSON, or counted.
 */
#include "sites.h"
#include "code.h"
#include "memory.h"
#include "thunks.h"
#include "traps.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { HASHES_SHOWN = 10 };

/* What names a check in the trap table. */
enum entry { ENTRY_NONE, ENTRY_TRAP, ENTRY_TEST };

static const char *const entry_names[] = {"none", "trap", "test"};
static const char *const form_names[] = {
    [KCFI_OPT_FORM_STOCK] = "stock",
    [KCFI_OPT_FORM_NOT_TAKEN] = "not-taken",
};

/* A file under way; what is below the line is about one object in it. */
struct listing {
  const struct sites_options *options;
  FILE *out;
  /* --- */
  struct object *object;
  struct code code;
  unsigned char *entries; /* enum entry, by site */
};

/* Notes which checks trap entries name. */
static void read_entries(struct listing *listing, struct report *report) {
  struct traps traps = {0};
  size_t i;

  traps_read_all(listing->object, &traps, report);
  listing->entries = allocate(listing->code.site_count);
  for (i = 0; i < traps.count; i++) {
    const struct place *place = &traps.all[i].place;
    struct kcfi_opt_site parts;
    size_t site;

    if (!trap_decode(listing->object, &traps.all[i], &parts))
      continue;
    site = code_find_site(&listing->code,
                          (struct place){place->section, parts.trap});
    if (site != NONE)
      listing->entries[site] =
          parts.trap == place->offset ? ENTRY_TRAP : ENTRY_TEST;
  }
  traps_free(&traps);
}

/* What the check guards, and how that gets to its target. */
static void describe_branch(const struct listing *listing,
                            const struct site *site, const char **what,
                            const char **via) {
  static const char *const vias[] = {
      [VIA_REGISTER] = "register",
      [VIA_MEMORY] = "memory",
      [VIA_THUNK] = "thunk",
      [VIA_GOT] = "got",
  };

  *what = *via = "none";
  if (site->branch != NONE) {
    const struct branch *branch = &listing->code.branches[site->branch];

    *what = branch->jump ? "jump" : "call";
    *via = vias[branch->via];
  }
}

static void print_heading(const struct listing *listing) {
  report_text(listing->out, listing->object->name);
  fprintf(listing->out, ":\n%-16s  %-16s  %-5s  %-9s  %-6s  %-8s  %-13s  %s\n",
          "address", "trap", "entry", "form", "target", "hash", "branch",
          "section, symbol");
}

static void print_row(const struct listing *listing, const struct site *site,
                      enum entry entry) {
  const struct object *object = listing->object;
  char *name = object_place_name(listing->object, site->place);
  const char *what, *via;

  describe_branch(listing, site, &what, &via);
  fprintf(listing->out,
          "%016" PRIx64 "  %016" PRIx64 "  %-5s  %-9s  %-6s  %08" PRIx32
          "  %-4s %-8s  ",
          object_address(object, site->place),
          object_address(object, site_trap(site)), entry_names[entry],
          form_names[site->parts.form], register_name(site->parts.target),
          site->parts.hash, what, via);
  report_text(listing->out, object->sections[site->place.section].name);
  fputc(' ', listing->out);
  report_text(listing->out, name);
  fputc('\n', listing->out);
  free(name);
}

static void print_json(const struct listing *listing, const struct site *site,
                       enum entry entry) {
  const struct object *object = listing->object;
  FILE *out = listing->out;
  const char *what, *via;
  struct symbol symbol;

  describe_branch(listing, site, &what, &via);
  fputs("{\"file\":", out);
  report_json_string(out, object->name);
  fprintf(out, ",\"address\":%" PRIu64 ",\"symbol\":",
          object_address(object, site->place));
  if (object_symbol_at(listing->object, site->place, &symbol)) {
    report_json_string(out, symbol.name);
    fprintf(out, ",\"offset\":%" PRIu64,
            site->place.offset - symbol.place.offset);
  } else {
    fprintf(out, "null,\"offset\":%" PRIu64, site->place.offset);
  }
  fputs(",\"section\":", out);
  report_json_string(out, object->sections[site->place.section].name);
  fprintf(out,
          ",\"form\":\"%s\",\"target\":\"%s\",\"hash\":%" PRIu32
          ",\"prefix\":%" PRIu32 ",\"branch\":\"%s\",\"via\":\"%s\","
          "\"trap\":%" PRIu64 ",\"entry\":\"%s\"}\n",
          form_names[site->parts.form], register_name(site->parts.target),
          site->parts.hash, site->parts.prefix, what, via,
          object_address(object, site_trap(site)), entry_names[entry]);
}

/* Counts SITE_COUNT checks that are in the section called NAME. */
static void tally_section(struct tally *tally, const char *name,
                          size_t site_count) {
  tally->sections = make_room(tally->sections, tally->section_count,
                              sizeof(tally->sections[0]));
  tally->sections[tally->section_count++] =
      (struct named_count){format_string("%s", name), site_count};
}

static void tally_site(struct tally *tally, const struct site *site) {
  tally->hashes =
      make_room(tally->hashes, tally->sites, sizeof(tally->hashes[0]));
  tally->hashes[tally->sites++] = site->parts.hash;
  tally->not_taken += site->parts.form == KCFI_OPT_FORM_NOT_TAKEN;
  tally->targets[site->parts.target]++;
}

/* Counts the object's checks; those of one section follow each other. */
static void tally_object(struct tally *tally, const struct object *object,
                         const struct code *code) {
  size_t i, first = 0;

  for (i = 0; i < code->site_count; i++) {
    const uint32_t section = code->sites[i].place.section;

    tally_site(tally, &code->sites[i]);
    if (i + 1 < code->site_count && code->sites[i + 1].place.section == section)
      continue;
    tally_section(tally, object->sections[section].name, i + 1 - first);
    first = i + 1;
  }
}

static void list_object(const struct listing *listing) {
  const struct code *code = &listing->code;
  size_t i;

  if (listing->options->tally) {
    tally_object(listing->options->tally, listing->object, code);
    return;
  }
  if (code->site_count && !listing->options->json)
    print_heading(listing);
  for (i = 0; i < code->site_count; i++)
    (listing->options->json ? print_json : print_row)(listing, &code->sites[i],
                                                      listing->entries[i]);
}

static void look(const char *name, const unsigned char *image, size_t size,
                 void *data, struct report *report) {
  struct listing listing = {.options = data, .out = report->out};
  struct object object;

  if (!object_open(&object, name, image, size, report))
    return;
  listing.object = &object;
  /* What cannot be looked at has been said; list the rest. */
  code_read(&object, &listing.code, report);
  read_entries(&listing, report);
  list_object(&listing);
  free(listing.entries);
  code_free(&listing.code);
  object_close(&object);
}

void sites_image(const char *path, const unsigned char *image, size_t size,
                 const struct sites_options *options, struct report *report) {
  input_each(path, image, size, look, (void *)options, report);
}

void sites_file(const char *path, const struct sites_options *options,
                struct report *report) {
  struct input input;

  if (!input_open(path, &input, report))
    return;
  sites_image(path, input.data, input.size, options, report);
  input_close(&input);
}

static int compare_hashes(const void *a, const void *b) {
  const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;

  return (left > right) - (left < right);
}

static int compare_names(const void *a, const void *b) {
  return strcmp(((const struct named_count *)a)->name,
                ((const struct named_count *)b)->name);
}

/* Most first, and in the order of names where there are as many. */
static int compare_counts(const void *a, const void *b) {
  const struct named_count *left = a, *right = b;

  if (left->count != right->count)
    return left->count < right->count ? 1 : -1;
  return compare_names(a, b);
}

/* Makes one of all that have the same name, and sorts them, most first. */
static size_t merge(struct named_count *all, size_t count) {
  size_t i, merged = 0;

  sort(all, count, sizeof(all[0]), compare_names);
  for (i = 0; i < count; i++) {
    if (merged && !compare_names(&all[merged - 1], &all[i])) {
      all[merged - 1].count += all[i].count;
      free(all[i].name);
    } else {
      all[merged++] = all[i];
    }
  }
  sort(all, merged, sizeof(all[0]), compare_counts);
  return merged;
}

/* Prints lines "KIND NAME COUNT", LIMIT at most, and ends ALL. */
static void print_counts(FILE *out, const char *kind, struct named_count *all,
                         size_t count, size_t limit) {
  size_t i;

  count = merge(all, count);
  for (i = 0; i < count; i++) {
    if (i < limit) {
      fprintf(out, "%-8s %8zu  ", kind, all[i].count);
      report_text(out, all[i].name);
      fputc('\n', out);
    }
    free(all[i].name);
  }
  if (count > limit)
    fprintf(out, "%-8s %8zu  others\n", kind, count - limit);
  free(all);
}

static void print_targets(FILE *out, const struct tally *tally) {
  struct named_count *all = allocate(16 * sizeof(all[0]));
  size_t i, count = 0;

  for (i = 0; i < 16; i++)
    if (tally->targets[i])
      all[count++] = (struct named_count){
          format_string("%s", register_name((unsigned)i)), tally->targets[i]};
  print_counts(out, "target", all, count, 16);
}

static void print_hashes(FILE *out, const struct tally *tally) {
  struct named_count *all = NULL;
  size_t i, first = 0, count = 0;

  sort(tally->hashes, tally->sites, sizeof(tally->hashes[0]), compare_hashes);
  for (i = 0; i < tally->sites; i++) {
    if (i + 1 < tally->sites && tally->hashes[i + 1] == tally->hashes[i])
      continue;
    all = make_room(all, count, sizeof(all[0]));
    all[count++] = (struct named_count){
        format_string("%08" PRIx32, tally->hashes[i]), i + 1 - first};
    first = i + 1;
  }
  print_counts(out, "hash", all, count, HASHES_SHOWN);
}

void tally_print(struct tally *tally, struct report *report) {
  FILE *out = report->out;

  fprintf(out, "%-8s %8zu\n", "sites", tally->sites);
  fprintf(out, "%-8s %8zu  not-taken\n", "form", tally->not_taken);
  fprintf(out, "%-8s %8zu  stock\n", "form", tally->sites - tally->not_taken);
  print_counts(out, "section", tally->sections, tally->section_count, SIZE_MAX);
  print_targets(out, tally);
  print_hashes(out, tally);
  free(tally->hashes);
  *tally = (struct tally){0};
}
