/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * table.c - the trap table: walk and lookup.
 *
 * RUN: %gcc %s -o %t.gcc && %t.gcc
 * RUN: %clang %sanitize %s -o %t.clang && %t.clang
 */
#include "check.h"

#define MAX 64

/* A table under construction: its bytes lie at any alignment, and are said to
   be at ADDRESS at run time. */
struct table {
  unsigned char block[4 * MAX + 3], *bytes;
  uint64_t address;
  size_t count;
};

static void add(struct table *t, uint64_t place) {
  const uint64_t distance = place - (t->address + 4 * t->count);

  CHECK((int64_t)distance == (int32_t)(uint32_t)distance);
  CHECK(t->count < MAX);
  put32(t->bytes + 4 * t->count++, (uint32_t)distance);
}

static struct table start(uint64_t address, struct table *t, size_t shift) {
  t->bytes = t->block + shift;
  t->address = address;
  t->count = 0;
  return *t;
}

static uint64_t at(const struct table *t, size_t index) {
  return kcfi_opt_trap_address(t->bytes, t->address, index);
}

static size_t find(const struct table *t, uint64_t place) {
  return kcfi_opt_trap_find(t->bytes, t->address, t->count, place);
}

static size_t find_sorted(const struct table *t, uint64_t place) {
  return kcfi_opt_trap_find_sorted(t->bytes, t->address, t->count, place);
}

static bool sorted(const struct table *t) {
  return kcfi_opt_traps_sorted(t->bytes, t->address, t->count);
}

/* Bytes written down by hand. */
static void by_hand(void) {
  static const unsigned char bytes[] = {
      0x00, 0x00, 0x00, 0x00, /* itself */
      0x10, 0x00, 0x00, 0x00, /* 0x10 ahead */
      0xfc, 0xff, 0xff, 0xff, /* 4 behind */
      0xff, 0xff, 0xff, 0x7f, /* the farthest ahead */
      0x00, 0x00, 0x00, 0x80, /* the farthest behind */
  };
  const uint64_t base = 0xffffffff81000000;

  CHECK(kcfi_opt_trap_address(bytes, base, 0) == 0xffffffff81000000);
  CHECK(kcfi_opt_trap_address(bytes, base, 1) == 0xffffffff81000014);
  CHECK(kcfi_opt_trap_address(bytes, base, 2) == 0xffffffff81000004);
  CHECK(kcfi_opt_trap_address(bytes, base, 3) == 0x000000000100000b);
  CHECK(kcfi_opt_trap_address(bytes, base, 4) == 0xffffffff01000010);
  CHECK(kcfi_opt_trap_find(bytes, base, 5, 0xffffffff81000004) == 2);
  CHECK(kcfi_opt_trap_find(bytes, base, 2, 0xffffffff81000004) == 2);
  CHECK(kcfi_opt_trap_find(bytes, base, 5, 0xffffffff01000010) == 4);
  CHECK(kcfi_opt_trap_find(bytes, base, 5, 0xffffffff01000011) == 5);
  CHECK(kcfi_opt_traps_sorted(bytes, base, 2));
  CHECK(!kcfi_opt_traps_sorted(bytes, base, 3));
  /* Behind address 0 lies the top of the address space, and the reverse. */
  CHECK(kcfi_opt_trap_address(bytes, 0, 4) == 0xffffffff80000010);
  CHECK(kcfi_opt_trap_address(bytes, UINT64_MAX - 3, 1) == 0x10);
}

static void empty(void) {
  static const unsigned char none[1];

  CHECK(kcfi_opt_trap_find(none, 0, 0, 0) == 0);
  CHECK(kcfi_opt_trap_find_sorted(none, 0, 0, 0) == 0);
  CHECK(kcfi_opt_traps_sorted(none, 0, 0));
  CHECK(kcfi_opt_trap_find(NULL, 0, 0, 0) == 0);
  CHECK(kcfi_opt_trap_find_sorted(NULL, 0, 0, 0) == 0);
  CHECK(kcfi_opt_traps_sorted(NULL, 0, 0));
}

