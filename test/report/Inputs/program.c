/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * program.c - fails kCFI checks in the way that its argument names, and prints
 * what came of it. What the reporter does is up to KCFI_REPORT.
 *
 *   program WAY [ARGUMENT]
 */
#undef _GNU_SOURCE
#define _GNU_SOURCE
#include "program.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Visible names, for the lines. */
int right(int x) { return x + 1; }
int wrong(unsigned x) { return (int)x + 100; }
NOINLINE int call(int_fn *fn, int x) { return fn(x) * 2; }
NOINLINE int tail_call(int_fn *fn, int x) { return fn(x); }
NOINLINE static int static_call(int_fn *fn, int x) { return fn(x) * 3; }

static int_fn *const wrong_fn = (int_fn *)wrong;

static void call_way(void) {
  printf("right %d\n", call(OPAQUE(right), 1));
  printf("wrong %d\n", call(OPAQUE(wrong_fn), 1));
}

static void tail_way(void) {
  printf("right %d\n", tail_call(OPAQUE(right), 1));
  printf("wrong %d\n", tail_call(OPAQUE(wrong_fn), 1));
}

static void static_way(void) {
  printf("wrong %d\n", static_call(OPAQUE(wrong_fn), 1));
}

/* A function that was built without kCFI has no hash. */
static void untyped_way(void) {
  printf("wrong %d\n", call(OPAQUE((int_fn *)abs), -5));
}

/* A target so close to what cannot be read that only its hash can be. */
static void edge_way(void) {
  const long page = sysconf(_SC_PAGESIZE);
  unsigned char *pages =
      mmap(NULL, 2 * (size_t)page, PROT_READ | PROT_WRITE | PROT_EXEC,
           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  memcpy(pages + page, "\1\2\3\4\x8d\x47\x07\xc3", 8); /* lea 7(%rdi), %eax */
  mprotect(pages, (size_t)page, PROT_NONE);
  printf("wrong %d\n", call((int_fn *)(uintptr_t)(pages + page + 4), 1));
}

static void again(int times) {
  long sum = 0;

  for (int i = 0; i < times; i++)
    sum += call(OPAQUE(wrong_fn), i);
  printf("sum %ld\n", sum);
}

static void many_way(void) { again(100000); }
static void some_way(void) { again(1000); }

static void *thread(void *unused) {
  for (int i = 0; i < 250; i++)
    if (call(OPAQUE(wrong_fn), i) != 2 * (i + 100))
      puts("a call went wrong");
  return unused;
}

static void threads_way(void) {
  pthread_t threads[8];

  for (int i = 0; i < 8; i++)
    pthread_create(&threads[i], NULL, thread, NULL);
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], NULL);
  puts("threads joined");
}

static volatile int from_signal;
static void on_signal(int unused) {
  (void)unused;
  from_signal = call(OPAQUE(wrong_fn), 7);
}

static void signal_way(void) {
  signal(SIGUSR1, on_signal);
  raise(SIGUSR1);
  printf("from a signal handler %d\n", from_signal);
}

