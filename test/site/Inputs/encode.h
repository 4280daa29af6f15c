/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * encode.h - the tests' own encoder of kCFI sites: a table of bytes written
 * down by hand, sharing nothing with kcfi-opt/site.h. assembled.c holds it
 * against two assemblers.
 */
#ifndef ENCODE_H
#define ENCODE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENCODED_MAX 18

/* What a site is made from. */
struct fields {
  unsigned target; /* rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8 to r15 */
  int not_taken;   /* else stock */
  uint32_t hash;   /* as the target's preamble has it */
  uint32_t prefix; /* bytes */
};

/* By target: opcode of the movl, then the addl with an 8-bit displacement up to
   that displacement. A 32-bit one has the ModRM byte (the third) 0x40 up. */
static const struct {
  const char *name;
  unsigned char scratch, mov, add_size, add[4];
} encodings[16] = {
    {"rax", 10, 0xba, 3, {0x44, 0x03, 0x50}},
    {"rcx", 10, 0xba, 3, {0x44, 0x03, 0x51}},
    {"rdx", 10, 0xba, 3, {0x44, 0x03, 0x52}},
    {"rbx", 10, 0xba, 3, {0x44, 0x03, 0x53}},
    {"rsp", 10, 0xba, 4, {0x44, 0x03, 0x54, 0x24}},
    {"rbp", 10, 0xba, 3, {0x44, 0x03, 0x55}},
    {"rsi", 10, 0xba, 3, {0x44, 0x03, 0x56}},
    {"rdi", 10, 0xba, 3, {0x44, 0x03, 0x57}},
    {"r8", 10, 0xba, 3, {0x45, 0x03, 0x50}},
    {"r9", 10, 0xba, 3, {0x45, 0x03, 0x51}},
    {"r10", 11, 0xbb, 3, {0x45, 0x03, 0x5a}},
    {"r11", 10, 0xba, 3, {0x45, 0x03, 0x53}},
    {"r12", 10, 0xba, 4, {0x45, 0x03, 0x54, 0x24}},
    {"r13", 10, 0xba, 3, {0x45, 0x03, 0x55}},
    {"r14", 10, 0xba, 3, {0x45, 0x03, 0x56}},
    {"r15", 10, 0xba, 3, {0x45, 0x03, 0x57}},
};

static inline unsigned char *put32(unsigned char *p, uint32_t value) {
  for (int i = 0; i < 4; ++i)
    *p++ = (unsigned char)(value >> 8 * i);
  return p;
}

/* Writes the site F to OUT, ENCODED_MAX bytes long. Returns the bytes used, and
   through TRAP the offset of the one that traps. */
static inline size_t encode(unsigned char *out, const struct fields *f,
                            size_t *trap) {
  static const unsigned char tails[2][4] = {{0x74, 0x02, 0x0f, 0x0b},
                                            {0x75, 0x01, 0xa8, 0xd6}};
  const int wide = f->prefix > 124;
  unsigned char *p = out;

  *p++ = 0x41;
  *p++ = encodings[f->target].mov;
  p = put32(p, -f->hash);
  memcpy(p, encodings[f->target].add, encodings[f->target].add_size);
  p[2] = (unsigned char)(p[2] + (wide ? 0x40 : 0));
  p += encodings[f->target].add_size;
  if (wide)
    p = put32(p, -(f->prefix + 4));
  else
    *p++ = (unsigned char)-(f->prefix + 4);
  memcpy(p, tails[f->not_taken], 4);
  *trap = (size_t)(p - out) + (f->not_taken ? 3 : 2);
  return (size_t)(p - out) + 4;
}

/* The same numbers on every machine: xorshift64. */
static inline uint64_t next_random(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* Unlike assert, whatever the build. */
#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);  \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

#endif
