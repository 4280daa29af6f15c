// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cold code split off: into functions of its own by -hot-cold-split, into
// sections of its own by a profile with -fsplit-machine-functions. Each check
// goes with its call, and its entry with both.
//
// RUN: llvm-profdata merge %S/Inputs/cold-split.proftext -o %t.profdata
// RUN: %clang_opt -O2 -S %s -o - -fsplit-machine-functions \
// RUN:   -fprofile-instr-use=%t.profdata | FileCheck %s
// RUN: %clang_opt -O2 -S %s -o - -mllvm -hot-cold-split \
// RUN:   -mllvm -hotcoldsplit-threshold=0 | FileCheck %s --check-prefix=FUNCTION
//
// RUN: %equal 3 -O2 -fsplit-machine-functions \
// RUN:   -fprofile-instr-use=%t.profdata %s
// RUN: %equal 3 -O2 -g -fsplit-machine-functions \
// RUN:   -fprofile-instr-use=%t.profdata %s
// RUN: %equal 3 -O2 -mllvm -hot-cold-split \
// RUN:   -mllvm -hotcoldsplit-threshold=0 %s

typedef int fn(int);
void fail(const char *) __attribute__((cold));

// Split off at the end of code generation, the checks are still the function's,
// and so is their trap section.
// CHECK-LABEL: {{^}}f:
// CHECK: .section .text.split.f,
// CHECK: f.cold:
// CHECK: jne
// CHECK: .section .kcfi_traps,"ao",@progbits,.text.hot.f
// CHECK: .section .text.split.f,
// FUNCTION: f.cold.1:
// FUNCTION: testb $-42, %al
int f(fn *target, fn *handler, int x) {
  if (x < 0) {
    fail("negative");
    handler(x);
    fail("handled");
    return handler(x + 1) + 5;
  }
  return target(x) + 1;
}
