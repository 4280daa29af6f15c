/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * task_clock.c - preloaded, lets a machine without hardware counters have some:
 * each event that is asked for becomes the kernel's own count of the thread's
 * nanoseconds.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>

typedef long system_call(long number, void *attr, long pid, long cpu,
                         long group, unsigned long flags);

__attribute__((visibility("default"))) long syscall(long number, void *attr,
                                                    long pid, long cpu,
                                                    long group,
                                                    unsigned long flags) {
  system_call *real = (system_call *)dlsym(RTLD_NEXT, "syscall");

  if (number == SYS_perf_event_open) {
    struct perf_event_attr *event = attr;

    event->type = PERF_TYPE_SOFTWARE;
    event->config = PERF_COUNT_SW_TASK_CLOCK;
  }
  return real(number, attr, pid, cpu, group, flags);
}
