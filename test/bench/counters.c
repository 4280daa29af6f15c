/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * counters.c - prints the processor's own events that the benchmark counts on a
 * CPU, a line with name and code for each.
 *
 *   usage: counters VENDOR FAMILY MODEL
 */
#include "../../bench/callsites/counters.c"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  struct cpu cpu = {0};

  if (argc != 4)
    return 2;
  strncpy(cpu.vendor, argv[1], sizeof(cpu.vendor) - 1);
  cpu.family = (unsigned)strtoul(argv[2], NULL, 0);
  cpu.model = (unsigned)strtoul(argv[3], NULL, 0);
  for (const struct event *e = events_of(&cpu); e && e->name; e++)
    printf("%s %#lx\n", e->name, (unsigned long)e->config);
  return 0;
}
