/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * diff.h - whether an optimised build is the stock build but for its sites.
 */
#ifndef KCFI_AUDIT_DIFF_H
#define KCFI_AUDIT_DIFF_H

#include "input.h"
#include "report.h"

#include <stddef.h>

/* What may differ besides sites, and is named in the output where it does. */
struct ignore {
  enum { IGNORE_SECTION, IGNORE_SYMBOL, IGNORE_FILE } what;
  const char *glob;
};

struct ignores {
  struct ignore *all;
  size_t count;
};

/* The ones that are on from the start: a kernel's build stamps. */
void ignores_default(struct ignores *ignores);

/* Adds "section:GLOB", "symbol:GLOB" or "file:GLOB", which is about paths in
   directories; "none" empties. False on any other. */
bool ignores_add(struct ignores *ignores, const char *text);

/* What was compared so far. */
struct diff_counts {
  size_t files;     /* pairs of ELF files, those in archives included */
  size_t bitcode;   /* files passed over, as they are LLVM's bitcode */
  size_t foreign;   /* pairs of ELF files for other machines: equal or not */
  size_t not_taken; /* sites that are stock in STOCK, not-taken in OPT */
  size_t at_test;   /*   those of them whose entry names the testb */
  size_t stock;     /* sites that are stock in both */
  size_t same;      /* sites that are not-taken in both */
};

/* How to compare, and what came of it. One for each thread. */
struct diff {
  const struct ignores *ignores;
  bool in_tree; /* pass over bitcode; and thin archives' members: each is a file
                   of the trees, compared as such; take in other machines */
  unsigned depth; /* archives that one is in */
  struct diff_counts counts;
  struct report *report;
};

/* One of two files: its bytes, and what it is called and found by. */
struct side {
  const char *path;
  const unsigned char *data;
  size_t size;
};

/* Compares two ELF files or two archives of them, as findings about OPT. */
void diff_images(struct diff *diff, const struct side *stock,
                 const struct side *opt);

/* Compares the files or the directories at two paths, and sums up. */
void diff_paths(const char *stock, const char *opt,
                const struct ignores *ignores, struct report *report);

/* Whether two files, of whatever kind, have the same bytes. */
bool sides_equal(const struct side *stock, const struct side *opt);

/* As diff_images, for the files at two paths. */
void diff_files(struct diff *diff, const char *stock, const char *opt);

/* Compares what is in two directories, pair by pair; tree.c. */
void diff_trees(struct diff *diff, const char *stock, const char *opt);

#endif
