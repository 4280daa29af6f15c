/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 WITH LLVM-exception */
/*
 * rseq.c - a restartable sequence that can only end by being aborted.
 *
 * glibc has registered the thread. The sequence spins; when the kernel preempts
 * it, it must go on at the abort handler. That is done a number of times, and
 * the processor that the kernel wrote must be the one that getcpu tells.
 */
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/rseq.h>
#include <unistd.h>

enum { ABORTS = 20 };

static struct rseq *self(void) {
  return (struct rseq *)((char *)__builtin_thread_pointer() + __rseq_offset);
}

/* Spins in a sequence until it is aborted. */
static void spin(struct rseq *rseq) {
  __asm__ volatile("leaq 9f(%%rip), %%rax\n"
                   "movq %%rax, %0\n"
                   "1: pause\n"
                   "jmp 1b\n"
                   "2:\n"
                   ".pushsection .data\n"
                   ".balign 32\n"
                   "9: .long 0, 0\n"
                   ".quad 1b, 2b - 1b, 3f\n"
                   ".popsection\n"
                   /* RSEQ_SIG, as an instruction, before the handler */
                   ".byte 0x0f, 0xb9, 0x3d\n"
                   ".long 0x53053053\n"
                   "3:\n"
                   : "=m"(rseq->rseq_cs)
                   :
                   : "rax", "memory");
}

/* Is aborted on processor 0 many times; 0 where all is as it should be. */
static int spin_and_check(struct rseq *rseq) {
  for (int i = 0; i < ABORTS; i++) {
    spin(rseq);
    if (rseq->cpu_id != 0 || sched_getcpu() != 0) {
      fprintf(stderr, "rseq: on processor %d, kernel wrote %u\n",
              sched_getcpu(), rseq->cpu_id);
      return 1;
    }
  }
  return 0;
}

int main(void) {
  struct rseq *rseq = self();
  cpu_set_t one;
  pid_t rival;
  int status;

  if (!__rseq_size || (int)rseq->cpu_id < 0) {
    fputs("rseq: the kernel did not register this thread\n", stderr);
    return 1;
  }
  /* A second process on the same processor makes preemption certain. */
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  if (sched_setaffinity(0, sizeof(one), &one))
    perror("rseq: sched_setaffinity");
  rival = fork();
  while (!rival)
    __asm__ volatile("pause");
  status = spin_and_check(rseq);
  if (rival > 0)
    kill(rival, SIGKILL);
  if (!status)
    printf("aborts %d\n", ABORTS);
  return status;
}
