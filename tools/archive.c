/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * archive.c - walks over archives, regular and thin.
 *
 * Not by libelf, which knows no thin ones. The two kinds differ only in whether
 * a member's bytes follow its header.
 */
#include "archive.h"
#include "memory.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAGIC_SIZE = 8, HEADER_SIZE = 60 };

void archive_begin(struct archive *archive, const unsigned char *data,
                   size_t size) {
  *archive = (struct archive){
      .data = data,
      .size = size,
      .next = MAGIC_SIZE,
      .thin = size >= MAGIC_SIZE && !memcmp(data, "!<thin>\n", MAGIC_SIZE),
  };
}

/* Reads the decimal number in TEXT, WIDTH bytes padded with blanks. */
static bool read_decimal(const char *text, size_t width, size_t *value) {
  size_t i;

  *value = 0;
  for (i = 0; i < width && text[i] >= '0' && text[i] <= '9'; i++) {
    if (*value > (SIZE_MAX - 9) / 10)
      return false;
    *value = *value * 10 + (size_t)(text[i] - '0');
  }
  if (i == 0)
    return false;
  while (i < width && text[i] == ' ')
    i++;
  return i == width;
}

/*
 * The name at OFFSET of the table of long names, which ends at a newline, and
 * in most archives at a slash before it; NULL where there is none.
 */
static char *long_name(const struct archive *archive, size_t offset) {
  const char *name, *end;
  size_t size;

  if (offset >= archive->names_size)
    return NULL;
  name = archive->names + offset;
  end = memchr(name, '\n', archive->names_size - offset);
  if (!end)
    return NULL;
  size = (size_t)(end - name);
  if (size && name[size - 1] == '/')
    size--;
  return format_string("%.*s", size > INT_MAX ? INT_MAX : (int)size, name);
}

/*
 * Fills in MEMBER's name from the 16 bytes in its header: as it stands, up to a
 * slash or the padding; or "/123", from the table of long names; or "/123:456",
 * in thin archives, for the member whose header is at offset 456 of the
 * archive of that name.
 */
static bool read_name(const struct archive *archive, const char *field,
                      struct member *member) {
  enum { SIZE = 16 };
  const char *colon = memchr(field, ':', SIZE);
  const char *end = memchr(field, '/', SIZE);
  size_t offset, size = SIZE;

  if (field[0] != '/') {
    if (end)
      size = (size_t)(end - field);
    while (!end && size && field[size - 1] == ' ')
      size--;
    member->name = format_string("%.*s", (int)size, field);
    return true;
  }
  if (colon && !read_decimal(colon + 1, (size_t)(field + SIZE - colon - 1),
                             &member->origin))
    return false;
  if (colon)
    size = (size_t)(colon - field);
  if (!read_decimal(field + 1, size - 1, &offset))
    return false;
  member->name = long_name(archive, offset);
  return member->name;
}

/* Whether the member whose header has FIELD is one of the archive's own. */
static bool is_index(const char *field) {
  return !memcmp(field, "/ ", 2) || !memcmp(field, "/SYM64/ ", 8);
}

enum archive_step archive_next(struct archive *archive, struct member *member) {
  const char *header;
  size_t left, size;
  bool own;

  for (;;) {
    if (archive->next >= archive->size)
      return ARCHIVE_END;
    left = archive->size - archive->next;
    header = (const char *)archive->data + archive->next;
    if (left < HEADER_SIZE || memcmp(header + 58, "`\n", 2) ||
        !read_decimal(header + 48, 10, &size))
      return ARCHIVE_BROKEN;
    own = is_index(header) || !memcmp(header, "// ", 3);
    if ((own || !archive->thin) && size > left - HEADER_SIZE)
      return ARCHIVE_BROKEN;
    archive->next += HEADER_SIZE;
    if (own || !archive->thin)
      archive->next += size + (size & 1);
    if (!own)
      break;
    if (!is_index(header)) {
      archive->names = header + HEADER_SIZE;
      archive->names_size = size;
    }
  }
  *member = (struct member){
      .data =
          archive->thin ? NULL : (const unsigned char *)header + HEADER_SIZE,
      .size = size,
  };
  return read_name(archive, header, member) ? ARCHIVE_MEMBER : ARCHIVE_BROKEN;
}

bool member_load(const char *path, struct member *member,
                 struct report *report) {
  const char *slash = strrchr(path, '/');

  /* A member's path is relative to the directory that the archive is in. */
  if (slash && member->name[0] != '/')
    member->path =
        format_string("%.*s/%s", (int)(slash - path), path, member->name);
  else
    member->path = format_string("%s", member->name);
  if (!input_open(member->path, &member->file, report))
    return false;
  member->data = member->file.data;
  if (!member->origin) {
    member->size = member->file.size;
    return true;
  }
  if (member->origin > member->file.size ||
      member->file.size - member->origin < HEADER_SIZE ||
      member->size > member->file.size - member->origin - HEADER_SIZE) {
    report_error(report, path, BROKEN_ARCHIVE);
    return false;
  }
  member->data += member->origin + HEADER_SIZE;
  return true;
}

void member_end(struct member *member) {
  input_close(&member->file);
  free(member->name);
  free(member->path);
  *member = (struct member){0};
}

char *member_label(const char *path, const struct member *member) {
  if (member->origin)
    return format_string("%s(%s:%zu)", path, member->name, member->origin);
  return format_string("%s(%s)", path, member->name);
}
