/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz-diff.c - kcfi-audit diff on any two files: four bytes, little endian,
 * say how many of those after them are the first file, the rest is the second.
 */
#include "diff.h"
#include "fuzz.h"

#include <kcfi-opt/site.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct ignores ignores;
  struct report report = fuzz_report();
  struct diff diff = {.ignores = &ignores, .report = &report};
  struct side stock = {.path = "stock"}, opt = {.path = "opt"};

  if (!ignores.count)
    ignores_default(&ignores);
  if (size < 4)
    return 0;
  stock.size = kcfi_opt_read32(data);
  if (stock.size > size - 4)
    return 0;
  stock.data = data + 4;
  opt.data = stock.data + stock.size;
  opt.size = size - 4 - stock.size;
  if (!fuzz_is_thin(stock.data, stock.size) &&
      !fuzz_is_thin(opt.data, opt.size))
    diff_images(&diff, &stock, &opt);
  return 0;
}
