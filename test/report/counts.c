/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * counts.c - counts by check and target: exact while there is room, none lost
 * after that, and from several threads.
 *
 * RUN: %host_cc -std=c11 -O2 -pthread -Wall -Wextra -Werror -I%sources %s \
 * RUN:   %sources/counts.c -o %t && %t
 */
#include "counts.h"

#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, TIMES = 400000, PAIRS = 400 };

/* Two checks with many targets, some of which want one place of the table. */
static uint64_t add_pair(uint64_t pair) {
  return kcfi_counts_add(0x401000 + pair % 2, 0x402000 + pair / 2 * pair * 16);
}

static int failures;

static void check(int good, const char *what) {
  if (!good) {
    printf("%s\n", what);
    failures++;
  }
}

static void *add(void *unused) {
  for (uint64_t i = 0; i < TIMES; i++)
    add_pair(i % PAIRS), add_pair(PAIRS);
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  uint64_t pair, count;

  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  check(kcfi_counts_total() == 2 * THREADS * TIMES, "the total is another");
  for (pair = 0; pair < PAIRS; pair++) {
    count = add_pair(pair);
    check(count == THREADS * TIMES / PAIRS + 1, "a pair's count is another");
  }
  check(add_pair(PAIRS) == THREADS * TIMES + 1,
        "all threads' count is another");

  /* More than the table holds: the last ones share a count. */
  for (pair = 0; pair < 5000; pair++)
    count = kcfi_counts_add(0x500000 + pair * 4, 0x402000);
  check(count > 1, "there is room for all");
  check(kcfi_counts_add(0x500000 + pair * 4, 0x402000) == count + 1,
        "what is over is not counted together");
  check(kcfi_counts_total() == 2 * THREADS * TIMES + PAIRS + 5002,
        "some are lost");

  check(kcfi_counts_told(1) && kcfi_counts_told(10) &&
            kcfi_counts_told(1000000),
        "a power of ten is not told");
  check(!kcfi_counts_told(0) && !kcfi_counts_told(2) && !kcfi_counts_told(20) &&
            !kcfi_counts_told(101),
        "something else is told");
  return failures != 0;
}
