/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls what a table says, through pointers; one function has another type. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int operation(int, int);

static int add(int a, int b) { return a + b; }
static int multiply(int a, int b) { return a * b; }
static long broken(long a) { return a; }

static const struct {
  const char *name;
  operation *function;
} table[] = {
    {"add", add},
    {"multiply", multiply},
    {"broken", (operation *)(void *)broken},
};

int main(int argc, char **argv) {
  size_t i;

  for (i = 0; argc == 4 && i < sizeof table / sizeof *table; i++)
    if (strcmp(argv[1], table[i].name) == 0) {
      printf("%d\n", table[i].function(atoi(argv[2]), atoi(argv[3])));
      return 0;
    }
  fputs("usage: calc add|multiply|broken NUMBER NUMBER\n", stderr);
  return 2;
}
