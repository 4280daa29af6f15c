/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* counters.h - the processor's own counts of branches, where it has them. */
#ifndef BENCH_COUNTERS_H
#define BENCH_COUNTERS_H

#include <stdint.h>

enum { MAX_COUNTERS = 8 };

struct counters {
  int count; /* how many could be opened */
  const char *names[MAX_COUNTERS];
  int fds[MAX_COUNTERS];
};

/* Opens those for this thread that the machine has: none may be left. */
void counters_open(struct counters *counters);
void counters_start(const struct counters *counters);

/*
 * Stops, and gives one value for each counter; scaled to the whole time where
 * the processor had to take turns.
 */
void counters_stop(const struct counters *counters,
                   double values[MAX_COUNTERS]);

#endif
