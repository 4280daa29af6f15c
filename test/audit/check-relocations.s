# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# In an object, relocations make the entries; each entry needs one, of the type
# that a linker turns into the distance, to a place in the same object.
#
# RUN: %assemble %s -o %t.o
# RUN: %exits 1 kcfi-audit check %t.o | FileCheck %s
#
# CHECK: {{.*}}: .kcfi_traps+0x4: trap entry, expected a relocation, found none
# CHECK-NEXT: {{.*}}: .kcfi_traps+0x8: trap entry, expected a relocation R_X86_64_PC32, found another type
# CHECK-NEXT: {{.*}}: .kcfi_traps+0xc: trap entry, expected a place in this file, found an undefined symbol
# CHECK-NEXT: {{.*}}: .kcfi_traps+0x10: trap entry, expected one relocation, found more
# CHECK-NEXT: {{.*}}: .kcfi_traps+0x14: trap entry, expected a relocation, found none
# CHECK-NEXT: {{.*}}: .kcfi_traps+0x15: relocation of a trap table, expected at an entry, found elsewhere
# CHECK-NEXT: {{.*}}: .kcfi_traps+0x40: relocation of a trap table, expected at an entry, found elsewhere
# CHECK-NEXT: {{.*}}1 site: 1 not-taken, 0 stock; 6 trap entries

  .include "site.inc"
  .text
  .type f, @function
f:
  check not_taken
.La:
  callq *%r11
  .size f, .-f

  .section .kcfi_traps,"ao",@progbits,.text
  .long 0
  .long .La-1
  .long elsewhere-.
  .long .La-1-.
  .reloc .-4, R_X86_64_PC32, .La-1
  .long 0
  .reloc .-3, R_X86_64_PC32, .La-1
  .reloc .+40, R_X86_64_PC32, .La-1
