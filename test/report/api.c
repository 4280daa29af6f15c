/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * api.c - what a program sees that installs the reporter itself: its callback,
 * its own handler of SIGILL that was there before, its errno and its mask.
 *
 * RUN: %opt_cc %s %static -o %t.static
 * RUN: %t.static 2>&1 | FileCheck %s
 * RUN: %opt_cc %s %shared -o %t.shared
 * RUN: %t.shared 2>&1 | FileCheck %s
 * RUN: %stock_cc %s %shared -o %t.stock
 * RUN: %t.stock 2>&1 | FileCheck %s
 *
 * Only the check that fails in the callback is written, once.
 *
 * CHECK-NOT: kCFI
 * CHECK: kCFI failure at call{{.*}} (target: nested+0x0;
 * CHECK-NOT: kCFI
 * CHECK: no failures
 */
#define _GNU_SOURCE
#include "program.h"

#include <errno.h>
#include <kcfi-opt/report.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

int right(int x) { return x + 1; }
int wrong(unsigned x) { return (int)x + 100; }
int nested(long x) { return (int)x + 1000; }
NOINLINE int call(int_fn *fn, int x) { return fn(x) * 2; }

static int_fn *const wrong_fn = (int_fn *)wrong;
static int failures;

static void check(int good, const char *what) {
  if (!good) {
    printf("%s\n", what);
    failures++;
  }
}

/* The failure that was seen last, and how many there were. */
static struct kcfi_report seen;
static struct kcfi_report_names names;
static atomic_int calls;
static int data_word;

static void callback(struct kcfi_report *report, void *data) {
  check(data == &data_word, "the callback gets other data");
  atomic_fetch_add(&calls, 1);
  seen = *report;
}

static void callback_errno(struct kcfi_report *report, void *data) {
  (void)report;
  (void)data;
  errno = EPERM;
}

static void callback_fails(struct kcfi_report *report, void *data) {
  callback(report, data);
  check(call(OPAQUE((int_fn *)nested), 1) == 2002, "a nested call goes wrong");
}

static void install(kcfi_report_callback *function) {
  check(kcfi_report_install(KCFI_REPORT_PERMISSIVE, function, &data_word) == 0,
        "the reporter cannot be installed");
}

static void test_callback(void) {
  check(kcfi_report_install(4, NULL, NULL) == EINVAL, "other flags are taken");
  install(callback);
  check(call(OPAQUE(right), 1) == 4 && !calls, "a good call is reported");
  check(call(OPAQUE(wrong_fn), 1) == 202 && calls == 1,
        "the callback is not called");
  check(seen.decoded && seen.typed && seen.count == 1 &&
            seen.target.address == (uint64_t)wrong &&
            seen.expected == kcfi_opt_read32((unsigned char *)right - 4) &&
            seen.found == kcfi_opt_read32((unsigned char *)wrong - 4),
        "the callback is told something else");
  call(OPAQUE(wrong_fn), 1);
  check(seen.count == 2 && kcfi_report_count() == 2,
        "the second is not counted");
  kcfi_report_resolve(&seen, &names);
  check(seen.trap.symbol && strcmp(seen.trap.symbol, "call") == 0 &&
            strcmp(seen.target.symbol, "wrong") == 0 && !seen.target.offset,
        "the symbols are others");
  check(seen.entry == KCFI_REPORT_ENTRY_TRAP, "it is not in the trap table");

  install(callback_errno);
  errno = 77;
  call(OPAQUE(wrong_fn), 1);
  check(calls == 2 && errno == 77, "errno is changed");
  install(callback_fails);
  check(call(OPAQUE(wrong_fn), 1) == 202 && calls == 3,
        "a callback that fails a check is not called once");
}

static void *thread(void *unused) {
  for (int i = 0; i < 250; i++)
    call(OPAQUE(wrong_fn), i);
  return unused;
}

static void test_threads(void) {
  const uint64_t count = kcfi_report_count();
  pthread_t threads[8];

  install(callback);
  calls = 0;
  for (int i = 0; i < 8; i++)
    pthread_create(&threads[i], NULL, thread, NULL);
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], NULL);
  check(calls == 2000, "callbacks are lost between threads");
  check(kcfi_report_count() == count + 2000, "counts are lost between threads");
}

/* Whether the process dies by SIGILL when it does this, and tells nothing. */
static int dies(void (*action)(void)) {
  const struct rlimit no_core = {0, 0};
  const pid_t child = fork();
  int status;

  if (!child) {
    setrlimit(RLIMIT_CORE, &no_core);
    calls = 0;
    action();
    _exit(calls);
  }
  return waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
         WTERMSIG(status) == SIGILL;
}

