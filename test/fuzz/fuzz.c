/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz.c - what the harnesses share.
 */
#include "fuzz.h"
#include "archive.h"

#include <string.h>

struct report fuzz_report(void) {
  static FILE *nowhere;

  if (!nowhere)
    nowhere = fopen("/dev/null", "w");
  return (struct report){.out = nowhere, .err = nowhere};
}

int fuzz_is_thin(const uint8_t *data, size_t size) {
  struct archive archive;
  struct member member;

  if (size < 8 || memcmp(data, "!<thin>\n", 8))
    return 0;
  archive_begin(&archive, data, size);
  while (archive_next(&archive, &member) == ARCHIVE_MEMBER)
    member_end(&member);
  return 1;
}
