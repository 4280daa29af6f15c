/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * input.h - files, mapped, and the archives that may be in them.
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

/* A walk over an archive's members. */
struct archive {
  const unsigned char *data; /* the whole archive */
  size_t size;
  size_t next;       /* offset of the next header */
  const char *names; /* the member with the long names, or NULL */
  size_t names_size;
  bool thin; /* members are files of their own, by their paths */
};

struct member {
  char *name;                /* allocated; in a thin archive, a path */
  const unsigned char *data; /* NULL in a thin archive, until it is loaded */
  size_t size;
  struct input file; /* what member_load mapped */
};

/* What is said of an archive whose walk ends in ARCHIVE_BROKEN. */
#define BROKEN_ARCHIVE                                                         \
  "an archive header that cannot be read; is the file truncated?"

enum archive_step { ARCHIVE_MEMBER, ARCHIVE_END, ARCHIVE_BROKEN };

/* Begins a walk over the archive in DATA, which has its magic. */
void archive_begin(struct archive *archive, const unsigned char *data,
                   size_t size);

/*
 * Steps to the next member that is a file; the index of symbols and the table
 * of long names are passed over. On ARCHIVE_MEMBER, MEMBER is for the caller to
 * end with member_end; its data points into the archive.
 */
enum archive_step archive_next(struct archive *archive, struct member *member);

/*
 * Maps the file that MEMBER of the thin archive at PATH stands for. Where it
 * cannot: says why in REPORT, and returns false.
 */
bool member_load(const char *path, struct member *member,
                 struct report *report);
void member_end(struct member *member);

/* "archive(member)", allocated: how a member is called in the output. */
char *member_label(const char *path, const struct member *member);

/* Looks at an ELF file in memory, whose NAME is for the output. */
typedef void look_at(const char *name, const unsigned char *image, size_t size,
                     void *data, struct report *report);

/*
 * Calls LOOK for the ELF file in IMAGE, or for each in the archive in it, whose
 * PATH it is called and, where it is thin, found by. DATA is passed on. What is
 * neither is an error in REPORT.
 */
void input_each(const char *path, const unsigned char *image, size_t size,
                look_at *look, void *data, struct report *report);

#endif
