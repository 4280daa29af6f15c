# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Checks that stayed in the stock form are counted, and are findings on demand,
# but not in symbols that are allowed.
#
# RUN: %assemble %s -o %t.o
# RUN: kcfi-audit check %t.o | FileCheck --check-prefix=COUNTED %s
# RUN: kcfi-audit check --require-not-taken --allow stoc? %t.o | \
# RUN:   FileCheck --check-prefix=COUNTED %s
# RUN: %exits 1 kcfi-audit check --require-not-taken %t.o | FileCheck %s
#
# COUNTED-NOT: expected
# COUNTED: 2 sites: 1 not-taken, 1 stock; 2 trap entries; unchecked: 0 calls, 0 jumps
# CHECK: {{.*}}: stock+0x0: check, expected in the not-taken form, found in the stock form
# CHECK-NEXT: {{.*}}2 sites: 1 not-taken, 1 stock; 2 trap entries; unchecked: 0 calls, 0 jumps

  .include "site.inc"
  .text
  .type stock, @function
stock:
  check stock
  callq *%r11
  .size stock, .-stock
  .type other, @function
other:
  check not_taken
  callq *%r11
  .size other, .-other
