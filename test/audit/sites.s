# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What is listed of each check: as a table, as JSON with keys that stay, and
# counted over several files.
#
# RUN: %assemble %s -o %t.o
# RUN: kcfi-audit sites %t.o | FileCheck --match-full-lines --strict-whitespace %s
# RUN: kcfi-audit sites --json %t.o | FileCheck --match-full-lines --check-prefix=JSON %s
# RUN: kcfi-audit sites --summary %t.o %t.o | \
# RUN:   FileCheck --match-full-lines --strict-whitespace --check-prefix=SUMMARY %s
#
#      CHECK:{{.*}}.tmp.o:
# CHECK-NEXT:address           trap              entry  form       target  hash      branch         section, symbol
# CHECK-NEXT:0000000000000001  000000000000000e  trap   not-taken  r11     12345678  call register  .text f+0x1
# CHECK-NEXT:0000000000000012  000000000000001f  test   not-taken  r11     12345678  jump thunk     .text f+0x12
# CHECK-NEXT:0000000000000000  000000000000000c  trap   stock      r11     89abcdef  jump register  .init.text init+0x0
# CHECK-NEXT:0000000000000011  000000000000001e  none   not-taken  r10     00000007  none none      .init.text init+0x11
#
# JSON: {"file":"{{.*}}.tmp.o","address":1,"symbol":"f","offset":1,"section":".text","form":"not-taken","target":"r11","hash":305419896,"prefix":0,"branch":"call","via":"register","trap":14,"entry":"trap"}
# JSON-NEXT: {"file":"{{.*}}.tmp.o","address":18,"symbol":"f","offset":18,"section":".text","form":"not-taken","target":"r11","hash":305419896,"prefix":0,"branch":"jump","via":"thunk","trap":31,"entry":"test"}
# JSON-NEXT: {"file":"{{.*}}.tmp.o","address":0,"symbol":"init","offset":0,"section":".init.text","form":"stock","target":"r11","hash":2309737967,"prefix":0,"branch":"jump","via":"register","trap":12,"entry":"trap"}
# JSON-NEXT: {"file":"{{.*}}.tmp.o","address":17,"symbol":"init","offset":17,"section":".init.text","form":"not-taken","target":"r10","hash":7,"prefix":16,"branch":"none","via":"none","trap":30,"entry":"none"}
#
#      SUMMARY:sites           8
# SUMMARY-NEXT:form            6  not-taken
# SUMMARY-NEXT:form            2  stock
# SUMMARY-NEXT:section         4  .init.text
# SUMMARY-NEXT:section         4  .text
# SUMMARY-NEXT:target          6  r11
# SUMMARY-NEXT:target          2  r10
# SUMMARY-NEXT:hash            4  12345678
# SUMMARY-NEXT:hash            2  00000007
# SUMMARY-NEXT:hash            2  89abcdef

  .include "site.inc"
  .text
  .type f, @function
f:
  nop
  check not_taken
  callq *%r11
  check not_taken, entry=-1
  jmp __x86_indirect_thunk_r11
  .size f, .-f

  .section .init.text,"ax",@progbits
  .type init, @function
init:
  check stock, hash=0x89abcdef, section=.init.text
  jmp *%r11
  movl $-7, %r11d
  addl -20(%r10), %r11d
1:
  jne 1b+3
  testb $0xd6, %al
  retq
  .size init, .-init
