/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * kcfi-audit.c - the command line: options, help, and the subcommand to run.
 *
 * A subcommand prints findings and sums on the output and errors on the error
 * stream, and the exit code is the worst of its files: 0 holds, 1 does not
 * hold, 2 could not tell.
 */
#include "check.h"
#include "diff.h"
#include "memory.h"
#include "sites.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: kcfi-audit check [OPTION]... FILE...\n"
    "       kcfi-audit sites [OPTION]... FILE...\n"
    "       kcfi-audit diff [OPTION]... STOCK OPT\n"
    "Audits the kCFI checks in x86-64 objects, archives, modules, programs\n"
    "and kernels. 'kcfi-audit SUBCOMMAND --help' says more.\n"
    "Exit code: 0 it holds, 1 it does not hold, 2 could not tell.\n";

static const char check_usage[] =
    "usage: kcfi-audit check [OPTION]... FILE...\n"
    "Holds when trap entries and checks belong together one to one, each\n"
    "entry names the trap of a whole check in code, in either form, and\n"
    "each check guards the indirect branch right after it. Counts indirect\n"
    "branches that no check guards, and checks in the stock form.\n"
    "  --require-checked    the former are findings; but not those through\n"
    "                       the GOT, or in PLTs and thunks\n"
    "  --require-not-taken  the latter are findings\n"
    "  --allow GLOB         but not in symbols that match GLOB, or, where\n"
    "                       there is no symbol, sections; nor branches to\n"
    "                       where such a variable says; repeatable\n"
    "  --help               prints this\n";

static const char sites_usage[] =
    "usage: kcfi-audit sites [OPTION]... FILE...\n"
    "Lists the kCFI checks in files: the address of each, that of its trap,\n"
    "what of it a trap entry names, its form, the register that holds the\n"
    "target, the type hash, and the branch that it guards. In files that\n"
    "are not linked, addresses are offsets in the section.\n"
    "  --json     one JSON object a line\n"
    "  --summary  counts by form, section, register, and the hashes that\n"
    "             are called most\n"
    "  --help     prints this\n";

static const char diff_usage[] =
    "usage: kcfi-audit diff [OPTION]... STOCK OPT\n"
    "Holds when OPT is STOCK but for kCFI checks, which may be in the\n"
    "not-taken form where STOCK has the stock form, and their trap table\n"
    "entries. Takes two files, or two directories, whose files are paired\n"
    "by path.\n"
    "  --ignore WHAT  lets WHAT differ, too, and says so where it does:\n"
    "                 section:GLOB, symbol:GLOB, file:GLOB for paths in\n"
    "                 directories, or none, which forgets those before it\n"
    "                 and the defaults, a kernel's build stamps:\n"
    "                 section:.notes, section:.note.gnu.build-id,\n"
    "                 symbol:linux_banner, symbol:init_uts_ns; repeatable\n"
    "  --help         prints this\n";

/* What is not an exit code: the command line is fine so far. */
enum { GO_ON = -1 };

/* Says what is wrong with the command line. */
static int misuse(const char *argument, const char *what, const char *command) {
  fprintf(stderr, "kcfi-audit: %s: %s; see kcfi-audit %s%s--help\n", argument,
          what, command, *command ? " " : "");
  return VERDICT_COULD_NOT_TELL;
}

/* The same of the option that getopt_long has just stopped at. */
static int misuse_option(char **argv) {
  return misuse(argv[optind - 1], "no such option or no value", argv[0]);
}

static int help(const char *text) {
  fputs(text, stdout);
  return VERDICT_HOLDS;
}

static void add_glob(struct check_options *how, const char *glob) {
  how->allow = make_room(how->allow, how->allow_count, sizeof(how->allow[0]));
  how->allow[how->allow_count++] = glob;
}

static int run_check(int argc, char **argv) {
  enum { CHECKED, NOT_TAKEN, ALLOW, HELP };
  static const struct option options[] = {
      {"require-checked", no_argument, NULL, CHECKED},
      {"require-not-taken", no_argument, NULL, NOT_TAKEN},
      {"allow", required_argument, NULL, ALLOW},
      {"help", no_argument, NULL, HELP},
      {0},
  };
  struct report report = {.out = stdout, .err = stderr};
  struct check_options how = {0};
  int option, code = GO_ON;

  while (code == GO_ON &&
         (option = getopt_long(argc, argv, "", options, NULL)) != -1) {
    if (option == CHECKED)
      how.require_checked = true;
    else if (option == NOT_TAKEN)
      how.require_not_taken = true;
    else if (option == ALLOW)
      add_glob(&how, optarg);
    else
      code = option == HELP ? help(check_usage) : misuse_option(argv);
  }
  if (code == GO_ON && optind == argc)
    code = misuse("check", "names no file", "check");
  for (; code == GO_ON && optind < argc; optind++)
    check_file(argv[optind], &how, &report);
  free(how.allow);
  return code == GO_ON ? (int)report.verdict : code;
}

static int run_sites(int argc, char **argv) {
  enum { JSON, SUMMARY, HELP };
  static const struct option options[] = {
      {"json", no_argument, NULL, JSON},
      {"summary", no_argument, NULL, SUMMARY},
      {"help", no_argument, NULL, HELP},
      {0},
  };
  struct report report = {.out = stdout, .err = stderr};
  struct tally tally = {0};
  struct sites_options how = {0};
  int option;

  while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
    if (option == JSON)
      how.json = true;
    else if (option == SUMMARY)
      how.tally = &tally;
    else
      return option == HELP ? help(sites_usage) : misuse_option(argv);
  }
  if (optind == argc)
    return misuse("sites", "names no file", "sites");
  if (how.json && how.tally)
    return misuse("sites", "takes one of --json and --summary", "sites");
  for (; optind < argc; optind++)
    sites_file(argv[optind], &how, &report);
  if (how.tally)
    tally_print(&tally, &report);
  return report.verdict;
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
  int option, code = GO_ON;

  ignores_default(&ignores);
  while (code == GO_ON &&
         (option = getopt_long(argc, argv, "", options, NULL)) != -1) {
    if (option == HELP)
      code = help(diff_usage);
    else if (option != IGNORE || !ignores_add(&ignores, optarg))
      code = misuse_option(argv);
  }
  if (code == GO_ON && argc - optind != 2)
    code = misuse("diff", "takes two files or two directories", "diff");
  if (code == GO_ON)
    diff_paths(argv[optind], argv[optind + 1], &ignores, &report);
  free(ignores.all);
  return code == GO_ON ? (int)report.verdict : code;
}

static const struct {
  const char *name;
  int (*run)(int argc, char **argv);
} commands[] = {
    {"check", run_check},
    {"sites", run_sites},
    {"diff", run_diff},
};

int main(int argc, char **argv) {
  size_t i;

  opterr = 0;
  if (argc < 2)
    return misuse("command line", "names no subcommand", "");
  if (!strcmp(argv[1], "--help"))
    return help(usage);
  if (!strcmp(argv[1], "--version"))
    return help("kcfi-audit " KCFI_OPT_VERSION "\n");
  for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
    if (!strcmp(argv[1], commands[i].name))
      return commands[i].run(argc - 1, argv + 1);
  return misuse(argv[1], "no such subcommand", "");
}
