/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * roundtrip.c - what is encoded is what is decoded: every target register, both
 * forms, prefixes around each change of the encoding, telling hash values.
 *
 * RUN: %gcc %s -o %t.gcc && %t.gcc
 * RUN: %clang %s -o %t.clang && %t.clang
 */
#include "check.h"

static const uint32_t hashes[] = {
    0,          1,          0x7fffffff, 0x80000000, 0xffffffff, 0xfa1e0ff3,
    0xfb1e0ff3, 0x05e1f00d, 0x04e1f00d, 0xd6a80175, 0x0b0f0274, 0xfc500344};

static void check(const struct fields *f) {
  /* On a ground of 0x41, so that more than the site could look like a movl. */
  unsigned char code[3 * ENCODED_MAX];
  const size_t start = ENCODED_MAX;
  struct kcfi_opt_site site;
  size_t size, trap;
  int valid;

  memset(code, 0x41, sizeof(code));
  size = encode(code + start, f, &trap);
  trap += start;
  valid = f->prefix <= KCFI_OPT_PREFIX_MAX;

  CHECK(kcfi_opt_decode(code, sizeof(code), trap, &site) == valid);
  if (valid) {
    CHECK(is_site(&site, f, start, size, trap));
    CHECK(size >= KCFI_OPT_SITE_SIZE_MIN && size <= KCFI_OPT_SITE_SIZE_MAX);
  }

  /* The entry names the trapping byte, or the testb before it. */
  for (size_t entry = start; entry < start + size; ++entry) {
    const int named =
        valid && (entry == trap || (f->not_taken && entry + 1 == trap));

    /* An a8 in the hash or the displacement cannot stand for the testb's, since
       what traps is at the end. */
    CHECK(kcfi_opt_decode_entry(code, sizeof(code), entry, &site) == named);
    if (named)
      CHECK(is_site(&site, f, start, size, trap));
  }

  /* Nowhere but at the trap. */
  for (size_t at = 0; at < sizeof(code) + 2; ++at)
    CHECK(kcfi_opt_decode(code, sizeof(code), at, &site) ==
          (valid && at == trap));
}

static void check_hashes(struct fields f) {
  for (size_t i = 0; i < sizeof(hashes) / sizeof(*hashes); ++i) {
    f.hash = hashes[i];
    check(&f);
  }
}

int main(void) {
  static const uint32_t beyond[] = {
      251,       252,        253,        255,       256,       257,
      1000,      65531,      65532,      65535,     0xfffff8,  0xfffffb,
      0xfffffc,  0xfffffd,   0xfffffe,   0xffffff,  0x1000000, 0x1fffffc,
      0x7ffffff, 0x7ffffffb, 0x7ffffffc, 0x7fffffff};
  uint64_t random = 1;

  for (unsigned target = 0; target < 16; ++target)
    for (int not_taken = 0; not_taken < 2; ++not_taken) {
      struct fields f = {target, not_taken, 0, 0};

      for (f.prefix = 0; f.prefix <= 200; ++f.prefix)
        check_hashes(f);
      for (size_t i = 0; i < sizeof(beyond) / sizeof(*beyond); ++i) {
        f.prefix = beyond[i];
        check_hashes(f);
      }
      for (int i = 0; i < 2000; ++i) {
        f.hash = (uint32_t)next_random(&random);
        f.prefix = (uint32_t)next_random(&random) &
                   (0xffffffu >> next_random(&random) % 24);
        check(&f);
      }
    }
  return 0;
}
