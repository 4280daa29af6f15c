/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * check.c - whether checks and trap entries belong together, and guard.
 *
 * Entries are taken one by one, each to the check that it names; then the
 * checks, each of which must have been named and must guard a branch; then the
 * branches that no check guards.
 */
#include "check.h"
#include "code.h"
#include "insn.h"
#include "memory.h"
#include "thunks.h"
#include "traps.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What was counted in all objects of one file. */
struct counts {
  size_t objects;
  size_t sites, not_taken;
  size_t entries, at_test; /* at_test: those that name the testb */
  size_t calls, jumps;     /* unchecked */
  size_t allowed;          /*   but allowed */
  size_t got, stubs;       /*   by name, and in linkers' and thunks' code */
  uint64_t undecoded;
};

/* A file under way; what is below the line is about one object in it. */
struct check {
  const struct check_options *options;
  struct report *report;
  struct counts counts;
  /* --- */
  struct object *object;
  struct code code;
  struct traps traps;
  bool *named; /* by site: an entry names it */
};

/* A finding at PLACE of the object. */
__attribute__((format(printf, 3, 4))) static void
found(struct check *check, struct place place, const char *format, ...) {
  char *name = object_place_name(check->object, place), *text;
  va_list args;

  va_start(args, format);
  text = format_args(format, args);
  va_end(args);
  report_finding(check->report, check->object->name, name, "%s", text);
  free(text);
  free(name);
}

/* What is wrong with an entry that names no place, besides the first state. */
static const char *const states[] = {
    [TRAP_UNRELOCATED] = "trap entry, expected a relocation, found none",
    [TRAP_TWICE] = "trap entry, expected one relocation, found more",
    [TRAP_WRONG_TYPE] = "trap entry, expected a relocation R_X86_64_PC32, "
                        "found another type",
    [TRAP_UNDEFINED] = "trap entry, expected a place in this file, found an "
                       "undefined symbol",
    [TRAP_ASTRAY] = "relocation of a trap table, expected at an entry, found "
                    "elsewhere",
};

/* Prints the bytes around PLACE, which is put in brackets: "74 02 [0f] 0b". */
static void print_around(const struct object *object, struct place place,
                         char text[32]) {
  const struct section *section = &object->sections[place.section];
  const uint64_t begin = place.offset < 3 ? 0 : place.offset - 3;
  uint64_t i;
  int length = 0;

  text[0] = 0;
  for (i = begin; i < begin + 6 && i < section_size(section); i++)
    length += sprintf(text + length, i == place.offset ? "%s[%02x]" : "%s%02x",
                      i == begin ? "" : " ", section->data[i]);
}

/* An entry that names a place where no whole check ends. */
static void report_no_site(struct check *check, const struct trap *trap) {
  const struct object *object = check->object;
  const struct section *section = &object->sections[trap->place.section];
  char bytes[32];

  if (!trap->place.section) {
    found(check, trap->entry,
          "trap entry, expected a place in code, found 0x%" PRIx64
          ", in no section",
          trap->address);
  } else if (!section_is_code(section) ||
             trap->place.offset >= section_size(section)) {
    char *name = object_place_name(check->object, trap->place);

    found(check, trap->entry, "trap entry, expected a place in code, found %s",
          name);
    free(name);
  } else {
    print_around(object, trap->place, bytes);
    found(check, trap->place,
          "trap entry, expected the trap of a whole check, found %s", bytes);
  }
}

/* Takes one entry to the check that it names. */
static void check_entry(struct check *check, const struct trap *trap) {
  struct kcfi_opt_site parts;
  size_t site;

  check->counts.entries += trap->state != TRAP_ASTRAY;
  if (trap->state != TRAP_RESOLVED) {
    found(check, trap->entry, "%s", states[trap->state]);
    return;
  }
  if (!trap_decode(check->object, trap, &parts)) {
    report_no_site(check, trap);
    return;
  }
  site = code_find_site(&check->code,
                        (struct place){trap->place.section, parts.trap});
  if (site == NONE) {
    found(check, trap->place,
          "trap entry, expected a check, found its bytes inside instructions");
    return;
  }
  check->counts.at_test += parts.trap != trap->place.offset;
  if (check->named[site])
    found(check, trap->place,
          "trap entry, expected one for this check, found two");
  check->named[site] = true;
}

