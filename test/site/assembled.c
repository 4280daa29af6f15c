/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * assembled.c - the tests' encoder and the header's decoder agree with what an
 * assembler makes of a site's text, so that they cannot share an error. Both
 * clang's assembler and GNU as.
 *
 * RUN: %gcc %s %S/Inputs/sites.S -o %t.gcc && %t.gcc
 * RUN: %clang -c %s -o %t.o
 * RUN: %clang -c %S/Inputs/sites.S -o %t.sites.o
 * RUN: %clang %t.o %t.sites.o -o %t.clang && %t.clang
 */
#include "check.h"

/* Made by sites.S. */
extern const struct assembled {
  uint32_t start, tail, trap, end; /* from assembled_code */
  uint32_t target, not_taken, hash, prefix;
} assembled_sites[], assembled_sites_end[];
extern const unsigned char assembled_code[], assembled_code_end[];

int main(void) {
  const size_t size = (size_t)(assembled_code_end - assembled_code);
  const size_t count = (size_t)(assembled_sites_end - assembled_sites);

  /* 16 targets, 2 forms, 12 prefixes, 7 hashes; all code is sites. */
  CHECK(count == 16 * 2 * 12 * 7);
  CHECK(assembled_sites[0].start == 0 &&
        assembled_sites[count - 1].end == size);

  for (const struct assembled *a = assembled_sites; a < assembled_sites_end;
       ++a) {
    const struct fields f = {a->target, (int)a->not_taken, a->hash, a->prefix};
    unsigned char encoded[ENCODED_MAX];
    struct kcfi_opt_site site;
    size_t trap, length = encode(encoded, &f, &trap);

    CHECK(length == a->end - a->start);
    CHECK(memcmp(encoded, assembled_code + a->start, length) == 0);
    CHECK(trap == a->trap - a->start);
    CHECK(kcfi_opt_decode(assembled_code, size, a->trap, &site));
    CHECK(is_site(&site, &f, a->start, length, a->trap));
    CHECK(site.tail == a->tail);
  }

  /* Every other place is no site. */
  for (size_t at = 0, next = 0; at < size; ++at) {
    struct kcfi_opt_site site;
    const bool is_trap = next < count && at == assembled_sites[next].trap;

    CHECK(kcfi_opt_decode(assembled_code, size, at, &site) == is_trap);
    next += is_trap;
  }
  return 0;
}
