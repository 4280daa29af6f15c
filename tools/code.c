/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * code.c - puts in order what a walk has found: which check guards which
 * branch.
 */
#include "code.h"
#include "memory.h"
#include "thunks.h"
#include "walk.h"

#include <stdlib.h>
#include <string.h>

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

bool code_read(struct object *object, struct code *code,
               struct report *report) {
  bool complete;

  *code = (struct code){.disasm = disasm_open()};
  complete = walk_object(object, code, report);
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

/* Where in memory BRANCH gets its target from, allocated; NULL for unknown. */
static char *branch_operand(struct object *object,
                            const struct branch *branch) {
  struct symbol symbol;

  if (branch->operand.section)
    return object_place_name(object, branch->operand);
  if (branch->operand_symbol &&
      object_symbol(object, branch->operand_symbol, &symbol))
    return format_string("%s", symbol.name);
  return NULL;
}

char *branch_name(struct object *object, const struct code *code,
                  const struct branch *branch) {
  const struct section *section = &object->sections[branch->place.section];
  char text[DISASM_TEXT_SIZE], *operand, *name;

  if (branch->via == VIA_THUNK)
    return format_string("%s of the thunk for %%%s",
                         branch->jump ? "jump" : "call",
                         register_name((unsigned)branch->target));
  disasm_print(code->disasm, section->data + branch->place.offset,
               section_size(section) - branch->place.offset, text);
  operand = branch_operand(object, branch);
  if (!operand)
    return format_string("%s", text);
  name = format_string("%s (%s)", text, operand);
  free(operand);
  return name;
}
