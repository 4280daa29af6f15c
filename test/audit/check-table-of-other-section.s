# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A table goes with the section of code that it is linked to: one that a linker
# drops takes its table along. So an entry must name a place in that section.
#
# RUN: %assemble %s -o %t.o
# RUN: %exits 1 kcfi-audit check %t.o | FileCheck %s
# CHECK: {{.*}}: g+0xd: trap entry, expected in the table of this section, found in that of section {{[0-9]+}}
# CHECK-NEXT: {{.*}}2 sites: 2 not-taken, 0 stock; 2 trap entries

  .include "site.inc"
  .section .text.f,"ax",@progbits
f:
  check not_taken, section=.text.f
  callq *%r11
  .section .text.g,"ax",@progbits
g:
  check not_taken, section=.text.f
  callq *%r11
