// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions in sections of their own: each section of code has a trap section
// that is linked to it and goes where it goes.
//
// RUN: %clang_opt -O2 -S %s -o - | FileCheck %s
// RUN: %clang_opt -O2 -c %s -o %t.o
// RUN: llvm-readelf -S %t.o | FileCheck %s --check-prefix=ELF
//
// RUN: %equal 4 -O2 %s
// RUN: %equal 4 -O2 -ffunction-sections %s
// RUN: %equal 4 -O2 -ffunction-sections -fdata-sections -g %s
// RUN: %equal 4 -O2 -ffunction-sections -fno-unique-section-names %s
// RUN: %equal 4 -O2 -fsplit-stack %s
// RUN: %equal 4 -O2 -falign-functions=64 %s

typedef int fn(int);

// CHECK-LABEL: {{^}}plain:
// CHECK: .section .kcfi_traps,"ao",@progbits,.text
// CHECK: .text
int plain(fn *target, int x) { return target(x) + 1; }

// CHECK-LABEL: {{^}}init:
// CHECK: .section .kcfi_traps,"ao",@progbits,.init.text
// CHECK: .section .init.text,"ax",@progbits
__attribute__((section(".init.text"))) int init(fn *target, int x) {
  return target(x) + 2;
}

// CHECK-LABEL: {{^}}retained:
// CHECK: .section .kcfi_traps,"ao",@progbits,.kept
// CHECK: .section .kept,"axR",@progbits
__attribute__((section(".kept"), retain, used)) int retained(fn *target) {
  return target(3) + 3;
}

// CHECK-LABEL: {{^}}unlikely:
// CHECK: .section .kcfi_traps,"ao",@progbits,.text.unlikely.
__attribute__((cold)) int unlikely(fn *target, int x) { return target(x) + 4; }

// ELF-COUNT-4: ] .kcfi_traps PROGBITS {{[0-9a-f]+}} {{[0-9a-f]+}} 000004 00 AL
// ELF-NOT:     ] .kcfi_traps
