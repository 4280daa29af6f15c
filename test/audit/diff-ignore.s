# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A kernel's build stamps are left out by default, others on demand; each that
# differs is named. Without the defaults, none is left out.
#
# RUN: sed 's/STAMP/"14"/; s/BYTE/1/; s/MORE/1/' %s > %t.s && %assemble %t.s -o %t.o
# RUN: sed 's/STAMP/"25"/; s/BYTE/2/; s/MORE/1/' %s > %t.s && %assemble %t.s -o %t-other.o
# RUN: sed 's/STAMP/"25"/; s/BYTE/2/; s/MORE/2/' %s > %t.s && %assemble %t.s -o %t-more.o
# RUN: kcfi-audit diff %t.o %t-other.o | FileCheck %s
# RUN: kcfi-audit diff %t.o %t.o | FileCheck --check-prefix=EQUAL %s
# RUN: %exits 1 kcfi-audit diff --ignore none %t.o %t-other.o | FileCheck --check-prefix=NONE %s
# RUN: %exits 1 kcfi-audit diff --ignore none --ignore 'section:.note*' %t.o %t-other.o | \
# RUN:   FileCheck --check-prefix=NOTES %s
# RUN: %exits 1 kcfi-audit diff %t.o %t-more.o | FileCheck --check-prefix=OTHER %s
# RUN: kcfi-audit diff --ignore symbol:mo?e %t.o %t-more.o | FileCheck --check-prefix=ALLOWED %s
#
# CHECK: -other.o: ignored: 1 byte that differs in section .notes
# CHECK-NEXT: -other.o: ignored: 1 byte that differs in section .note.gnu.build-id
# CHECK-NEXT: -other.o: ignored: 2 bytes that differ in symbol linux_banner
# CHECK-NEXT: -other.o: ignored: 1 byte that differs in symbol init_uts_ns
# CHECK-NEXT: -other.o: 0 sites: 0 not-taken, 0 kept stock; all else is equal
#
# EQUAL-NOT: ignored
# EQUAL: all else is equal
#
# NONE-NOT: ignored
# NONE: linux_banner+0xf: bytes differ, expected 31 34, found 32 35
# NONE-NOT: ignored
# NONE: 4 differences
#
# NOTES: linux_banner+0xf: bytes differ
# NOTES: ignored: 2 bytes that differ in section .note*
# NOTES-NEXT: 2 differences
#
# OTHER: more+0x0: bytes differ, expected 01, found 02
# OTHER: ignored: 2 bytes that differ in symbol linux_banner
# OTHER: 1 difference
#
# ALLOWED: ignored: 1 byte that differs in symbol mo?e
# ALLOWED: all else is equal

  .section .rodata,"a",@progbits
  .type linux_banner, @object
linux_banner:
  .ascii "Linux version #"
  .asciz STAMP
  .size linux_banner, .-linux_banner

  .data
  .type init_uts_ns, @object
init_uts_ns:
  .long BYTE
  .size init_uts_ns, .-init_uts_ns
  .type more, @object
more:
  .long MORE
  .size more, .-more

  .section .notes,"a",@note
  .long BYTE
  .section .note.gnu.build-id,"a",@note
  .long BYTE
