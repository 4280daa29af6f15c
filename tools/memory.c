/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * memory.c - allocation that does not fail.
 */
#include "memory.h"
#include "report.h"

#include <errno.h>
#include <stdlib.h>

void out_of_memory(void) {
  fprintf(stderr, "%s: out of memory; look at fewer files at a time\n",
          program_invocation_short_name);
  exit(VERDICT_COULD_NOT_TELL);
}

static void *or_die(void *memory) {
  if (!memory)
    out_of_memory();
  return memory;
}

void *allocate(size_t size) { return or_die(calloc(1, size ? size : 1)); }

void *reallocate(void *memory, size_t count, size_t size) {
  return or_die(reallocarray(memory, count ? count : 1, size));
}

void *make_room(void *memory, size_t count, size_t size) {
  if (count & (count - 1))
    return memory;
  return reallocate(memory, count ? 2 * count : 1, size);
}

void sort(void *memory, size_t count, size_t size,
          int (*compare)(const void *, const void *)) {
  if (count)
    qsort(memory, count, size, compare);
}

char *format_args(const char *format, va_list args) {
  va_list again;
  char *text;
  int size;

  va_copy(again, args);
  size = vsnprintf(NULL, 0, format, again);
  va_end(again);
  text = allocate(size < 0 ? 1 : (size_t)size + 1);
  if (size >= 0)
    vsnprintf(text, (size_t)size + 1, format, args);
  return text;
}

char *format_string(const char *format, ...) {
  va_list args;
  char *text;

  va_start(args, format);
  text = format_args(format, args);
  va_end(args);
  return text;
}
