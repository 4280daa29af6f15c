/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * header.c - the headers compile wherever they are said to: without a C
 * library, with every warning, as C++, in a kernel, on a host of either byte
 * order and word size. They need nothing to link, memcpy included.
 *
 * Freestanding C11, with the compilers' own headers only. Excluded from
 * -Weverything is what objects to the project's style or to pointers as such.
 * RUN: %gcc %freestanding_gcc -c %s -o %t.gcc.o
 * RUN: %clang %freestanding_clang -c %s -o %t.clang.o
 * RUN: %clang -nostdlib -shared -Wl,--no-undefined %t.gcc.o -o %t.gcc.so
 * RUN: %clang -nostdlib -shared -Wl,--no-undefined %t.clang.o -o %t.clang.so
 *
 * As C++.
 * RUN: %gxx -std=c++17 -fsyntax-only %s
 * RUN: %clangxx -std=c++17 -fsyntax-only %s
 * RUN: %clangxx -std=c++20 -fsyntax-only %s
 *
 * In a kernel: its types come from linux/types.h, and there is no other header.
 * RUN: %gcc %kernel -nostdinc -fsyntax-only %s
 * RUN: %clang %kernel -nostdinc -fsyntax-only %s
 *
 * Elsewhere.
 * RUN: %clang %freestanding_clang --target=i686-linux-gnu -fsyntax-only %s
 * RUN: %clang %freestanding_clang --target=s390x-linux-gnu -fsyntax-only %s
 * RUN: %clang %freestanding_clang --target=aarch64-linux-gnu -fsyntax-only %s
 */
#include <kcfi-opt/report.h>

/* A second time changes nothing. */
#include <kcfi-opt/report.h>
#include <kcfi-opt/site.h>

size_t use(const unsigned char *code, size_t size, uint64_t address,
           struct kcfi_opt_site *site);

size_t use(const unsigned char *code, size_t size, uint64_t address,
           struct kcfi_opt_site *site) {
  if (kcfi_opt_decode(code, size, size - 1, site) ||
      kcfi_opt_decode_entry(code, size, size - 2, site))
    return site->resume;
  if (kcfi_opt_traps_sorted(code, address, size))
    return kcfi_opt_trap_find_sorted(code, address, size, address);
  return kcfi_opt_trap_find(code, address, size, address);
}

bool tell(const unsigned char *code, uint64_t ip, const uint64_t registers[16],
          kcfi_report_put *put);

bool tell(const unsigned char *code, uint64_t ip, const uint64_t registers[16],
          kcfi_report_put *put) {
  struct kcfi_report report;

  if (!kcfi_report_decode(code, KCFI_OPT_SITE_SIZE_MAX + 2,
                          ip - KCFI_OPT_SITE_SIZE_MAX, ip, registers, &report))
    return false;
  kcfi_report_preamble(&report, code[kcfi_report_preamble_address(&report)]);
  kcfi_report_line(&report, put, &report);
  return true;
}
