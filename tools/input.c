/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * input.c - maps files, and tells what is in them.
 */
#include "input.h"
#include "archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool begins_with(const unsigned char *data, size_t size,
                        const char *magic, size_t magic_size) {
  return size >= magic_size && !memcmp(data, magic, magic_size);
}

enum input_kind input_kind(const unsigned char *data, size_t size) {
  if (begins_with(data, size, "\177ELF", 4))
    return INPUT_ELF;
  if (begins_with(data, size, "!<arch>\n", 8) ||
      begins_with(data, size, "!<thin>\n", 8))
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

void input_refuse(const char *name, enum input_kind kind,
                  struct report *report) {
  if (kind == INPUT_BITCODE)
    report_error(report, name, "LLVM bitcode, not code yet; link it first");
  else
    report_error(report, name,
                 "neither an ELF file nor an archive of them; name those only");
}

struct each {
  look_at *look;
  void *data;
  struct report *report;
};

static void each_in_archive(const struct each *each, const char *path,
                            const unsigned char *image, size_t size,
                            unsigned depth);

/* A member whose bytes are at hand, of an archive that is DEPTH deep in others.
 */
static void each_member(const struct each *each, const char *label,
                        const struct member *member, unsigned depth) {
  const enum input_kind kind = input_kind(member->data, member->size);

  if (kind == INPUT_ELF)
    each->look(label, member->data, member->size, each->data, each->report);
  else if (kind != INPUT_ARCHIVE || !member->path)
    input_refuse(label, kind, each->report);
  else if (depth == ARCHIVE_DEPTH_MAX)
    report_error(each->report, label, DEEP_ARCHIVE);
  else
    each_in_archive(each, member->path, member->data, member->size, depth + 1);
}

static void each_in_archive(const struct each *each, const char *path,
                            const unsigned char *image, size_t size,
                            unsigned depth) {
  enum archive_step step;
  struct archive archive;
  struct member member;

  archive_begin(&archive, image, size);
  while ((step = archive_next(&archive, &member)) == ARCHIVE_MEMBER) {
    if (!archive.thin || member_load(path, &member, each->report)) {
      char *label = member_label(path, &member);

      each_member(each, label, &member, depth);
      free(label);
    }
    member_end(&member);
  }
  if (step == ARCHIVE_BROKEN)
    report_error(each->report, path, BROKEN_ARCHIVE);
}

void input_each(const char *path, const unsigned char *image, size_t size,
                look_at *look, void *data, struct report *report) {
  const struct each each = {look, data, report};
  const enum input_kind kind = input_kind(image, size);

  if (kind == INPUT_ELF)
    look(path, image, size, data, report);
  else if (kind == INPUT_ARCHIVE)
    each_in_archive(&each, path, image, size, 0);
  else
    input_refuse(path, kind, report);
}