/* Little more alternate stack than the kernel itself asks for, then nothing. */
static void stack_way(void) {
  const long page = sysconf(_SC_PAGESIZE);
  const size_t size = (size_t)sysconf(_SC_MINSIGSTKSZ) + 4096;
  char *pages = mmap(NULL, size + 2 * (size_t)page, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const stack_t stack = {.ss_sp = pages + page, .ss_size = size};

  size_t used = 0;
  int result;

  mprotect(pages, (size_t)page, PROT_NONE);
  if (sigaltstack(&stack, NULL))
    puts("no alternate stack");
  result = call(OPAQUE(wrong_fn), 1);
  while (used < size && !pages[(size_t)page + size - 1 - used])
    used++;
  puts(used < size ? "on the alternate stack" : "on another stack");
  printf("wrong %d\n", result);
}

static void fork_way(void) {
  int status;
  const pid_t child = fork();

  if (!child) {
    printf("child %d\n", call(OPAQUE(wrong_fn), 1));
    fflush(stdout);
    _exit(0);
  }
  waitpid(child, &status, 0);
  printf("child ended with %d\n", status);
  printf("parent %d\n", call(OPAQUE(wrong_fn), 2));
}

/* What follows the way. For dlopen, a library that has library_call. */
static const char *argument, *other_argument;

static void dlopen_way(void) {
  void *library = dlopen(argument, RTLD_NOW);
  call_fn *library_call =
      library ? (call_fn *)dlsym(library, "library_call") : 0;

  if (!library_call) {
    printf("no library: %s\n", dlerror());
    return;
  }
  printf("library %d\n", library_call(OPAQUE(wrong_fn), 1));
  printf("library's own %d\n",
         call((int_fn *)dlsym(library, "library_wrong"), 1));
}

/* The file of the program removed, that of a library replaced by another. */
static void removed_way(void) {
  unlink(argument);
  call_way();
}

static void replaced_way(void) {
  void *library = dlopen(argument, RTLD_NOW);

  rename(other_argument, argument);
  printf("library %d\n",
         ((call_fn *)dlsym(library, "library_call"))(OPAQUE(wrong_fn), 1));
}

/* Checks with a nop before the jump, which no decoder knows. */
#define PADDED(name, tail)                                                     \
  NOINLINE static int name(int_fn *fn, int x) {                                \
    int result;                                                                \
                                                                               \
    __asm__ volatile("movl $0x1234, %%r10d\n\t"                                \
                     "addl -4(%%rax), %%r10d\n\t"                              \
                     "nop\n\t" tail "callq *%%rax\n\t"                         \
                     ".pushsection .kcfi_traps,\"ao\",@progbits,.text\n\t"     \
                     ".long 1b - .\n\t"                                        \
                     ".popsection"                                             \
                     : "=a"(result)                                            \
                     : "a"(fn), "D"(x)                                         \
                     : "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "cc",    \
                       "memory");                                              \
    return result;                                                             \
  }

PADDED(padded_stock, "je . + 4\n1: ud2\n\t")
PADDED(padded_udb, "jne 1f\n.byte 0xa8\n1: .byte 0xd6\n\t")
PADDED(padded_insn, "jne 1f + 1\n1: testb $0xd6, %%al\n\t")

static void padded_way(void) {
  const int stock = padded_stock(OPAQUE(wrong_fn), 1);
  const int udb = padded_udb(OPAQUE(wrong_fn), 1);

  printf("wrong %d %d %d\n", stock, udb, padded_insn(OPAQUE(wrong_fn), 1));
}

/* Trapping instructions that are no checks. */
static void ud2_way(void) { __asm__ volatile("ud2"); }
static void udb_way(void) { __asm__ volatile("jmp 1f+1\n1: .byte 0xa8, 0xd6"); }
static void kill_way(void) {
  kill(getpid(), SIGILL);
  puts("went on");
}

static const struct {
  const char *name;
  void (*run)(void);
} ways[] = {
    {"call", call_way},       {"tail", tail_way},
    {"static", static_way},   {"edge", edge_way},
    {"untyped", untyped_way}, {"many", many_way},
    {"some", some_way},       {"threads", threads_way},
    {"signal", signal_way},   {"stack", stack_way},
    {"fork", fork_way},       {"dlopen", dlopen_way},
    {"ud2", ud2_way},         {"udb", udb_way},
    {"kill", kill_way},       {"padded", padded_way},
    {"removed", removed_way}, {"replaced", replaced_way},
};

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  argument = argc > 2 ? argv[2] : NULL;
  other_argument = argc > 3 ? argv[3] : NULL;
  for (size_t i = 0; argc > 1 && i < sizeof(ways) / sizeof(ways[0]); i++)
    if (strcmp(ways[i].name, argv[1]) == 0) {
      ways[i].run();
      return 0;
    }
  fprintf(stderr, "program: no such way\n");
  return 125;
}
