// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other targets: the same as stock, plugin or not, checks or not.
//
// DEFINE: %{target} = unset
// DEFINE: %{same} = \
// DEFINE:   %clang_stock --target=%{target} -O2 -g -c %s -o %t.stock.o && \
// DEFINE:   %clang_opt --target=%{target} -O2 -g -c %s -o %t.opt.o && \
// DEFINE:   cmp %t.stock.o %t.opt.o && \
// DEFINE:   %clang_opt --target=%{target} -O2 -g -c %s -o %t.opt.o \
// DEFINE:     -mllvm -kcfi-opt-trap=insn -Rpass=kcfi-opt \
// DEFINE:     -Rpass-missed=kcfi-opt 2>&1 | count 0 && cmp %t.stock.o %t.opt.o
//
// REDEFINE: %{target} = i386-linux-gnu
// RUN: %{same}
// REDEFINE: %{target} = aarch64-linux-gnu
// RUN: %{same}
// REDEFINE: %{target} = riscv64-linux-gnu
// RUN: %{same}
// REDEFINE: %{target} = armv7-linux-gnueabihf
// RUN: %{same}
//
// Other systems with the same processor and object files have sites.
// RUN: %equal -no-gas 2 -O2 --target=x86_64-unknown-none-elf %s
// RUN: %equal -no-gas 2 -O2 --target=x86_64-unknown-freebsd -g %s
// RUN: %equal -no-gas 2 -O2 --target=x86_64-linux-android -fPIC %s
// RUN: %equal -no-gas 2 -O2 --target=x86_64-unknown-fuchsia %s

int call(int (*target)(int), int x) { return target(x) + 1; }
int tail_call(int (*target)(int), int x) { return target(x); }
