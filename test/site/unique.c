/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unique.c - at most one length of the addl ever matches, up to
 * KCFI_OPT_PREFIX_MAX, so that the order in which they are tried is no matter.
 *
 * Windows are drawn from the bytes that sites are made of, so that most draws
 * come close; and two sites of every pair of lengths are laid over each other.
 *
 * RUN: %gcc %s -o %t.gcc && %t.gcc
 * RUN: %clang %s -o %t.clang && %t.clang
 */
#include "check.h"

static unsigned long found[4];

/* How many lengths match; each match is the bytes that its fields encode to. */
static unsigned matches(const unsigned char *code, size_t size) {
  unsigned count = 0;

  for (unsigned i = 0; i < 4; ++i) {
    struct kcfi_opt_site site = {0};
    unsigned char encoded[ENCODED_MAX];
    size_t length, trap;

    site.tail = size - 4;
    if (!kcfi_opt_decode_compare(code, i & 1, i >> 1, &site))
      continue;
    length =
        encode(encoded,
               &(struct fields){site.target, 1, site.hash, site.prefix}, &trap);
    CHECK(site.start + length == size);
    CHECK(memcmp(code + site.start, encoded, length - 4) == 0);
    ++found[i];
    ++count;
  }
  return count;
}

static void drawn(uint64_t *random) {
  static const unsigned char likely[] = {
      0x41, 0x41, 0xba, 0xbb, 0x44, 0x45, 0x03, 0x03, 0x24, 0x24, 0x50, 0x54,
      0x5a, 0x90, 0x94, 0x9a, 0xfc, 0xff, 0xff, 0x00, 0x80, 0x53, 0x93, 0x55};
  unsigned char code[ENCODED_MAX];

  for (int round = 0; round < 2000000; ++round) {
    uint64_t bits = next_random(random);

    for (int i = 0; i < ENCODED_MAX; ++i) {
      if (i == 9)
        bits = next_random(random);
      code[i] = bits % 32 < sizeof(likely) ? likely[bits % 32]
                                           : (unsigned char)(bits >> 56);
      bits = bits / 32 ^ bits << 59;
    }
    CHECK(matches(code, sizeof(code)) <= 1);
  }
}

/* A site of random fields with each of its bytes replaced by those of another
   that ends at the same place, by a random mask. */
static void overlaid(uint64_t *random) {
  static const unsigned char shortest = KCFI_OPT_SITE_SIZE_MIN;

  for (int round = 0; round < 1000000; ++round) {
    unsigned char code[2][ENCODED_MAX];
    uint64_t mask = next_random(random) & next_random(random);

    for (int i = 0; i < 2; ++i) {
      const uint64_t bits = next_random(random);
      const struct fields f = {
          bits & 15, 1, (uint32_t)(bits >> 8),
          bits & 16 ? 125 + ((uint32_t)(bits >> 40) & 0xfffffc) % 0xffff80
                    : (uint32_t)(bits >> 40) % 125};
      unsigned char site[ENCODED_MAX];
      size_t trap, length = encode(site, &f, &trap);

      CHECK(length >= shortest);
      memset(code[i], 0x41, ENCODED_MAX);
      memcpy(code[i] + ENCODED_MAX - length, site, length);
    }
    CHECK(matches(code[0], ENCODED_MAX) == 1);
    for (int i = 0; i < ENCODED_MAX; ++i)
      if (mask >> i & 1)
        code[0][i] = code[1][i];
    CHECK(matches(code[0], ENCODED_MAX) <= 1);
  }
}

/* An addl of one length with a shorter one over its end, and every value of the
   last byte, by which alone the two could be told apart. */
static void constructed(void) {
  static const unsigned char sizes[4] = {4, 5, 7, 8};

  for (int a = 0; a < 4; ++a)
    for (int b = a + 1; b < 4; ++b)
      for (unsigned target = 0; target < 16; ++target)
        for (unsigned last = 0; last < 256; ++last) {
          unsigned char code[ENCODED_MAX], site[ENCODED_MAX];
          struct fields f = {target, 1, 0, a < 2 ? 0 : 125};
          const size_t tail = ENCODED_MAX - 4;
          size_t length, trap;

          /* The longer one first, the shorter over it, then the last byte. */
          memset(code, 0x41, sizeof(code));
          code[tail - sizes[b] - 6] = 0x41;
          code[tail - sizes[b] - 5] = 0xba;
          code[tail - sizes[b]] = 0x44;
          code[tail - sizes[b] + 1] = 0x03;
          code[tail - sizes[b] + 2] = b >= 2 ? 0x94 - (b == 2) : 0x54;
          length = encode(site, &f, &trap);
          memcpy(code + ENCODED_MAX - length, site, length);
          code[tail - 1] = (unsigned char)last;
          CHECK(matches(code, sizeof(code)) <= 1);
        }
}

int main(void) {
  uint64_t random = 3;

  constructed();
  drawn(&random);
  overlaid(&random);
  /* The search saw every length. */
  for (int i = 0; i < 4; ++i)
    CHECK(found[i] > 100);
  return 0;
}
