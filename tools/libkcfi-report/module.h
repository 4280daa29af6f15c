/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * module.h - the programs and libraries of this process, by their files.
 *
 * The trap table is loaded, but nothing that is loaded tells where: its name
 * starts with a dot, so that linkers make no __start_ symbol, and no program
 * header is for it. The section headers of the file tell, as its symbol table
 * does for symbols that are not exported. So the file is read, when it is
 * needed: a library that was opened a moment ago is found as the program is.
 * Without allocation, locks or state.
 */
#ifndef KCFI_REPORT_MODULE_H
#define KCFI_REPORT_MODULE_H

#include <kcfi-opt/report.h>

#include <elf.h>

/* One of them, its file open. */
struct module {
  const char *path;
  uint64_t base; /* run-time addresses less the file's own */
  int file;      /* negative where it cannot be read, or is another by now */
  Elf64_Ehdr header;
  const Elf64_Phdr *segments; /* in memory, header.e_phnum of them */
};

/* Once, before kcfi_module_find is to know the program itself. */
void kcfi_module_start(void);

/* The module that ADDRESS lies in; then kcfi_module_close must follow. */
bool kcfi_module_find(uint64_t address, struct module *module);
void kcfi_module_close(struct module *module);

/*
 * Fills in PLACE's symbol and offset, its name in NAME, SIZE bytes: the last
 * symbol at or before PLACE's file address, where it does not end before that.
 */
void kcfi_module_symbol(const struct module *module,
                        struct kcfi_report_place *place, char *name,
                        size_t size);

/* What the trap table says of IP, a run-time address. */
enum kcfi_report_entry kcfi_module_entry(const struct module *module,
                                         uint64_t ip);

#endif
