/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* check.h - whether a decoded site is the one that was encoded. */
#ifndef CHECK_H
#define CHECK_H

#include "encode.h"

#include <kcfi-opt/site.h>

/* Whether SITE is F, encoded in SIZE bytes from START of the code, with the
   trap at TRAP. Every field counts. */
static inline int is_site(const struct kcfi_opt_site *site,
                          const struct fields *f, size_t start, size_t size,
                          size_t trap) {
  return site->start == start && site->tail == start + size - 4 &&
         site->trap == trap && site->resume == start + size &&
         site->hash == f->hash && site->prefix == f->prefix &&
         site->target == f->target &&
         site->scratch == encodings[f->target].scratch &&
         site->form ==
             (f->not_taken ? KCFI_OPT_FORM_NOT_TAKEN : KCFI_OPT_FORM_STOCK);
}

#endif
