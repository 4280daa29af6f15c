/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * archive.h - walks over archives, regular and thin.
 */
#ifndef KCFI_AUDIT_ARCHIVE_H
#define KCFI_AUDIT_ARCHIVE_H

#include "input.h"

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
  char *name; /* allocated; in a thin archive, a path relative to it */
  const unsigned char *data; /* NULL in a thin archive, until it is loaded */
  size_t size;
  size_t origin;     /* where its header is, if the file is an archive, too */
  struct input file; /* what member_load mapped */
  char *path;        /*   and from where, allocated */
};

/* Thin archives may name archives. More than this is no end in sight. */
enum { ARCHIVE_DEPTH_MAX = 8 };
#define DEEP_ARCHIVE                                                           \
  "archives in archives too deep to follow; is one in itself?"

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

#endif
