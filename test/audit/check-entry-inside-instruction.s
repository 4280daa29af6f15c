# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Bytes that look like a check but begin inside an instruction are none: the
# movl below is the constant of a movabs. No entry may name it.
#
# RUN: %assemble %s -o %t.o
# RUN: kcfi-audit check %t.o | FileCheck --check-prefix=NO-ENTRY %s
# RUN: %assemble -Wa,-defsym,ENTRY=1 %s -o %t.o
# RUN: %exits 1 kcfi-audit check %t.o | FileCheck %s
#
# NO-ENTRY-NOT: expected
# NO-ENTRY: 0 sites: 0 not-taken, 0 stock; 0 trap entries; unchecked: 1 call
# CHECK: {{.*}}: f+0xf: trap entry, expected a check, found its bytes inside instructions
# CHECK-NEXT: {{.*}}0 sites: 0 not-taken, 0 stock; 1 trap entry; unchecked: 1 call

  .text
  .type f, @function
f:
  movabsq $0x034504030201ba41, %rax # 41 ba 01 02 03 04 45 03
  pushq %rbx                        # 53
  cld                               # fc
.La:
  jne .La+3
  testb $0xd6, %al
  callq *%r11
  .size f, .-f

.ifdef ENTRY
  .section .kcfi_traps,"ao",@progbits,.text
  .long .La+3-.
.endif
