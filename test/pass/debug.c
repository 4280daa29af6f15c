// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Debug information of every kind: line tables, variables and their locations,
// call sites, types, split and compressed. With -gsplit-dwarf=single and GNU as,
// clang writes the name of a temporary file, another each time.
//
// RUN: %equal 5 -O0 -g %s
// RUN: %equal 5 -O1 -g %s
// RUN: %equal 5 -O2 -g %s
// RUN: %equal 5 -Os -g %s
// RUN: %equal 5 -O2 -g -gdwarf-2 %s
// RUN: %equal 5 -O2 -g -gdwarf-4 %s
// RUN: %equal 5 -O2 -gdwarf-5 -gdwarf64 %s
// RUN: %equal 5 -O2 -g1 %s
// RUN: %equal 5 -O2 -ggdb3 -fdebug-types-section -fdebug-macro %s
// RUN: %equal 5 -O2 -glldb %s
// RUN: %equal 5 -O2 -gline-directives-only %s
// RUN: %equal 5 -O2 -g -gsplit-dwarf %s
// RUN: %equal -no-gas 5 -O2 -g -gsplit-dwarf=single %s
// RUN: %equal 5 -O2 -g -gz=zlib %s
// RUN: %equal 5 -O2 -g -gz=zstd -gsplit-dwarf %s
// RUN: %equal 5 -O2 -g -fdebug-info-for-profiling %s
// RUN: %equal 5 -O2 -g -gkey-instructions %s
// RUN: %equal 5 -O2 -g -fextend-variable-liveness %s
// RUN: %equal 5 -O2 -g -mllvm -experimental-debug-variable-locations=false %s
// RUN: %equal 5 -O2 -g -mllvm -use-unknown-locations=Enable %s
// RUN: %equal 5 -O2 -g -ffunction-sections -fbasic-block-sections=all %s
// RUN: %equal 5 -O2 -g -fno-omit-frame-pointer %s
// RUN: %equal 5 -O2 -g -fno-dwarf2-cfi-asm %s

typedef int fn(int);

static inline int inlined(fn *target, int x) { return target(x) + 1; }

int twice(fn *target, int x) {
  int sum = inlined(target, x);
  for (int i = 0; i < x; ++i) {
    int square = i * i;
    sum += target(square) - i;
  }
  return sum;
}

int tail_call(fn *target, int x) {
  int y = x * 3;
  return target(y);
}

// Variables in the registers that the check clobbers.
int clobbered(fn *target, long a, long b) {
  register long in_r11 __asm__("r11") = a;
  register fn *in_r10 __asm__("r10") = target;
  __asm__ volatile("" : "+r"(in_r10), "+r"(in_r11));
  b += in_r11;
  return in_r10(b);
}

int scratch(fn *target, long a) {
  register long in_r10 __asm__("r10") = a;
  __asm__ volatile("" : "+r"(in_r10));
  return target(in_r10 + 1);
}