static bool allowed_name(const struct check *check, const char *name) {
  size_t i;

  for (i = 0; i < check->options->allow_count; i++)
    if (!fnmatch(check->options->allow[i], name, 0))
      return true;
  return false;
}

/* Whether the symbol that holds PLACE is allowed; without one, the section. */
static bool allowed(const struct check *check, struct place place) {
  struct symbol symbol;

  return allowed_name(check, object_symbol_at(check->object, place, &symbol)
                                 ? symbol.name
                                 : check->object->sections[place.section].name);
}

/* Whether BRANCH is allowed, or the variable that has its target. */
static bool allowed_branch(const struct check *check,
                           const struct branch *branch) {
  struct symbol symbol;

  if (!check->options->allow_count)
    return false;
  if (allowed(check, branch->place))
    return true;
  if (branch->operand.section)
    return allowed(check, branch->operand);
  return branch->operand_symbol &&
         object_symbol(check->object, branch->operand_symbol, &symbol) &&
         allowed_name(check, symbol.name);
}

/* Whether the check is followed by a call or jump to what may be a thunk. */
static bool may_be_thunk(const struct object *object, const struct site *site) {
  const struct section *section = &object->sections[site->place.section];
  struct insn insn;

  return object->stripped &&
         insn_decode(section->data + site->parts.resume,
                     section_size(section) - site->parts.resume, &insn) &&
         (insn.kind == INSN_CALL || insn.kind == INSN_JUMP);
}

/* Whether SITE guards a branch to the register that it checks. */
static void check_guard(struct check *check, const struct site *site) {
  const struct section *section = &check->object->sections[site->place.section];
  const char *target = register_name(site->parts.target);

  if (site->branch != NONE) {
    const struct branch *branch = &check->code.branches[site->branch];
    char *name;

    if (branch->target == (signed char)site->parts.target)
      return;
    name = branch_name(check->object, &check->code, branch);
    found(check, branch->place,
          "branch after the check of %%%s, expected to go there, found %s",
          target, name);
    free(name);
  } else if (!may_be_thunk(check->object, site)) {
    char text[DISASM_TEXT_SIZE];

    if (!disasm_print(check->code.disasm, section->data + site->parts.resume,
                      section_size(section) - site->parts.resume, text))
      strcpy(text, "none");
    found(check, (struct place){site->place.section, site->parts.resume},
          "instruction after the check of %%%s, expected an indirect branch, "
          "found %s",
          target, text);
  }
}

static void check_site(struct check *check, size_t index) {
  const struct site *site = &check->code.sites[index];

  check->counts.sites++;
  check->counts.not_taken += site->parts.form == KCFI_OPT_FORM_NOT_TAKEN;
  if (check->object->has_sections && !check->named[index])
    found(check, site_trap(site), "check, expected a trap entry, found none");
  check_guard(check, site);
  if (check->options->require_not_taken &&
      site->parts.form != KCFI_OPT_FORM_NOT_TAKEN &&
      !allowed(check, site->place))
    found(check, site->place,
          "check, expected in the not-taken form, found in the stock form");
}

static void check_branch(struct check *check, const struct branch *branch) {
  struct counts *counts = &check->counts;
  char *name;

  if (branch->site != NONE)
    return;
  if (branch->stub || branch->via == VIA_GOT) {
    *(branch->stub ? &counts->stubs : &counts->got) += 1;
    return;
  }
  if (allowed_branch(check, branch)) {
    counts->allowed++;
    return;
  }
  *(branch->jump ? &counts->jumps : &counts->calls) += 1;
  if (!check->options->require_checked)
    return;
  name = branch_name(check->object, &check->code, branch);
  found(check, branch->place, "%s, expected a check before it, found none",
        name);
  free(name);
}

