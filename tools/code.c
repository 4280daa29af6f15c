/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * code.c - walks an object's code for checks and indirect branches.
 *
 * Bytes that look like a check or a call may be in the middle of instructions,
 * and then are none; so code is walked, instruction by instruction. The walk
 * is meant to miss none:
 *
 *   - It goes through each section of code from its beginning to its end, over
 *     bytes that are no instruction, byte by byte.
 *   - Data in code may put that out of step. So each symbol is walked from as
 *     well, and each place that a walked branch goes to, until the walk is
 * where another one was before. What runs is either after what runs or is
 *     branched to, directly, or is called or jumped to by a symbol's address.
 *
 * A byte is thus walked from once at most, and time grows with the code. The
 * other way round, code walked by mistake may make the audit list too many
 * branches, but not too few.
 */
#include "code.h"
#include "disasm.h"
#include "insn.h"
#include "memory.h"
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

/* The thunk that the direct branch at OFFSET goes to; NULL for none. */
static const struct thunk *find_thunk(const struct walk *walk, uint64_t offset,
                                      const struct insn *insn,
                                      uint64_t target) {
  const uint64_t field = offset + insn->displacement_at;
  struct place place = {walk->section, target};
  const struct thunk *thunk;
  struct symbol symbol;
  GElf_Rela rela;
  size_t i;

  if (!walk->thunks.count)
    return NULL;
  i = relocations_find(&walk->relocations, field);
  if (i < walk->relocations.count) {
    rela = relocations_get(&walk->relocations, i);
    if (rela.r_offset == field) {
      thunk = thunks_symbol(&walk->thunks, ELF64_R_SYM(rela.r_info));
      if (thunk ||
          !object_symbol(walk->object, ELF64_R_SYM(rela.r_info), &symbol))
        return thunk;
      place = symbol.place;
      place.offset += (uint64_t)rela.r_addend + insn->displacement_size;
    }
  }
  if (!walk->object->relocatable && target >= walk->size)
    place = object_place(walk->object,
                         walk->object->sections[walk->section].header.sh_addr +
                             target);
  return thunks_place(&walk->thunks, place);
}

/* Whether the branch at OFFSET reads its target from the table of addresses. */
static bool is_got(const struct walk *walk, uint64_t offset,
                   const struct insn *insn) {
  const struct section *sections = walk->object->sections;
  const uint64_t field = offset + insn->displacement_at;
  size_t i;

  if (walk->object->relocatable) {
    i = relocations_find(&walk->relocations, field);
    if (i < walk->relocations.count) {
      const GElf_Rela rela = relocations_get(&walk->relocations, i);
      const uint64_t type = ELF64_R_TYPE(rela.r_info);

      return rela.r_offset == field &&
             (type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX ||
              type == R_X86_64_REX_GOTPCRELX);
    }
    return false;
  }
  i = object_place(walk->object,
                   sections[walk->section].header.sh_addr + offset +
                       insn->size +
                       (uint64_t)insn_displacement(insn, walk->bytes + offset))
          .section;
  return i && !strncmp(sections[i].name, ".got", 4);
}

static void add_branch(struct walk *walk, uint64_t offset,
                       const struct insn *insn, enum branch_via via,
                       signed char target) {
  struct code *code = walk->code;

  code->branches =
      make_room(code->branches, code->branch_count, sizeof(code->branches[0]));
  code->branches[code->branch_count++] = (struct branch){
      .place = {walk->section, offset},
      .site = NONE,
      .via = (unsigned char)via,
      .target = target,
      .size = insn->size,
      .jump = insn->kind == INSN_JUMP || insn->kind == INSN_JUMP_INDIRECT,
  };
}

static void take_direct(struct walk *walk, uint64_t offset,
                        const struct insn *insn) {
  const uint64_t target =
      offset + insn->size +
      (uint64_t)insn_displacement(insn, walk->bytes + offset);
  const struct thunk *thunk = find_thunk(walk, offset, insn, target);

  if (thunk)
    add_branch(walk, offset, insn, VIA_THUNK, thunk->target);
  want(walk, target);
}

