/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sites.h - lists the checks in a file, or counts them.
 */
#ifndef KCFI_AUDIT_SITES_H
#define KCFI_AUDIT_SITES_H

#include "input.h"
#include "report.h"

#include <stdint.h>

/* Something that checks are counted by, and how many there are. */
struct named_count {
  char *name; /* allocated */
  size_t count;
};

/* What is counted for the summary, over all files. */
struct tally {
  size_t sites;
  size_t not_taken;
  size_t targets[16]; /* by register */
  uint32_t *hashes;   /* one for each check */
  struct named_count *sections;
  size_t section_count;
};

/* How to list the checks. */
struct sites_options {
  bool json;
  struct tally *tally; /* not NULL: count instead */
};

/* Lists the checks in the file at PATH. */
void sites_file(const char *path, const struct sites_options *options,
                struct report *report);

/* As sites_file, for the file in IMAGE. */
void sites_image(const char *path, const unsigned char *image, size_t size,
                 const struct sites_options *options, struct report *report);

/* Prints what was counted, and ends TALLY. */
void tally_print(struct tally *tally, struct report *report);

#endif