static void check_tables(struct check *check) {
  uint32_t i;

  for (i = 1; i < check->object->section_count; i++) {
    const struct section *section = &check->object->sections[i];

    if (section_is_trap_table(section) &&
        section_size(section) % KCFI_OPT_ENTRY_SIZE)
      found(check, (struct place){i, 0},
            "trap table, expected a size in fours, found %" PRIu64 " bytes",
            section_size(section));
  }
}

/* Says where a branch without a check could be, and would not be seen. */
static void check_unknown(struct check *check) {
  const struct code *code = &check->code;

  if (code->undecoded && !allowed(check, code->first_undecoded))
    found(check, code->first_undecoded,
          "code, expected instructions only, found other bytes: %" PRIu64
          ", the first here",
          code->undecoded);
  if (check->object->stripped && !check->object->relocatable)
    report_error(check->report, check->object->name,
                 "no symbols, so calls of thunks are not seen; check the file "
                 "before it is stripped");
}

/* Checks the object, whose code has been walked and whose tables are read. */
static void check_object(struct check *check) {
  const struct code *code = &check->code;
  size_t i;

  check_tables(check);
  check->named = allocate(code->site_count * sizeof(check->named[0]));
  for (i = 0; i < check->traps.count; i++)
    check_entry(check, &check->traps.all[i]);
  for (i = 0; i < code->site_count; i++)
    check_site(check, i);
  for (i = 0; i < code->branch_count; i++)
    check_branch(check, &code->branches[i]);
  free(check->named);
  check->counts.undecoded += code->undecoded;
  if (check->options->require_checked)
    check_unknown(check);
  if (!check->object->has_sections && code->site_count)
    report_error(check->report, check->object->name,
                 "no section headers, so its trap table cannot be found; check "
                 "the file that it was made from");
}

static void look(const char *name, const unsigned char *image, size_t size,
                 void *data, struct report *report) {
  struct check *check = data;
  struct object object;

  if (!object_open(&object, name, image, size, report))
    return;
  check->counts.objects++;
  check->object = &object;
  check->traps = (struct traps){0};
  if (code_read(&object, &check->code, report) &&
      traps_read_all(&object, &check->traps, report))
    check_object(check);
  traps_free(&check->traps);
  code_free(&check->code);
  object_close(&object);
}

static void sum_up(const char *path, const struct counts *counts,
                   struct report *report) {
  FILE *out = report->out;

  report_text(out, path);
  fprintf(out, ": %zu site%s: %zu not-taken, %zu stock; %zu trap entr%s",
          counts->sites, plural(counts->sites), counts->not_taken,
          counts->sites - counts->not_taken, counts->entries,
          counts->entries == 1 ? "y" : "ies");
  if (counts->at_test)
    fprintf(out, " (%zu at the test)", counts->at_test);
  fprintf(out, "; unchecked: %zu call%s, %zu jump%s", counts->calls,
          plural(counts->calls), counts->jumps, plural(counts->jumps));
  if (counts->allowed)
    fprintf(out, ", %zu allowed", counts->allowed);
  if (counts->got)
    fprintf(out, ", %zu through the GOT", counts->got);
  if (counts->stubs)
    fprintf(out, ", %zu in PLTs and thunks", counts->stubs);
  if (counts->undecoded)
    fprintf(out, "; %" PRIu64 " byte%s no instruction", counts->undecoded,
            counts->undecoded == 1 ? " is" : "s are");
  fputc('\n', out);
}

void check_image(const char *path, const unsigned char *image, size_t size,
                 const struct check_options *options, struct report *report) {
  struct check check = {.options = options, .report = report};

  input_each(path, image, size, look, &check, report);
  if (check.counts.objects)
    sum_up(path, &check.counts, report);
}

void check_file(const char *path, const struct check_options *options,
                struct report *report) {
  struct input input;

  if (!input_open(path, &input, report))
    return;
  check_image(path, input.data, input.size, options, report);
  input_close(&input);
}
