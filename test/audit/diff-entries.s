# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A site may differ only as a whole, together with the entry: not without one,
# not to other bytes, and the entry only to the byte that traps.
#
# DEFINE: %{form} = stock
# DEFINE: %{first} = -2
# DEFINE: %{hash} = 12345678
# DEFINE: %{name} = stock
# DEFINE: %{make} = sed 's/FORM/%{form}/; s/FIRST/%{first}/; s/HASH/%{hash}/' %s > %t.s && \
# DEFINE:   %assemble %t.s -o %t-%{name}.o
# RUN: %{make}
# REDEFINE: %{form} = not_taken
# REDEFINE: %{first} = -1
# REDEFINE: %{name} = opt
# RUN: %{make}
# RUN: kcfi-audit diff %t-stock.o %t-opt.o | FileCheck --check-prefix=HOLDS %s
# HOLDS: 2 sites: 2 not-taken (1 with the entry in stock's place), 0 kept stock; all else is equal
#
# The other way round it does not hold.
#
# RUN: %exits 1 kcfi-audit diff %t-opt.o %t-stock.o | FileCheck --check-prefix=BACK %s
# BACK: f+0xa: bytes differ, expected 75 01 a8 d6, found 74 02 0f 0b
# BACK-NEXT: f+0x1b: bytes differ, expected 75 01 a8 d6, found 74 02 0f 0b
# BACK-NEXT: .rela.kcfi_traps[0]: r_addend, expected 0xd, found 0xc
# BACK-NEXT: 3 differences
#
# Equal files hold, in either form.
#
# RUN: kcfi-audit diff %t-opt.o %t-opt.o | FileCheck --check-prefix=SAME %s
# SAME: 2 sites: 0 not-taken, 0 kept stock, 2 not-taken in both; all else is equal
#
# An entry at the wrong place: the site is not excused, nor the entry.
#
# REDEFINE: %{first} = 0
# REDEFINE: %{name} = away
# RUN: %{make}
# RUN: %exits 1 kcfi-audit diff %t-stock.o %t-away.o | FileCheck --check-prefix=AWAY %s
# AWAY: f+0xa: bytes differ, expected 74 02 0f 0b, found 75 01 a8 d6
# AWAY-NEXT: .rela.kcfi_traps[0]: r_addend, expected 0xc, found 0xe
#
# A stock site whose entry moved.
#
# REDEFINE: %{form} = stock
# REDEFINE: %{first} = -3
# REDEFINE: %{name} = moved
# RUN: %{make}
# RUN: %exits 1 kcfi-audit diff %t-stock.o %t-moved.o | FileCheck --check-prefix=MOVED %s
# MOVED: .rela.kcfi_traps[0]: r_addend, expected 0xc, found 0xb
#
# Another hash, or a byte of the tail.
#
# REDEFINE: %{form} = not_taken
# REDEFINE: %{first} = -1
# REDEFINE: %{hash} = 1
# REDEFINE: %{name} = hash
# RUN: %{make}
# RUN: %exits 1 kcfi-audit diff %t-stock.o %t-hash.o | FileCheck --check-prefix=HASH %s
# HASH: f+0x2: bytes differ, expected 88 a9 cb ed, found ff ff ff ff
# RUN: %poke %t-opt.o %t-tail.o .text 0xb +1
# RUN: %exits 1 kcfi-audit diff %t-stock.o %t-tail.o | FileCheck --check-prefix=TAIL %s
# TAIL: f+0xa: bytes differ, expected 74 02 0f 0b, found 75 02 a8 d6
#
# No entry names it.
#
# RUN: %poke %t-stock.o %t-none.o .text 0x2c 7501a8d6
# RUN: %exits 1 kcfi-audit diff %t-stock.o %t-none.o | FileCheck --check-prefix=NONE %s
# NONE: f+0x2c: bytes differ, expected 74 02 0f 0b, found 75 01 a8 d6

.macro tail
1:
.ifc FORM, not_taken
  jne 1b+3
  testb $0xd6, %al
.else
  je 1b+4
  ud2
.endif
.endm

  .text
  .type f, @function
f:
  movl $-0xHASH, %r10d
  addl -4(%r11), %r10d
  tail
.La:
  callq *%r11
  movl $-0x12345678, %r10d
  addl -4(%r11), %r10d
  tail
.Lb:
  callq *%r11
  movl $-0x12345678, %r10d
  addl -4(%r11), %r10d
  .byte 0x74, 0x02, 0x0f, 0x0b
  callq *%r11
  .size f, .-f

  .section .kcfi_traps,"ao",@progbits,.text
  .long .La+FIRST-.
  .long .Lb-2-.
