/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Two hooks, called by another file. */
#include "hooks.h"

#include <stdio.h>

static void greet(const char *event) { printf("hello, %s\n", event); }
static void count(const char *event) {
  static int events;

  printf("%s is event %d\n", event, ++events);
}

int main(void) {
  hooks_add(greet);
  hooks_add(count);
  hooks_run("start");
  hooks_run("end");
  return 0;
}
