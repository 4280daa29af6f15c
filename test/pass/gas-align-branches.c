// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GNU as, told to align branches, does so behind the plugin's back: no option of
// the compiler tells. It may put prefixes where it puts none in stock, on the
// testb, so that this is the one way to code that is not stock's but for the
// sites. Whatever it puts in, a failed check traps: jne and entry count from the
// end of the testb.
//
// REQUIRES: gas
// RUN: %clang_opt -O2 -fno-integrated-as \
// RUN:   -Wa,-mbranches-within-32B-boundaries -c %s -o %t.o
// RUN: llvm-objdump -d %t.o | FileCheck %s
// RUN: llvm-readelf -r %t.o | FileCheck %s --check-prefix=ENTRY

// CHECK-COUNT-3: addl -0x4(%rbx)
// CHECK-NEXT: 4c: 75 05             jne 0x53
// CHECK-NEXT: 4e: 2e 2e 2e 2e a8 d6 testb
// CHECK-NEXT: 54: ff d3             callq *%rbx
// ENTRY: R_X86_64_PC32 {{0+}} .text + 53

typedef int fn(int);

int f(fn *target, int x) {
  x += target(x);
  x += target(x);
  x += target(x);
  x += target(x);
  x += target(x);
  return target(x) + 1;
}
