/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * runner.c - measures modules of call sites against each other.
 *
 *   usage: runner [-c CPU] [-r ROUNDS] [-n CALLS] [-w WARM] [-mk]
 *                 NAME=FILE[,FILE...]...
 *
 * -c pins to a CPU, -n is how many calls a sample makes, -w how many go before
 * it unmeasured, at least; -m gives every site another of 16 targets in each
 * pass, where it has one target for ever without. The files of a module are the
 * same code at other places in its page; they take turns from round to round.
 * -k keeps what the processor remembers, to show what that does.
 *
 * Rounds are interleaved: every round takes one sample of each module, in turn.
 * A sample is a process of its own, in which the module lies at an address that
 * depends on the round alone, as its targets do, so that no variant has luck
 * with them, and it begins without the branches of the one before in the branch
 * target buffer, which were at the same addresses. Time is CPU time of the
 * thread: what other processes take does not count.
 *
 * Prints a line of JSON for each sample. A module that traps or whose calls do
 * not add up ends the run with code 1: it never becomes a number.
 */
#define _GNU_SOURCE
#include "counters.h"
#include "sites.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* See ../forget.S. */
void forget_branches(void);

struct settings {
  int cpu; /* -1: any */
  unsigned long rounds;
  unsigned long calls;
  unsigned long warm;
  bool many;
  bool keep;
};

struct sample {
  double ns_per_call;
  double wall_ns_per_call; /* more by what other processes took */
  unsigned long calls;
  int counter_count;
  double counts[MAX_COUNTERS];
};

struct module {
  run_passes *run;
  target *const *targets;
  unsigned long sites;
};

/* The numbers of the targets, and where in them the window of a pass begins. */
struct plan {
  unsigned char numbers[PERIOD + WINDOW];
  unsigned short begins[PERIOD];
};

