// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hooks at function entry and exit, as tracers want them.
//
// RUN: %equal 2 -O2 -pg %s
// RUN: %equal 2 -O2 -pg -mfentry %s
// RUN: %equal 2 -O2 -pg -mfentry -mretpoline-external-thunk -g %s
// RUN: %equal 2 -O2 -finstrument-functions %s
// RUN: %equal 2 -O0 -fxray-instrument -fxray-instruction-threshold=1 %s
// RUN: %equal 2 -O2 -fxray-instrument -fxray-instruction-threshold=1 -g \
// RUN:   -fno-optimize-sibling-calls -ffunction-sections -fPIC %s
// RUN: %equal 2 -O2 -fxray-instrument -fxray-instruction-threshold=1 \
// RUN:   -fno-optimize-sibling-calls -mretpoline-external-thunk %s
//
// XRay and tail calls do not go together in stock: what XRay takes for the jump
// is the bundle of check and jump, and it emits neither. The same comes out.
// RUN: %clang_stock -O2 -fxray-instrument -fxray-instruction-threshold=1 \
// RUN:   -c %s -o %t.stock.o
// RUN: %clang_opt -O2 -fxray-instrument -fxray-instruction-threshold=1 \
// RUN:   -c %s -o %t.opt.o
// RUN: kcfi-audit diff %t.stock.o %t.opt.o | FileCheck %s
// CHECK: {{1 sites?}}: 1 not-taken, 0 kept stock

int call(int (*target)(int), int x) { return target(x) + 1; }

int tail_call(int (*target)(int), int x) { return target(x); }
