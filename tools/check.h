/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * check.h - whether checks and trap entries belong together, and guard.
 */
#ifndef KCFI_AUDIT_CHECK_H
#define KCFI_AUDIT_CHECK_H

#include "input.h"
#include "report.h"

#include <stdbool.h>
#include <stddef.h>

struct check_options {
  bool require_checked;   /* indirect branches without a check are findings */
  bool require_not_taken; /* and so are checks in the stock form */
  const char **allow;     /* but not in symbols that one of these globs names */
  size_t allow_count;
};

/* Checks what is in the file at PATH, and sums up. */
void check_file(const char *path, const struct check_options *options,
                struct report *report);

/* As check_file, for the file in IMAGE. */
void check_image(const char *path, const unsigned char *image, size_t size,
                 const struct check_options *options, struct report *report);

#endif
