/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * kcfi-objtool - runs a kernel tree's own objtool on code with not-taken sites.
 *
 *   make ... objtool=/path/to/kcfi-objtool
 *
 * objtool (Linux 6.12 to 7.3, tools/objtool/check.c) takes a jump into the
 * middle of an instruction for a broken object. So it is shown the stock bytes:
 * on a copy, every not-taken site that a trap entry names gets je and ud2, the
 * tree's objtool runs on the copy, each site is found again and gets its own
 * bytes back, and the copy is renamed over the object. Until then the object is
 * as it was, whatever happens.
 *
 * A run that needs none of this is handed through: exec, same arguments.
 */
#include "input.h"
#include "memory.h"
#include "traps.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const unsigned char stock_tail[KCFI_OPT_TAIL_SIZE] = {
    KCFI_OPT_JE, KCFI_OPT_JE_DISP, KCFI_OPT_UD2_0, KCFI_OPT_UD2_1};
static const unsigned char not_taken_tail[KCFI_OPT_TAIL_SIZE] = {
    KCFI_OPT_JNE, KCFI_OPT_JNE_DISP, KCFI_OPT_TEST_AL, KCFI_OPT_UDB};

/* The four bytes of a not-taken site that objtool must not see. */
struct tail {
  struct place place;
  char *section; /* its section's name */
  char *name;    /* symbol+offset, for messages */
};

struct tails {
  struct tail *all;
  size_t count;
};

/* The copy being worked on: removed at any exit but a good one. */
static char *copy_path;

static void remove_copy(void) {
  if (copy_path)
    unlink(copy_path);
}

static void remove_copy_on_signal(int number) {
  remove_copy();
  signal(number, SIG_DFL);
  raise(number);
}

__attribute__((format(printf, 2, 3))) static _Noreturn void
die(const char *file, const char *format, ...) {
  va_list args;

  fprintf(stderr, "kcfi-objtool: %s: ", file);
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
  exit(1);
}

/* The tree's objtool: Kbuild exports where its output is, and runs there. */
static char *find_objtool(void) {
  static const char relative[] = "tools/objtool/objtool";
  const char *tree = getenv("objtree");
  char *path = format_string("%s/%s", tree && *tree ? tree : ".", relative);

  if (access(path, X_OK))
    die(path,
        "%s; run from make in a kernel tree, as objtool=", strerror(errno));
  return path;
}

/* Adds what table INDEX of OBJECT names; ends the program where it cannot. */
static void add_tails(struct object *object, uint32_t index,
                      struct tails *tails, struct report *report) {
  struct traps traps = {0};
  struct kcfi_opt_site site;

  if (!traps_read(object, index, &traps, report))
    exit(1);
  for (size_t i = 0; i < traps.count; i++) {
    const struct trap *trap = &traps.all[i];
    struct tail *tail;

    if (!trap_decode(object, trap, &site))
      die(object->name,
          "%s: trap entry names no whole kCFI check; was the "
          "object changed after it was compiled?",
          object_place_name(object, trap->place));
    if (site.form == KCFI_OPT_FORM_STOCK)
      continue;
    tails->all = make_room(tails->all, tails->count, sizeof(*tails->all));
    tail = &tails->all[tails->count++];
    tail->place = (struct place){trap->place.section, site.tail};
    tail->section =
        format_string("%s", object->sections[trap->place.section].name);
    tail->name = object_place_name(object, tail->place);
  }
  traps_free(&traps);
}

/* The not-taken sites of the object in IMAGE, in the order of its tables. */
static struct tails find_tails(const char *name, const unsigned char *image,
                               size_t size) {
  struct report report = {.out = stdout, .err = stderr};
  struct tails tails = {0};
  struct object object;

  if (!object_open(&object, name, image, size, &report))
    exit(1);
  for (size_t i = 1; i < object.section_count; i++)
    if (section_is_trap_table(&object.sections[i]))
      add_tails(&object, (uint32_t)i, &tails, &report);
  object_close(&object);
  return tails;
}

/* Puts bytes TO at each of TAILS in IMAGE, where bytes FROM must be. */
static void rewrite(const char *name, unsigned char *image, size_t size,
                    const struct tails *tails, const unsigned char *from,
                    const unsigned char *to) {
  struct report report = {.out = stdout, .err = stderr};
  struct object object;

  if (!object_open(&object, name, image, size, &report))
    exit(1);
  for (size_t i = 0; i < tails->count; i++) {
    const struct tail *tail = &tails->all[i];
    const struct section *section;
    unsigned char *bytes;

    if (tail->place.section >= object.section_count)
      die(name, "%s: its section is gone after objtool", tail->name);
    section = &object.sections[tail->place.section];
    if (strcmp(section->name, tail->section) ||
        section_size(section) < KCFI_OPT_TAIL_SIZE ||
        tail->place.offset > section_size(section) - KCFI_OPT_TAIL_SIZE)
      die(name, "%s: section %s is another after objtool", tail->name,
          tail->section);
    bytes = image + section->header.sh_offset + tail->place.offset;
    if (memcmp(bytes, from, KCFI_OPT_TAIL_SIZE))
      die(name, "%s: expected %02x %02x %02x %02x, found %02x %02x %02x %02x",
          tail->name, from[0], from[1], from[2], from[3], bytes[0], bytes[1],
          bytes[2], bytes[3]);
    memcpy(bytes, to, KCFI_OPT_TAIL_SIZE);
  }
  object_close(&object);
}

