/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The pointer is in another module; ThinLTO may import what calls it. */
int apply(int (*function)(int), int x);

__attribute__((noinline)) static int twice(int x) { return 2 * x; }

int (*volatile function)(int) = twice;

int main(void) { return apply(function, 21) != 42; }
