/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * calls.c - every way that C calls a function by pointer, right-typed and
 * wrong-typed. RUN names the function that makes the calls (default: run).
 */
#include "harness.h"

#include <stdarg.h>

#ifndef RUN
#define RUN run
#endif

/* Targets. A wrong one takes the same registers as the right one, by another
   type, so that its value too is known. */
static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
static unsigned inc_unsigned(unsigned x) { return x + 100; }

/* Called with their own address first. */
static int inc_2(void *self, int x) { return x + 1 + !self; }
static unsigned inc_2_wrong(void *self, unsigned x) { return x + 100 + !self; }

static int many(int a, int b, int c, int d, int e, int f, int g, long h) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * (int)h;
}
static int many_wrong(int a, int b, int c, int d, int e, int f, long g,
                      long h) {
  return 1000 + many(a, b, c, d, e, f, (int)g, h);
}

static double twice(double x) { return 2 * x; }
static double twice_wrong(double x, double y) { return 4 * x + 0 * y; }

struct big {
  long a[6];
};
static struct big fill(long x) {
  return (struct big){{x, x + 1, x + 2, x + 3, x + 4, x + 5}};
}
static struct big fill_wrong(unsigned long x) { return fill((long)x + 1000); }

/* Needs %al to be right: the number of vector registers with arguments. */
static double sum(int count, ...) {
  va_list list;
  double total = 0;

  va_start(list, count);
  for (int i = 0; i < count; ++i)
    total += va_arg(list, double) * (i + 1);
  va_end(list);
  return total;
}
static double sum_wrong(unsigned count, ...) {
  va_list list;
  double total = 1000;

  va_start(list, count);
  for (unsigned i = 0; i < count; ++i)
    total += va_arg(list, double) * (i + 1);
  va_end(list);
  return total;
}

/* %al itself, as the callee finds it. */
__attribute__((naked)) static int get_al(int count, ...) {
  __asm__("movzbl %al, %eax\n\tretq");
}
__attribute__((naked)) static int get_al_wrong(unsigned count, ...) {
  __asm__("movzbl %al, %eax\n\tretq");
}

__attribute__((ms_abi)) static int ms(int a, int b, int c, int d, int e) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e;
}
__attribute__((ms_abi)) static int ms_wrong(int a, int b, int c, int d,
                                            unsigned e) {
  return 1000 + a + 2 * b + 3 * c + 4 * d + 5 * (int)e;
}

__attribute__((preserve_most)) static int kept(int x) { return x + 3; }
__attribute__((preserve_most)) static int kept_wrong(unsigned x) {
  return (int)x + 1003;
}

/* Callers. */
typedef int int_fn(int);
typedef int must_fn(void *, int);
typedef int many_fn(int, int, int, int, int, int, int, long);
typedef struct big fill_fn(long);
typedef double sum_fn(int, ...);
typedef int al_fn(int, ...);
typedef __attribute__((ms_abi)) int ms_fn(int, int, int, int, int);
typedef __attribute__((preserve_most)) int kept_fn(int);

struct ops {
  long pad[3];
  int_fn *fn;
  int_fn *table[4];
};

static int_fn *global;
static __thread int_fn *thread_local_fn;

NOINLINE static int plain(int_fn *fn, int x) { return fn(x) * 2; }
NOINLINE static int tail(int_fn *fn, int x) { return fn(x); }
NOINLINE static int must(void *fn, int x) {
  __attribute__((musttail)) return ((must_fn *)fn)(fn, x);
}
NOINLINE static int memory(struct ops *ops, int x) { return ops->fn(x) * 2; }
NOINLINE static int indexed(struct ops *ops, long i, int x) {
  return ops->table[i](x) * 2;
}
NOINLINE static int memory_tail(struct ops *ops, int x) { return ops->fn(x); }
NOINLINE static int global_call(int x) { return global(x) * 2; }
NOINLINE static int global_tail(int x) { return global(x); }
NOINLINE static int thread_call(int x) { return thread_local_fn(x) * 2; }
NOINLINE static int call_many(many_fn *fn, int x) {
  return fn(x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7) * 2;
}
NOINLINE static int tail_many(int a, int b, int c, int d, int e, int f,
                              many_fn *fn, long h) {
  return fn(b, a, c, d, e, f, 7, h);
}
NOINLINE static double call_double(double (*fn)(double), double x) {
  return fn(x) + 1;
}
NOINLINE static long call_fill(fill_fn *fn, long x) {
  struct big big = fn(x);

  return big.a[0] + big.a[5];
}
NOINLINE static double call_sum(sum_fn *fn, double x) {
  return fn(3, x, x, x) + fn(9, x, x, x, x, x, x, x, x, x) + fn(0);
}
NOINLINE static double tail_sum(sum_fn *fn, double x) {
  return fn(4, x, x, x, x);
}
NOINLINE static int al_0(al_fn *fn) { return fn(0, 1, 2); }
NOINLINE static int al_1(al_fn *fn) { return fn(0, 1.0) * 2; }
NOINLINE static int al_5(al_fn *fn) { return fn(0, 1., 2., 3., 4., 5.) * 2; }
NOINLINE static int al_8(al_fn *fn) {
  return fn(0, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.) * 2;
}
NOINLINE static int call_ms(ms_fn *fn, int x) {
  return fn(x, x + 1, x + 2, x + 3, x + 4) * 2;
}
NOINLINE static int call_kept(kept_fn *fn, int x) { return fn(x) * 2; }

/* Two sites in a row, and one in a loop: a trap in one is not another's. */
NOINLINE static int two(int_fn *first, int_fn *second, int x) {
  return first(x) * 10 + second(x);
}
NOINLINE static int loop(int_fn **fns, int count, int x) {
  for (int i = 0; i < count; ++i)
    x = fns[i](x);
  return x;
}

