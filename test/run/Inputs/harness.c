/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * harness.c - see harness.h.
 *
 *   PROGRAM [stock|not-taken] [udb|insn|any] [prefix=N]
 *
 * The trap table is found by the section headers of the program's own file. Its
 * name starts with a dot, so that linkers make no __start_ symbol for it; a
 * linker script would make one, but then what runs is not what anyone links.
 */
#define _GNU_SOURCE
#include "harness.h"

#include <elf.h>
#include <kcfi-opt/site.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

struct expect expect = {1, 0, 0, -1};

static const unsigned char *table;
static size_t table_count;

static const char *call = "start";
static unsigned calls, failures;

/* Of the current call. */
static unsigned traps;
static size_t entry; /* index in the table, its count where there is none */
static bool decoded;
static struct kcfi_opt_site site;
static uintptr_t trap_ip, signal_address, target;

static void fail(const char *what) {
  printf("%s: %s\n", call, what);
  ++failures;
}

static void die(const char *what) {
  printf("harness: %s\n", what);
  exit(125);
}

/* By kcfi_opt_site's register number. */
static uintptr_t get_register(const ucontext_t *context, unsigned number) {
  static const unsigned char order[16] = {
      REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
      REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

  return (uintptr_t)context->uc_mcontext.gregs[order[number]];
}

static void handle(int signal, siginfo_t *info, void *data) {
  enum { BEFORE = KCFI_OPT_SITE_SIZE_MAX };
  ucontext_t *context = data;
  const uintptr_t ip = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
  const unsigned char *window = (const unsigned char *)ip - BEFORE;

  (void)signal;
  trap_ip = ip;
  signal_address = (uintptr_t)info->si_addr;
  entry = kcfi_opt_trap_find(table, (uintptr_t)table, table_count,
                             expect.insn ? ip - 1 : ip);
  decoded = kcfi_opt_decode(window, BEFORE + 2, BEFORE, &site);
  if (!decoded || ++traps > 1)
    die("a trap that is no site, or does not end");
  target = get_register(context, site.target);
  context->uc_mcontext.gregs[REG_RIP] =
      (greg_t)((uintptr_t)window + site.resume);
}

static int first_object(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  *(uintptr_t *)data = info->dlpi_addr;
  return 1;
}

static void *read_at(FILE *file, uint64_t offset, size_t size) {
  void *data = malloc(size);

  if (!data || fseek(file, (long)offset, SEEK_SET) ||
      fread(data, 1, size, file) != size)
    die("cannot read the program's own file");
  return data;
}

static void find_table(void) {
  FILE *file = fopen("/proc/self/exe", "rb");
  uintptr_t base = 0;
  Elf64_Ehdr *header;
  Elf64_Shdr *sections;
  char *names;

  if (!file)
    die("cannot open the program's own file");
  header = read_at(file, 0, sizeof(*header));
  sections =
      read_at(file, header->e_shoff, header->e_shnum * sizeof(*sections));
  names = read_at(file, sections[header->e_shstrndx].sh_offset,
                  sections[header->e_shstrndx].sh_size);
  dl_iterate_phdr(first_object, &base);
  for (unsigned i = 0; i < header->e_shnum; ++i)
    if (strcmp(names + sections[i].sh_name, ".kcfi_traps") == 0) {
      if (table || !(sections[i].sh_flags & SHF_ALLOC) ||
          sections[i].sh_size % KCFI_OPT_ENTRY_SIZE)
        die("more than one trap table, or not a loaded one");
      table = (const unsigned char *)(base + sections[i].sh_addr);
      table_count = sections[i].sh_size / KCFI_OPT_ENTRY_SIZE;
    }
  if (!table_count)
    die("no trap table");
  free(names);
  free(sections);
  free(header);
  fclose(file);
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
  if (entry == table_count)
    fail("no trap table entry is for the trap");
  if (signal_address != trap_ip)
    fail("the signal names another address");
  if (site.form !=
      (expect.not_taken ? KCFI_OPT_FORM_NOT_TAKEN : KCFI_OPT_FORM_STOCK))
    fail("the site has the other form");
  if (site.prefix != expect.prefix)
    fail("the site has another prefix");
  if (site.hash != preamble(right))
    fail("the site expects another type");
  if (site.hash == preamble(wrong))
    fail("the target has the type that the site expects");
  if (target != (uintptr_t)wrong)
    fail("the site checks another register");
  if (expect.reg >= 0 && site.target != expect.reg) {
    fail("the target is in another register");
    printf("  in %d, not %d\n", site.target, expect.reg);
  }
  if (!ok)
    fail("a wrong-typed call, resumed, went wrong");
}

/* Every entry of the table leads to a site. */
static void check_table(void) {
  size_t i;

  call = "trap table";
  if (!kcfi_opt_traps_sorted(table, (uintptr_t)table, table_count))
    fail("not sorted");
  for (i = 0; i < table_count; ++i) {
    enum { BEFORE = KCFI_OPT_SITE_SIZE_MAX };
    const uintptr_t place = kcfi_opt_trap_address(table, (uintptr_t)table, i);
    struct kcfi_opt_site s;

    if (!kcfi_opt_decode_entry((const unsigned char *)place - BEFORE,
                               BEFORE + 3, BEFORE, &s))
      fail("an entry leads to no site");
    else if (expect.insn >= 0 &&
             (s.trap == BEFORE) !=
                 (s.form == KCFI_OPT_FORM_STOCK || !expect.insn))
      fail("an entry names another place of its site");
  }
}

int main(int argc, char **argv) {
  struct sigaction action;
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
  find_table();
  memset(&action, 0, sizeof(action));
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGILL, &action, NULL);
  check_table();
  run();
  printf("%u calls, %zu entries, %u failures\n", calls, table_count, failures);
  return failures != 0;
}
