/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * bounds.c - no byte outside the window is read, wherever the window is cut.
 * Each window is an allocation of exactly its size, watched by
 * AddressSanitizer.
 *
 * RUN: %gcc %sanitize %s -o %t.gcc && %t.gcc
 * RUN: %clang %sanitize %s -o %t.clang && %t.clang
 */
#include "check.h"

/* As far off as can be; volatile, lest compilers warn of what cannot happen. */
static volatile size_t far = SIZE_MAX;

/* Keeps BYTES[FROM] to BYTES[TO - 1] only, and decodes at every place in and
   around the window: a site is found where all of it was kept. */
static void cut(const unsigned char *bytes, size_t size, size_t from, size_t to,
                size_t start, size_t site_size, size_t trap,
                const struct fields *f) {
  const size_t kept = to - from;
  /* An empty window is the end of a block, since no block is empty. */
  unsigned char *block = malloc(kept ? kept : 1), *window = block + !kept;
  const bool whole = from <= start && to >= start + site_size;
  struct kcfi_opt_site site;

  CHECK(to <= size && block);
  memcpy(window, bytes + from, kept);
  for (size_t at = 0; at < kept + 4; ++at) {
    const bool found = kcfi_opt_decode(window, kept, at, &site);

    CHECK(found == (whole && at + from == trap));
    if (found)
      CHECK(is_site(&site, f, start - from, site_size, trap - from));
    kcfi_opt_decode_entry(window, kept, at, &site);
  }
  CHECK(!kcfi_opt_decode(window, kept, far, &site));
  CHECK(!kcfi_opt_decode_entry(window, kept, far, &site));
  free(block);
}

static void cut_everywhere(const struct fields *f) {
  unsigned char bytes[4 + ENCODED_MAX + 4];
  const size_t start = 4, size = sizeof(bytes);
  size_t trap, site_size;

  memset(bytes, 0x90, size);
  site_size = encode(bytes + start, f, &trap);
  trap += start;
  for (size_t from = 0; from <= trap; ++from)
    for (size_t to = from; to <= size; ++to)
      cut(bytes, size, from, to, start, site_size, trap, f);
}

/* The smallest window that the header promises to find every site in. */
static void promised(const struct fields *f) {
  unsigned char bytes[KCFI_OPT_SITE_SIZE_MAX + ENCODED_MAX], *window;
  const size_t before = KCFI_OPT_SITE_SIZE_MAX, size = before + 2;
  struct kcfi_opt_site site;
  size_t trap, length = encode(bytes + before, f, &trap);

  memset(bytes, 0x90, before);
  window = calloc(size, 1);
  CHECK(window);
  /* The byte after a not-taken site is not the site's, and is left 0. */
  memcpy(window, bytes + trap,
         length + before - trap < size ? length + before - trap : size);
  CHECK(kcfi_opt_decode(window, size, before, &site));
  CHECK(is_site(&site, f, before - trap, length, before));
  free(window);
}

/* The bytes that trap alone, at either end of a window. */
static void traps_alone(void) {
  static const unsigned char ends[][4] = {
      {0xd6, 0xa8, 0x01, 0x75}, {0x0f, 0x0b, 0x02, 0x74},
      {0x0b, 0x0f, 0x74, 0x02}, {0xa8, 0xd6, 0x0f, 0x0b},
      {0x75, 0x01, 0xa8, 0xd6}, {0x74, 0x02, 0x0f, 0x0b}};
  struct kcfi_opt_site site;

  for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); ++i)
    for (size_t from = 0; from < 4; ++from)
      for (size_t to = from + 1; to <= 4; ++to) {
        unsigned char *window = malloc(to - from);

        CHECK(window);
        memcpy(window, ends[i] + from, to - from);
        for (size_t at = 0; at < to - from; ++at) {
          CHECK(!kcfi_opt_decode(window, to - from, at, &site));
          CHECK(!kcfi_opt_decode_entry(window, to - from, at, &site));
        }
        free(window);
      }
}

/* A table is read from its first byte to its last, at every alignment. */
static void tables(void) {
  for (size_t count = 0; count < 9; ++count)
    for (size_t shift = 0; shift < 4; ++shift) {
      unsigned char *block = malloc(shift + 4 * count + !count);
      unsigned char *table = block + shift;

      CHECK(block);
      memset(block, 0x11, shift + 4 * count);
      CHECK(kcfi_opt_trap_find(table, 0, count, 1) == count);
      CHECK(kcfi_opt_trap_find_sorted(table, 0, count, 0) == count);
      CHECK(kcfi_opt_trap_find_sorted(table, 0, count, UINT64_MAX) == count);
      CHECK(kcfi_opt_traps_sorted(table, 0, count));
      free(block);
    }
}

int main(void) {
  static const uint32_t prefixes[] = {0, 124, 125, 0xfffffc};

  for (unsigned target = 0; target < 16; ++target)
    for (int not_taken = 0; not_taken < 2; ++not_taken)
      for (int i = 0; i < 4; ++i) {
        const struct fields f = {target, not_taken, 0x8badf00d + target,
                                 prefixes[i]};

        cut_everywhere(&f);
        promised(&f);
      }
  traps_alone();
  tables();
  return 0;
}
