/* What the suites of documents and bodies share: an arena, a document to fill, goldens, JSON. */
#ifndef SHAPE_KIT_H
#define SHAPE_KIT_H

#include <cjson/cJSON.h>

#include "catalogue.h"
#include "discord_shape.h"

extern struct arena *shape_arena;
extern struct doc *shape_doc;
extern struct discord_shape shape_made;

void shape_set_up(void);
void shape_tear_down(void);

/* A block of one run. */
struct block *shape_block(enum block_kind kind, const char *text, bool people);
/* Shapes the document; person 7 has the account 700. */
const char *shape_text(bool one);
/* Compares with tests/golden/discord/NAME; UPDATE_GOLDEN=1 rewrites it. */
void shape_golden(const char *name, const char *text);
/* All parts and the panel, readably. */
const char *shape_all(void);
/* Parses; fails the test when it is none. To be deleted. */
cJSON *shape_json(const char *text);
const char *shape_member(const cJSON *json, const char *name);
struct catalogue *shape_english(void);

#endif
