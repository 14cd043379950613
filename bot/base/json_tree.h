/* JSON read into trees of cJSON that live for a moment: their pieces, some two hundred for an event
 * of Discord, come out of one block of memory that is used from its start again when no such tree
 * is left. What does not fit there, and every other tree, is on the heap as ever. For the loop's
 * thread alone, where all JSON is read. */
#ifndef JSON_TREE_H
#define JSON_TREE_H

#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

/* NULL for what is no JSON; more after it is not looked at. Nothing is added to the tree or taken
 * out of it. */
cJSON *json_tree_read(const char *text, size_t len);
/* tree may be NULL. */
void json_tree_free(cJSON *tree);

/* Of any tree of cJSON: a member that is a number, 0 where it is none. */
int64_t json_tree_number(const cJSON *tree, const char *member);
/* A copy of a member that is a text, NULL where it is none; freed with free(). */
char *json_tree_copy(const cJSON *tree, const char *member);

#endif
