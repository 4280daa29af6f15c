/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * counters.c - which events there are by CPU model, and perf_event_open. Codes
 * are those of tools/perf/pmu-events/arch/x86 in Linux 6.12.
 */
#define _GNU_SOURCE
#include "counters.h"

#include <cpuid.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

struct event {
  const char *name;
  uint32_t type;
  uint64_t config; /* raw: event select, unit mask in bits 8 to 15 */
};

/* Names without a vendor mean the same everywhere. */
static const struct event any_cpu[] = {
    {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {"branch_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    {0},
};

/* BR_INST_RETIRED.INDIRECT, BR_MISP_RETIRED.INDIRECT: Ice Lake and later. */
static const struct event intel_ice_lake[] = {
    {"indirect_branches", PERF_TYPE_RAW, 0x80c4},
    {"indirect_branch_misses", PERF_TYPE_RAW, 0x80c5},
    {"baclears.any", PERF_TYPE_RAW, 0x01e6},
    {0},
};

/* BACLEARS.ANY has moved. On hybrids, those of the performance cores. */
static const struct event intel_golden_cove[] = {
    {"indirect_branches", PERF_TYPE_RAW, 0x80c4},
    {"indirect_branch_misses", PERF_TYPE_RAW, 0x80c5},
    {"baclears.any", PERF_TYPE_RAW, 0x0160},
    {0},
};

/* ex_ret_ind_brch_instr, ex_ret_brn_ind_misp: Zen 3 and later. */
static const struct event amd_zen3[] = {
    {"indirect_branches", PERF_TYPE_RAW, 0xcc},
    {"indirect_branch_misses", PERF_TYPE_RAW, 0xca},
    {"bp_l2_btb_correct", PERF_TYPE_RAW, 0x8b},
    {"bp_de_redirect", PERF_TYPE_RAW, 0x91},
    {0},
};

struct cpu {
  char vendor[13];
  unsigned family;
  unsigned model;
};

static struct cpu this_cpu(void) {
  struct cpu cpu = {0};
  unsigned a, b, c, d;

  if (__get_cpuid(0, &a, &b, &c, &d)) {
    memcpy(cpu.vendor, &b, 4);
    memcpy(cpu.vendor + 4, &d, 4);
    memcpy(cpu.vendor + 8, &c, 4);
  }
  if (__get_cpuid(1, &a, &b, &c, &d)) {
    cpu.family = (a >> 8 & 0xf) + (a >> 20 & 0xff);
    cpu.model = (a >> 4 & 0xf) | (a >> 12 & 0xf0);
  }
  return cpu;
}

static bool is_one_of(unsigned model, const unsigned *models) {
  while (*models && *models != model)
    models++;
  return *models != 0;
}

/* NULL where it is not known what the processor counts. */
static const struct event *events_of(const struct cpu *cpu) {
  static const unsigned ice_lake[] = {0x6a, 0x6c, 0x7d, 0x7e,
                                      0x8c, 0x8d, 0xa7, 0};
  static const unsigned golden_cove[] = {0x8f, 0x97, 0x9a, 0xaa, 0xac, 0xad,
                                         0xae, 0xb7, 0xba, 0xbf, 0xcf, 0};

  if (!strcmp(cpu->vendor, "AuthenticAMD") && cpu->family >= 0x19)
    return amd_zen3;
  if (strcmp(cpu->vendor, "GenuineIntel") || cpu->family != 6)
    return NULL;
  if (is_one_of(cpu->model, ice_lake))
    return intel_ice_lake;
  return is_one_of(cpu->model, golden_cove) ? intel_golden_cove : NULL;
}

static void open_events(struct counters *counters, const struct event *event) {
  for (; event && event->name && counters->count < MAX_COUNTERS; event++) {
    struct perf_event_attr attr = {
        .type = event->type,
        .size = sizeof(attr),
        .config = event->config,
        .disabled = 1,
        .exclude_kernel = 1,
        .exclude_hv = 1,
        .read_format =
            PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
    };
    int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);

    if (fd < 0)
      continue;
    counters->names[counters->count] = event->name;
    counters->fds[counters->count++] = fd;
  }
}

void counters_open(struct counters *counters) {
  struct cpu cpu = this_cpu();

  counters->count = 0;
  open_events(counters, any_cpu);
  if (counters->count)
    open_events(counters, events_of(&cpu));
}

static void control(const struct counters *counters, unsigned long request) {
  for (int i = 0; i < counters->count; i++)
    ioctl(counters->fds[i], request, 0);
}

void counters_start(const struct counters *counters) {
  control(counters, PERF_EVENT_IOC_RESET);
  control(counters, PERF_EVENT_IOC_ENABLE);
}

void counters_stop(const struct counters *counters,
                   double values[MAX_COUNTERS]) {
  struct {
    uint64_t value, enabled, running;
  } got;

  control(counters, PERF_EVENT_IOC_DISABLE);
  for (int i = 0; i < counters->count; i++) {
    values[i] = -1; /* was never running */
    if (read(counters->fds[i], &got, sizeof(got)) == sizeof(got) && got.running)
      values[i] = (double)got.value * (double)got.enabled / (double)got.running;
  }
}
