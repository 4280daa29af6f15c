/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * dies.c - with no handler, a wrong-typed call is the end of the program, by
 * SIGILL, and the target never runs.
 *
 * RUN: %opt_cc -O0 %s -o %t.0 && %t.0 right
 * RUN: not --crash %t.0 wrong | count 0
 * RUN: %opt_cc -O2 %s -o %t.2 && %t.2 right
 * RUN: not --crash %t.2 wrong | count 0
 * RUN: %t.2 signal
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void right(int x) { exit(x); }
static void wrong(unsigned x) {
  puts("the target ran");
  fflush(stdout);
  exit((int)x);
}

__attribute__((noinline)) static void call(void (*fn)(int), int x) {
  fn(x);
  puts("the call came back");
}

int main(int argc, char **argv) {
  const struct rlimit no_core = {0, 0};
  void (*fn)(int) = right;
  int status;

  setrlimit(RLIMIT_CORE, &no_core);
  if (argc == 2 && strcmp(argv[1], "right") != 0)
    fn = (void (*)(int))wrong;
  __asm__ volatile("" : "+r"(fn));
  if (argc == 2 && strcmp(argv[1], "signal") == 0) {
    const pid_t child = fork();

    if (child && waitpid(child, &status, 0) == child)
      return !(WIFSIGNALED(status) && WTERMSIG(status) == SIGILL);
  }
  call(fn, 0);
  return 1;
}
