/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * harness.c - see harness.h.
 *
 *   PROGRAM [stock|not-taken] [udb|insn|any] [prefix=N]
 */
#include "harness.h"

#include <kcfi-opt/report.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct expect expect = {1, 0, 0, -1};

static const char *call = "start";
static unsigned calls, failures;

/* Of the current call. */
static unsigned traps;
static struct kcfi_report trap;
static struct kcfi_report_names names;

static void fail(const char *what) {
  printf("%s: %s\n", call, what);
  ++failures;
}

static void die(const char *what) {
  printf("harness: %s\n", what);
  exit(125);
}

static void note(struct kcfi_report *report, void *data) {
  (void)data;
  if (++traps > 1)
    die("a trap that does not end");
  trap = *report;
  kcfi_report_resolve(&trap, &names);
}

void begin_call(const char *what) {
  call = what;
  traps = 0;
  ++calls;
}

void end_right(int ok) {
  if (traps)
    fail("a right-typed call trapped");
  if (!ok)
    fail("a right-typed call went wrong");
}

/* The hash ahead of FUNCTION. */
static uint32_t preamble(const void *function) {
  return kcfi_opt_read32((const unsigned char *)function - expect.prefix - 4);
}

void end_wrong(int ok, const void *right, const void *wrong) {
  if (!traps) {
    fail("a wrong-typed call did not trap");
    return;
  }
  if (!trap.decoded) {
    fail("what trapped is no site");
    return;
  }
  if (trap.entry == KCFI_REPORT_ENTRY_NONE)
    fail("no trap table entry is for the trap");
  else if (expect.insn >= 0 &&
           (trap.entry == KCFI_REPORT_ENTRY_TEST) != expect.insn)
    fail("the trap table entry names another place");
  if (trap.form !=
      (expect.not_taken ? KCFI_OPT_FORM_NOT_TAKEN : KCFI_OPT_FORM_STOCK))
    fail("the site has the other form");
  if (trap.prefix != expect.prefix)
    fail("the site has another prefix");
  if (trap.expected != preamble(right))
    fail("the site expects another type");
  if (!trap.typed || trap.found != preamble(wrong))
    fail("the target has another type than was found");
  if (trap.found == trap.expected)
    fail("the target has the type that the site expects");
  if (trap.target.address != (uintptr_t)wrong)
    fail("the site checks another register");
  if (!trap.target.symbol || trap.target.offset)
    fail("the target is not the start of a function");
  if (expect.reg >= 0 && trap.target_register != expect.reg) {
    fail("the target is in another register");
    printf("  in %d, not %d\n", trap.target_register, expect.reg);
  }
  if (!ok)
    fail("a wrong-typed call, resumed, went wrong");
}

int main(int argc, char **argv) {
  int i;

  for (i = 1; i < argc; ++i)
    if (strcmp(argv[i], "stock") == 0)
      expect.not_taken = 0;
    else if (strcmp(argv[i], "not-taken") == 0)
      expect.not_taken = 1;
    else if (strcmp(argv[i], "udb") == 0)
      expect.insn = 0;
    else if (strcmp(argv[i], "insn") == 0)
      expect.insn = 1;
    else if (strcmp(argv[i], "any") == 0)
      expect.insn = -1;
    else if (strncmp(argv[i], "prefix=", 7) == 0)
      expect.prefix = (uint32_t)strtoul(argv[i] + 7, NULL, 10);
    else
      die("unknown argument");

  setvbuf(stdout, NULL, _IONBF, 0);
  if (kcfi_report_install(KCFI_REPORT_PERMISSIVE, note, NULL))
    die("cannot install the reporter");
  run();
  printf("%u calls, %u failures\n", calls, failures);
  return failures != 0;
}
