/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 WITH LLVM-exception */
/*
 * elf.h - the kernel or the module as it was linked: sections and kCFI sites.
 *
 * The files come from the build that made this program, so that they are
 * trusted to be whole; what is not as expected ends the program with a word.
 */
#ifndef GUEST_ELF_H
#define GUEST_ELF_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <kcfi-opt/site.h>

struct image {
  const char *path;
  const unsigned char *data;
  const Elf64_Ehdr *header;
  const Elf64_Shdr *sections;
};

/* A check as the file has it. */
struct check {
  const Elf64_Shdr *section; /* the code that it is in */
  const char *section_name;
  const unsigned char *code; /* the section's bytes */
  struct kcfi_opt_site site; /* offsets are from the section's start */
};

/* Prints what printf would, after the program's name, and exits with 2. */
__attribute__((format(printf, 1, 2))) _Noreturn void die(const char *format,
                                                         ...);

void image_open(struct image *image, const char *path);

/* Calls LOOK with each check that the trap table names, in its order. */
void image_each_check(const struct image *image,
                      void look(const struct check *check, void *data),
                      void *data);

/* The symbol NAME; its section's index and the offset there, and its size. */
bool image_symbol(const struct image *image, const char *name,
                  Elf64_Sym *symbol);

#endif
