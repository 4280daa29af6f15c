/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fake.c - a module for the runner whose cost is known: COST times the same
 * work for each call. With SKIP it leaves out a call; with WRONG, under kCFI,
 * its targets are of another type than its calls, so that it traps.
 */
#include "sites.h"

#ifdef WRONG
#define EXTRA , int unused
#define USE (void)unused
#else
#define EXTRA
#define USE (void)0
#endif

#define TARGET(n)                                                              \
  static unsigned long target_##n(unsigned long x EXTRA) {                     \
    USE;                                                                       \
    return x + n + 1;                                                          \
  }
EACH_TARGET(TARGET)

#define ADDRESS(n) (target *)target_##n,
target *const targets[TARGETS] = {EACH_TARGET(ADDRESS)};
const unsigned long site_count = WINDOW;

static volatile unsigned long result;

static void work(unsigned long x) {
  for (int i = 0; i < 1000; i++)
    x = x * x + 1;
  result = x;
}

unsigned long run(unsigned long passes, const window windows[PERIOD]) {
  unsigned long sum = 0, calls = WINDOW;

#ifdef SKIP
  calls--;
#endif
  for (unsigned long pass = 0; pass < passes; pass++)
    for (unsigned long i = 0; i < calls; i++) {
      for (int k = 0; k < COST; k++)
        work(sum);
      sum = windows[pass % PERIOD][i](sum);
    }
  return sum;
}
