/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * counts.h - how often a check failed with a target: without locks, for all
 * threads, in a table of fixed size.
 */
#ifndef KCFI_REPORT_COUNTS_H
#define KCFI_REPORT_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Counts a failure, and returns how many there were with this TRAP and TARGET,
 * it included. Those that the table has no room for are counted as one.
 */
uint64_t kcfi_counts_add(uint64_t trap, uint64_t target);

/* Of all. */
uint64_t kcfi_counts_total(void);

/* Whether the COUNT-th failure is to be told: 1st, 10th, 100th and so on. */
bool kcfi_counts_told(uint64_t count);

#endif