static void execute(void) { __asm__ volatile("ud2"); }
static void execute_twice(void) {
  execute();
  execute();
}
static void send(void) { kill(getpid(), SIGILL); }

/* To the instruction that traps, past the check in front of it, as if the hashes
   were equal. */
static void jump_in(void) {
  __asm__ volatile("xorl %%r10d, %%r10d\n\tjmpq *%0"
                   :
                   : "a"(seen.trap.address)
                   : "r10");
}

/* Returns from a signal as if the trap were next, its check failed, just when a
   SIGILL from elsewhere arrives. */
static void arrive(int number, siginfo_t *info, void *data) {
  ucontext_t *context = data;

  (void)number;
  (void)info;
  context->uc_mcontext.gregs[REG_RIP] = (greg_t)seen.trap.address;
  context->uc_mcontext.gregs[REG_R10] = 1;
  sigdelset(&context->uc_sigmask, SIGILL);
  send();
}

static int blocked(int number) {
  sigset_t mask;

  sigprocmask(SIG_SETMASK, NULL, &mask);
  return sigismember(&mask, number);
}

static volatile int got, got_blocked;
static sigjmp_buf back;

static void step_over(int number, siginfo_t *info, void *data) {
  ucontext_t *context = data;
  greg_t *ip = &context->uc_mcontext.gregs[REG_RIP];

  got = number;
  got_blocked = blocked(SIGILL) + 2 * blocked(SIGUSR1);
  if (info->si_code > 0) {
    check(info->si_addr == (void *)*ip, "the handler gets other information");
    *ip += 2;
  }
}

static void leave(int number) {
  got = number;
  siglongjmp(back, 1);
}

/* Makes HANDLER the one who had SIGILL before the reporter. */
static void before(void *handler, int flags) {
  struct sigaction action;

  memset(&action, 0, sizeof(action));
  sigaddset(&action.sa_mask, SIGUSR1);
  action.sa_sigaction = (void (*)(int, siginfo_t *, void *))handler;
  action.sa_flags = flags;
  sigaction(SIGILL, &action, NULL);
  install(callback);
  got = got_blocked = 0;
  calls = 0;
}

static void test_chain(void) {
  struct sigaction arrives = {.sa_flags = SA_SIGINFO};

  before((void *)step_over, SA_SIGINFO);
  execute();
  check(got == SIGILL, "the handler from before is not called");
  check(got_blocked == 3, "its mask is not in force");
  check(!blocked(SIGILL) && !blocked(SIGUSR1), "its mask stays in force");
  got = 0;
  send();
  check(got == SIGILL, "the handler is not called for kill");
  got = 0;
  call(OPAQUE(wrong_fn), 1);
  check(!got && calls == 1, "a failed check goes to the handler from before");

  before((void *)step_over, SA_SIGINFO | SA_NODEFER);
  execute();
  check(got_blocked == 2, "SA_NODEFER is not heard");
  before((void *)step_over, (int)((unsigned)SA_SIGINFO | SA_RESETHAND));
  check(dies(execute_twice), "SA_RESETHAND is not heard");
  execute();
  check(got == SIGILL, "SA_RESETHAND comes too early");

  before((void *)leave, 0);
  for (int i = 0; i < 2; i++) {
    got = 0;
    if (!sigsetjmp(back, 1))
      execute();
    check(got == SIGILL && !blocked(SIGILL), "a handler cannot jump out");
  }
  if (!sigsetjmp(back, 1))
    jump_in();
  check(got == SIGILL && !calls, "a jump to the trap is a failed check");

  got = 0;
  arrives.sa_sigaction = arrive;
  sigaddset(&arrives.sa_mask, SIGILL);
  sigaction(SIGUSR2, &arrives, NULL);
  if (!sigsetjmp(back, 1))
    raise(SIGUSR2);
  check(got == SIGILL && !calls, "a signal at the trap is a failed check");

  before((void *)SIG_IGN, 0);
  send();
  check(dies(execute), "an instruction is ignored");
  before((void *)SIG_DFL, 0);
  check(dies(execute) && dies(send) && dies(jump_in),
        "the default is not death");
  call(OPAQUE(wrong_fn), 1);
  check(calls == 1, "checks are not reported in the end");
}

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  test_callback();
  test_threads();
  test_chain();
  puts(failures ? "there were failures" : "no failures");
  return failures != 0;
}
