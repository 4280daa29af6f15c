/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* counts.c - see counts.h. */
#include "counts.h"

#include <stdatomic.h>

enum { SLOTS = 1024, TRIES = 32 };

/* Zero is free. A slot is taken by its trap, then by its target, and kept. */
static struct slot {
  _Atomic uint64_t trap, target, count;
} slots[SLOTS], others;

static _Atomic uint64_t total;

/* Whether WORD is VALUE, or was free and is now. */
static bool take(_Atomic uint64_t *word, uint64_t value) {
  uint64_t old = 0;

  return atomic_compare_exchange_strong(word, &old, value) || old == value;
}

uint64_t kcfi_counts_add(uint64_t trap, uint64_t target) {
  const uint64_t hash = (trap ^ target << 16) * 0x9e3779b97f4a7c15u >> 32;
  struct slot *slot = &others;

  atomic_fetch_add(&total, 1);
  for (unsigned i = 0; i < TRIES; i++) {
    struct slot *next = &slots[(hash + i) % SLOTS];

    if (take(&next->trap, trap) && take(&next->target, target)) {
      slot = next;
      break;
    }
  }
  return atomic_fetch_add(&slot->count, 1) + 1;
}

uint64_t kcfi_counts_total(void) { return atomic_load(&total); }

bool kcfi_counts_told(uint64_t count) {
  while (count && count % 10 == 0)
    count /= 10;
  return count == 1;
}