/* Writes DATA to a new file beside PATH, with PATH's mode, as copy_path. */
static void write_copy(const char *path, const unsigned char *data,
                       size_t size) {
  struct stat status;
  char *copy = format_string("%s.kcfi-XXXXXX", path);
  int descriptor;

  if (stat(path, &status))
    status.st_mode = 0644;
  descriptor = mkstemp(copy);
  if (descriptor < 0)
    die(path, "no copy beside it: %s", strerror(errno));
  copy_path = copy;
  while (size) {
    const ssize_t written = write(descriptor, data, size);

    if (written < 0)
      die(copy, "%s", strerror(errno));
    data += written;
    size -= (size_t)written;
  }
  if (fchmod(descriptor, status.st_mode & 0777) || close(descriptor))
    die(copy, "%s", strerror(errno));
}

/* Prints a line of objtool's, about the copy, as if about the object. */
static void relay_line(const char *line, const char *path) {
  const size_t length = strlen(copy_path);
  const char *found;

  while ((found = strstr(line, copy_path))) {
    fprintf(stderr, "%.*s%s", (int)(found - line), line, path);
    line = found + length;
  }
  fputs(line, stderr);
}

/* Runs ARGV, and returns its exit code; a signal that ends it counts 128 more,
   as in a shell. */
static int run(char **argv, const char *path) {
  char *line = NULL;
  size_t capacity = 0;
  int ends[2], status;
  FILE *errors;
  pid_t child;

  if (pipe(ends) || (child = fork()) < 0)
    die(argv[0], "%s", strerror(errno));
  if (!child) {
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    execv(argv[0], argv);
    fprintf(stderr, "kcfi-objtool: %s: %s\n", argv[0], strerror(errno));
    _exit(127);
  }
  close(ends[1]);
  errors = fdopen(ends[0], "r");
  while (errors && getline(&line, &capacity, errors) >= 0)
    relay_line(line, path);
  free(line);
  if (errors)
    fclose(errors);
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      die(argv[0], "%s", strerror(errno));
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Gives the sites in the copy their bytes back, and checks that the copy has
   exactly the sites that the object had. */
static void restore(const char *path, const struct tails *tails) {
  const int descriptor = open(copy_path, O_RDWR | O_CLOEXEC);
  struct tails found;
  struct stat status;
  unsigned char *image;

  if (descriptor < 0 || fstat(descriptor, &status))
    die(path, "gone after objtool: %s", strerror(errno));
  image = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED,
               descriptor, 0);
  if (image == MAP_FAILED)
    die(path, "%s", strerror(errno));
  rewrite(path, image, (size_t)status.st_size, tails, stock_tail,
          not_taken_tail);
  found = find_tails(path, image, (size_t)status.st_size);
  if (found.count != tails->count)
    die(path, "expected %zu not-taken sites after objtool, found %zu",
        tails->count, found.count);
  for (size_t i = 0; i < found.count; i++)
    if (place_compare(&found.all[i].place, &tails->all[i].place))
      die(path, "expected a site at %s after objtool, found it at %s",
          tails->all[i].name, found.all[i].name);
  if (msync(image, (size_t)status.st_size, MS_SYNC) || close(descriptor))
    die(path, "%s", strerror(errno));
}

/* Takes -o FILE out of ARGV; the copy is made beside FILE and ends up there. */
static const char *take_output(int *argc, char **argv) {
  for (int i = 1; i < *argc; i++) {
    const char *value = NULL;
    int words = 1;

    if (!strncmp(argv[i], "--output=", 9)) {
      value = argv[i] + 9;
    } else if (!strcmp(argv[i], "-o") || !strcmp(argv[i], "--output")) {
      value = argv[i + 1];
      words = 2;
    } else if (!strncmp(argv[i], "-o", 2)) {
      value = argv[i] + 2;
    }
    if (!value)
      continue;
    memmove(&argv[i], &argv[i + words],
            (size_t)(*argc - i - words + 1) * sizeof(*argv));
    *argc -= words;
    return value;
  }
  return NULL;
}

/* Whether ARGV ends in an object with not-taken sites, which TAILS then has. */
static bool needs_work(int argc, char **argv, struct input *input,
                       struct tails *tails) {
  const char *path = argv[argc - 1];

  if (argc < 2 || access(path, R_OK))
    return false;
  if (!input_open(path, input,
                  &(struct report){.out = stdout, .err = stderr}) ||
      input_kind(input->data, input->size) != INPUT_ELF)
    return false;
  *tails = find_tails(path, input->data, input->size);
  return tails->count != 0;
}

int main(int argc, char **argv) {
  struct input input = {0};
  struct tails tails = {0};
  const char *path, *output;
  unsigned char *image;
  int status;

  argv[0] = find_objtool();
  if (!needs_work(argc, argv, &input, &tails)) {
    execv(argv[0], argv);
    die(argv[0], "%s", strerror(errno));
  }
  path = argv[argc - 1];
  output = take_output(&argc, argv);
  if (!output)
    output = path;

  atexit(remove_copy);
  signal(SIGINT, remove_copy_on_signal);
  signal(SIGTERM, remove_copy_on_signal);
  signal(SIGHUP, remove_copy_on_signal);
  image = allocate(input.size);
  memcpy(image, input.data, input.size);
  rewrite(path, image, input.size, &tails, not_taken_tail, stock_tail);
  write_copy(output, image, input.size);

  argv[argc - 1] = copy_path;
  status = run(argv, output);
  if (status)
    return status;
  restore(output, &tails);
  if (rename(copy_path, output))
    die(output, "%s", strerror(errno));
  copy_path = NULL;
  return 0;
}
