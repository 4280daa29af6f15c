/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * relocations.c - finds the relocations of a section by their offsets.
 */
#include "relocations.h"
#include "memory.h"

#include <inttypes.h>
#include <stdlib.h>

/* Orders indices of relocations by offset, then as the file has them. */
static int compare_relocations(const void *a, const void *b, void *data) {
  const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
  GElf_Rela x = {0}, y = {0};

  gelf_getrela(data, (int)left, &x);
  gelf_getrela(data, (int)right, &y);
  if (x.r_offset != y.r_offset)
    return x.r_offset < y.r_offset ? -1 : 1;
  return (left > right) - (left < right);
}

/* Orders what is out of order; linkers and assemblers leave little to do. */
static void relocations_sort(struct relocations *relocations) {
  uint64_t last = 0;
  size_t i;

  for (i = 0; i < relocations->count; i++) {
    const uint64_t offset = relocations_get(relocations, i).r_offset;

    if (offset < last)
      break;
    last = offset;
  }
  if (i == relocations->count)
    return;
  relocations->order =
      reallocate(NULL, relocations->count, sizeof(relocations->order[0]));
  for (i = 0; i < relocations->count; i++)
    relocations->order[i] = (uint32_t)i;
  qsort_r(relocations->order, relocations->count, sizeof(relocations->order[0]),
          compare_relocations, relocations->data);
}

bool relocations_open(const struct object *object, uint32_t index,
                      struct relocations *relocations, struct report *report) {
  const uint32_t by = object->sections[index].relocations;
  const GElf_Shdr *header = &object->sections[by].header;

  *relocations = (struct relocations){0};
  if (!by)
    return true;
  if (header->sh_type == SHT_RELA && header->sh_link == object->symbol_table)
    relocations->data = elf_getdata(elf_getscn(object->elf, by), NULL);
  if (!relocations->data ||
      relocations->data->d_size / sizeof(Elf64_Rela) > INT32_MAX) {
    report_error(report, object->name,
                 "relocations of section %" PRIu32
                 " that cannot be read; link it, or assemble it with --no-crel",
                 index);
    return false;
  }
  relocations->count = relocations->data->d_size / sizeof(Elf64_Rela);
  relocations_sort(relocations);
  return true;
}

void relocations_close(struct relocations *relocations) {
  free(relocations->order);
  *relocations = (struct relocations){0};
}

size_t relocations_index(const struct relocations *relocations, size_t i) {
  return relocations->order ? relocations->order[i] : i;
}

GElf_Rela relocations_get(const struct relocations *relocations, size_t i) {
  GElf_Rela rela = {0};

  gelf_getrela(relocations->data, (int)relocations_index(relocations, i),
               &rela);
  return rela;
}

static bool is_before(const struct relocations *relocations, size_t i,
                      uint64_t offset) {
  return relocations_get(relocations, i).r_offset < offset;
}

size_t relocations_find(struct relocations *relocations, uint64_t offset) {
  size_t low = relocations->last, high = relocations->count, step;

  /* Callers mostly go forward, and not far: widen steps from the last one. */
  if (low >= high || !is_before(relocations, low, offset)) {
    high = low < high ? low : high;
    low = 0;
  } else {
    for (step = 1;
         step < high - low && is_before(relocations, low + step, offset);
         step *= 2)
      low += step;
    if (step < high - low)
      high = low + step;
  }
  while (low < high) {
    const size_t middle = low + (high - low) / 2;

    if (is_before(relocations, middle, offset))
      low = middle + 1;
    else
      high = middle;
  }
  relocations->last = low ? low - 1 : 0;
  return low;
}
