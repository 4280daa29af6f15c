/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report.c - what kcfi-opt/report.h declares, but for the handler. */
#include "counts.h"
#include "module.h"

uint64_t kcfi_report_count(void) { return kcfi_counts_total(); }

static void resolve_place(const struct module *module,
                          struct kcfi_report_place *place, char *name,
                          size_t size) {
  place->file = module->path;
  place->file_address = place->address - module->base;
  kcfi_module_symbol(module, place, name, size);
}

void kcfi_report_resolve(struct kcfi_report *report,
                         struct kcfi_report_names *names) {
  struct module module;

  if (kcfi_module_find(report->trap.address, &module)) {
    resolve_place(&module, &report->trap, names->trap, sizeof(names->trap));
    report->entry = kcfi_module_entry(&module, report->trap.address);
    kcfi_module_close(&module);
  }
  if (report->decoded && kcfi_module_find(report->target.address, &module)) {
    resolve_place(&module, &report->target, names->target,
                  sizeof(names->target));
    kcfi_module_close(&module);
  }
}

/* A place to put an object's members, one after the other. */
struct json {
  kcfi_report_put *put;
  void *data;
};

static void put_string(const struct json *json, const char *text) {
  static const char digits[] = "0123456789abcdef";

  json->put(json->data, "\"", 1);
  for (; *text; text++) {
    const unsigned char c = (unsigned char)*text;
    const char escape[] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
    const bool quoted = c == '"' || c == '\\';

    if (quoted)
      json->put(json->data, "\\", 1);
    if (quoted || (c >= ' ' && c < 0x7f))
      json->put(json->data, text, 1);
    else
      json->put(json->data, escape, sizeof(escape));
  }
  json->put(json->data, "\"", 1);
}

static void put_key(const struct json *json, const char *key) {
  kcfi_report_put_text(json->put, json->data, ",\"");
  kcfi_report_put_text(json->put, json->data, key);
  kcfi_report_put_text(json->put, json->data, "\":");
}

static void put_number(const struct json *json, const char *key,
                       uint64_t value) {
  put_key(json, key);
  kcfi_report_put_decimal(json->put, json->data, value);
}

static void put_text(const struct json *json, const char *key,
                     const char *text) {
  put_key(json, key);
  put_string(json, text);
}

static void put_place(const struct json *json,
                      const struct kcfi_report_place *place) {
  kcfi_report_put_decimal(json->put, json->data, place->address);
  if (place->file) {
    put_text(json, "file", place->file);
    put_number(json, "address", place->file_address);
  }
  if (place->symbol) {
    put_text(json, "symbol", place->symbol);
    put_number(json, "offset", place->offset);
  }
}

void kcfi_report_json(const struct kcfi_report *report, kcfi_report_put *put,
                      void *data) {
  static const char *const entries[] = {"none", "trap", "test"};
  static const char *const registers[] = {
      "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
      "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};
  const struct json json = {put, data};

  kcfi_report_put_text(put, data, "{\"kcfi\":\"failure\",\"trap\":{\"ip\":");
  put_place(&json, &report->trap);
  kcfi_report_put_text(put, data, "}");
  put_text(&json, "entry", entries[report->entry]);
  if (report->decoded) {
    put_text(&json, "form",
             report->form == KCFI_OPT_FORM_STOCK ? "stock" : "not-taken");
    put_text(&json, "register", registers[report->target_register]);
    put_key(&json, "target");
    kcfi_report_put_text(put, data, "{\"ip\":");
    put_place(&json, &report->target);
    kcfi_report_put_text(put, data, "}");
    put_number(&json, "prefix", report->prefix);
    put_number(&json, "expected", report->expected);
    if (report->typed)
      put_number(&json, "found", report->found);
  }
  put_number(&json, "count", report->count);
  put(data, "}\n", 2);
}
