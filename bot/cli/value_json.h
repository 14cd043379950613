/* A value tree from JSON, and JSON from one. */
#ifndef VALUE_JSON_H
#define VALUE_JSON_H

#include "buf.h"
#include "value_tree.h"

#include <cjson/cJSON.h>

enum { VALUE_JSON_MEMBERS_MAX = 64 };

/* The name of a member that an object in the tree has twice, or NULL; an object with more than
 * VALUE_JSON_MEMBERS_MAX members counts too, with its last name. */
const char *value_json_twice(const cJSON *json);
/* Cuts every text in the tree to at most so many characters; the names of members stay. */
void value_json_cut(cJSON *json, size_t characters);
/* Copies the members of an object into tree, which borrow its names: json stays until tree are
 * done with. A number that is not whole becomes its text. False when they do not fit. */
bool value_json_read(struct value_tree *tree, const cJSON *object);
/* Writes one value as compact JSON. */
void value_json_write(struct buf *buf, const struct value_tree *tree, uint16_t index);
/* Writes the whole tree as one object. */
void value_json_write_all(struct buf *buf, const struct value_tree *tree);

#endif
