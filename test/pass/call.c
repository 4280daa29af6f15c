// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call: the machine code that the pass leaves, the assembly that is printed,
// the entry in both trap modes.
//
// RUN: %clang_opt -O2 -S %s -o - | FileCheck %s --check-prefixes=ASM,UDB
// RUN: %clang_opt -mllvm -kcfi-opt-trap=udb -O2 -S %s -o - \
// RUN:   | FileCheck %s --check-prefixes=ASM,UDB
// RUN: %clang_opt -mllvm -kcfi-opt-trap=insn -O2 -S %s -o - \
// RUN:   | FileCheck %s --check-prefixes=ASM,INSN
// RUN: %clang_opt -O2 -S %s -o /dev/null -mllvm -print-after=kcfi-opt 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MIR
// RUN: %clang_opt -O2 -c %s -o %t.o
// RUN: llvm-objdump -d %t.o | FileCheck %s --check-prefix=BYTES
// RUN: llvm-readelf -r -x .kcfi_traps %t.o | FileCheck %s --check-prefix=ENTRY
//
// RUN: %equal 1 -O0 %s
// RUN: %equal 1 -O1 %s
// RUN: %equal 1 -O2 %s
// RUN: %equal 1 -O3 %s
// RUN: %equal 1 -Os %s
// RUN: %equal 1 -Oz %s
// RUN: %equal 1 -O2 -fPIC %s
// RUN: %equal 1 -O2 -fno-asynchronous-unwind-tables %s

// ASM-LABEL: {{^}}f:
// ASM:       movl $4294637676, %r10d
// ASM-NEXT:  addl -4(%rax), %r10d
// ASM-NEXT:  jne [[END:.Ltmp[0-9]+]]-1
// ASM-NEXT:  [[INSN:.Ltmp[0-9]+]]:
// ASM-NEXT:  testb $-42, %al
// ASM-NEXT:  .section .kcfi_traps,"ao",@progbits,.text
// ASM-NEXT:  [[HERE:.Ltmp[0-9]+]]:
// UDB-NEXT:  .long [[END]]-1-[[HERE]]
// INSN-NEXT: .long [[INSN]]-[[HERE]]
// ASM-NEXT:  .text
// ASM-NEXT:  [[END]]:
// ASM-NEXT:  callq *%rax

// MIR-LABEL: After kCFI checks in the not-taken form
// MIR-NEXT:  Machine code for function f:
// MIR:       $r10d = MOV32ri 4294637676, implicit $rax,
// MIR-SAME:    implicit-def $r10, implicit-def $r11, implicit-def $eflags,
// MIR-SAME:    cfi-type 329620
// MIR-NEXT:  CALL64r killed $rax,
// MIR-NOT:   KCFI_CHECK

// BYTES-LABEL: <f>:
// BYTES:      41 ba 6c f8 fa ff movl
// BYTES-NEXT: 44 03 50 fc       addl
// BYTES-NEXT: 75 01             jne
// BYTES-NEXT: a8 d6             testb
// BYTES-NEXT: ff d0             callq

// ENTRY: Relocation section '.rela.kcfi_traps' {{.*}} contains 1 entries
// ENTRY: R_X86_64_PC32 {{0+}} .text + 23
// ENTRY: Hex dump of section '.kcfi_traps':
// ENTRY-NEXT: 0x00000000 00000000 ....
// ENTRY-NOT: 0x

int f(int (*target)(int), int x) { return target(x) + 1; }
