// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Indirect calls and tail calls, of several types, for tests that need checks
// as the compiler makes them.
struct operations {
  int (*open)(int);
  void (*close)(void);
  long (*seek)(long, long);
};

int variable = 1;

int call(const struct operations *o, int x) {
  int result = o->open(x) + 1;
  o->close();
  return result;
}

long tail(const struct operations *o, long x) { return o->seek(x, x); }

__attribute__((section(".init.text"))) int init(int (*f)(int)) {
  return f(variable);
}

__attribute__((no_sanitize("kcfi"))) int unchecked(int (*f)(int)) {
  return f(variable) + 1;
}

static int one(int x) { return x; }
static void two(void) {}
static long three(long x, long y) { return x + y; }

const struct operations operations = {one, two, three};
