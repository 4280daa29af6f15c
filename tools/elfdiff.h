/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * elfdiff.h - compares two ELF files byte for byte, sites apart.
 */
#ifndef KCFI_AUDIT_ELFDIFF_H
#define KCFI_AUDIT_ELFDIFF_H

#include "diff.h"
#include "object.h"

/* Compares two open objects; findings are about OPT, by its name. */
void elfdiff(struct object *stock, struct object *opt,
             const struct ignores *ignores, struct diff_counts *counts,
             struct report *report);

#endif
