# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Two entries for one check: for the same byte, or for the trap and the test.
#
# RUN: %assemble %s -o %t.o
# RUN: %exits 1 kcfi-audit check %t.o | FileCheck %s
#
# CHECK: {{.*}}.o: f+0xd: trap entry, expected one for this check, found two
# CHECK-NEXT: {{.*}}.o: g+0xd: trap entry, expected one for this check, found two
# CHECK-NEXT: {{.*}}: 2 sites: 2 not-taken, 0 stock; 4 trap entries (1 at the test); unchecked: 0 calls, 0 jumps

  .include "site.inc"
  .text
  .type f, @function
f:
  check not_taken
  trap .La, 0, .text
.set .La, .-1
  callq *%r11
  .size f, .-f
  .type g, @function
g:
  check not_taken, entry=-1
  trap .Lb, 0, .text
.set .Lb, .-1
  callq *%r11
  .size g, .-g
