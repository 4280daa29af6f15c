/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report.h - what the tool says: findings, errors, and the exit code.
 *
 * A finding is a line on the output: file: place: what, expected X, found Y.
 * An error is a line on the error stream: program: file: what; what to do.
 */
#ifndef KCFI_AUDIT_REPORT_H
#define KCFI_AUDIT_REPORT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* The exit codes. The larger one wins where several files are looked at. */
enum verdict {
  VERDICT_HOLDS = 0,
  VERDICT_DOES_NOT_HOLD = 1,
  VERDICT_COULD_NOT_TELL = 2,
};

/* One stream of lines. Not shared between threads; each has its own. */
struct report {
  FILE *out;            /* findings, tables, sums */
  FILE *err;            /* errors */
  enum verdict verdict; /* the worst so far */
  size_t findings;      /* lines of the first kind so far */
};

/* Raises REPORT's verdict to VERDICT, never lowers it. */
void report_verdict(struct report *report, enum verdict verdict);

/* Prints "file: place: " and the formatted text, and counts a finding. */
__attribute__((format(printf, 4, 5))) void
report_finding(struct report *report, const char *file, const char *place,
               const char *format, ...);

/* Prints "program: file: " and the formatted text: could not tell. */
__attribute__((format(printf, 3, 4))) void
report_error(struct report *report, const char *file, const char *format, ...);

/*
 * Prints TEXT, which came from a file and may hold anything, such that it stays
 * on its line and does not steer a terminal: other than printable ASCII, and
 * bytes over 127, which may be UTF-8, are printed as \xNN.
 */
void report_text(FILE *out, const char *text);

/* "s", or nothing where COUNT is one: for the word after a count. */
const char *plural(size_t count);

/* Prints TEXT as a JSON string, quotes included. */
void report_json_string(FILE *out, const char *text);

#endif
