# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A check that no entry names would not be told from any other illegal
# instruction. With the entry, it holds.
#
# RUN: %assemble %s -o %t.o
# RUN: %exits 1 kcfi-audit check %t.o | FileCheck %s
# RUN: %assemble -Wa,-defsym,WITH=1 %s -o %t-with.o
# RUN: kcfi-audit check %t-with.o | FileCheck --check-prefix=WITH %s
#
# CHECK: {{.*}}.o: f+0xd: check, expected a trap entry, found none
# CHECK-NEXT: {{.*}}: 1 site: 1 not-taken, 0 stock; 0 trap entries; unchecked: 0 calls, 0 jumps
# WITH-NOT: expected
# WITH: 1 trap entry

  .include "site.inc"
  .text
  .globl f
  .type f, @function
f:
.ifdef WITH
  check not_taken
.else
  check not_taken, entry=none
.endif
  callq *%r11
  .size f, .-f
