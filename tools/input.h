/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * input.h - files, mapped, and what kind they are.
 */
#ifndef KCFI_AUDIT_INPUT_H
#define KCFI_AUDIT_INPUT_H

#include "report.h"

#include <stdbool.h>
#include <stddef.h>

/* What a file is, by its first bytes. */
enum input_kind {
  INPUT_ELF,
  INPUT_ARCHIVE, /* regular or thin */
  INPUT_BITCODE, /* LLVM's, as LTO leaves in .o files */
  INPUT_OTHER,
};

enum input_kind input_kind(const unsigned char *data, size_t size);

/* Says in REPORT that NAME is of a KIND that the tool does not look into. */
void input_refuse(const char *name, enum input_kind kind,
                  struct report *report);

/* A file in memory. */
struct input {
  const unsigned char *data; /* NULL where SIZE is 0 */
  size_t size;
};

/*
 * Maps the regular file PATH. Where it cannot: says why in REPORT, and returns
 * false. The mapping belongs to the caller, who ends it with input_close.
 */
bool input_open(const char *path, struct input *input, struct report *report);
void input_close(struct input *input);

/* Looks at an ELF file in memory, whose NAME is for the output. */
typedef void look_at(const char *name, const unsigned char *image, size_t size,
                     void *data, struct report *report);

/*
 * Calls LOOK for the ELF file in IMAGE, or for each in the archive in it. PATH
 * is what it is called, and where a thin archive's members are found by. DATA
 * is passed on. What is neither is an error in REPORT.
 */
void input_each(const char *path, const unsigned char *image, size_t size,
                look_at *look, void *data, struct report *report);

#endif
