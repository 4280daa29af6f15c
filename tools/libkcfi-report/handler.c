/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * handler.c - the handler of SIGILL.
 *
 * It allocates nothing, takes no lock, and calls what kcfi-opt/report.h and
 * memory.h have: it may run in any thread, at any point of it, and in itself.
 */
#include "counts.h"
#include "memory.h"
#include "module.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { ALL_FLAGS = KCFI_REPORT_PERMISSIVE | KCFI_REPORT_JSON };

static struct {
  unsigned flags;
  kcfi_report_callback *callback;
  void *data;
} settings;

/* Who had SIGILL before; whether it was to be called only once, and was. */
static struct sigaction previous;
static atomic_bool previous_gone;

/* Of this thread: a failure in the callback must not call it again. In the
   static part of the thread's storage: a handler must not allocate it. */
static _Thread_local volatile sig_atomic_t in_callback
    __attribute__((tls_model("initial-exec")));

/* A line on its way: written at once, unless it is longer than any should be.
 */
struct line {
  size_t size;
  char text[1024];
};

static void put_line(void *data, const char *text, size_t size) {
  struct line *line = data;

  while (size) {
    size_t part = sizeof(line->text) - line->size;

    part = part < size ? part : size;
    memcpy(line->text + line->size, text, part);
    line->size += part;
    text += part;
    size -= part;
    if (line->size == sizeof(line->text) || text[-1] == '\n') {
      kcfi_error_write(line->text, line->size);
      line->size = 0;
    }
  }
}

static void write_report(struct kcfi_report *report) {
  struct kcfi_report_names names;
  struct line line;

  line.size = 0;
  kcfi_report_resolve(report, &names);
  if (settings.flags & KCFI_REPORT_JSON)
    kcfi_report_json(report, put_line, &line);
  else
    kcfi_report_line(report, put_line, &line);
}

/* Describes a trap whose bytes are no check, if a trap table names it. */
static bool describe_entry(const unsigned char *code, uint64_t ip,
                           struct kcfi_report *report) {
  const bool udb = code[0] == KCFI_OPT_UDB;
  struct module module;

  if ((!udb && (code[0] != KCFI_OPT_UD2_0 || code[1] != KCFI_OPT_UD2_1)) ||
      !kcfi_module_find(ip, &module))
    return false;
  *report = (struct kcfi_report){
      .trap = {.address = ip},
      .resume = ip + (udb ? 1 : 2),
      .entry = kcfi_module_entry(&module, ip),
  };
  kcfi_module_close(&module);
  return report->entry == KCFI_REPORT_ENTRY_TRAP ||
         (report->entry == KCFI_REPORT_ENTRY_TEST && udb);
}

/* Describes the failed check that trapped at IP; false where none did. */
static bool describe(uint64_t ip, const uint64_t registers[16],
                     struct kcfi_report *report) {
  unsigned char code[KCFI_OPT_SITE_SIZE_MAX + 2] = {0};
  size_t before = KCFI_OPT_SITE_SIZE_MAX, after = 2;
  uint64_t opcode;

  /* A window of what is there: code may begin, or end, right here. */
  while (before && !kcfi_memory_readable(ip - before, before))
    before--;
  while (after && !kcfi_memory_readable(ip, after))
    after--;
  if (!after)
    return false;
  memcpy(code, (const void *)(ip - before), before + after);
  if (!kcfi_report_decode(code, before + after, ip - before, ip, registers,
                          report))
    return !report->decoded && describe_entry(code + before, ip, report);
  opcode = kcfi_report_preamble_address(report);
  kcfi_report_preamble(report, kcfi_memory_readable(opcode, 1)
                                   ? *(const unsigned char *)opcode
                                   : 0);
  return true;
}

static void tell(struct kcfi_report *report) {
  report->count = kcfi_counts_add(report->trap.address, report->target.address);
  if (settings.callback && !in_callback) {
    in_callback = 1;
    settings.callback(report, settings.data);
    in_callback = 0;
  } else if (!(settings.flags & KCFI_REPORT_PERMISSIVE) ||
             kcfi_counts_told(report->count)) {
    write_report(report);
  }
}

static int set_default(void) {
  struct sigaction action;

  memset(&action, 0, sizeof(action));
  action.sa_handler = SIG_DFL;
  return sigaction(SIGILL, &action, NULL);
}

