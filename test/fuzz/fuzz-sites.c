/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz-sites.c - kcfi-audit sites on any bytes, in each form of output.
 */
#include "fuzz.h"
#include "sites.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct report report = fuzz_report();
  struct tally tally = {0};

  if (fuzz_is_thin(data, size))
    return 0;
  sites_image("file", data, size, &(struct sites_options){0}, &report);
  sites_image("file", data, size, &(struct sites_options){.json = true},
              &report);
  sites_image("file", data, size, &(struct sites_options){.tally = &tally},
              &report);
  tally_print(&tally, &report);
  return 0;
}
