// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With other instrumentation around: every kind that may be used together with
// kCFI.
//
// RUN: %equal 4 -O0 -fsanitize=kernel-address %s
// RUN: %equal 4 -O2 -fsanitize=kernel-address %s
// RUN: %equal 4 -O2 -fsanitize=kernel-address -mllvm \
// RUN:   -asan-instrumentation-with-call-threshold=0 %s
// RUN: %equal 4 -O2 -fsanitize=kernel-memory %s
// RUN: %equal 4 -O2 -fsanitize=address %s
// RUN: %equal 4 -O2 -fsanitize=thread %s
// RUN: %equal 4 -O2 -fsanitize=bounds,shift,signed-integer-overflow,null %s
// RUN: %equal 4 -O2 -fsanitize=bounds,shift,signed-integer-overflow,null \
// RUN:   -fsanitize-trap=all %s
// RUN: %equal 4 -O2 -fsanitize=safe-stack %s
// RUN: %equal 4 -O2 -fsanitize=realtime %s
// RUN: %equal 4 -O2 -fsanitize-coverage=trace-pc,trace-cmp,indirect-calls %s
// RUN: %equal 4 -O2 -fsanitize-coverage=inline-8bit-counters,pc-table %s
// RUN: %equal 4 -O2 -fexperimental-sanitize-metadata=all %s
// RUN: %equal 4 -O2 -fstack-protector-all -fstack-clash-protection %s
// RUN: %equal 4 -O2 -fzero-call-used-regs=all %s

struct ops {
  int (*first)(int), (*second)(int, ...);
};

int call(struct ops *ops, int x) { return ops->first(x) + 1; }

int tail_call(struct ops *ops, int x) { return ops->first(x + 1); }

int varargs(struct ops *all, int i, int *out) {
  int buffer[8] = {0};
  buffer[i] = all[i].second(i, buffer, 1.5);
  *out = buffer[i + 1] << i;
  return all[i + 1].first(buffer[0] + i);
}
