/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * spans.h - the bytes in which an optimised file may differ from the stock one.
 */
#ifndef KCFI_AUDIT_SPANS_H
#define KCFI_AUDIT_SPANS_H

#include "diff.h"
#include "object.h"

/* Bytes of STOCK that may differ. */
struct span {
  uint64_t begin, end;         /* offsets in the file */
  const struct ignore *ignore; /* NULL where it is for a site */
};

struct spans {
  struct span *all; /* in ascending order of begin */
  size_t count;
};

/*
 * Finds the bytes of STOCK that may differ in OPT, and counts their sites in
 * COUNTS. SAME_LAYOUT: each byte has the same meaning in both. What cannot be
 * read is said in REPORT.
 */
void spans_find(struct spans *spans, struct object *stock, struct object *opt,
                bool same_layout, const struct ignores *ignores,
                struct diff_counts *counts, struct report *report);
void spans_free(struct spans *spans);

/* Offset, from FROM on, of the first byte that differs; SIZE for none. */
size_t next_difference(const unsigned char *stock, const unsigned char *opt,
                       size_t from, size_t size);

#endif
