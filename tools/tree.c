/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * tree.c - compares two build directories: pairs files by their paths in them,
 * on all cores, and prints what is found in the order of the paths.
 */
#include "diff.h"
#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <fts.h>
#include <libelf.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One file to compare, and what came of it. */
struct job {
  char *path;            /* in both directories, or in one of them */
  bool in_stock, in_opt; /* where it is */
  struct diff_counts counts;
  enum verdict verdict;
  size_t findings;
  char *out, *err; /* what the comparison printed */
  bool done;
};

struct tree {
  const struct diff *diff;
  const char *stock, *opt;
  struct job *jobs;
  size_t count, next;    /* the next job to be taken */
  pthread_mutex_t mutex; /* for next, and for each job's done */
  pthread_cond_t done;   /* a job is */
};

/* Whether the file at PATH has the first bytes of one that is looked into. */
static bool is_object(const char *path, struct report *report) {
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  unsigned char magic[8];
  ssize_t size = -1;

  if (descriptor >= 0) {
    size = read(descriptor, magic, sizeof(magic));
    close(descriptor);
  }
  if (size < 0)
    report_error(report, path, "%s", strerror(errno));
  return size > 0 && input_kind(magic, (size_t)size) != INPUT_OTHER;
}

/* Adds a job for each file in DIRECTORY that is looked into. */
static void collect(struct tree *tree, const char *directory) {
  char *roots[] = {(char *)directory, NULL};
  FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  const size_t root = strlen(directory);
  FTSENT *entry;

  while (walk && (errno = 0, entry = fts_read(walk))) {
    const char *path = entry->fts_path + root;

    if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR ||
        entry->fts_info == FTS_NS)
      report_error(tree->diff->report, entry->fts_path, "%s",
                   strerror(entry->fts_errno));
    if (entry->fts_info != FTS_F ||
        !is_object(entry->fts_path, tree->diff->report))
      continue;
    tree->jobs = make_room(tree->jobs, tree->count, sizeof(tree->jobs[0]));
    tree->jobs[tree->count++] =
        (struct job){.path = format_string("%s", path + strspn(path, "/"))};
  }
  if (errno)
    report_error(tree->diff->report, directory, "%s", strerror(errno));
  if (walk)
    fts_close(walk);
}

static int compare_jobs(const void *a, const void *b) {
  return strcmp(((const struct job *)a)->path, ((const struct job *)b)->path);
}

static char *join(const char *directory, const char *path) {
  const size_t size = strlen(directory);
  const bool slash = size && directory[size - 1] == '/';

  return format_string(slash ? "%s%s" : "%s/%s", directory, path);
}

static bool exists(const char *directory, const char *path) {
  char *name = join(directory, path);
  const bool found = !access(name, F_OK);

  free(name);
  return found;
}

/* Makes one job of each path, and notes which directories have it. */
static void pair(struct tree *tree) {
  size_t i, count = 0;

  sort(tree->jobs, tree->count, sizeof(tree->jobs[0]), compare_jobs);
  for (i = 0; i < tree->count; i++) {
    if (count && !compare_jobs(&tree->jobs[count - 1], &tree->jobs[i])) {
      free(tree->jobs[i].path);
      continue;
    }
    tree->jobs[count] = tree->jobs[i];
    tree->jobs[count].in_stock = exists(tree->stock, tree->jobs[i].path);
    tree->jobs[count].in_opt = exists(tree->opt, tree->jobs[i].path);
    count++;
  }
  tree->count = count;
}

/* Whether the user said to ignore the file at PATH in the directories. */
static bool is_ignored(const struct ignores *ignores, const char *path) {
  size_t i;

  for (i = 0; i < ignores->count; i++)
    if (ignores->all[i].what == IGNORE_FILE &&
        !fnmatch(ignores->all[i].glob, path, 0))
      return true;
  return false;
}

/* Says so where a file that is to be ignored differs. */
static void diff_ignored(const struct job *job, const char *stock,
                         const char *opt, struct report *report) {
  struct input was = {0}, is = {0};
  bool equal = false;

  if (job->in_stock && job->in_opt && input_open(stock, &was, report) &&
      input_open(opt, &is, report))
    equal = sides_equal(&(struct side){stock, was.data, was.size},
                        &(struct side){opt, is.data, is.size});
  input_close(&was);
  input_close(&is);
  if (equal)
    return;
  report_text(report->out, opt);
  fputs(": ignored: the file, which differs\n", report->out);
}

