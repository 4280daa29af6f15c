/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * parse.c - makes a document and lets expat parse it, over and over: a parser
 * that calls through pointers for each token, and back for each element.
 *
 *   usage: expat TIMES
 */
#include <expat.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 4000, ITEM_SPACE = 128 };

struct counts {
  unsigned long starts, ends, attributes, characters;
};

static void XMLCALL start(void *user, const XML_Char *name,
                          const XML_Char **attributes) {
  struct counts *counts = user;

  (void)name;
  counts->starts++;
  for (; *attributes; attributes += 2)
    counts->attributes++;
}

static void XMLCALL end(void *user, const XML_Char *name) {
  struct counts *counts = user;

  (void)name;
  counts->ends++;
}

static void XMLCALL characters(void *user, const XML_Char *text, int length) {
  struct counts *counts = user;

  (void)text;
  counts->characters += (unsigned long)length;
}

/* libc's own have no type hashes, and expat calls these through pointers. */
static void *get(size_t size) { return malloc(size); }
static void *get_again(void *old, size_t size) { return realloc(old, size); }
static void give(void *old) { free(old); }

static char *make_document(void) {
  char *document = malloc((size_t)ITEMS * ITEM_SPACE + 2 * ITEM_SPACE);
  char *at = document;

  if (!document)
    return NULL;
  at += sprintf(at, "<?xml version=\"1.0\"?>\n<list>\n");
  for (int i = 0; i < ITEMS; i++)
    at += sprintf(at,
                  "<item n=\"%d\" kind='k%d'><a>x &amp; y</a>\xc3\xa9<b/>"
                  "<!-- %d --></item>\n",
                  i, i % 7, i);
  sprintf(at, "</list>\n");
  return document;
}

static int parse(const char *document, struct counts *counts) {
  const XML_Memory_Handling_Suite memory = {get, get_again, give};
  XML_Parser parser = XML_ParserCreate_MM(NULL, &memory, NULL);
  int good;

  if (!parser)
    return 0;
  XML_SetUserData(parser, counts);
  XML_SetElementHandler(parser, start, end);
  XML_SetCharacterDataHandler(parser, characters);
  good = XML_Parse(parser, document, (int)strlen(document), 1) == XML_STATUS_OK;
  XML_ParserFree(parser);
  return good;
}

int main(int argc, char **argv) {
  int times = argc == 2 ? atoi(argv[1]) : 0;
  char *document = make_document();
  struct counts counts = {0};

  if (!document)
    return 1;
  for (int i = 0; i < times; i++)
    if (!parse(document, &counts))
      return 1;
  printf("%lu %lu %lu %lu\n", counts.starts, counts.ends, counts.attributes,
         counts.characters);
  free(document);
  return 0;
}
