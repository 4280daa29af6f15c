/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * flips.c - a site with one bit flipped, or one byte replaced, is the other
 * site that it reads as, or none. LLVM's disassembler judges: what it reads as
 * the four instructions of a site is one if it is also encoded as assemblers
 * encode it (assembled.c), since compilers emit nothing else.
 *
 * REQUIRES: libLLVM
 * RUN: %gcc -isystem %llvm_include %s -o %t.gcc %llvm_libs && %t.gcc
 * RUN: %clang -isystem %llvm_include %s -o %t.clang %llvm_libs && %t.clang
 */
#include "check.h"

#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>

#define BEFORE 8 /* bytes ahead of a site */

static LLVMDisasmContextRef disassembler;

/* The text of the instruction at BYTES into TEXT, tabs as blanks. Returns its
   length in bytes, 0 where there is none. */
static size_t disassemble(unsigned char *bytes, size_t size, char text[128]) {
  const size_t length =
      LLVMDisasmInstruction(disassembler, bytes, size, 0, text, 128);

  for (char *c = text; length && *c; ++c)
    if (*c == '\t')
      *c = ' ';
  return length;
}

static unsigned target_number(const char *name) {
  for (unsigned i = 0; i < 16; ++i)
    if (strcmp(encodings[i].name, name) == 0)
      return i;
  return 16;
}

/* Whether the four instructions at CODE[START] are a site that traps at TRAP;
   if so, F is what it is made from. */
static bool reads_as_site(unsigned char *code, size_t size, size_t start,
                          size_t trap, struct fields *f) {
  unsigned char encoded[ENCODED_MAX];
  char text[4][128], scratch[8], target[8], other[8];
  size_t length, at = start, offset;
  long long value, disp;
  int end = 0;

  for (int i = 0; i < 4; at += length, ++i) {
    length = disassemble(code + at, size - at, text[i]);
    if (!length)
      return false;
    /* Most places end here. */
    if (i == 0 && (sscanf(text[0], " movl $%lld, %%%7[a-z0-9]%n", &value,
                          scratch, &end) != 2 ||
                   text[0][end]))
      return false;
  }
  if (sscanf(text[1], " addl %lld(%%%7[a-z0-9]), %%%7[a-z0-9]%n", &disp, target,
             other, &end) != 3 ||
      text[1][end] || strcmp(other, scratch) != 0)
    return false;
  f->target = target_number(target);
  if (f->target == 16 || disp > -4 || disp < -0x1000000)
    return false;
  if (strcmp(scratch, f->target == 10 ? "r11d" : "r10d") != 0)
    return false;
  if (strcmp(text[2], " jne 1") == 0 &&
      strcmp(text[3], " testb $-42, %al") == 0)
    f->not_taken = 1;
  else if (strcmp(text[2], " je 2") == 0 && strcmp(text[3], " ud2") == 0)
    f->not_taken = 0;
  else
    return false;
  f->hash = -(uint32_t)value;
  f->prefix = (uint32_t)(-disp - 4);
  length = encode(encoded, f, &offset);
  return start + offset == trap && length == at - start &&
         memcmp(encoded, code + start, length) == 0;
}

static unsigned long sites, others;

/* Holds the header's verdict on CODE at TRAP against the disassembler's. */
static void judge(unsigned char *code, size_t size, size_t trap) {
  struct fields read = {0, 0, 0, 0};
  struct kcfi_opt_site site;
  bool found = kcfi_opt_decode(code, size, trap, &site), expected = false;

  for (size_t start = 0; start < trap && !expected; ++start)
    if (reads_as_site(code, size, start, trap, &read)) {
      expected = true;
      CHECK(found);
      CHECK(is_site(&site, &read, start, site.resume - start, trap));
    }
  CHECK(found == expected);
  ++*(found ? &sites : &others);
}

/* Changes every byte of the site F, by one bit or to every value. */
static void change(const struct fields *f, bool every_value) {
  unsigned char code[BEFORE + ENCODED_MAX + 4];
  size_t trap, length;

  memset(code, 0x90, sizeof(code));
  length = encode(code + BEFORE, f, &trap);
  trap += BEFORE;
  judge(code, sizeof(code), trap);
  for (size_t i = BEFORE; i < BEFORE + length; ++i) {
    const unsigned char was = code[i];

    for (unsigned value = 0; value < 256; ++value) {
      const unsigned flips = value ^ was;

      if (!every_value && (flips & (flips - 1)))
        continue;
      code[i] = (unsigned char)value;
      judge(code, sizeof(code), trap);
    }
    code[i] = was;
  }
}

int main(void) {
  static const uint32_t prefixes[] = {0, 11, 16, 124, 125, 200, 0xfffffc};
  static const uint32_t hashes[] = {0x12345678, 0x80000000, 0xfa1e0ff3};

  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86Disassembler();
  disassembler =
      LLVMCreateDisasm("x86_64-unknown-linux-gnu", NULL, 0, NULL, NULL);
  CHECK(disassembler);

  for (unsigned target = 0; target < 16; ++target)
    for (int not_taken = 0; not_taken < 2; ++not_taken) {
      for (size_t p = 0; p < sizeof(prefixes) / sizeof(*prefixes); ++p)
        for (size_t h = 0; h < sizeof(hashes) / sizeof(*hashes); ++h)
          change(&(struct fields){target, not_taken, hashes[h], prefixes[p]},
                 false);
      if (target % 4 == 2)
        change(&(struct fields){target, not_taken, 0x12345678, 0}, true);
      if (target % 8 == 4)
        change(&(struct fields){target, not_taken, 0x12345678, 200}, true);
    }
  LLVMDisasmDispose(disassembler);
  /* Both verdicts were common. */
  CHECK(sites > 10000 && others > 10000);
  printf("%lu sites, %lu others\n", sites, others);
  return 0;
}