void RUN(void);
void RUN(void) {
  int_fn *right = OPAQUE(inc), *wrong = (int_fn *)OPAQUE(inc_unsigned);
  many_fn *wrong_many = (many_fn *)OPAQUE(many_wrong);
  sum_fn *wrong_sum = (sum_fn *)OPAQUE(sum_wrong);
  al_fn *wrong_al = (al_fn *)OPAQUE(get_al_wrong);
  struct ops good = {{0}, right, {right, OPAQUE(dec), right, right}};
  struct ops bad = {{0}, wrong, {right, right, right, wrong}};
  int_fn *fns[4] = {right, right, OPAQUE(dec), right};

  RIGHT("call", plain(right, 1) == 4);
  RIGHT("call", plain(OPAQUE(dec), 1) == 0);
  WRONG("call", plain(wrong, 1) == 202, inc, inc_unsigned);
  RIGHT("call after a trap", plain(right, 5) == 12);

  RIGHT("tail call", tail(right, 1) == 2);
  WRONG("tail call", tail(wrong, 1) == 101, inc, inc_unsigned);
  RIGHT("musttail", must((void *)OPAQUE(inc_2), 1) == 2);
  WRONG("musttail", must((void *)OPAQUE(inc_2_wrong), 1) == 101, inc_2,
        inc_2_wrong);

  RIGHT("memory", memory(OPAQUE(&good), 1) == 4);
  WRONG("memory", memory(OPAQUE(&bad), 1) == 202, inc, inc_unsigned);
  RIGHT("memory, indexed", indexed(OPAQUE(&good), 1, 1) == 0);
  WRONG("memory, indexed", indexed(OPAQUE(&bad), 3, 1) == 202, inc,
        inc_unsigned);
  RIGHT("memory, tail call", memory_tail(OPAQUE(&good), 1) == 2);
  WRONG("memory, tail call", memory_tail(OPAQUE(&bad), 1) == 101, inc,
        inc_unsigned);

  global = right;
  thread_local_fn = right;
  RIGHT("global", global_call(1) == 4);
  RIGHT("global, tail call", global_tail(1) == 2);
  RIGHT("thread-local", thread_call(1) == 4);
  global = wrong;
  thread_local_fn = wrong;
  WRONG("global", global_call(1) == 202, inc, inc_unsigned);
  WRONG("global, tail call", global_tail(1) == 101, inc, inc_unsigned);
  WRONG("thread-local", thread_call(1) == 202, inc, inc_unsigned);

  RIGHT("many arguments", call_many(OPAQUE(many), 1) == 408);
  WRONG("many arguments", call_many(wrong_many, 1) == 2408, many, many_wrong);
  RIGHT("many arguments, tail call",
        tail_many(1, 2, 3, 4, 5, 6, OPAQUE(many), 8) == 203);
  WRONG("many arguments, tail call",
        tail_many(1, 2, 3, 4, 5, 6, wrong_many, 8) == 1203, many, many_wrong);

  RIGHT("double", call_double(OPAQUE(twice), 1.5) == 4);
  WRONG("double",
        call_double((double (*)(double))OPAQUE(twice_wrong), 1.5) == 7, twice,
        twice_wrong);
  RIGHT("struct", call_fill(OPAQUE(fill), 1) == 7);
  WRONG("struct", call_fill((fill_fn *)OPAQUE(fill_wrong), 1) == 2007, fill,
        fill_wrong);

  RIGHT("varargs", call_sum(OPAQUE(sum), 0.5) == 25.5);
  RIGHT("varargs, tail call", tail_sum(OPAQUE(sum), 0.5) == 5);
  WRONG("varargs, tail call", tail_sum(wrong_sum, 0.5) == 1005, sum, sum_wrong);
  RIGHT("varargs, %al 0", al_0(OPAQUE(get_al)) == 0);
  RIGHT("varargs, %al 1", al_1(OPAQUE(get_al)) == 2);
  RIGHT("varargs, %al 5", al_5(OPAQUE(get_al)) == 10);
  RIGHT("varargs, %al 8", al_8(OPAQUE(get_al)) == 16);
  WRONG("varargs, %al 0", al_0(wrong_al) == 0, get_al, get_al_wrong);
  WRONG("varargs, %al 1", al_1(wrong_al) == 2, get_al, get_al_wrong);
  WRONG("varargs, %al 5", al_5(wrong_al) == 10, get_al, get_al_wrong);
  WRONG("varargs, %al 8", al_8(wrong_al) == 16, get_al, get_al_wrong);

  RIGHT("ms_abi", call_ms(OPAQUE(ms), 1) == 110);
  WRONG("ms_abi", call_ms((ms_fn *)OPAQUE(ms_wrong), 1) == 2110, ms, ms_wrong);
  RIGHT("preserve_most", call_kept(OPAQUE(kept), 1) == 8);
  WRONG("preserve_most", call_kept((kept_fn *)OPAQUE(kept_wrong), 1) == 2008,
        kept, kept_wrong);

  RIGHT("two calls", two(right, OPAQUE(dec), 1) == 20);
  WRONG("two calls, the first", two(wrong, OPAQUE(dec), 1) == 1010, inc,
        inc_unsigned);
  WRONG("two calls, the second", two(OPAQUE(dec), wrong, 1) == 101, inc,
        inc_unsigned);
  RIGHT("loop", loop(OPAQUE(fns), 4, 1) == 3);
  fns[2] = wrong;
  WRONG("loop", loop(OPAQUE(fns), 4, 1) == 104, inc, inc_unsigned);
}
