/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz-site.c - fuzzes kcfi-opt/site.h with libFuzzer, under sanitizers.
 *
 * An input is eight bytes that choose an address, one that chooses a place, and
 * then a window of code, which is a trap table as well. Whatever it holds: what
 * is decoded lies in the window and is, byte for byte, what its fields are
 * encoded to; and the lookups agree with a walk of the table.
 */
#include "../site/Inputs/check.h"

#define HEADER 9
#define SIZE_MAX_TRIED 256 /* more is only slower */

/* The window holds SITE, all of it, as its fields are encoded. */
static void check_site(const unsigned char *code, size_t size, size_t trap,
                       const struct kcfi_opt_site *site) {
  const struct fields f = {site->target, site->form == KCFI_OPT_FORM_NOT_TAKEN,
                           site->hash, site->prefix};
  unsigned char encoded[ENCODED_MAX];
  size_t length, offset;

  CHECK(site->target < 16);
  CHECK(site->scratch == (site->target == 10 ? 11 : 10));
  CHECK(site->form == KCFI_OPT_FORM_STOCK ||
        site->form == KCFI_OPT_FORM_NOT_TAKEN);
  CHECK(site->prefix <= KCFI_OPT_PREFIX_MAX);
  CHECK(site->resume <= size && site->start < site->tail);

  length = encode(encoded, &f, &offset);
  CHECK(site->start + offset == trap);
  CHECK(length <= size - site->start);
  CHECK(is_site(site, &f, site->start, length, trap));
  CHECK(memcmp(code + site->start, encoded, length) == 0);
}

static void check_code(const unsigned char *code, size_t size) {
  for (size_t at = 0; at < size + 2; ++at) {
    struct kcfi_opt_site site, named;
    const bool found = kcfi_opt_decode(code, size, at, &site);
    const bool entry = kcfi_opt_decode_entry(code, size, at, &named);

    if (found) {
      check_site(code, size, at, &site);
      /* A window that ends with the site is enough. */
      CHECK(kcfi_opt_decode(code, site.resume, at, &named));
      CHECK(!kcfi_opt_decode(code + site.start + 1, size - site.start - 1,
                             at - site.start - 1, &named));
      CHECK(kcfi_opt_decode_entry(code, size, at, &named));
      CHECK(named.trap == at);
    } else if (entry) {
      CHECK(named.trap == at + 1 && named.form == KCFI_OPT_FORM_NOT_TAKEN);
      check_site(code, size, at + 1, &named);
    }
  }
}

static void check_place(const unsigned char *table, uint64_t address,
                        size_t count, bool sorted, uint64_t place) {
  const size_t first = kcfi_opt_trap_find(table, address, count, place);
  const size_t fast = kcfi_opt_trap_find_sorted(table, address, count, place);
  size_t walk = 0;

  while (walk < count && kcfi_opt_trap_address(table, address, walk) != place)
    ++walk;
  CHECK(first == walk);
  CHECK(fast <= count);
  CHECK(fast == count || kcfi_opt_trap_address(table, address, fast) == place);
  CHECK(!sorted || fast == first);
}

static void check_table(const unsigned char *table, uint64_t address,
                        size_t count, unsigned char choice) {
  const bool sorted = kcfi_opt_traps_sorted(table, address, count);

  for (size_t i = 0; i < count; ++i) {
    const uint64_t place = kcfi_opt_trap_address(table, address, i);
    const uint32_t distance = (uint32_t)(place - address - 4 * i);

    CHECK(distance == kcfi_opt_read32(table + 4 * i));
    check_place(table, address, count, sorted, place);
    check_place(table, address, count, sorted, place + (signed char)choice);
  }
  check_place(table, address, count, sorted, address + choice);
  check_place(table, address, count, sorted, 0);
  check_place(table, address, count, sorted, UINT64_MAX);
}

/* As often as not libFuzzer's bytes are in no order: the same places again, in
   ascending order. */
static void check_sorted(const unsigned char *table, uint64_t address,
                         size_t count, unsigned char choice) {
  unsigned char *copy = malloc(count ? 4 * count : 1);
  uint64_t place = address + 4 * count;

  CHECK(copy);
  for (size_t i = 0; i < count; ++i) {
    place += kcfi_opt_read32(table + 4 * i) % 256;
    put32(copy + 4 * i, (uint32_t)(place - address - 4 * i));
  }
  /* Unless it wraps around the end of the address space. */
  CHECK(place < address || kcfi_opt_traps_sorted(copy, address, count));
  check_table(copy, address, count, choice);
  free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint64_t address;
  unsigned char *window;

  if (size < HEADER || size > SIZE_MAX_TRIED)
    return -1; /* not worth keeping */
  memcpy(&address, data, 8);
  size -= HEADER;
  /* Exactly as long as it says. */
  window = malloc(size ? size : 1);
  CHECK(window);
  memcpy(window, data + HEADER, size);
  check_code(window, size);
  check_table(window, address, size / 4, data[8]);
  check_sorted(window, address, size / 4, data[8]);
  free(window);
  return 0;
}
