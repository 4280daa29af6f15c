// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hashes in which integer types of one size are one type, as code shared with
// Rust needs them: other numbers, the same check.
//
// RUN: %clang_opt -O2 -S %s -o - | FileCheck %s --check-prefixes=CHECK,TWO
// RUN: %clang_opt -O2 -fsanitize-cfi-icall-experimental-normalize-integers \
// RUN:   -S %s -o - | FileCheck %s --check-prefixes=CHECK,ONE
//
// RUN: %equal 2 -O2 -fsanitize-cfi-icall-experimental-normalize-integers %s
// RUN: %equal 2 -O2 -fsanitize-cfi-icall-generalize-pointers %s

// CHECK-LABEL: {{^}}longs:
// CHECK: movl $[[HASH:[0-9]+]], %r10d
// CHECK: testb $-42, %al
long longs(long (*target)(long), long x) { return target(x) + 1; }

// CHECK-LABEL: {{^}}long_longs:
// TWO-NOT: movl $[[HASH]], %r10d
// ONE:     movl $[[HASH]], %r10d
// CHECK:   testb $-42, %al
long long long_longs(long long (*target)(long long), long long x) {
  return target(x) + 1;
}
