/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Catches its own failed check, and reads what it was. */
#define _GNU_SOURCE
#include <kcfi-opt/site.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

typedef int function(int);

static long other(long x) { return x; }

function *volatile pointer = (function *)(void *)other;

static void trapped(int number, siginfo_t *info, void *context) {
  const greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  const unsigned char *ip = (const unsigned char *)registers[REG_RIP];
  struct kcfi_opt_site site;

  (void)number, (void)info;
  if (!kcfi_opt_decode(ip - KCFI_OPT_SITE_SIZE_MAX, KCFI_OPT_SITE_SIZE_MAX + 2,
                       KCFI_OPT_SITE_SIZE_MAX, &site))
    abort();
  /* Not for a handler of a real program: stdio is not async-signal-safe. */
  printf("trapped: %s form, expected type 0x%08x\n",
         site.form == KCFI_OPT_FORM_NOT_TAKEN ? "not-taken" : "stock",
         (unsigned)site.hash);
  exit(site.form != KCFI_OPT_FORM_NOT_TAKEN);
}

int main(void) {
  struct sigaction action = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO};

  sigaction(SIGILL, &action, NULL);
  pointer(1);
  fputs("the wrong call went through\n", stderr);
  return 1;
}
