/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * walk.c - walks an object's code for checks and indirect branches.
 *
 * Bytes that look like a check or a call may be in the middle of instructions,
 * and then are none; so code is walked, instruction by instruction. The walk is
 * meant to miss none:
 *
 *   - It goes through each section of code from its beginning to its end, and
 *     byte by byte where there is no instruction.
 *   - Data in code may put that out of step. So each symbol is walked from,
 *     too, and each place that a walked branch goes to, until the walk comes
 *     to where it has been. For what runs comes after what runs, or is branched
 *     to, or is called by an address, which a symbol stands for.
 *
 * Each byte is thus walked from once at most, and time grows with the code. The
 * other way round, data walked for code may make the audit list too much, but
 * not too little.
 */
#include "walk.h"
#include "insn.h"
#include "memory.h"
#include "relocations.h"
#include "thunks.h"

#include <stdlib.h>
#include <string.h>

/* A walk; what is below the line is about the section under way. */
struct walk {
  struct object *object;
  struct code *code;
  struct thunks thunks;
  /* --- */
  uint32_t section;
  const unsigned char *bytes;
  uint64_t size;
  struct relocations relocations; /* of a relocatable object */
  uint64_t *walked; /* a bit a byte: an instruction was walked from there */
  uint64_t *wanted; /*   one is to be, from CURSOR on */
  uint64_t cursor;
  uint64_t *behind; /* those wanted that are before CURSOR */
  size_t behind_count;
};

static bool test_bit(const uint64_t *bits, uint64_t i) {
  return bits[i / 64] >> i % 64 & 1;
}

static void set_bit(uint64_t *bits, uint64_t i) {
  bits[i / 64] |= (uint64_t)1 << i % 64;
}

/* Notes that the walk is to go through OFFSET, if that is in the section. */
static void want(struct walk *walk, uint64_t offset) {
  if (offset >= walk->size || test_bit(walk->walked, offset))
    return;
  if (offset >= walk->cursor) {
    set_bit(walk->wanted, offset);
    return;
  }
  walk->behind =
      make_room(walk->behind, walk->behind_count, sizeof(walk->behind[0]));
  walk->behind[walk->behind_count++] = offset;
}

/* The relocation that fills in FIELD of the section; false where none does. */
static bool relocation_of(struct walk *walk, uint64_t field, GElf_Rela *rela) {
  const size_t i = relocations_find(&walk->relocations, field);

  if (i == walk->relocations.count)
    return false;
  *rela = relocations_get(&walk->relocations, i);
  return rela->r_offset == field;
}

/* The place at OFFSET of the section, or, in a linked file, of memory. */
static struct place place_at(const struct walk *walk, uint64_t offset) {
  const GElf_Shdr *header = &walk->object->sections[walk->section].header;

  if (offset < walk->size)
    return (struct place){walk->section, offset};
  if (walk->object->relocatable)
    return (struct place){0};
  return object_place(walk->object, header->sh_addr + offset);
}

/* Where INSN at OFFSET has its displacement point to, as an offset. */
static uint64_t displaced(const struct walk *walk, uint64_t offset,
                          const struct insn *insn) {
  return offset + insn->size +
         (uint64_t)insn_displacement(insn, walk->bytes + offset);
}

/* The thunk that the direct branch at OFFSET goes to; NULL for none. */
static const struct thunk *find_thunk(struct walk *walk, uint64_t offset,
                                      const struct insn *insn) {
  const struct thunk *thunk;
  struct symbol symbol;
  GElf_Rela rela;

  if (!walk->thunks.count)
    return NULL;
  if (!relocation_of(walk, offset + insn->displacement_at, &rela))
    return thunks_place(&walk->thunks,
                        place_at(walk, displaced(walk, offset, insn)));
  thunk = thunks_symbol(&walk->thunks, ELF64_R_SYM(rela.r_info));
  if (thunk || !object_symbol(walk->object, ELF64_R_SYM(rela.r_info), &symbol))
    return thunk;
  symbol.place.offset += (uint64_t)rela.r_addend + insn->displacement_size;
  return thunks_place(&walk->thunks, symbol.place);
}

/* Fills in where in memory BRANCH gets its target from. */
static void find_operand(struct walk *walk, const struct insn *insn,
                         struct branch *branch) {
  const uint64_t offset = branch->place.offset;
  struct symbol symbol;
  GElf_Rela rela;
  uint64_t type;

  if (!relocation_of(walk, offset + insn->displacement_at, &rela)) {
    branch->operand = place_at(walk, displaced(walk, offset, insn));
    if (!strncmp(walk->object->sections[branch->operand.section].name, ".got",
                 4))
      branch->via = VIA_GOT;
    return;
  }
  type = ELF64_R_TYPE(rela.r_info);
  if (type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX ||
      type == R_X86_64_REX_GOTPCRELX)
    branch->via = VIA_GOT;
  branch->operand_symbol = ELF64_R_SYM(rela.r_info);
  if (object_symbol(walk->object, branch->operand_symbol, &symbol) &&
      symbol.place.section) {
    branch->operand = symbol.place;
    branch->operand.offset += (uint64_t)rela.r_addend + insn->displacement_size;
  }
}

/* Appends a branch at OFFSET, to be filled in further. */
static struct branch *add_branch(struct walk *walk, uint64_t offset,
                                 const struct insn *insn) {
  struct code *code = walk->code;
  struct branch *branch;

  code->branches =
      make_room(code->branches, code->branch_count, sizeof(code->branches[0]));
  branch = &code->branches[code->branch_count++];
  *branch = (struct branch){
      .place = {walk->section, offset},
      .site = NONE,
      .via = VIA_MEMORY,
      .target = insn->target,
      .jump = insn->kind == INSN_JUMP || insn->kind == INSN_JUMP_INDIRECT,
  };
  return branch;
}

