/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 WITH LLVM-exception */
/*
 * running.c - reads the running kernel through /proc/kcore.
 */
#include "running.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where the kernel's symbol NAME is now. */
static uint64_t symbol_address(const char *name) {
  FILE *symbols = fopen("/proc/kallsyms", "r");
  char line[1024], found[512], type;
  unsigned long long address;

  if (!symbols)
    die("/proc/kallsyms: %s", strerror(errno));
  while (fgets(line, sizeof(line), symbols))
    if (sscanf(line, "%llx %c %511s", &address, &type, found) == 3 &&
        !strcmp(found, name)) {
      fclose(symbols);
      return address;
    }
  die("/proc/kallsyms: no symbol %s", name);
}

void running_open(struct running *running, const struct image *image,
                  const char *module) {
  Elf64_Sym start;

  *running = (struct running){.image = image, .module = module};
  if (module)
    return;
  if (!image_symbol(image, "_text", &start))
    die("%s: no symbol _text", image->path);
  running->slide = symbol_address("_text") -
                   image->sections[start.st_shndx].sh_addr - start.st_value;
}

/* What sysfs says of a module's section. */
static uint64_t module_section(const char *module, const char *name) {
  unsigned long long address = 0;
  char path[512];
  FILE *file;

  snprintf(path, sizeof(path), "/sys/module/%s/sections/%s", module, name);
  file = fopen(path, "r");
  if (!file || fscanf(file, "%llx", &address) != 1)
    die("%s: %s", path, file ? "no address" : strerror(errno));
  fclose(file);
  return address;
}

uint64_t running_section(const struct running *running,
                         const Elf64_Shdr *section, const char *name) {
  if (!strncmp(name, ".init", 5) ||
      (!running->module && !strncmp(name, ".exit", 5)))
    return 0;
  return running->module ? module_section(running->module, name)
                         : section->sh_addr + running->slide;
}

/* The offset in the open KCORE of what is at ADDRESS; SIZE bytes of it. */
static off_t kcore_offset(int kcore, uint64_t address, size_t size) {
  static Elf64_Phdr *segments;
  static size_t count;

  if (!segments) {
    Elf64_Ehdr header;

    if (pread(kcore, &header, sizeof(header), 0) != sizeof(header))
      die("/proc/kcore: %s", strerror(errno));
    count = header.e_phnum;
    segments = calloc(count, sizeof(*segments));
    if (!segments ||
        pread(kcore, segments, count * sizeof(*segments),
              (off_t)header.e_phoff) != (ssize_t)(count * sizeof(*segments)))
      die("/proc/kcore: no program headers");
  }
  for (size_t i = 0; i < count; i++)
    if (segments[i].p_type == PT_LOAD &&
        address - segments[i].p_vaddr <= segments[i].p_memsz - size)
      return (off_t)(segments[i].p_offset + address - segments[i].p_vaddr);
  die("/proc/kcore: nothing at 0x%llx", (unsigned long long)address);
}

void running_read(uint64_t address, unsigned char *bytes, size_t size) {
  static int kcore = -1;

  if (kcore < 0)
    kcore = open("/proc/kcore", O_RDONLY);
  if (kcore < 0)
    die("/proc/kcore: %s", strerror(errno));
  if (pread(kcore, bytes, size, kcore_offset(kcore, address, size)) !=
      (ssize_t)size)
    die("/proc/kcore: cannot read at 0x%llx", (unsigned long long)address);
}
