/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See hooks.h. */
#include "hooks.h"

static hook *hooks[8];
static unsigned count;

void hooks_add(hook *function) {
  if (count < sizeof hooks / sizeof *hooks)
    hooks[count++] = function;
}

void hooks_run(const char *event) {
  unsigned i;

  for (i = 0; i < count; i++)
    hooks[i](event);
}
