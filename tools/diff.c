/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * diff.c - pairs what is to be compared: files, and the members of archives.
 */
#include "diff.h"
#include "archive.h"
#include "elfdiff.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/*
 * What a kernel's build stamps lie in: the banner and the version that uname
 * prints have the date, the notes have the build id, which hashes all else.
 */
static const char *const default_ignores[] = {
    "section:.notes",
    "section:.note.gnu.build-id",
    "symbol:linux_banner",
    "symbol:init_uts_ns",
};

void ignores_default(struct ignores *ignores) {
  size_t i;

  for (i = 0; i < sizeof(default_ignores) / sizeof(default_ignores[0]); i++)
    ignores_add(ignores, default_ignores[i]);
}

bool ignores_add(struct ignores *ignores, const char *text) {
  struct ignore ignore;

  if (!strcmp(text, "none")) {
    free(ignores->all);
    *ignores = (struct ignores){0};
    return true;
  }
  if (!strncmp(text, "section:", 8) && text[8])
    ignore = (struct ignore){IGNORE_SECTION, text + 8};
  else if (!strncmp(text, "symbol:", 7) && text[7])
    ignore = (struct ignore){IGNORE_SYMBOL, text + 7};
  else if (!strncmp(text, "file:", 5) && text[5])
    ignore = (struct ignore){IGNORE_FILE, text + 5};
  else
    return false;
  ignores->all =
      make_room(ignores->all, ignores->count, sizeof(ignores->all[0]));
  ignores->all[ignores->count++] = ignore;
  return true;
}

static const char *const kind_names[] = {
    [INPUT_ELF] = "an ELF file",
    [INPUT_ARCHIVE] = "an archive",
    [INPUT_BITCODE] = "LLVM bitcode",
    [INPUT_OTHER] = "something else",
};

static void diff_objects(struct diff *diff, const struct side *stock,
                         const struct side *opt) {
  struct object was, is;

  if (!object_open(&was, stock->path, stock->data, stock->size, diff->report))
    return;
  if (object_open(&is, opt->path, opt->data, opt->size, diff->report)) {
    elfdiff(&was, &is, diff->ignores, &diff->counts, diff->report);
    object_close(&is);
  }
  object_close(&was);
}

bool sides_equal(const struct side *stock, const struct side *opt) {
  return stock->size == opt->size &&
         (!stock->size || !memcmp(stock->data, opt->data, stock->size));
}

/* Files of kinds that have no checks: equal or not. */
static void diff_bytes(struct diff *diff, const struct side *stock,
                       const struct side *opt) {
  if (stock->size != opt->size)
    report_finding(diff->report, opt->path, "file",
                   "size, expected %zu, found %zu", stock->size, opt->size);
  else if (!sides_equal(stock, opt))
    report_finding(diff->report, opt->path, "file",
                   "contents, expected those of %s, found others", stock->path);
}

/* Two members of the same name, whose bytes are at hand. */
static void diff_members(struct diff *diff, const char *stock_path,
                         const char *opt_path, struct member *stock,
                         struct member *opt) {
  const enum input_kind kind = input_kind(stock->data, stock->size);
  char *stock_label = member_label(stock_path, stock);
  char *opt_label = member_label(opt_path, opt);
  struct side was = {stock_label, stock->data, stock->size};
  struct side is = {opt_label, opt->data, opt->size};

  if (kind == INPUT_ARCHIVE && stock->path && opt->path) {
    /* Its members are found from where it is itself. */
    was.path = stock->path;
    is.path = opt->path;
    diff_images(diff, &was, &is);
  } else if (kind == INPUT_ELF || kind == INPUT_BITCODE) {
    diff_images(diff, &was, &is);
  } else {
    diff_bytes(diff, &was, &is);
  }
  free(stock_label);
  free(opt_label);
}

/* Loads a pair of thin archives' members, and compares it. */
static void diff_thin_members(struct diff *diff, const char *stock_path,
                              const char *opt_path, struct member *stock,
                              struct member *opt) {
  if (!diff->in_tree && member_load(stock_path, stock, diff->report) &&
      member_load(opt_path, opt, diff->report))
    diff_members(diff, stock_path, opt_path, stock, opt);
}

/* Ends one step of a walk over two archives; false where both are over. */
static bool diff_step(struct diff *diff, const struct side *stock,
                      const struct side *opt, struct archive *was,
                      struct archive *is) {
  struct member stock_member = {0}, opt_member = {0};
  const enum archive_step stock_step = archive_next(was, &stock_member);
  const enum archive_step opt_step = archive_next(is, &opt_member);
  const char *stock_name = stock_member.name ? stock_member.name : "none";
  const char *opt_name = opt_member.name ? opt_member.name : "none";
  bool go_on = false;

  if (stock_step == ARCHIVE_BROKEN)
    report_error(diff->report, stock->path, BROKEN_ARCHIVE);
  else if (opt_step == ARCHIVE_BROKEN)
    report_error(diff->report, opt->path, BROKEN_ARCHIVE);
  else if (stock_step != opt_step || strcmp(stock_name, opt_name))
    report_finding(diff->report, opt->path, "archive",
                   "next member, expected %s, found %s", stock_name, opt_name);
  else if (stock_step == ARCHIVE_MEMBER) {
    (was->thin ? diff_thin_members : diff_members)(diff, stock->path, opt->path,
                                                   &stock_member, &opt_member);
    go_on = true;
  }
  member_end(&stock_member);
  member_end(&opt_member);
  return go_on;
}