/* Compares one pair of files. */
static void diff_job(const struct job *job, const char *stock, const char *opt,
                     struct diff *diff) {
  if (is_ignored(diff->ignores, job->path))
    diff_ignored(job, stock, opt, diff->report);
  else if (!job->in_opt)
    report_finding(diff->report, opt, "file", "expected as in %s, found none",
                   stock);
  else if (!job->in_stock)
    report_finding(diff->report, opt, "file",
                   "expected none as in %s, found one", stock);
  else
    diff_files(diff, stock, opt);
}

/* Does JOB, whatever that takes, and keeps what it printed. */
static void run(const struct tree *tree, struct job *job) {
  size_t out_size, err_size;
  struct report report = {.out = open_memstream(&job->out, &out_size),
                          .err = open_memstream(&job->err, &err_size)};
  struct diff diff = {
      .ignores = tree->diff->ignores, .in_tree = true, .report = &report};
  char *stock = join(tree->stock, job->path);
  char *opt = join(tree->opt, job->path);

  if (!report.out || !report.err)
    out_of_memory();
  diff_job(job, stock, opt, &diff);
  fclose(report.out);
  fclose(report.err);
  free(stock);
  free(opt);
  job->counts = diff.counts;
  job->verdict = report.verdict;
  job->findings = report.findings;
}

/* A worker: takes jobs until there are none. */
static void *work(void *data) {
  struct tree *tree = data;

  pthread_mutex_lock(&tree->mutex);
  while (tree->next < tree->count) {
    struct job *job = &tree->jobs[tree->next++];

    pthread_mutex_unlock(&tree->mutex);
    run(tree, job);
    pthread_mutex_lock(&tree->mutex);
    job->done = true;
    pthread_cond_signal(&tree->done);
  }
  pthread_mutex_unlock(&tree->mutex);
  return NULL;
}

/* Prints what came of JOB, and adds it to the sum. */
static void finish(struct diff *diff, struct job *job) {
  diff->counts.files += job->counts.files;
  diff->counts.bitcode += job->counts.bitcode;
  diff->counts.foreign += job->counts.foreign;
  diff->counts.not_taken += job->counts.not_taken;
  diff->counts.at_test += job->counts.at_test;
  diff->counts.stock += job->counts.stock;
  diff->counts.same += job->counts.same;
  diff->report->findings += job->findings;
  report_verdict(diff->report, job->verdict);
  fputs(job->err, diff->report->err);
  fputs(job->out, diff->report->out);
  free(job->out);
  free(job->err);
  free(job->path);
}

/* Shows on a terminal how far it is; and nothing any more, at the end. */
static void show_progress(const struct tree *tree, size_t finished) {
  if (!isatty(STDERR_FILENO))
    return;
  fputs("\r\033[K", stderr);
  if (finished < tree->count) {
    fprintf(stderr, "%zu of %zu: ", finished, tree->count);
    report_text(stderr, tree->jobs[finished].path);
  }
  fflush(stderr);
}

/* Waits for the jobs in their order, and finishes each. */
static void finish_all(struct tree *tree, struct diff *diff) {
  size_t i;

  for (i = 0; i < tree->count; i++) {
    show_progress(tree, i);
    pthread_mutex_lock(&tree->mutex);
    while (!tree->jobs[i].done)
      pthread_cond_wait(&tree->done, &tree->mutex);
    pthread_mutex_unlock(&tree->mutex);
    show_progress(tree, tree->count);
    finish(diff, &tree->jobs[i]);
  }
}

static void run_all(struct tree *tree, struct diff *diff) {
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  size_t i, count = cores < 1 ? 1 : (size_t)cores;
  pthread_t *threads;

  if (count > tree->count)
    count = tree->count;
  threads = allocate(count * sizeof(threads[0]));
  for (i = 0; i < count; i++)
    if (pthread_create(&threads[i], NULL, work, tree))
      break;
  count = i;
  if (!count)
    work(tree);
  finish_all(tree, diff);
  for (i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
  free(threads);
}

void diff_trees(struct diff *diff, const char *stock, const char *opt) {
  struct tree tree = {.diff = diff, .stock = stock, .opt = opt};

  pthread_mutex_init(&tree.mutex, NULL);
  pthread_cond_init(&tree.done, NULL);
  elf_version(EV_CURRENT);
  collect(&tree, stock);
  collect(&tree, opt);
  pair(&tree);
  if (!tree.count)
    report_error(diff->report, stock,
                 "no ELF files or archives in it; name a build directory");
  run_all(&tree, diff);
  free(tree.jobs);
  pthread_cond_destroy(&tree.done);
  pthread_mutex_destroy(&tree.mutex);
}
