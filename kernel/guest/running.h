/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 WITH LLVM-exception */
/*
 * running.h - the code that runs: where it lies, and what its bytes are now.
 */
#ifndef GUEST_RUNNING_H
#define GUEST_RUNNING_H

#include "elf.h"

/* A kernel, or a module that is loaded. */
struct running {
  const struct image *image;
  const char *module; /* NULL for the kernel itself */
  uint64_t slide;     /* the kernel: where it runs less where it is linked */
};

/* Finds the kernel of IMAGE, or the loaded MODULE of IMAGE, as it runs. */
void running_open(struct running *running, const struct image *image,
                  const char *module);

/* Where SECTION, called NAME, starts. 0 where it was freed after its use. */
uint64_t running_section(const struct running *running,
                         const Elf64_Shdr *section, const char *name);

/* Reads SIZE bytes of kernel memory at ADDRESS into BYTES. */
void running_read(uint64_t address, unsigned char *bytes, size_t size);

#endif
