/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception OR GPL-2.0-only */
/*
 * kcfi-opt/report.h - what a failed kCFI check was about to call, and telling
 * it.
 *
 * The first part is freestanding C11, as kcfi-opt/site.h is, for kernels and
 * firmware: whoever handles #UD decodes the check with kcfi_report_decode,
 * prints a line with kcfi_report_line, and stops, or goes on at report.resume.
 *
 * The second part is libkcfi-report, for programs on Linux: a handler of SIGILL
 * that does so, and looks up symbols. See kcfi-report(3).
 */
#ifndef KCFI_OPT_REPORT_H
#define KCFI_OPT_REPORT_H

#include <kcfi-opt/site.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An address, and what lies there. Decoding fills in the address alone. */
struct kcfi_report_place {
  uint64_t address;      /* at run time */
  const char *file;      /* the program or library it is in; NULL: unknown */
  uint64_t file_address; /* the address as that file's own symbols count */
  const char *symbol;    /* the function or object it is in; NULL: unknown */
  uint64_t offset;       /* bytes from the symbol */
};

/* What the trap table says of a trap. */
enum kcfi_report_entry {
  KCFI_REPORT_ENTRY_NONE, /* nothing, or there was no table to be found */
  KCFI_REPORT_ENTRY_TRAP, /* an entry names the byte that traps */
  KCFI_REPORT_ENTRY_TEST, /* an entry names the testb, one byte before */
};

/* One failed check. */
struct kcfi_report {
  struct kcfi_report_place trap;   /* the byte that trapped: #UD's ip */
  struct kcfi_report_place target; /* what was about to be called */
  uint64_t resume;                 /* the call: the ip to go on at */
  uint64_t count;    /* failures of this check with this target, this one
                        included; 0 where nobody counts */
  bool decoded;      /* false: only the trap table tells that this is a check;
                        target and all that follows but the entry is unknown */
  bool typed;        /* FOUND is a type hash; see kcfi_report_preamble */
  uint32_t expected; /* the type hash that the caller expects */
  uint32_t found;    /* the 4 bytes where the target has its own */
  uint32_t prefix;   /* bytes between those and the target */
  enum kcfi_opt_form form;
  unsigned char target_register; /* as in struct kcfi_opt_site */
  enum kcfi_report_entry entry;
};

/* A place of which the address is known, and nothing else. */
static inline struct kcfi_report_place kcfi_report_place_at(uint64_t address) {
  struct kcfi_report_place place;

  place.address = address;
  place.file = 0;
  place.file_address = 0;
  place.symbol = 0;
  place.offset = 0;
  return place;
}

/*
 * Describes the check that trapped.
 *
 * CODE, SIZE: a window of code, in bytes, as kcfi_opt_decode wants it.
 * ADDRESS: where the window lies at run time.
 * IP: the trapping ip, as #UD reports it.
 * REGISTERS: as they were when it trapped, in the order of their numbers: rax,
 *   rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8 to r15.
 *
 * False where no check ends there, or where it did not fail: its scratch
 * register holds the difference of the two hashes, so that is known without a
 * second look at the target. Then the trap is somebody else's; REPORT->decoded
 * tells the two cases apart.
 */
static inline bool kcfi_report_decode(const unsigned char *code, size_t size,
                                      uint64_t address, uint64_t ip,
                                      const uint64_t registers[16],
                                      struct kcfi_report *report) {
  struct kcfi_opt_site site;
  uint32_t difference;

  report->decoded = false;
  if (ip < address || ip - address >= size ||
      !kcfi_opt_decode(code, size, (size_t)(ip - address), &site))
    return false;
  report->decoded = true;
  difference = (uint32_t)registers[site.scratch];
  if (!difference)
    return false;
  report->trap = kcfi_report_place_at(ip);
  report->target = kcfi_report_place_at(registers[site.target]);
  report->resume = address + site.resume;
  report->count = 0;
  report->typed = true;
  report->expected = site.hash;
  report->found = site.hash + difference;
  report->prefix = site.prefix;
  report->form = site.form;
  report->target_register = site.target;
  report->entry = KCFI_REPORT_ENTRY_NONE;
  return true;
}

/*
 * A type hash is the operand of a movl that nobody executes, to %eax or, with
 * -fsanitize-kcfi-arity, to a register that tells the number of arguments. The
 * byte in front of what was found tells whether it is that. It lies here; read
 * it as carefully as any address, and hand it to kcfi_report_preamble.
 * (llvm/lib/Target/X86/X86AsmPrinter.cpp, emitKCFITypeId.)
 */
static inline uint64_t
kcfi_report_preamble_address(const struct kcfi_report *report) {
  return report->target.address - report->prefix - 5;
}

/* BYTE: the opcode at kcfi_report_preamble_address. */
static inline void kcfi_report_preamble(struct kcfi_report *report,
                                        unsigned char byte) {
  report->typed = (byte & 0xf8) == 0xb8;
}

/* Takes SIZE bytes of text, at least one; DATA is its own affair. */
typedef void kcfi_report_put(void *data, const char *text, size_t size);

