# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Without section headers there is code, but no telling where the trap table
# is: checks can be listed, but not held against it.
#
# RUN: %assemble %s -o %t.o
# RUN: ld.lld -shared %t.o -o %t.so
# RUN: llvm-objcopy --strip-sections %t.so %t-none.so
# RUN: %exits 2 kcfi-audit check %t-none.so > %t.out 2>&1
# RUN: FileCheck %s < %t.out
# RUN: kcfi-audit sites %t-none.so | FileCheck --check-prefix=SITES %s
#
# CHECK: kcfi-audit: {{.*}}: no section headers, so its trap table cannot be found; check the file that it was made from
# CHECK: 1 site: 1 not-taken, 0 stock; 0 trap entries; unchecked: 0 calls, 0 jumps
# SITES: none   not-taken  r11     12345678  call register  code segment code segment+0x{{[0-9a-f]+}}

  .include "site.inc"
  .text
f:
  check not_taken
  callq *%r11
  retq
