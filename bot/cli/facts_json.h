/* Facts from JSON, and JSON from facts. */
#ifndef FACTS_JSON_H
#define FACTS_JSON_H

#include "buf.h"
#include "facts.h"

#include <cjson/cJSON.h>

enum { FACTS_JSON_MEMBERS_MAX = 64 };

/* The name of a member that an object in the tree has twice, or NULL; an object with more than
 * FACTS_JSON_MEMBERS_MAX members counts too, with its last name. */
const char *facts_json_twice(const cJSON *json);
/* Cuts every text in the tree to at most so many characters; the names of members stay. */
void facts_json_cut(cJSON *json, size_t characters);
/* Copies the members of an object into facts, which borrow its names: json stays until facts are
 * done with. A number that is not whole becomes its text. False when they do not fit. */
bool facts_json_read(struct facts *facts, const cJSON *object);
/* Writes one fact as compact JSON. */
void facts_json_write(struct buf *buf, const struct facts *facts, uint16_t index);
/* Writes the whole tree as one object. */
void facts_json_write_all(struct buf *buf, const struct facts *facts);

#endif
