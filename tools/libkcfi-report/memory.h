/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * memory.h - reading where nobody knows what is there, and files, in a handler.
 *
 * System calls are made directly: libc's functions of the same names may be
 * cancellation points, and sanitizers put locks around them.
 */
#ifndef KCFI_REPORT_MEMORY_H
#define KCFI_REPORT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether all bytes from ADDRESS on, SIZE of them, can be read. */
bool kcfi_memory_readable(uint64_t address, size_t size);

/* Opens a file for reading; negative where that fails. */
int kcfi_file_open(const char *path);
void kcfi_file_close(int file);

/* Reads just so many bytes at OFFSET. */
bool kcfi_file_read(int file, uint64_t offset, void *data, size_t size);

/* Writes all of it to the error stream, as far as it takes it. */
void kcfi_error_write(const char *text, size_t size);

#endif
