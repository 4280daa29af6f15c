/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * insn-test.c - holds tools/insn.c to LLVM's disassembler: each instruction has
 * the same length for both, and is an indirect branch for both or for neither.
 *
 * usage: insn-test random COUNT | insn-test FILE...
 *
 * Looks at COUNT random runs of bytes, or at all code in ELF files, as far as
 * LLVM finds instructions; 64 MiB of code at most.
 */
#include "disasm.h"
#include "input.h"
#include "insn.h"
#include "object.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { RUN_SIZE = 32, CODE_MAX = 64 << 20 };

static LLVMDisasmContextRef disasm;
static size_t compared, differing;

/* Whether TEXT ends in what LLVM prints apart, but is part of the next one. */
static bool is_prefix(const char *text) {
  const char *word = strrchr(text, ' ');

  word = word ? word + 1 : text;
  return !strcmp(word, "lock") || !strcmp(word, "xacquire") ||
         !strcmp(word, "xrelease");
}

/* Where the two are known to differ, and do not matter: see insn.c. */
static bool is_known(const unsigned char *code, const struct insn *insn,
                     const char *text) {
  const bool word = memchr(code, 0x66, insn->displacement_at);

  /* VEX and later: LLVM is asked. A jump of 16 bits: Intel has none. */
  return insn->exotic || is_prefix(text) ||
         (insn->kind == INSN_JUMP && insn->displacement_size == 4 && word);
}

static bool is_indirect(const char *text) {
  return strchr(text, '*') && (strstr(text, "call") || strstr(text, "jmp"));
}

/* Compares at CODE; returns how far LLVM gets there, at least one byte. */
static size_t compare(const unsigned char *code, size_t size) {
  char text[DISASM_TEXT_SIZE];
  const size_t length = disasm_print(disasm, code, size, text);
  struct insn insn;
  bool decoded, indirect;

  if (!length)
    return 1;
  compared++;
  decoded = insn_decode(code, size, &insn);
  if (is_known(code, &insn, text) || length > INSN_SIZE_MAX)
    return length;
  indirect = insn.kind == INSN_CALL_INDIRECT || insn.kind == INSN_JUMP_INDIRECT;
  if (decoded && insn.size == length && indirect == is_indirect(text))
    return length;
  differing++;
  printf("%zu bytes, found %d: %s:", length, decoded ? insn.size : 0, text);
  for (size = 0; size < length; size++)
    printf(" %02x", code[size]);
  putchar('\n');
  return length;
}

static void compare_random(size_t count) {
  uint64_t state = 0x9e3779b97f4a7c15;
  unsigned char run[RUN_SIZE];
  size_t i, j;

  for (i = 0; i < count; i++) {
    for (j = 0; j < RUN_SIZE; j++) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      run[j] = (unsigned char)(state >> 32);
    }
    compare(run, RUN_SIZE);
  }
}

static void compare_object(const char *name, const unsigned char *image,
                           size_t size, void *data, struct report *report) {
  struct object object;
  size_t i, at;

  (void)data;
  if (!object_open(&object, name, image, size, report))
    return;
  for (i = 1; i < object.section_count; i++) {
    const struct section *section = &object.sections[i];
    size_t end = section_size(section);

    if (!section_is_code(section))
      continue;
    if (end > CODE_MAX)
      end = CODE_MAX;
    for (at = 0; at < end;)
      at += compare(section->data + at, end - at);
  }
  object_close(&object);
}

int main(int argc, char **argv) {
  struct report report = {.out = stdout, .err = stderr};
  int i;

  disasm = disasm_open();
  if (argc == 3 && !strcmp(argv[1], "random"))
    compare_random(strtoul(argv[2], NULL, 10));
  else
    for (i = 1; i < argc; i++) {
      struct input input;

      if (input_open(argv[i], &input, &report)) {
        input_each(argv[i], input.data, input.size, compare_object, NULL,
                   &report);
        input_close(&input);
      }
    }
  printf("%zu instructions, %zu differ\n", compared, differing);
  return compared && !differing && report.verdict == VERDICT_HOLDS ? 0 : 1;
}
