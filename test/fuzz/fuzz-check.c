/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz-check.c - kcfi-audit check on any bytes, with all that can be a finding.
 */
#include "check.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *allow[] = {"f*"};
  static const struct check_options options = {
      .require_checked = true,
      .require_not_taken = true,
      .allow = allow,
      .allow_count = 1,
  };
  struct report report = fuzz_report();

  if (!fuzz_is_thin(data, size))
    check_image("file", data, size, &options, &report);
  return 0;
}
