/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * kcfi-audit.c - the command line: options, help, and the subcommand to run.
 *
 * A subcommand prints findings and sums on the output and errors on the error
 * stream, and the exit code is the worst of its files: 0 holds, 1 does not
 * hold, 2 could not tell.
 */
#include "diff.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: kcfi-audit check [OPTION]... FILE...\n"
    "       kcfi-audit sites [OPTION]... FILE...\n"
    "       kcfi-audit diff [OPTION]... STOCK OPT\n"
    "Audits the kCFI checks in x86-64 objects, archives, modules, programs "
    "and\n"
    "kernels. 'kcfi-audit SUBCOMMAND --help' says more.\n"
    "Exit code: 0 it holds, 1 it does not hold, 2 could not tell.\n";

static const char diff_usage[] =
    "usage: kcfi-audit diff [OPTION]... STOCK OPT\n"
    "Holds when OPT is STOCK but for kCFI sites, which may be in the "
    "not-taken\n"
    "form where STOCK has the stock form, and their trap table entries. Two\n"
    "files, or two directories whose files are paired by path.\n"
    "  --ignore WHAT  also lets WHAT differ, and says so where it does:\n"
    "                 section:GLOB, symbol:GLOB, or none, which forgets those\n"
    "                 before it and the defaults, a kernel's build stamps:\n"
    "                 section:.notes, section:.note.gnu.build-id,\n"
    "                 symbol:linux_banner, symbol:init_uts_ns\n"
    "  --help         prints this\n";

/* Says what is wrong with the command line. */
static int misuse(const char *what, const char *argument, const char *command) {
  fprintf(stderr, "kcfi-audit: %s: %s; see kcfi-audit %s--help\n", argument,
          what, command);
  return VERDICT_COULD_NOT_TELL;
}

static int run_diff(int argc, char **argv) {
  enum { IGNORE, HELP };
  static const struct option options[] = {
      {"ignore", required_argument, NULL, IGNORE},
      {"help", no_argument, NULL, HELP},
      {0},
  };
  struct report report = {.out = stdout, .err = stderr};
  struct ignores ignores = {0};
  int option;

  ignores_default(&ignores);
  while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
    if (option == HELP) {
      fputs(diff_usage, stdout);
      return VERDICT_HOLDS;
    }
    if (option != IGNORE || !ignores_add(&ignores, optarg))
      return misuse("no such option or value", argv[optind - 1], "diff ");
  }
  if (argc - optind != 2)
    return misuse("takes two files or two directories", "diff", "diff ");
  diff_paths(argv[optind], argv[optind + 1], &ignores, &report);
  free(ignores.all);
  return report.verdict;
}

static const struct {
  const char *name;
  int (*run)(int argc, char **argv);
} commands[] = {
    {"diff", run_diff},
};

int main(int argc, char **argv) {
  size_t i;

  opterr = 0;
  if (argc < 2)
    return misuse("names no subcommand", "command line", "");
  if (!strcmp(argv[1], "--help")) {
    fputs(usage, stdout);
    return VERDICT_HOLDS;
  }
  for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
    if (!strcmp(argv[1], commands[i].name))
      return commands[i].run(argc - 1, argv + 1);
  return misuse("no such subcommand", argv[1], "");
}
