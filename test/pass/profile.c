// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that counts how often it runs, and what calls what.
//
// RUN: %equal 3 -O2 -fprofile-instr-generate -fcoverage-mapping %s
// RUN: %equal 3 -O2 -fprofile-generate %s
// RUN: %equal 3 -O2 -fprofile-arcs -ftest-coverage %s
// RUN: %equal -no-gas 3 -O2 -fpseudo-probe-for-profiling %s
// RUN: %equal -no-gas 3 -O2 -fpseudo-probe-for-profiling -g \
// RUN:   -fdebug-info-for-profiling %s
// RUN: %equal 3 -O2 -fexperimental-call-graph-section %s
// RUN: %equal 3 -O2 -fstack-size-section -fstack-usage %s

// One function, since clang 22 writes the probes of several in any order.
int f(int (*target)(int), int x) {
  for (int i = 0; i < x; ++i)
    if (target(i))
      return target(x) + i;
  return target(-1);
}
