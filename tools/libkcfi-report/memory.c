/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* memory.c - see memory.h. */
#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
  PAGE = 4096,
  /* linux/futex.h: FUTEX_WAIT with FUTEX_PRIVATE_FLAG. Not all libcs have it.
   */
  FUTEX_WAIT_PRIVATE = 128,
};

/*
 * Waits for no time at all for a word to change: the kernel reads it first, and
 * says when it cannot. Wherever there are threads, futexes are allowed.
 */
static bool word_readable(uint64_t address) {
  static const struct timespec no_time = {0, 0};

  return syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, 0, &no_time) == 0 ||
         errno != EFAULT;
}

bool kcfi_memory_readable(uint64_t address, size_t size) {
  const uint64_t last = address + size - 1;
  uint64_t page = address & ~(uint64_t)(PAGE - 1);

  for (; last >= address; page += PAGE) {
    if (!word_readable(page))
      return false;
    if (last - page < PAGE)
      return true;
  }
  return !size;
}

int kcfi_file_open(const char *path) {
  return (int)syscall(SYS_openat, AT_FDCWD, path,
                      O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
}

void kcfi_file_close(int file) { syscall(SYS_close, file); }

bool kcfi_file_read(int file, uint64_t offset, void *data, size_t size) {
  return syscall(SYS_pread64, file, data, size, offset) == (long)size;
}

void kcfi_error_write(const char *text, size_t size) {
  while (size) {
    const long done = syscall(SYS_write, STDERR_FILENO, text, size);

    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return;
    text += done;
    size -= (size_t)done;
  }
}
