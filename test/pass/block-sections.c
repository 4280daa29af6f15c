// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Basic blocks in sections of their own, and the map of block addresses, which
// measures each block.
//
// RUN: %clang_opt -O2 -fbasic-block-sections=all -S %s -o - | FileCheck %s
//
// RUN: %equal 3 -O2 -fbasic-block-sections=all %s
// RUN: %equal 3 -O2 -fbasic-block-sections=all -g -ffunction-sections %s
// RUN: %equal 3 -O2 -fbasic-block-sections=all \
// RUN:   -funique-basic-block-section-names %s
// RUN: %equal 3 -O2 -fbasic-block-address-map %s
// RUN: %equal 3 -O2 -fbasic-block-address-map -fbasic-block-sections=all %s
// RUN: %equal 3 -O2 -fbasic-block-sections=all -mretpoline %s

typedef int fn(int);

// The entry of a check in another section than the function's is in the
// function's trap section, as stock has it.
// CHECK-LABEL: {{^}}f:
// CHECK: f.__part.1:
// CHECK: jne
// CHECK: .section .kcfi_traps,"ao",@progbits,.text
int f(fn *target, fn *other, int x) {
  if (x > 3)
    return target(x) + 1;
  for (int i = 0; i < x; ++i)
    target(i);
  return other(x);
}
