// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that could come between a check and its call, or push them apart: asm
// statements and their jumps, computed gotos, switches, alloca, far jumps,
// dozens of sites.
//
// RUN: %equal 80 -O0 %s
// RUN: %equal 79 -O2 %s
// RUN: %equal 79 -O2 -g -mretpoline-external-thunk %s
// RUN: %equal 79 -O2 -fno-jump-tables -mcmodel=large %s

typedef int fn(int);

int statements(fn *target, int x) {
  __asm__ volatile("nop" : "+r"(x));
  x = target(x);
  __asm__ volatile("nop" : "+r"(x)::"memory", "r10", "r11");
  return target(x);
}

// All registers that a target could be in are taken but these.
int in_r15(fn *target, int x) {
  __asm__ volatile("" ::: "rbx", "r12", "r13", "r14");
  x = target(x);
  __asm__ volatile("" ::: "rbx", "r12", "r13", "r14");
  return target(x) + 1;
}

int jumps(fn *target, int x) {
  __asm__ goto("jmp %l0" : : : : other);
  return target(x) + 1;
other:
  return target(x) + 2;
}

int computed(fn *target, int x) {
  static void *const to[] = {&&one, &&two};
  goto *to[x & 1];
one:
  x = target(x);
two:
  return target(x + 1) + 2;
}

int cases(fn *target, int x) {
  switch (x) {
  case 0:
    return target(1) + 1;
  case 1:
    return target(20) * 2;
  case 2:
    return target(300) - 3;
  case 3:
    return target(4000) / 4;
  case 4:
    return target(50000) ^ 5;
  }
  return 0;
}

int on_stack(fn *target, int x) {
  char *p = __builtin_alloca(x);
  p[0] = 1;
  return target(p[0]) + p[0];
}

// Farther than a short jump reaches.
int far(fn *target, int x) {
  while (target(x)) {
    __asm__ volatile(".skip 200000, 0x90");
    x += 1;
  }
  __asm__ volatile(".skip 200, 0x90");
  return x;
}

#define TIMES_4(X) X X X X
int many(fn *target, int x) {
  TIMES_4(TIMES_4(TIMES_4(if (x > 3) x += target(x);)))
  return x;
}

// The result is in memory that the caller gives.
struct large {
  long words[9];
};
long large(struct large (*target)(struct large), struct large *l) {
  return target(*l).words[3];
}
