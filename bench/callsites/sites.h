/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sites.h - what generated call sites and the runner agree on.
 *
 * A module has SITES call sites. Site i calls window[i % WINDOW]; a pass goes
 * through all sites once with one window. Target n adds n + 1 to what it is
 * given, so that the sum tells whether every call was made.
 */
#ifndef BENCH_SITES_H
#define BENCH_SITES_H

enum { TARGETS = 16, WINDOW = 64, PERIOD = 1024 };

/* What F makes of the number of each target. */
#define EACH_TARGET(F)                                                         \
  F(0)                                                                         \
  F(1)                                                                         \
  F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9) F(10) F(11) F(12) F(13) F(14) F(15)

typedef unsigned long target(unsigned long);
typedef target *const *window;

/* What a module exports. */
typedef unsigned long run_passes(unsigned long passes,
                                 const window windows[PERIOD]);
#define RUN_SYMBOL "run"
#define TARGETS_SYMBOL "targets"
#define SITES_SYMBOL "site_count"

#endif
