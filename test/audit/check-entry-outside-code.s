# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# An entry must name code. The bytes of a check in data are none, and need no
# entry.
#
# RUN: %assemble %s -o %t.o
# RUN: kcfi-audit check %t.o | FileCheck --check-prefix=NO-ENTRY %s
# RUN: %assemble -Wa,-defsym,ENTRY=1 %s -o %t.o
# RUN: %exits 1 kcfi-audit check %t.o | FileCheck %s
# RUN: ld.lld -shared %t.o -o %t.so
# RUN: %exits 1 kcfi-audit check %t.so | FileCheck %s --check-prefixes=CHECK,LINKED
#
# NO-ENTRY-NOT: expected
# NO-ENTRY: 0 sites: 0 not-taken, 0 stock; 0 trap entries
# CHECK: {{.*}}: .kcfi_traps+0x0: trap entry, expected a place in code, found d+0xd
# LINKED-NEXT: .kcfi_traps+0x4: trap entry, expected a place in code, found 0x{{[0-9a-f]+}}, in no section
# CHECK: {{.*}}0 sites: 0 not-taken, 0 stock; 2 trap entries

  .data
  .type d, @object
d:
  .byte 0x41, 0xba, 1, 2, 3, 4, 0x45, 0x03, 0x53, 0xfc, 0x75, 0x01, 0xa8, 0xd6
  .size d, .-d

.ifdef ENTRY
  .section .kcfi_traps,"ao",@progbits,.data
  .long d+13-.
  .long d+0x7000000-.
.endif
