/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * memory.h - allocation that does not fail: the program ends, exit code 2.
 */
#ifndef KCFI_AUDIT_MEMORY_H
#define KCFI_AUDIT_MEMORY_H

#include <stdarg.h>
#include <stddef.h>

/* Says so and ends the program. */
_Noreturn void out_of_memory(void);

/* SIZE bytes of zeros; free() ends them. */
void *allocate(size_t size);

/* MEMORY, or new where it is NULL, made COUNT elements of SIZE bytes. */
void *reallocate(void *memory, size_t count, size_t size);

/*
 * Room for one more in an array of COUNT elements of SIZE bytes, which doubles
 * when it is full, at each power of two: it is for arrays that only grow.
 */
void *make_room(void *memory, size_t count, size_t size);

/* As qsort, which may not be given NULL, an array that was never needed. */
void sort(void *memory, size_t count, size_t size,
          int (*compare)(const void *, const void *));

/* What printf and vprintf would print, allocated. */
__attribute__((format(printf, 1, 2))) char *format_string(const char *format,
                                                          ...);
__attribute__((format(printf, 1, 0))) char *format_args(const char *format,
                                                        va_list args);

#endif