__attribute__((format(printf, 1, 2), noreturn)) static void
die(const char *format, ...) {
  va_list arguments;

  va_start(arguments, format);
  fputs("runner: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(1);
}

/* xorshift64: the same on every run. */
static unsigned long next_random(unsigned long *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static void make_plan(bool many, unsigned long round, struct plan *plan) {
  unsigned long state = 88172645463325252 + round;

  for (int i = 0; i < PERIOD + WINDOW; i++)
    plan->numbers[i] = (unsigned char)(next_random(&state) >> 32) % TARGETS;
  for (int i = 0; i < PERIOD; i++)
    plan->begins[i] =
        many ? (unsigned short)((next_random(&state) >> 32) % PERIOD) : 0;
}

static unsigned long expected_sum(const struct plan *plan, unsigned long passes,
                                  unsigned long sites) {
  unsigned long sum = 0;

  for (unsigned long pass = 0; pass < passes; pass++)
    for (unsigned long site = 0; site < sites; site++)
      sum += plan->numbers[plan->begins[pass % PERIOD] + site % WINDOW] + 1ul;
  return sum;
}

/* Lets mappings to come begin elsewhere, by up to 4 MiB. */
static void move_mappings(unsigned long round) {
  unsigned long state = 2 * round + 1;

  for (int i = 0; i < 8; i++)
    next_random(&state);
  if (mmap(NULL, (state % 1024 + 1) * 4096, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
    die("no address space");
}

static void *symbol(void *handle, const char *name) {
  void *address = dlsym(handle, name);

  if (!address)
    die("%s", dlerror());
  return address;
}

static struct module load(const char *file) {
  struct module module;
  void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);

  if (!handle)
    die("%s", dlerror());
  *(void **)&module.run = symbol(handle, RUN_SYMBOL);
  module.targets = symbol(handle, TARGETS_SYMBOL);
  module.sites = *(const unsigned long *)symbol(handle, SITES_SYMBOL);
  return module;
}

static double now_ns(clockid_t clock) {
  struct timespec time;

  if (clock_gettime(clock, &time))
    die("no clock");
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static unsigned long passes_for(unsigned long calls, unsigned long sites,
                                unsigned long least) {
  unsigned long passes = (calls + sites - 1) / sites;

  return passes < least ? least : passes;
}

static struct sample measure(const struct module *module,
                             const struct settings *settings,
                             const struct plan *plan) {
  static target *table[PERIOD + WINDOW];
  static window windows[PERIOD];
  unsigned long passes = passes_for(settings->calls, module->sites, 1);
  struct sample sample = {.calls = passes * module->sites};
  struct counters counters;
  double begin, end, wall_begin, wall_end;
  unsigned long sum;

  for (int i = 0; i < PERIOD + WINDOW; i++)
    table[i] = module->targets[plan->numbers[i]];
  for (int i = 0; i < PERIOD; i++)
    windows[i] = table + plan->begins[i];

  counters_open(&counters);
  for (int i = 0; i < 2 && !settings->keep; i++)
    forget_branches();
  module->run(passes_for(settings->warm, module->sites, 2), windows);
  counters_start(&counters);
  wall_begin = now_ns(CLOCK_MONOTONIC);
  begin = now_ns(CLOCK_THREAD_CPUTIME_ID);
  sum = module->run(passes, windows);
  end = now_ns(CLOCK_THREAD_CPUTIME_ID);
  wall_end = now_ns(CLOCK_MONOTONIC);
  counters_stop(&counters, sample.counts);

  if (sum != expected_sum(plan, passes, module->sites))
    die("its calls do not add up");
  sample.ns_per_call = (end - begin) / (double)sample.calls;
  sample.wall_ns_per_call = (wall_end - wall_begin) / (double)sample.calls;
  sample.counter_count = counters.count;
  return sample;
}

/* One sample, in a process of its own. */
static struct sample sample_of(const char *name, const char *file,
                               unsigned long round,
                               const struct settings *settings,
                               const struct plan *plan) {
  struct sample sample;
  int ends[2], status;
  pid_t child;

  if (pipe(ends) || (child = fork()) < 0)
    die("no process");
  if (!child) {
    struct module module;

    move_mappings(round);
    module = load(file);
    sample = measure(&module, settings, plan);
    _exit(write(ends[1], &sample, sizeof(sample)) != sizeof(sample));
  }
  close(ends[1]);
  if (read(ends[0], &sample, sizeof(sample)) != sizeof(sample))
    sample.calls = 0;
  close(ends[0]);
  if (waitpid(child, &status, 0) != child)
    die("%s: lost its process", name);
  if (WIFSIGNALED(status))
    die("%s: stopped by signal %d (%s)", name, WTERMSIG(status),
        strsignal(WTERMSIG(status)));
  if (!WIFEXITED(status) || WEXITSTATUS(status) || !sample.calls)
    die("%s: failed", name);
  return sample;
}

static void print_sample(const char *name, unsigned long round,
                         const struct sample *sample,
                         const struct counters *counters) {
  printf("{\"variant\": \"%s\", \"round\": %lu, \"calls\": %lu, "
         "\"ns_per_call\": %.4f, \"wall_ns_per_call\": %.4f",
         name, round, sample->calls, sample->ns_per_call,
         sample->wall_ns_per_call);
  for (int i = 0; i < sample->counter_count; i++)
    if (sample->counts[i] >= 0)
      printf(", \"%s\": %.0f", counters->names[i], sample->counts[i]);
  puts("}");
  fflush(stdout);
}

/* Of "A,B,C", the file whose turn it is in a round. */
static void file_of_round(const char *files, unsigned long round, char *file,
                          size_t space) {
  unsigned long count = 1;

  for (const char *c = files; *c; c++)
    count += *c == ',';
  for (round %= count; round; round--)
    files = strchr(files, ',') + 1;
  if (strcspn(files, ",") >= space)
    die("path too long: %s", files);
  snprintf(file, space, "%.*s", (int)strcspn(files, ","), files);
}

static void pin(int cpu) {
  cpu_set_t set;

  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  if (sched_setaffinity(0, sizeof(set), &set))
    die("cannot run on CPU %d", cpu);
}

static unsigned long number(const char *text) {
  char *end;
  unsigned long value = strtoul(text, &end, 10);

  if (!*text || *end)
    die("not a number: %s", text);
  return value;
}

static struct settings parse(int argc, char **argv) {
  struct settings settings = {
      .cpu = -1, .rounds = 15, .calls = 1ul << 20, .warm = 1ul << 17};
  int option;

  while ((option = getopt(argc, argv, "c:r:n:w:mk")) != -1) {
    switch (option) {
    case 'c':
      settings.cpu = (int)number(optarg);
      break;
    case 'r':
      settings.rounds = number(optarg);
      break;
    case 'n':
      settings.calls = number(optarg);
      break;
    case 'w':
      settings.warm = number(optarg);
      break;
    case 'm':
      settings.many = true;
      break;
    case 'k':
      settings.keep = true;
      break;
    default:
      die("see the head of runner.c");
    }
  }
  if (optind == argc)
    die("names no module");
  return settings;
}

int main(int argc, char **argv) {
  struct settings settings = parse(argc, argv);
  struct counters counters;
  struct plan plan;

  if (settings.cpu >= 0)
    pin(settings.cpu);
  counters_open(&counters);
  for (unsigned long round = 0; round < settings.rounds; round++) {
    make_plan(settings.many, round, &plan);
    for (int i = optind; i < argc; i++) {
      char name[32] = "", file[4096], *files = strchr(argv[i], '=');
      struct sample sample;

      if (!files || (size_t)(files - argv[i]) >= sizeof(name))
        die("not NAME=FILE: %s", argv[i]);
      memcpy(name, argv[i], (size_t)(files - argv[i]));
      file_of_round(files + 1, round, file, sizeof(file));
      sample = sample_of(name, file, round, &settings, &plan);
      print_sample(name, round, &sample, &counters);
    }
  }
  return 0;
}