static void take_direct(struct walk *walk, uint64_t offset,
                        const struct insn *insn) {
  const struct thunk *thunk = find_thunk(walk, offset, insn);

  if (thunk) {
    struct branch *branch = add_branch(walk, offset, insn);

    branch->via = VIA_THUNK;
    branch->target = thunk->target;
  }
  want(walk, displaced(walk, offset, insn));
}

static void take_indirect(struct walk *walk, uint64_t offset,
                          const struct insn *insn) {
  struct branch *branch = add_branch(walk, offset, insn);

  if (insn->target >= 0)
    branch->via = VIA_REGISTER;
  else if (insn->target == INSN_IN_PROGRAM)
    find_operand(walk, insn, branch);
}

/* Takes the check that begins with the movl at OFFSET, if one does. */
static void take_check(struct walk *walk, uint64_t offset) {
  static const unsigned char add_sizes[] = {4, 5, 7, 8};
  struct code *code = walk->code;
  struct kcfi_opt_site parts;
  size_t i;

  /* A trap is 2 bytes after the addl in the stock form, 3 in the other. */
  for (i = 0; i < 2 * sizeof(add_sizes); i++) {
    const uint64_t trap =
        offset + KCFI_OPT_MOV_SIZE + add_sizes[i / 2] + 2 + i % 2;

    if (kcfi_opt_decode(walk->bytes, walk->size, trap, &parts) &&
        parts.start == offset)
      break;
  }
  if (i == 2 * sizeof(add_sizes))
    return;
  code->sites =
      make_room(code->sites, code->site_count, sizeof(code->sites[0]));
  code->sites[code->site_count++] = (struct site){
      .place = {walk->section, offset}, .parts = parts, .branch = NONE};
}

/*
 * Decodes the instruction at OFFSET. LLVM judges those that matter most, the
 * indirect branches, and those that insn.c knows no more of than the length.
 */
static bool decode(const struct walk *walk, uint64_t offset,
                   struct insn *insn) {
  const unsigned char *bytes = walk->bytes + offset;
  const uint64_t size = walk->size - offset;
  char text[DISASM_TEXT_SIZE];

  if (!insn_decode(bytes, size, insn))
    return false;
  if (!insn->exotic && insn->kind != INSN_CALL_INDIRECT &&
      insn->kind != INSN_JUMP_INDIRECT)
    return true;
  return disasm_print(walk->code->disasm, bytes, size, text) == insn->size;
}

/* Walks from OFFSET to the end of the section, or to where it has been. */
static void walk_from(struct walk *walk, uint64_t offset) {
  struct insn insn;

  while (offset < walk->size && !test_bit(walk->walked, offset)) {
    const unsigned char *bytes = walk->bytes + offset;

    set_bit(walk->walked, offset);
    if (!decode(walk, offset, &insn)) {
      if (!walk->code->undecoded++)
        walk->code->first_undecoded = (struct place){walk->section, offset};
      offset++;
      continue;
    }
    if (insn.kind == INSN_CALL || insn.kind == INSN_JUMP)
      take_direct(walk, offset, &insn);
    else if (insn.kind != INSN_OTHER)
      take_indirect(walk, offset, &insn);
    else if (bytes[0] == KCFI_OPT_REX_B &&
             (bytes[1] == KCFI_OPT_MOV_R10D || bytes[1] == KCFI_OPT_MOV_R11D))
      take_check(walk, offset);
    offset += insn.size;
  }
}

/* Walks from all that is wanted, and what that makes wanted. */
static void walk_wanted(struct walk *walk) {
  uint64_t i;

  for (i = 0; i < walk->size; i++) {
    if (i % 64 == 0 && !(walk->wanted[i / 64] & ~walk->walked[i / 64])) {
      i += 63;
      continue;
    }
    if (!test_bit(walk->wanted, i))
      continue;
    walk->cursor = i;
    walk_from(walk, i);
    while (walk->behind_count)
      walk_from(walk, walk->behind[--walk->behind_count]);
  }
}

/* Walks section INDEX, which is code. */
static bool walk_section(struct walk *walk, uint32_t index,
                         struct report *report) {
  struct object *object = walk->object;
  size_t words, i, end;

  if (object->relocatable &&
      !relocations_open(object, index, &walk->relocations, report))
    return false;
  walk->section = index;
  walk->bytes = object->sections[index].data;
  walk->size = section_size(&object->sections[index]);
  words = walk->size / 64 + 1;
  walk->walked = allocate(words * sizeof(walk->walked[0]));
  walk->wanted = allocate(words * sizeof(walk->wanted[0]));
  walk->cursor = 0;
  object_symbols_in(object, index, &i, &end);
  for (; i < end; i++)
    want(walk, object->index[i].place.offset);
  walk_from(walk, 0);
  walk_wanted(walk);
  free(walk->walked);
  free(walk->wanted);
  relocations_close(&walk->relocations);
  return true;
}

bool walk_object(struct object *object, struct code *code,
                 struct report *report) {
  struct walk walk = {.object = object, .code = code};
  bool complete = true;
  uint32_t i;

  thunks_find(object, &walk.thunks);
  for (i = 1; i < object->section_count; i++)
    if (section_is_code(&object->sections[i]) &&
        !walk_section(&walk, i, report))
      complete = false;
  thunks_free(&walk.thunks);
  free(walk.behind);
  return complete;
}