/* As if the signal had come to who had it before. */
static void pass_on(int number, siginfo_t *info, void *context) {
  const bool sent = info->si_code <= 0; /* by kill, not by an instruction */
  struct sigaction action = previous;
  const unsigned flags = (unsigned)action.sa_flags; /* SA_RESETHAND is bit 31 */

  if ((flags & SA_RESETHAND) && atomic_exchange(&previous_gone, true))
    action.sa_handler = SIG_DFL;
  if (action.sa_handler == SIG_IGN && sent)
    return;
  if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) {
    /* The instruction is executed again when this returns, and ends it all. */
    set_default();
    if (sent)
      syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGILL);
    return;
  }
  /* Returning from the signal restores the mask. */
  if (!(flags & SA_NODEFER))
    sigaddset(&action.sa_mask, SIGILL);
  sigprocmask(SIG_BLOCK, &action.sa_mask, NULL);
  if (flags & SA_SIGINFO)
    action.sa_sigaction(number, info, context);
  else
    action.sa_handler(number);
}

static void handle(int number, siginfo_t *info, void *data) {
  /* By the numbers that instructions have for them. */
  static const unsigned char order[16] = {
      REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
      REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  ucontext_t *context = data;
  greg_t *saved = context->uc_mcontext.gregs;
  const int saved_errno = errno;
  uint64_t registers[16];
  struct kcfi_report report;
  bool failed;

  for (unsigned i = 0; i < 16; i++)
    registers[i] = (uint64_t)saved[order[i]];
  failed = info->si_code > 0 &&
           describe((uint64_t)saved[REG_RIP], registers, &report);
  if (failed) {
    tell(&report);
    if (settings.flags & KCFI_REPORT_PERMISSIVE)
      saved[REG_RIP] = (greg_t)report.resume;
    else
      /* The check traps again when this returns: a core dump shows it. */
      set_default();
  }
  errno = saved_errno;
  if (!failed)
    pass_on(number, info, data);
}

static bool is_ours(const struct sigaction *action) {
  return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == handle;
}

int kcfi_report_install(unsigned flags, kcfi_report_callback *callback,
                        void *data) {
  struct sigaction action, old;

  if (flags & ~(unsigned)ALL_FLAGS)
    return EINVAL;
  if (sigaction(SIGILL, NULL, &old))
    return errno;
  settings.flags = flags;
  settings.callback = callback;
  settings.data = data;
  if (is_ours(&old))
    return 0;
  kcfi_module_start();
  previous = old;
  previous_gone = false;
  memset(&action, 0, sizeof(action));
  action.sa_sigaction = handle;
  /* Failures in the callback are told too. A call that a SIGILL from elsewhere
     interrupts goes on or not as it would have. */
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  if (old.sa_handler == SIG_DFL || old.sa_handler == SIG_IGN ||
      (old.sa_flags & SA_RESTART))
    action.sa_flags |= SA_RESTART;
  return sigaction(SIGILL, &action, NULL) ? errno : 0;
}

static void complain(const char *value) {
  struct line line;

  line.size = 0;
  kcfi_report_put_text(put_line, &line, "kcfi-report: KCFI_REPORT=");
  kcfi_report_put_text(put_line, &line, value);
  kcfi_report_put_text(put_line, &line,
                       ": expected enforce or permissive, or either with "
                       ",json behind; set it so, or unset it");
  put_line(&line, "\n", 1);
}

/* What the environment says, before main; privileged programs do not hear it.
 */
__attribute__((constructor)) static void start(void) {
  static const struct {
    const char *value;
    unsigned flags;
  } modes[] = {
      {"enforce", 0},
      {"enforce,json", KCFI_REPORT_JSON},
      {"permissive", KCFI_REPORT_PERMISSIVE},
      {"permissive,json", KCFI_REPORT_PERMISSIVE | KCFI_REPORT_JSON},
  };
  const char *value = secure_getenv("KCFI_REPORT");

  if (!value)
    return;
  for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
    if (strcmp(value, modes[i].value) == 0) {
      kcfi_report_install(modes[i].flags, NULL, NULL);
      return;
    }
  complain(value);
  _exit(2);
}
