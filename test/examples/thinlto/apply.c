/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
int apply(int (*function)(int), int x) { return function(x); }
