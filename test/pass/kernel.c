// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flags of a Linux build, all at once.
//
// RUN: %equal 4 -O2 -g -std=gnu11 -fno-strict-aliasing -fno-common -fshort-wchar \
// RUN:   -funsigned-char -fno-PIE -mno-sse -mno-mmx -mno-sse2 -mno-3dnow \
// RUN:   -mno-avx -fcf-protection=branch -fno-jump-tables -m64 \
// RUN:   -falign-loops=1 -mno-80387 -mno-fp-ret-in-387 -mstack-alignment=8 \
// RUN:   -mskip-rax-setup -march=x86-64 -mtune=generic -mno-red-zone \
// RUN:   -mcmodel=kernel -mstack-protector-guard-reg=gs \
// RUN:   -mstack-protector-guard-symbol=__ref_stack_chk_guard \
// RUN:   -mretpoline-external-thunk -mindirect-branch-cs-prefix \
// RUN:   -mfunction-return=thunk-extern -mharden-sls=all \
// RUN:   -fpatchable-function-entry=16,16 -fno-delete-null-pointer-checks \
// RUN:   -fstack-protector-strong -fno-omit-frame-pointer \
// RUN:   -fno-optimize-sibling-calls -ftrivial-auto-var-init=zero \
// RUN:   -fno-stack-clash-protection -pg -mfentry -falign-functions=16 \
// RUN:   -fno-strict-overflow -fno-stack-check -ffunction-sections \
// RUN:   -fdata-sections -fsanitize-cfi-icall-experimental-normalize-integers \
// RUN:   -fsanitize-kcfi-arity %s

struct ops {
  long (*read)(void *, char *, unsigned long);
  void (*printf)(const char *, ...);
};

__attribute__((section(".init.text"), cold)) int init(int (*setup)(void)) {
  return setup() ? -1 : 0;
}

long read(struct ops *ops, char *to, unsigned long n) {
  char stack[64];
  ops->printf("reading %lu", n);
  if (ops->read(ops, stack, sizeof(stack)) < 0)
    return -1;
  __builtin_memcpy(to, stack, n < sizeof(stack) ? n : sizeof(stack));
  return ops->read(ops, to, n);
}