/* Same places give same entries nowhere, since an entry counts from itself. */
static void duplicates(void) {
  struct table t;

  start(0x400000, &t, 1);
  add(&t, 0x401000);
  add(&t, 0x401000);
  add(&t, 0x401005);
  add(&t, 0x401005);
  add(&t, 0x401005);
  add(&t, 0x401006);
  CHECK(sorted(&t));
  CHECK(find(&t, 0x401000) == 0 && find_sorted(&t, 0x401000) == 0);
  CHECK(find(&t, 0x401005) == 2 && find_sorted(&t, 0x401005) == 2);
  CHECK(find(&t, 0x401006) == 5 && find_sorted(&t, 0x401006) == 5);
  CHECK(find_sorted(&t, 0x400fff) == 6 && find_sorted(&t, 0x401001) == 6 &&
        find_sorted(&t, 0x401007) == 6);
}

/* Same bytes, other places: sorted is a matter of places, not of values. */
static void order_of_places(void) {
  struct table t;

  start(0x10000, &t, 2);
  add(&t, 0x10100); /* 0x100 */
  add(&t, 0x10102); /* 0xfe */
  add(&t, 0x10103); /* 0xfb */
  CHECK(sorted(&t));
  CHECK(find_sorted(&t, 0x10102) == 1 && find_sorted(&t, 0x10103) == 2);
}

static int by_place(const void *a, const void *b) {
  const uint64_t *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

/* Random tables around ADDRESS, in any order and then sorted: every place is
   where it was put, the lookups agree, and neither finds what is not there. */
static void random_tables(uint64_t address, uint64_t reach, uint64_t *random) {
  for (int round = 0; round < 500; ++round) {
    const uint64_t spread = reach >> next_random(random) % 30;
    uint64_t places[MAX];
    struct table t;
    size_t count = next_random(random) % MAX;
    bool ascending = true;

    start(address, &t, next_random(random) % 4);
    for (size_t i = 0; i < count; ++i) {
      places[i] = address + next_random(random) % (2 * spread + 1) - spread;
      ascending &= i == 0 || places[i - 1] <= places[i];
      add(&t, places[i]);
    }
    CHECK(sorted(&t) == ascending);
    for (size_t i = 0; i < count; ++i) {
      CHECK(at(&t, i) == places[i]);
      CHECK(find(&t, places[i]) <= i &&
            at(&t, find(&t, places[i])) == places[i]);
      /* In a table that is not sorted it may miss, and does no worse. */
      CHECK(find_sorted(&t, places[i]) == count ||
            at(&t, find_sorted(&t, places[i])) == places[i]);
    }

    qsort(places, count, sizeof(*places), by_place);
    start(address, &t, next_random(random) % 4);
    for (size_t i = 0; i < count; ++i)
      add(&t, places[i]);
    CHECK(sorted(&t));
    for (size_t i = 0; i < count; ++i)
      for (uint64_t place = places[i] - 2; place != places[i] + 3; ++place) {
        CHECK(find(&t, place) == find_sorted(&t, place));
        CHECK((find(&t, place) < count) ==
              (bsearch(&place, places, count, sizeof(*places), by_place) !=
               NULL));
      }
  }
}

/* A program's own table, by pointer: address and bytes are the same thing. */
static void own_table(void) {
  static unsigned char image[64];
  unsigned char *table = image + 21;
  const uint64_t address = (uint64_t)(uintptr_t)table;

  put32(table, 7);
  put32(table + 4, -25u);
  CHECK(kcfi_opt_trap_address(table, address, 0) ==
        (uint64_t)(uintptr_t)(image + 28));
  CHECK(kcfi_opt_trap_address(table, address, 1) == (uint64_t)(uintptr_t)image);
}

int main(void) {
  const uint64_t reach = INT32_MAX - 4 * MAX;
  uint64_t random = 2;

  by_hand();
  empty();
  duplicates();
  order_of_places();
  own_table();
  random_tables(0x555555554000, reach, &random);
  random_tables(0xffffffff81000000, 0x7000000, &random);
  random_tables(0xffffffffc0000001, 0x3ffffff0, &random);
  random_tables(0x7fffffffffffffff, reach, &random);
  random_tables(0, reach, &random);                    /* wraps below 0 */
  random_tables(UINT64_MAX - 2 * MAX, reach, &random); /* wraps above the top */
  return 0;
}
