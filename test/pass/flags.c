// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags that change code, its layout or what is recorded about it, beyond those
// of the other tests.
//
// RUN: %equal 4 -O2 -march=x86-64-v4 %s
// RUN: %equal -no-gas 4 -O2 -mapxf %s
// RUN: %equal 4 -O2 -mtune=atom -mno-red-zone -fno-verbose-asm %s
// RUN: %equal 4 -O2 -mgeneral-regs-only %s
// RUN: %equal 4 -O2 -mno-80387 -msoft-float %s
// RUN: %equal 4 -O2 -mstack-alignment=64 -mstackrealign %s
// RUN: %equal 4 -O2 -fno-omit-frame-pointer -fno-optimize-sibling-calls %s
// RUN: %equal 4 -O2 -fms-extensions -fms-compatibility %s
// RUN: %equal 4 -O2 -mllvm -enable-ipra %s
// RUN: %equal 4 -O2 -mllvm -enable-implicit-null-checks %s
// RUN: %equal 4 -O2 -mllvm -tail-merge-threshold=1000 %s
// RUN: %equal 4 -O2 -mllvm -x86-cmov-converter-force-all %s
// RUN: %equal 4 -O2 -mllvm -verify-cfiinstrs -fexceptions %s
// RUN: %equal 4 -O2 -mllvm -post-RA-scheduler -mllvm -misched-postra %s
// RUN: %equal 4 -O2 -mllvm -regalloc=basic %s
// RUN: %equal 4 -O2 -mllvm -regalloc=greedy -mllvm -split-spill-mode=size %s
// RUN: %equal 4 -O0 -mllvm -regalloc=fast %s
// RUN: %equal 4 -O2 -mllvm -x86-asm-syntax=intel %s
// RUN: %equal -no-gas 4 -O2 -masm=intel %s
// RUN: %equal -no-gas 4 -O2 -Wa,-mrelax-relocations=no %s
// RUN: %equal 4 -O2 -fno-unwind-tables -fno-asynchronous-unwind-tables %s
// RUN: %equal 4 -O2 -fverbose-asm %s
// RUN: %equal 4 -O2 -fno-addrsig -fno-ident -Qn %s
// RUN: %equal 4 -O2 -fvisibility=hidden -fPIC -mno-tls-direct-seg-refs %s

typedef double fn(int, double);

double call(fn *target, int x, double d) { return target(x, d) + d; }

double tail_call(fn *target, int x) { return target(x, 1.0); }

void each(void (**all)(int), int *a, int n) {
  for (int i = 0; i < n; ++i)
    all[i](a[i] > 3 ? a[i] : n);
}

int after_null_check(int (**target)(int), int x) {
  if (!target)
    return 0;
  return (*target)(x);
}
