/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 WITH LLVM-exception */
/*
 * text.c - compares the checks of the running code with those in its file.
 *
 *   text FILE [MODULE]            counts, for the kernel or a loaded module
 *   text --at SYMBOL FILE [MODULE]  the first check in one function
 *
 * What it prints are lines of "name value", for a shell to read. Bytes that
 * differ are what patched the code since it was loaded. Checks in code that is
 * freed after boot cannot be read back and are counted apart.
 */
#include "running.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The parts of a check that something may patch. */
enum part { MOVL, HASH, ADDL, TAIL, CALL, PARTS };

static const char *const part_names[PARTS] = {
    [MOVL] = "movl-bytes", [HASH] = "hash-bytes", [ADDL] = "addl-bytes",
    [TAIL] = "tail-bytes", [CALL] = "call-bytes",
};

struct counts {
  const struct running *running;
  size_t checks, freed;
  size_t file[2];        /* by form, of all checks */
  size_t now[2], broken; /* by form, of those that can be read back */
  size_t changed[PARTS]; /* bytes that differ from the file */
};

enum { CALL_SIZE = 6 }; /* the longest call: a prefix, the opcode, a distance */

/* Bytes of the call or jump that the check guards: to a thunk, or indirect. */
static size_t call_size(const unsigned char *call) {
  const size_t prefix = call[0] == 0x2e || call[0] == KCFI_OPT_REX_B;
  const unsigned char opcode = call[prefix];

  if (opcode == 0xe8 || opcode == 0xe9)
    return prefix + 5;
  return opcode == 0xff ? prefix + 2 : 0;
}

/* The part that byte OFFSET of CHECK's section belongs to. */
static enum part part_of(const struct check *check, size_t offset) {
  if (offset < check->site.start + 2)
    return MOVL;
  if (offset < check->site.start + KCFI_OPT_MOV_SIZE)
    return HASH;
  if (offset < check->site.tail)
    return ADDL;
  return offset < check->site.resume ? TAIL : CALL;
}

/* Where CHECK's bytes are now, less its offset in the section; or 0. */
static uint64_t section_now(const struct running *running,
                            const struct check *check) {
  static const Elf64_Shdr *last;
  static uint64_t address;

  if (check->section != last)
    address = running_section(running, check->section, check->section_name);
  last = check->section;
  return address;
}

static void count_running(const struct check *check, struct counts *counts,
                          uint64_t address) {
  const size_t start = check->site.start, trap = check->site.trap;
  const size_t size = check->site.resume - start;
  /* The calls of a module hold relocations in its file. */
  const size_t call =
      counts->running->module ? 0 : call_size(check->code + check->site.resume);
  unsigned char now[KCFI_OPT_SITE_SIZE_MAX + CALL_SIZE];
  struct kcfi_opt_site site;

  running_read(address + start, now, size + call);
  for (size_t i = 0; i < size + call; i++)
    if (now[i] != check->code[start + i])
      counts->changed[part_of(check, start + i)]++;
  /* Patching may have changed the form, and so the byte that traps. */
  if (kcfi_opt_decode(now, size, trap - start, &site) ||
      kcfi_opt_decode(now, size, size - 1, &site) ||
      kcfi_opt_decode(now, size, size - 2, &site))
    counts->now[site.form]++;
  else
    counts->broken++;
}

static void count(const struct check *check, void *data) {
  struct counts *counts = data;
  const uint64_t address = section_now(counts->running, check);

  counts->checks++;
  counts->file[check->site.form]++;
  if (address)
    count_running(check, counts, address);
  else
    counts->freed++;
}

static void print_counts(const struct counts *counts) {
  printf("checks %zu\n", counts->checks);
  printf("freed %zu\n", counts->freed);
  printf("file-stock %zu\n", counts->file[KCFI_OPT_FORM_STOCK]);
  printf("file-not-taken %zu\n", counts->file[KCFI_OPT_FORM_NOT_TAKEN]);
  printf("running-stock %zu\n", counts->now[KCFI_OPT_FORM_STOCK]);
  printf("running-not-taken %zu\n", counts->now[KCFI_OPT_FORM_NOT_TAKEN]);
  printf("running-neither %zu\n", counts->broken);
  printf("check-bytes %zu\n", counts->changed[MOVL] + counts->changed[HASH] +
                                  counts->changed[ADDL] +
                                  counts->changed[TAIL]);
  for (int i = 0; i < PARTS; i++)
    if (i != CALL || !counts->running->module)
      printf("%s %zu\n", part_names[i], counts->changed[i]);
}

struct wanted {
  const struct running *running;
  const Elf64_Sym *symbol;
  bool found;
};

static void print_wanted(const struct check *check, void *data) {
  struct wanted *wanted = data;
  const struct running *running = wanted->running;
  const uint64_t start = wanted->symbol->st_value;
  unsigned char hash[4];

  if (wanted->found ||
      check->section != &running->image->sections[wanted->symbol->st_shndx] ||
      check->site.start - start >= wanted->symbol->st_size)
    return;
  wanted->found = true;
  running_read(section_now(running, check) + check->site.start + 2, hash,
               sizeof(hash));
  printf("size 0x%" PRIx64 "\n", wanted->symbol->st_size);
  printf("movl 0x%" PRIx64 "\n", check->site.start - start);
  printf("addl 0x%" PRIx64 "\n", check->site.start + KCFI_OPT_MOV_SIZE - start);
  printf("jump 0x%" PRIx64 "\n", check->site.tail - start);
  printf("last 0x%" PRIx64 "\n", check->site.tail + 2 - start);
  printf("trap 0x%" PRIx64 "\n", check->site.trap - start);
  printf("hash 0x%08" PRIx32 "\n", check->site.hash);
  printf("hash-now 0x%08" PRIx32 "\n", 0u - kcfi_opt_read32(hash));
}

int main(int argc, char **argv) {
  const bool one = argc > 2 && !strcmp(argv[1], "--at");
  char **names = argv + (one ? 3 : 1);
  struct running running;
  struct image image;

  if (argc < (one ? 4 : 2))
    die("usage: text [--at SYMBOL] FILE [MODULE]");
  image_open(&image, names[0]);
  running_open(&running, &image, names[1]);
  if (one) {
    struct wanted wanted = {.running = &running};
    Elf64_Sym symbol;

    if (!image_symbol(&image, argv[2], &symbol))
      die("%s: no symbol %s", image.path, argv[2]);
    wanted.symbol = &symbol;
    image_each_check(&image, print_wanted, &wanted);
    if (!wanted.found)
      die("%s: no check in %s", image.path, argv[2]);
  } else {
    struct counts counts = {.running = &running};

    image_each_check(&image, count, &counts);
    print_counts(&counts);
  }
  return 0;
}
