/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz.h - what the harnesses share.
 *
 * Each gives a subcommand bytes for a file, with all that it prints thrown
 * away. Run one by hand as: build/test/fuzz/fuzz-check test/fuzz/corpus-elf,
 * or on a single file, to see again what it was found to do.
 */
#ifndef KCFI_AUDIT_FUZZ_H
#define KCFI_AUDIT_FUZZ_H

#include "report.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A report that goes nowhere. */
struct report fuzz_report(void);

/*
 * Whether DATA is a thin archive. Its members are files by the paths in it, and
 * no file of this machine is to be opened because a fuzzer thought of its name:
 * the paths are walked over, and nothing else is to be done.
 */
int fuzz_is_thin(const uint8_t *data, size_t size);

#endif
