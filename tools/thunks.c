/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * thunks.c - finds retpolines and their like by their names.
 */
#include "thunks.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* What the names of thunks begin with; the rest is a register. */
static const char *const prefixes[] = {
    "__x86_indirect_thunk_",      /* the kernel's, and gcc's */
    "__x86_indirect_call_thunk_", /* the kernel's, for call depth tracking */
    "__x86_indirect_jump_thunk_",
    "__x86_indirect_its_thunk_", /* the kernel's, against ITS */
    "__llvm_retpoline_",         /* LLVM's own, -mretpoline */
    "__llvm_lvi_thunk_",         /* LLVM's own, -mlvi-cfi */
};

static const char *const registers[] = {
    "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
    "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15",
};

const char *register_name(unsigned number) {
  return number < sizeof(registers) / sizeof(registers[0]) ? registers[number]
                                                           : "none";
}

bool thunk_name(const char *name, signed char *target) {
  size_t i, size;

  for (i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
    size = strlen(prefixes[i]);
    if (!strncmp(name, prefixes[i], size))
      break;
  }
  if (i == sizeof(prefixes) / sizeof(prefixes[0]))
    return false;
  *target = -1;
  for (i = 0; i < sizeof(registers) / sizeof(registers[0]); i++)
    if (!strcmp(name + size, registers[i]))
      *target = (signed char)i;
  return true;
}

static int compare_thunks(const void *a, const void *b) {
  const struct thunk *left = a, *right = b;

  return place_compare(&left->place, &right->place);
}

void thunks_find(const struct object *object, struct thunks *thunks) {
  struct thunk thunk = {0};
  struct symbol symbol;
  size_t i;

  *thunks = (struct thunks){0};
  for (i = 0; i < object->symbol_count; i++) {
    if (!object_symbol(object, i, &symbol) ||
        !thunk_name(symbol.name, &thunk.target) || thunk.target < 0)
      continue;
    thunk.place = symbol.place;
    thunk.symbol = (uint32_t)i;
    thunks->by_symbol = make_room(thunks->by_symbol, thunks->count,
                                  sizeof(thunks->by_symbol[0]));
    thunks->by_symbol[thunks->count++] = thunk;
  }
  thunks->by_place = allocate(thunks->count * sizeof(thunks->by_place[0]));
  if (thunks->count)
    memcpy(thunks->by_place, thunks->by_symbol,
           thunks->count * sizeof(thunks->by_place[0]));
  sort(thunks->by_place, thunks->count, sizeof(thunks->by_place[0]),
       compare_thunks);
}

void thunks_free(struct thunks *thunks) {
  free(thunks->by_symbol);
  free(thunks->by_place);
  *thunks = (struct thunks){0};
}

const struct thunk *thunks_symbol(const struct thunks *thunks,
                                  uint32_t symbol) {
  size_t low = 0, high = thunks->count;

  while (low < high) {
    const size_t middle = low + (high - low) / 2;

    if (thunks->by_symbol[middle].symbol < symbol)
      low = middle + 1;
    else
      high = middle;
  }
  return low < thunks->count && thunks->by_symbol[low].symbol == symbol
             ? &thunks->by_symbol[low]
             : NULL;
}

const struct thunk *thunks_place(const struct thunks *thunks,
                                 struct place place) {
  size_t low = 0, high = thunks->count;

  while (low < high) {
    const size_t middle = low + (high - low) / 2;

    if (place_compare(&thunks->by_place[middle].place, &place) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low < thunks->count && place.section &&
                 !place_compare(&thunks->by_place[low].place, &place)
             ? &thunks->by_place[low]
             : NULL;
}
