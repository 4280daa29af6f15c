/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * freestanding.c - an example for kernels and firmware: a handler of #UD that
 * prints failed checks by a callback and goes on, without a C library.
 *
 * What is above the line below is what such code needs; what is under it stands
 * in for a machine: a console, and an exception with its frame of registers,
 * which here is Linux's, from a signal, by system calls alone.
 *
 * DEFINE: %{flags} = -ffreestanding -nostdlib -static -fno-stack-protector \
 * DEFINE:   -fno-builtin -mno-sse
 * RUN: %opt_cc %{flags} %s -o %t && %t | FileCheck %s --match-full-lines
 * RUN: %opt_cc %{flags} -O0 -mretpoline %s -o %t && \
 * RUN:   %t | FileCheck %s --match-full-lines
 * RUN: %opt_cc %{flags} -fpatchable-function-entry=16,16 \
 * RUN:   -mllvm -kcfi-opt-trap=insn %s -o %t && \
 * RUN:   %t | FileCheck %s --match-full-lines
 * RUN: %stock_cc %{flags} %s -o %t && %t | FileCheck %s --match-full-lines
 *
 * CHECK:      kCFI failure at caller+0x{{[0-9a-f]+}} (target: 0x{{[0-9a-f]+}}; expected type: 0x00050794; found type: 0xab53c5c9)
 * CHECK-NEXT: called
 * CHECK-NEXT: kCFI failure at caller+0x{{[0-9a-f]+}} (target: 0x{{[0-9a-f]+}}; expected type: 0x00050794; found type: none)
 * CHECK-NEXT: called
 * CHECK-NEXT: unexpected trap
 * CHECK-NOT:  {{.}}
 */
#include <kcfi-opt/report.h>

static kcfi_report_put console;

/* Symbols, where there are any: here one function is known. */
int caller(int (*function)(int), int x);
static void name_symbol(struct kcfi_report_place *place) {
  const uint64_t offset = place->address - (uint64_t)(uintptr_t)caller;

  if (offset < 64) {
    place->symbol = "caller";
    place->offset = offset;
  }
}

/*
 * To be called for #UD, with the registers in the order of their numbers.
 * Returns where to go on, or 0 for a trap that is no failed check.
 */
static uint64_t invalid_opcode(uint64_t ip, const uint64_t registers[16]) {
  const unsigned char *window =
      (const unsigned char *)(uintptr_t)(ip - KCFI_OPT_SITE_SIZE_MAX);
  struct kcfi_report report;

  if (!kcfi_report_decode(window, KCFI_OPT_SITE_SIZE_MAX + 2,
                          ip - KCFI_OPT_SITE_SIZE_MAX, ip, registers, &report))
    return 0;
  kcfi_report_preamble(
      &report,
      *(const unsigned char *)(uintptr_t)kcfi_report_preamble_address(&report));
  name_symbol(&report.trap);
  kcfi_report_line(&report, console, NULL);
  return report.resume;
}

/* ------------------------------------------------------------------------- */

#include <asm/sigcontext.h>
#include <asm/signal.h>
/* Needs what is above. */
#include <asm/ucontext.h>
#include <asm/unistd.h>

static long system_call(long number, long a, long b, long c, long d) {
  register long r10 __asm__("r10") = d;
  long result;

  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10)
                   : "rcx", "r11", "memory");
  return result;
}

static void console(void *data, const char *text, size_t size) {
  (void)data;
  system_call(__NR_write, 1, (long)text, (long)size, 0);
}

static void print(const char *text) {
  kcfi_report_put_text(console, NULL, text);
  console(NULL, "\n", 1);
}

static void trap(int number, void *info, struct ucontext *context) {
  struct sigcontext *saved = &context->uc_mcontext;
  const uint64_t registers[16] = {
      saved->rax, saved->rcx, saved->rdx, saved->rbx, saved->rsp, saved->rbp,
      saved->rsi, saved->rdi, saved->r8,  saved->r9,  saved->r10, saved->r11,
      saved->r12, saved->r13, saved->r14, saved->r15};
  const uint64_t resume = invalid_opcode(saved->rip, registers);

  (void)number;
  (void)info;
  if (!resume) {
    print("unexpected trap");
    system_call(__NR_exit_group, 0, 0, 0, 0);
  }
  saved->rip = resume;
}

/* Returns from a signal. */
void restore(void);
__asm__("restore:\n\tmovl $15, %eax\n\tsyscall");

static int wrong(unsigned x) { return (int)x + 100; }

/* A function without a hash: a byte before the 4 that are no movl's, and code.
 */
__asm__(
    ".balign 16\n\t.skip 16, 0x90\nuntyped:\n\tleal 100(%rdi), %eax\n\tret");
int untyped(int x);

__attribute__((noinline)) int caller(int (*function)(int), int x) {
  return function(x) + 1;
}

static void try(int (*function)(int)) {
  __asm__ volatile("" : "+r"(function));
  print(caller(function, 5) == 106 ? "called" : "called wrongly");
}

__attribute__((used)) static void start(void) {
  struct sigaction action = {.sa_handler = (__sighandler_t)trap,
                             .sa_flags = SA_SIGINFO | SA_RESTORER,
                             .sa_restorer = restore};

  system_call(__NR_rt_sigaction, SIGILL, (long)&action, 0, 8);
  try((int (*)(int))wrong);
  try(untyped);
  __asm__ volatile("ud2");
}

__asm__(".globl _start\n_start:\n\tandq $-16, %rsp\n\tcall start\n\thlt");
