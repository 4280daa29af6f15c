/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * module.h - what every generated file of call sites begins with: the targets,
 * and the loop around its sites.
 */
#include "sites.h"

#define TARGET(n)                                                              \
  static unsigned long target_##n(unsigned long x) { return x + n + 1; }
EACH_TARGET(TARGET)

#define ADDRESS(n) target_##n,
target *const targets[TARGETS] = {EACH_TARGET(ADDRESS)};

#define SITE(i) x = window[i % WINDOW](x);

/* A function of its own, which the compiler must not merge with its callers. */
#define CODE __attribute__((noinline)) static unsigned long
#define CODE_ARGS (unsigned long x, window window)
#define GO_ON(next) __attribute__((musttail)) return next(x, window);

CODE all_sites CODE_ARGS;

unsigned long run(unsigned long passes, const window windows[PERIOD]) {
  unsigned long x = 0;

  for (unsigned long pass = 0; pass < passes; pass++)
    x = all_sites(x, windows[pass % PERIOD]);
  return x;
}