static void diff_archives(struct diff *diff, const struct side *stock,
                          const struct side *opt) {
  struct archive was, is;

  if (diff->depth > ARCHIVE_DEPTH_MAX) {
    report_error(diff->report, opt->path, DEEP_ARCHIVE);
    return;
  }
  archive_begin(&was, stock->data, stock->size);
  archive_begin(&is, opt->data, opt->size);
  if (was.thin != is.thin) {
    report_finding(diff->report, opt->path, "archive",
                   "kind, expected %s, found %s", was.thin ? "thin" : "regular",
                   is.thin ? "thin" : "regular");
    return;
  }
  diff->depth++;
  while (diff_step(diff, stock, opt, &was, &is))
    ;
  diff->depth--;
}

void diff_images(struct diff *diff, const struct side *stock,
                 const struct side *opt) {
  const enum input_kind was = input_kind(stock->data, stock->size);
  const enum input_kind is = input_kind(opt->data, opt->size);

  if (was != is)
    report_finding(diff->report, opt->path, "file",
                   "kind, expected %s, found %s", kind_names[was],
                   kind_names[is]);
  else if (was == INPUT_ELF && diff->in_tree &&
           !object_is_x86_64(stock->data, stock->size)) {
    diff->counts.foreign++;
    diff_bytes(diff, stock, opt);
  } else if (was == INPUT_ELF)
    diff_objects(diff, stock, opt);
  else if (was == INPUT_ARCHIVE)
    diff_archives(diff, stock, opt);
  else if (was == INPUT_BITCODE && diff->in_tree)
    diff->counts.bitcode++;
  else
    input_refuse(opt->path, was, diff->report);
}

void diff_files(struct diff *diff, const char *stock, const char *opt) {
  struct input was, is;

  if (!input_open(stock, &was, diff->report))
    return;
  if (input_open(opt, &is, diff->report)) {
    diff_images(diff, &(struct side){stock, was.data, was.size},
                &(struct side){opt, is.data, is.size});
    input_close(&is);
  }
  input_close(&was);
}

/* The last line: what came of it. */
static void sum_up(const struct diff *diff, const char *name) {
  const struct diff_counts *counts = &diff->counts;
  const size_t sites = counts->not_taken + counts->stock + counts->same;
  const size_t findings = diff->report->findings;
  FILE *out = diff->report->out;

  report_text(out, name);
  fputs(": ", out);
  if (diff->in_tree || counts->files != 1)
    fprintf(out, "%zu ELF file%s, ", counts->files, plural(counts->files));
  fprintf(out, "%zu site%s: %zu not-taken", sites, plural(sites),
          counts->not_taken);
  if (counts->at_test)
    fprintf(out, " (%zu with the entry in stock's place)", counts->at_test);
  fprintf(out, ", %zu kept stock", counts->stock);
  if (counts->same)
    fprintf(out, ", %zu not-taken in both", counts->same);
  if (counts->bitcode)
    fprintf(out, "; %zu file%s of LLVM bitcode passed over", counts->bitcode,
            plural(counts->bitcode));
  if (counts->foreign)
    fprintf(out, "; %zu ELF file%s for other machines", counts->foreign,
            plural(counts->foreign));
  if (findings)
    fprintf(out, "; %zu difference%s", findings, plural(findings));
  if (diff->report->verdict == VERDICT_COULD_NOT_TELL)
    fputs("; not all could be compared", out);
  fputs(diff->report->verdict == VERDICT_HOLDS ? "; all else is equal\n" : "\n",
        out);
}

static bool is_directory(const char *path) {
  struct stat status;

  return !stat(path, &status) && S_ISDIR(status.st_mode);
}

void diff_paths(const char *stock, const char *opt,
                const struct ignores *ignores, struct report *report) {
  struct diff diff = {.ignores = ignores, .report = report};

  diff.in_tree = is_directory(stock) && is_directory(opt);
  if (diff.in_tree)
    diff_trees(&diff, stock, opt);
  else
    diff_files(&diff, stock, opt);
  /* Where all there is to say is what went wrong, that has been said. */
  if (diff.counts.files || report->verdict != VERDICT_COULD_NOT_TELL)
    sum_up(&diff, opt);
}
