/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report.c - prints findings and errors, and keeps the exit code.
 */
#include "report.h"
#include "memory.h"

#include <stdlib.h>

#include <errno.h>

void report_verdict(struct report *report, enum verdict verdict) {
  if (report->verdict < verdict)
    report->verdict = verdict;
}

/* Prints what vprintf would, but as report_text does; and ends the line. */
__attribute__((format(printf, 2, 0))) static void
print_line(FILE *out, const char *format, va_list args) {
  char *text = format_args(format, args);

  report_text(out, text);
  fputc('\n', out);
  free(text);
}

void report_finding(struct report *report, const char *file, const char *place,
                    const char *format, ...) {
  va_list args;

  report_text(report->out, file);
  fputs(": ", report->out);
  report_text(report->out, place);
  fputs(": ", report->out);
  va_start(args, format);
  print_line(report->out, format, args);
  va_end(args);
  report->findings++;
  report_verdict(report, VERDICT_DOES_NOT_HOLD);
}

void report_error(struct report *report, const char *file, const char *format,
                  ...) {
  va_list args;

  fprintf(report->err, "%s: ", program_invocation_short_name);
  report_text(report->err, file);
  fputs(": ", report->err);
  va_start(args, format);
  print_line(report->err, format, args);
  va_end(args);
  report_verdict(report, VERDICT_COULD_NOT_TELL);
}

void report_text(FILE *out, const char *text) {
  const unsigned char *c = (const unsigned char *)text;

  for (; *c; c++) {
    if (*c < 0x20 || *c == 0x7f)
      fprintf(out, "\\x%02x", *c);
    else
      fputc(*c, out);
  }
}

void report_json_string(FILE *out, const char *text) {
  const unsigned char *c = (const unsigned char *)text;

  fputc('"', out);
  for (; *c; c++) {
    if (*c == '"' || *c == '\\')
      fprintf(out, "\\%c", *c);
    else if (*c < 0x20 || *c >= 0x7f)
      fprintf(out, "\\u%04x", *c);
    else
      fputc(*c, out);
  }
  fputc('"', out);
}

const char *plural(size_t count) { return count == 1 ? "" : "s"; }
