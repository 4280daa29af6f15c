/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* memory.c - see memory.h. */
#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SIGNAL_SET = 8, PAGE = 4096 };

/*
 * The kernel reads a new signal mask before it looks at what to do with it
 * (kernel/signal.c, rt_sigprocmask, up to Linux 7.3), so that with nothing
 * sensible to do the error tells whether it could.
 */
static bool set_readable(uint64_t address) {
  enum { NO_SUCH_THING = -1 };

  return syscall(SYS_rt_sigprocmask, NO_SUCH_THING, address, NULL,
                 SIGNAL_SET) == 0 ||
         errno != EFAULT;
}

bool kcfi_memory_readable(uint64_t address, size_t size) {
  const uint64_t last = address + size - 1;
  uint64_t page = address & ~(uint64_t)(PAGE - 1);

  /* A set at the start of a page lies in that page alone. */
  for (; last >= address; page += PAGE) {
    if (!set_readable(page))
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
