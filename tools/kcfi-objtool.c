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
#include <inttypes.h>
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

/* What an entry of a trap table named before objtool ran. */
struct entry {
  struct place place;      /* what it names, in the object as it was */
  uint64_t tail;           /* the four bytes that objtool must not see */
  enum kcfi_opt_form form; /* they are hidden where this is not-taken */
};

/* The object as it was; it stays open to name places in it. */
static struct object original;
static struct entry *entries; /* of all its tables, in their order */
static size_t entry_count;

/* The copy being worked on: removed at any exit but a good one. */
static char *copy_path;
static volatile pid_t child;

static void remove_copy(void) {
  if (copy_path)
    unlink(copy_path);
}

static void end_on_signal(int number) {
  if (child > 0)
    kill(child, number);
  remove_copy();
  signal(number, SIG_DFL);
  raise(number);
}

/* Signals that end the program, unless whoever started it had them ignored. */
static void catch_signals(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

  for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
    if (signal(numbers[i], end_on_signal) == SIG_IGN)
      signal(numbers[i], SIG_IGN);
}

__attribute__((format(printf, 2, 3))) static _Noreturn void
die(const char *file, const char *format, ...) {
  va_list args;

  fputs("kcfi-objtool: ", stderr);
  report_text(stderr, file);
  fputs(": ", stderr);
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
  exit(1);
}

/* How ENTRY's site is called in messages: symbol+offset. */
static const char *entry_name(const struct entry *entry) {
  return object_place_name(&original,
                           (struct place){entry->place.section, entry->tail});
}

/* The tree's objtool: Kbuild exports where its output is, and runs there. */
static char *find_objtool(void) {
  static const char relative[] = "tools/objtool/objtool";
  const char *tree = getenv("objtree");
  char *path = format_string("%s/%s", tree && *tree ? tree : ".", relative);

  if (access(path, X_OK))
    die(path,
        "%s; it is run by make in a kernel tree, as objtool=", strerror(errno));
  return path;
}

/* Opens what is in IMAGE as the object called NAME, or ends the program. */
static void open_object(struct object *object, const char *name,
                        const unsigned char *image, size_t size) {
  struct report report = {.out = stdout, .err = stderr};

  if (!object_open(object, name, image, size, &report))
    exit(1);
}

/* All entries of OBJECT's trap tables, or ends the program. */
static struct traps read_entries(const struct object *object) {
  struct report report = {.out = stdout, .err = stderr};
  struct traps traps = {0};

  for (size_t i = 1; i < object->section_count; i++)
    if (section_is_trap_table(&object->sections[i]) &&
        !traps_read(object, (uint32_t)i, &traps, &report))
      exit(1);
  return traps;
}

/* Notes what the entries of the original name; whether any is to be hidden. */
static bool note_entries(void) {
  struct traps traps = read_entries(&original);
  struct kcfi_opt_site site;
  bool any = false;

  entries = allocate(traps.count * sizeof(*entries));
  entry_count = traps.count;
  for (size_t i = 0; i < traps.count; i++) {
    if (!trap_decode(&original, &traps.all[i], &site))
      die(original.name,
          "%s: expected a whole kCFI check, which an entry of .kcfi_traps "
          "names; was the object changed after it was compiled?",
          object_place_name(&original, traps.all[i].place));
    entries[i] = (struct entry){traps.all[i].place, site.tail, site.form};
    any |= site.form == KCFI_OPT_FORM_NOT_TAKEN;
  }
  traps_free(&traps);
  return any;
}

/* Puts bytes TO at ENTRY's tail, of which BYTES are where FROM must be. */
static void replace(const struct entry *entry, unsigned char *bytes,
                    const unsigned char *from, const unsigned char *to) {
  if (memcmp(bytes, from, KCFI_OPT_TAIL_SIZE))
    die(original.name,
        "%s: expected %02x %02x %02x %02x, found %02x %02x %02x %02x",
        entry_name(entry), from[0], from[1], from[2], from[3], bytes[0],
        bytes[1], bytes[2], bytes[3]);
  memcpy(bytes, to, KCFI_OPT_TAIL_SIZE);
}

/* Gives IMAGE, which is as the original, the stock bytes at every site. */
static void hide(unsigned char *image) {
  for (size_t i = 0; i < entry_count; i++) {
    const struct entry *entry = &entries[i];
    const struct section *section = &original.sections[entry->place.section];

    if (entry->form == KCFI_OPT_FORM_NOT_TAKEN)
      replace(entry, image + section->header.sh_offset + entry->tail,
              not_taken_tail, stock_tail);
  }
}

/* Ends the program unless PLACE in OBJECT is where ENTRY was in the original.
 */
