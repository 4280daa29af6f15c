/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * input.c - maps files, tells their kind, and walks archives.
 *
 * Archives are read here and not by libelf, which knows no thin ones: the two
 * differ only in whether a member's bytes follow its header.
 */
#include "input.h"
#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAGIC_SIZE = 8, HEADER_SIZE = 60 };

static bool begins_with(const unsigned char *data, size_t size,
                        const char *magic, size_t magic_size) {
  return size >= magic_size && !memcmp(data, magic, magic_size);
}

enum input_kind input_kind(const unsigned char *data, size_t size) {
  if (begins_with(data, size, "\177ELF", 4))
    return INPUT_ELF;
  if (begins_with(data, size, "!<arch>\n", MAGIC_SIZE) ||
      begins_with(data, size, "!<thin>\n", MAGIC_SIZE))
    return INPUT_ARCHIVE;
  if (begins_with(data, size, "BC\xc0\xde", 4) ||
      begins_with(data, size, "\xde\xc0\x17\x0b", 4))
    return INPUT_BITCODE;
  return INPUT_OTHER;
}

/* Maps what DESCRIPTOR is open on. Returns NULL, or what was wrong. */
static const char *map(int descriptor, struct input *input) {
  struct stat status;
  void *data;

  if (fstat(descriptor, &status))
    return strerror(errno);
  if (S_ISDIR(status.st_mode))
    return "it is a directory; name the files in it";
  if (!S_ISREG(status.st_mode))
    return "it is no regular file; copy it to one";
  input->size = (size_t)status.st_size;
  if (!input->size)
    return NULL;
  data = mmap(NULL, input->size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (data == MAP_FAILED)
    return strerror(errno);
  input->data = data;
  return NULL;
}

bool input_open(const char *path, struct input *input, struct report *report) {
  /* Not to block on a pipe, which is then refused for what it is. */
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const char *wrong;

  *input = (struct input){0};
  wrong = descriptor < 0 ? strerror(errno) : map(descriptor, input);
  if (descriptor >= 0)
    close(descriptor);
  if (wrong)
    report_error(report, path, "cannot be read: %s", wrong);
  return !wrong;
}

void input_close(struct input *input) {
  if (input->data)
    munmap((void *)input->data, input->size);
  *input = (struct input){0};
}

void archive_begin(struct archive *archive, const unsigned char *data,
                   size_t size) {
  *archive = (struct archive){
      .data = data,
      .size = size,
      .next = MAGIC_SIZE,
      .thin = begins_with(data, size, "!<thin>\n", MAGIC_SIZE),
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
 * A member's name from the 16 bytes in its header: as it stands up to a slash
 * or the padding, or, "/123", from the table of long names. NULL where broken.
 */
static char *member_name(const struct archive *archive, const char *field) {
  const char *name = field, *end;
  size_t offset, size = 16;

  if (field[0] == '/') {
    if (!read_decimal(field + 1, 15, &offset) || offset >= archive->names_size)
      return NULL;
    name = archive->names + offset;
    size = archive->names_size - offset;
    end = memchr(name, '\n', size);
    if (!end)
      return NULL;
    size = (size_t)(end - name);
    if (size && name[size - 1] == '/')
      size--;
  } else {
    end = memchr(field, '/', size);
    while (!end && size && name[size - 1] == ' ')
      size--;
    if (end)
      size = (size_t)(end - name);
  }
  return format_string("%.*s", size > INT_MAX ? INT_MAX : (int)size, name);
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
      .name = member_name(archive, header),
      .data =
          archive->thin ? NULL : (const unsigned char *)header + HEADER_SIZE,
      .size = size,
  };
  return member->name ? ARCHIVE_MEMBER : ARCHIVE_BROKEN;
}

bool member_load(const char *path, struct member *member,
                 struct report *report) {
  const char *slash = strrchr(path, '/');
  char *name;
  bool opened;

  /* A member's path is relative to the directory that the archive is in. */
  if (slash && member->name[0] != '/')
    name = format_string("%.*s/%s", (int)(slash - path), path, member->name);
  else
    name = format_string("%s", member->name);
  opened = input_open(name, &member->file, report);
  member->data = member->file.data;
  member->size = member->file.size;
  free(name);
  return opened;
}

void member_end(struct member *member) {
  input_close(&member->file);
  free(member->name);
  *member = (struct member){0};
}

char *member_label(const char *path, const struct member *member) {
  return format_string("%s(%s)", path, member->name);
}

void input_refuse(const char *name, enum input_kind kind,
                  struct report *report) {
  if (kind == INPUT_BITCODE)
    report_error(report, name, "LLVM bitcode, not code yet; link it first");
  else
    report_error(report, name,
                 "neither an ELF file nor an archive of them; name those only");
}

/* input_each, for an archive. */
static void each_member(const char *path, const unsigned char *image,
                        size_t size, look_at *look, void *data,
                        struct report *report) {
  enum archive_step step;
  struct archive archive;
  struct member member;

  archive_begin(&archive, image, size);
  while ((step = archive_next(&archive, &member)) == ARCHIVE_MEMBER) {
    if (!archive.thin || member_load(path, &member, report)) {
      const enum input_kind kind = input_kind(member.data, member.size);
      char *label = member_label(path, &member);

      if (kind == INPUT_ELF)
        look(label, member.data, member.size, data, report);
      else
        input_refuse(label, kind, report);
      free(label);
    }
    member_end(&member);
  }
  if (step == ARCHIVE_BROKEN)
    report_error(report, path, BROKEN_ARCHIVE);
}

void input_each(const char *path, const unsigned char *image, size_t size,
                look_at *look, void *data, struct report *report) {
  const enum input_kind kind = input_kind(image, size);

  if (kind == INPUT_ELF)
    look(path, image, size, data, report);
  else if (kind == INPUT_ARCHIVE)
    each_member(path, image, size, look, data, report);
  else
    input_refuse(path, kind, report);
}