/* Puts TEXT, with a '?' for each control character of ASCII. */
static inline void kcfi_report_put_text(kcfi_report_put *put, void *data,
                                        const char *text) {
  size_t size;

  while (*text) {
    for (size = 0; (unsigned char)text[size] >= ' ' && text[size] != 0x7f;
         size++)
      ;
    if (size)
      put(data, text, size);
    text += size;
    if (*text) {
      put(data, "?", 1);
      text++;
    }
  }
}

/* Puts VALUE with 0x in front and at least so many DIGITS, 1 to 16. */
static inline void kcfi_report_put_hex(kcfi_report_put *put, void *data,
                                       uint64_t value, unsigned digits) {
  char text[18];
  unsigned at = sizeof(text);

  while (value || digits) {
    text[--at] = "0123456789abcdef"[value & 15];
    value >>= 4;
    digits -= digits != 0;
  }
  text[--at] = 'x';
  text[--at] = '0';
  put(data, text + at, sizeof(text) - at);
}

static inline void kcfi_report_put_decimal(kcfi_report_put *put, void *data,
                                           uint64_t value) {
  char text[20];
  unsigned at = sizeof(text);

  do
    text[--at] = (char)('0' + value % 10);
  while (value /= 10);
  put(data, text + at, sizeof(text) - at);
}

/* Puts SYMBOL+0x1, [FILE]+0x1 without directories, or the address. */
static inline void
kcfi_report_put_place(kcfi_report_put *put, void *data,
                      const struct kcfi_report_place *place) {
  const char *name, *c;

  if (place->symbol) {
    kcfi_report_put_text(put, data, place->symbol);
    put(data, "+", 1);
    kcfi_report_put_hex(put, data, place->offset, 1);
  } else if (place->file) {
    for (name = c = place->file; *c; c++)
      if (*c == '/')
        name = c + 1;
    put(data, "[", 1);
    kcfi_report_put_text(put, data, name);
    put(data, "]+", 2);
    kcfi_report_put_hex(put, data, place->file_address, 1);
  } else {
    kcfi_report_put_hex(put, data, place->address, 1);
  }
}

/* Puts the line, in several pieces, the last one a newline. */
static inline void kcfi_report_line(const struct kcfi_report *report,
                                    kcfi_report_put *put, void *data) {
  kcfi_report_put_text(put, data, "kCFI failure at ");
  kcfi_report_put_place(put, data, &report->trap);
  kcfi_report_put_text(put, data, " (target: ");
  if (report->decoded) {
    kcfi_report_put_place(put, data, &report->target);
    kcfi_report_put_text(put, data, "; expected type: ");
    kcfi_report_put_hex(put, data, report->expected, 8);
    kcfi_report_put_text(put, data, "; found type: ");
    if (report->typed)
      kcfi_report_put_hex(put, data, report->found, 8);
    else
      kcfi_report_put_text(put, data, "none");
  } else {
    kcfi_report_put_text(put, data, "unknown");
  }
  if (report->count > 1) {
    kcfi_report_put_text(put, data, "; failures: ");
    kcfi_report_put_decimal(put, data, report->count);
  }
  put(data, ")\n", 2);
}

#if __STDC_HOSTED__

/* libkcfi-report, for programs on x86-64 Linux. */

enum {
  KCFI_REPORT_PERMISSIVE = 1, /* go on at the call, instead of dying */
  KCFI_REPORT_JSON = 2,       /* write lines of JSON, instead of text */
};

/*
 * Is called in the handler of SIGILL, for every failure, instead of a line
 * being written: it may do what a signal handler may, and must return. A check
 * that fails in here is written to the error stream.
 */
typedef void kcfi_report_callback(struct kcfi_report *report, void *data);

/*
 * Makes failed checks of the whole process be reported: installs the handler,
 * or changes what an installed one does. Not while other threads may fail a
 * check.
 *
 * FLAGS: of those above, or 0: a line of text, then death by SIGILL at the
 * trap. CALLBACK, DATA: NULL to write to the error stream.
 *
 * Returns 0, or an errno: EINVAL for other flags, or what sigaction fails with.
 */
int kcfi_report_install(unsigned flags, kcfi_report_callback *callback,
                        void *data);

/* Failures so far, in all threads, also where no line was written. */
uint64_t kcfi_report_count(void);

/* Space for the symbols of a report. Longer names are cut. */
struct kcfi_report_names {
  char trap[256], target[256];
};

/*
 * Fills in what the files of program and libraries tell: the files, the
 * symbols, and the entry in the trap table. What cannot be found stays as it
 * is. For a callback: async-signal-safe. NAMES must live as long as REPORT's
 * symbols are used.
 */
void kcfi_report_resolve(struct kcfi_report *report,
                         struct kcfi_report_names *names);

/* As kcfi_report_line: an object of JSON, described in kcfi-report(3). */
void kcfi_report_json(const struct kcfi_report *report, kcfi_report_put *put,
                      void *data);

#endif /* __STDC_HOSTED__ */

#ifdef __cplusplus
}
#endif

#endif