static void check_place(const struct object *object, struct place place,
                        const struct entry *entry) {
  const struct section *was = &original.sections[entry->place.section];
  const struct section *is = &object->sections[place.section];

  if (!place.section || place.offset != entry->place.offset ||
      strcmp(is->name, was->name) || section_size(is) != section_size(was))
    die(original.name,
        "%s: expected at %s+0x%" PRIx64 " after objtool, found at %s+0x%" PRIx64
        "; objtool must not move code",
        entry_name(entry), was->name, entry->place.offset,
        place.section ? is->name : "nowhere", place.offset);
}

/*
 * Gives the sites in IMAGE, which objtool has worked on, their bytes back. Each
 * entry must name the place that it named before.
 */
static void show(unsigned char *image, size_t size) {
  struct object object;
  struct traps traps;

  open_object(&object, original.name, image, size);
  traps = read_entries(&object);
  if (traps.count != entry_count)
    die(original.name,
        "expected %zu entries in .kcfi_traps after objtool, found %zu",
        entry_count, traps.count);
  for (size_t i = 0; i < entry_count; i++) {
    const struct place place = traps.all[i].place;

    check_place(&object, place, &entries[i]);
    if (entries[i].form == KCFI_OPT_FORM_NOT_TAKEN)
      replace(&entries[i],
              image + object.sections[place.section].header.sh_offset +
                  entries[i].tail,
              stock_tail, not_taken_tail);
  }
  for (size_t i = 0; i < entry_count; i++) {
    struct kcfi_opt_site site;

    if (!trap_decode(&object, &traps.all[i], &site) ||
        site.form != entries[i].form || site.tail != entries[i].tail)
      die(original.name,
          "%s: expected the kCFI check that was there before objtool, "
          "found other code",
          entry_name(&entries[i]));
  }
  traps_free(&traps);
  object_close(&object);
}

/* As show, in the file at copy_path. */
static void show_in_copy(void) {
  const int descriptor = open(copy_path, O_RDWR | O_CLOEXEC);
  struct stat status;
  unsigned char *image;
  size_t size;

  if (descriptor < 0 || fstat(descriptor, &status))
    die(original.name, "gone after objtool: %s", strerror(errno));
  size = (size_t)status.st_size;
  image = mmap(NULL, size ? size : 1, PROT_READ | PROT_WRITE, MAP_SHARED,
               descriptor, 0);
  if (image == MAP_FAILED)
    die(original.name, "cannot be read after objtool: %s", strerror(errno));
  show(image, size);
  if (munmap(image, size) || close(descriptor))
    die(original.name, "%s", strerror(errno));
}

/* Makes an empty file beside PATH, called copy_path; returns a descriptor. */
static int create_copy(const char *path) {
  char *copy = format_string("%s.kcfi-XXXXXX", path);
  sigset_t all, before;
  int descriptor;

  /* A signal must not come between the file and its name's being known. */
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  descriptor = mkostemp(copy, O_CLOEXEC);
  if (descriptor >= 0)
    copy_path = copy;
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (descriptor < 0)
    die(path, "cannot have a copy beside it: %s", strerror(errno));
  return descriptor;
}

