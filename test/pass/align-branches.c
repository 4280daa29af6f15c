// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An assembler that pads instructions to align branches could part the je or
// jne from its testb: checks stay stock, with a remark.
//
// RUN: %clang_opt -O2 -mbranches-within-32B-boundaries -S %s -o %t.s \
// RUN:   -Rpass-missed=kcfi-opt 2>&1 | FileCheck %s
// RUN: not grep 'testb.*-42' %t.s
//
// RUN: %clang_stock -O2 -mbranches-within-32B-boundaries -c %s -o %t.stock.o
// RUN: %clang_opt -O2 -mbranches-within-32B-boundaries -c %s -o %t.opt.o
// RUN: cmp %t.stock.o %t.opt.o
// RUN: %clang_stock -O2 -mllvm -x86-align-branch-boundary=64 \
// RUN:   -mllvm -x86-align-branch=jcc+fused+indirect -c %s -o %t.stock.o
// RUN: %clang_opt -O2 -mllvm -x86-align-branch-boundary=64 \
// RUN:   -mllvm -x86-align-branch=jcc+fused+indirect -c %s -o %t.opt.o
// RUN: cmp %t.stock.o %t.opt.o
//
// Options of the padding that do not turn it on by themselves:
// RUN: %equal 4 -O2 -mllvm -x86-pad-for-align=1 %s
// RUN: %equal 4 -O2 -mllvm -x86-pad-for-branch-align=1 %s
// RUN: %equal 4 -O2 -mllvm -x86-pad-max-prefix-size=5 \
// RUN:   -mllvm -x86-pad-for-align=1 -falign-loops=64 %s
// RUN: %equal 4 -O2 -falign-loops=32 -falign-functions=64 %s
// RUN: %equal 4 -O2 -mllvm -align-all-blocks=5 %s
// RUN: %equal 4 -O2 -mllvm -align-all-nofallthru-blocks=4 %s

typedef int fn(int);

// CHECK: remark: stock kCFI check kept in 'f': target %{{[a-z0-9]+}}, type hash 0x{{[0-9a-f]+}}, call: the assembler may pad instructions to align branches
int f(fn *target, int x) {
  for (int i = 0; i < x; ++i)
    if (target(i) > target(x))
      x += target(3);
  return target(x) + 1;
}
