// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code models, and position-independent code.
//
// RUN: %equal 3 -O2 -mcmodel=small -fno-pic %s
// RUN: %equal 3 -O2 -mcmodel=kernel -fno-pic %s
// RUN: %equal 3 -O2 -mcmodel=medium %s
// RUN: %equal 3 -O2 -mcmodel=medium -fPIC -mlarge-data-threshold=1 %s
// RUN: %equal 3 -O2 -mcmodel=large -fno-pic %s
// RUN: %equal 3 -O2 -mcmodel=large -fPIC %s
// RUN: %equal 3 -O2 -mcmodel=large -fno-pic -mretpoline-external-thunk %s
// RUN: %equal 3 -O2 -fPIC -fno-plt %s
// RUN: %equal 3 -O2 -fPIE -fno-semantic-interposition %s

extern int external(int);
extern int (*target)(int);

int call(int x) { return target(x) + 1; }
int tail_call(int x) { return target(x); }
int both(int x) { return external(target(x)); }