/* Writes DATA to a new file beside PATH, with MODE, as copy_path. */
static void write_copy(const char *path, mode_t mode, const unsigned char *data,
                       size_t size) {
  const int descriptor = create_copy(path);

  while (size) {
    const ssize_t written = write(descriptor, data, size);

    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      die(path, "cannot have a copy beside it: %s", strerror(errno));
    data += written;
    size -= (size_t)written;
  }
  if (fchmod(descriptor, mode & 0777) || close(descriptor))
    die(path, "cannot have a copy beside it: %s", strerror(errno));
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

/* Runs ARGV in a child whose error stream is one end of ENDS. */
static void start(char **argv, const int *ends) {
  sigset_t all, before;

  /* A signal must not come between the child and its number's being known. */
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  child = fork();
  if (child < 0)
    die(argv[0], "%s", strerror(errno));
  if (!child) {
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    signal(SIGQUIT, SIG_DFL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    execv(argv[0], argv);
    fprintf(stderr, "kcfi-objtool: %s: %s\n", argv[0], strerror(errno));
    _exit(127);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
}

/* Runs ARGV on the copy of PATH, and returns its exit code; a signal that ends
   it counts 128 more, as in a shell. */
static int run(char **argv, const char *path) {
  char *line = NULL;
  size_t capacity = 0;
  int ends[2], status;
  FILE *errors;

  if (pipe(ends))
    die(argv[0], "%s", strerror(errno));
  start(argv, ends);
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
  child = 0;
  if (WIFSIGNALED(status))
    fprintf(stderr, "kcfi-objtool: %s: ended by signal %d\n", argv[0],
            WTERMSIG(status));
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Gives the backup that --backup made of the copy the object's name. */
static void rename_backup(const char *path) {
  char *from = format_string("%s.orig", copy_path);
  char *to = format_string("%s.orig", path);

  if (rename(from, to) && errno != ENOENT)
    fprintf(stderr, "kcfi-objtool: %s: %s\n", to, strerror(errno));
  free(from);
  free(to);
}

/*
 * The FILE in -o FILE, -oFILE, --output FILE or --output=FILE, if ARGUMENT is
 * one of these, abbreviated or not; NEXT is the argument after it. WORDS is how
 * many arguments it is. NULL otherwise.
 */
static const char *output_in(const char *argument, const char *next,
                             int *words) {
  const size_t length = strcspn(argument, "=");

  *words = 1;
  if (length >= 4 && length <= 8 && !strncmp(argument, "--output", length)) {
    if (argument[length])
      return argument + length + 1;
  } else if (strncmp(argument, "-o", 2)) {
    return NULL;
  } else if (argument[2]) {
    return argument + 2;
  }
  *words = 2;
  return next;
}

/* Takes -o FILE out of ARGV; the copy is made beside FILE and ends up there. */
static const char *take_output(int *argc, char **argv) {
  const char *output = NULL;
  int words;

  for (int i = 1; i < *argc - 1;) {
    const char *found = output_in(argv[i], argv[i + 1], &words);

    if (!found) {
      i++;
      continue;
    }
    output = found;
    memmove(&argv[i], &argv[i + words],
            (size_t)(*argc - i - words + 1) * sizeof(*argv));
    *argc -= words;
  }
  return output;
}

/* objtool reads options from the environment too; an output there would get
   what it must not see. */
static void refuse_output_in_environment(void) {
  const char *rest = getenv("OBJTOOL_ARGS");
  int words;

  for (; rest && *rest; rest += strcspn(rest, " "), rest += strspn(rest, " "))
    if (output_in(rest, rest, &words))
      die("OBJTOOL_ARGS", "must have no -o FILE; give it as an argument");
}

/* Whether DATA starts as a relocatable x86-64 object does. */
static bool is_x86_64_object(const unsigned char *data, size_t size) {
  Elf64_Ehdr header;

  if (size < sizeof(header))
    return false;
  memcpy(&header, data, sizeof(header));
  return input_kind(data, size) == INPUT_ELF &&
         header.e_ident[EI_CLASS] == ELFCLASS64 &&
         header.e_machine == EM_X86_64 && header.e_type == ET_REL;
}

/* Whether PATH, the last argument, is an object with not-taken sites. */
static bool needs_work(const char *path, struct input *input) {
  struct report report = {.out = stdout, .err = stderr};

  if (path[0] == '-' || access(path, R_OK) ||
      !input_open(path, input, &report) ||
      !is_x86_64_object(input->data, input->size))
    return false;
  open_object(&original, path, input->data, input->size);
  if (!original.has_sections)
    die(path, "section headers that cannot be read; is the file truncated?");
  return note_entries();
}

/* Runs objtool on a copy of INPUT, and puts that at OUTPUT if all is well. */
static int run_on_copy(int argc, char **argv, const char *output,
                       const struct input *input) {
  const char *path = argv[argc - 1];
  struct stat info;
  unsigned char *image;
  int status;

  if (stat(path, &info))
    die(path, "%s", strerror(errno));
  image = allocate(input->size);
  memcpy(image, input->data, input->size);
  hide(image);
  write_copy(output, info.st_mode, image, input->size);
  free(image);

  argv[argc - 1] = copy_path;
  status = run(argv, output);
  rename_backup(output);
  if (status)
    return status;
  show_in_copy();
  if (rename(copy_path, output))
    die(output, "%s", strerror(errno));
  copy_path = NULL;
  return 0;
}

static const char usage[] =
    "usage: make ... objtool=/path/to/kcfi-objtool\n"
    "Runs the kernel tree's own objtool, with the same arguments, on an "
    "object\n"
    "whose not-taken kCFI sites show the stock bytes meanwhile. See the man "
    "page.\n";

int main(int argc, char **argv) {
  struct input input = {0};
  const char *output;

  if (argc == 2 && !strcmp(argv[1], "--help")) {
    fputs(usage, stdout);
    return 0;
  }
  argv[0] = find_objtool();
  if (argc < 2 || !needs_work(argv[argc - 1], &input)) {
    execv(argv[0], argv);
    die(argv[0], "%s", strerror(errno));
  }
  refuse_output_in_environment();
  output = take_output(&argc, argv);
  atexit(remove_copy);
  catch_signals();
  return run_on_copy(argc, argv, output ? output : argv[argc - 1], &input);
}
