/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fields.h - the fields of ELF's records, to name the one that differs.
 */
#ifndef KCFI_AUDIT_FIELDS_H
#define KCFI_AUDIT_FIELDS_H

#include <stddef.h>
#include <stdint.h>

struct field {
  const char *name;
  unsigned char offset, size; /* bytes, in the record */
};

/* A kind of record: its fields cover all of its bytes. */
struct record {
  size_t size;
  const struct field *fields;
};

extern const struct record record_file_header, record_section_header,
    record_program_header, record_symbol, record_relocation;

/* The field that byte OFFSET, less than the record's size, is in. */
const struct field *record_field(const struct record *record, size_t offset);

/* The value of FIELD in the record at DATA; its first 8 bytes if longer. */
uint64_t field_value(const struct field *field, const unsigned char *data);

#endif