static void take_indirect(struct walk *walk, uint64_t offset,
                          const struct insn *insn) {
  enum branch_via via = VIA_MEMORY;

  if (insn->target >= 0)
    via = VIA_REGISTER;
  else if (insn->target == INSN_IN_PROGRAM && is_got(walk, offset, insn))
    via = VIA_GOT;
  add_branch(walk, offset, insn, via, insn->target);
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

static int compare_sites(const void *a, const void *b) {
  return place_compare(&((const struct site *)a)->place,
                       &((const struct site *)b)->place);
}

static int compare_branches(const void *a, const void *b) {
  return place_compare(&((const struct branch *)a)->place,
                       &((const struct branch *)b)->place);
}

/* Notes of each check which branch it guards; both are in order. */
static void match(struct code *code) {
  size_t i, j = 0;

  for (i = 0; i < code->site_count; i++) {
    struct site *site = &code->sites[i];
    const struct place resume = {site->place.section, site->parts.resume};

    while (j < code->branch_count &&
           place_compare(&code->branches[j].place, &resume) < 0)
      j++;
    if (j < code->branch_count &&
        !place_compare(&code->branches[j].place, &resume)) {
      site->branch = j;
      code->branches[j].site = i;
    }
  }
}

/* Notes which branches are a linker's or a thunk's own. */
static void find_stubs(struct object *object, struct code *code) {
  size_t i;

  for (i = 0; i < code->branch_count; i++) {
    struct branch *branch = &code->branches[i];
    const char *section = object->sections[branch->place.section].name;
    struct symbol symbol;
    signed char target;

    if (branch->site != NONE)
      continue;
    branch->stub = !strncmp(section, ".plt", 4) ||
                   !strncmp(section, ".iplt", 5) ||
                   (object_symbol_at(object, branch->place, &symbol) &&
                    thunk_name(symbol.name, &target));
  }
}

bool code_walk(struct object *object, struct code *code,
               struct report *report) {
  struct walk walk = {.object = object, .code = code};
  bool complete = true;
  uint32_t i;

  *code = (struct code){.disasm = disasm_open()};
  thunks_find(object, &walk.thunks);
  for (i = 1; i < object->section_count; i++)
    if (section_is_code(&object->sections[i]) &&
        !walk_section(&walk, i, report))
      complete = false;
  thunks_free(&walk.thunks);
  free(walk.behind);
  sort(code->sites, code->site_count, sizeof(code->sites[0]), compare_sites);
  sort(code->branches, code->branch_count, sizeof(code->branches[0]),
       compare_branches);
  match(code);
  find_stubs(object, code);
  return complete;
}

void code_free(struct code *code) {
  free(code->sites);
  free(code->branches);
  LLVMDisasmDispose(code->disasm);
  *code = (struct code){0};
}

struct place site_trap(const struct site *site) {
  return (struct place){site->place.section, site->parts.trap};
}

size_t code_find_site(const struct code *code, struct place trap) {
  size_t low = 0, high = code->site_count;

  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const struct place place = site_trap(&code->sites[middle]);

    if (place_compare(&place, &trap) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < code->site_count) {
    const struct place place = site_trap(&code->sites[low]);

    if (!place_compare(&place, &trap))
      return low;
  }
  return NONE;
}

void branch_print(const struct object *object, const struct code *code,
                  const struct branch *branch, char text[DISASM_TEXT_SIZE]) {
  const struct section *section = &object->sections[branch->place.section];

  if (branch->via == VIA_THUNK)
    snprintf(text, DISASM_TEXT_SIZE, "%s of the thunk for %%%s",
             branch->jump ? "jump" : "call",
             register_name((unsigned)branch->target));
  else
    disasm_print(code->disasm, section->data + branch->place.offset,
                 section_size(section) - branch->place.offset, text);
}
