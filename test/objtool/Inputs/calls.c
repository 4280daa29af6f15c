/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks in several sections, and in one that other files have too. */
#ifndef NAME
#define NAME own
#endif
#define PASTE2(a, b) a##b
#define PASTE(a, b) PASTE2(a, b)

int PASTE(one_, NAME)(int (*f)(int)) { return f(1) + f(2); }
__attribute__((section(".text.two"))) void PASTE(two_, NAME)(void (*f)(void)) {
  f();
  f();
}
