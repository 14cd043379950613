/* What the suites of documents share: an arena, a document to fill, goldens, JSON. */
#ifndef WORDS_KIT_H
#define WORDS_KIT_H

#include <cjson/cJSON.h>

#include "catalogue.h"
#include "matrix_shape.h"

extern struct arena *words_arena;
extern struct doc *words_doc;
extern struct matrix_shape words_made;
extern struct matrix_shaping words_shaping; /* person 7 has the account @ana:house.example */

void words_set_up(void);
void words_tear_down(void);

/* A block of one run. */
struct block *words_block(enum block_kind kind, const char *text, bool people);
/* Shapes the document: the body of its first part. */
const char *words_text(void);
/* Compares with tests/golden/matrix/NAME; UPDATE_GOLDEN=1 rewrites it. */
void words_golden(const char *name, const char *text);
/* All parts, readably. */
const char *words_all(void);
/* Parses; fails the test when it is none. To be deleted. */
cJSON *words_json(const char *text);
const char *words_member(const cJSON *json, const char *name);
struct field *words_field(const char *name, const char *label, enum field_kind kind);

#endif
