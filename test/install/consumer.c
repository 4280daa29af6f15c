/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One checked call, and the public header. */
#include <kcfi-opt/site.h>

static int add(int a, int b) { return a + b; }

int (*volatile pointer)(int, int) = add;

int main(void) { return pointer(KCFI_OPT_UDB, -KCFI_OPT_UDB); }
