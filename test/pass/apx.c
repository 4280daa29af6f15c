// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A target in one of the registers that APX adds: the addl is encoded in a way
// that no decoder of sites knows, so the check stays stock, with a remark.
//
// RUN: %clang_stock -fplugin=%plugin -O2 -mapxf -mapx-inline-asm-use-gpr32 \
// RUN:   -S %s -o %t.s -Rpass-missed=kcfi-opt 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.s
//
// It is no site to kcfi-audit either, so it goes uncounted; and none that LLVM's
// own verifier lets pass, so that is off.
// RUN: %clang_stock -O2 -mapxf -mapx-inline-asm-use-gpr32 -c %s -o %t.stock.o
// RUN: %clang_stock -fplugin=%plugin -O2 -mapxf -mapx-inline-asm-use-gpr32 \
// RUN:   -c %s -o %t.opt.o
// RUN: kcfi-audit diff %t.stock.o %t.opt.o | FileCheck %s --check-prefix=DIFF
// DIFF: 2 sites: 2 not-taken, 0 kept stock; all else is equal

// REMARK: stock kCFI check kept in 'f': target %r20, type hash 0x00050794, call: the target is in a register beyond %r15, which no site can name

// CHECK-LABEL: {{^}}f:
// CHECK: addl -4([[TARGET:%rb?[a-z0-9]+]]), %r10d
// CHECK: testb $-42, %al
// CHECK: callq *[[TARGET]]
// CHECK: addl -4(%r20), %r10d
// CHECK-NEXT: je
// CHECK: ud2
// CHECK: callq *%r20
int f(int (*target)(int)) {
  int x = target(1);
  register int (*in_r20)(int) __asm__("r20") = target;
  __asm__ volatile("" : "+r"(in_r20));
  return in_r20(x) + target(3);
}
