/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * module.h - what every generated file of call sites begins with: the targets,
 * and the loop around its sites.
 */
#include "sites.h"

#define TARGET(n)                                                              \
  static unsigned long target_##n(unsigned long x) { return x + n + 1; }
TARGET(0)
TARGET(1)
TARGET(2)
TARGET(3)
TARGET(4)
TARGET(5)
TARGET(6)
TARGET(7)
TARGET(8)
TARGET(9)
TARGET(10)
TARGET(11)
TARGET(12)
TARGET(13)
TARGET(14)
TARGET(15)

target *const targets[TARGETS] = {target_0,  target_1,  target_2,  target_3,
                                  target_4,  target_5,  target_6,  target_7,
                                  target_8,  target_9,  target_10, target_11,
                                  target_12, target_13, target_14, target_15};

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
