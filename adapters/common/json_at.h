/* Members of JSON that came from outside: what is not there, or of another type, is not there. */
#ifndef JSON_AT_H
#define JSON_AT_H

#include <stdbool.h>
#include <stdint.h>

#include <cjson/cJSON.h>

/* The member of this name; NULL where object is none, or has none. Lives as long as object. */
const cJSON *json_at(const cJSON *object, const char *name);
/* A list; NULL. */
const cJSON *json_at_list(const cJSON *object, const char *name);
/* A text; NULL. "" is a text. */
const char *json_at_text(const cJSON *object, const char *name);
/* The same into size bytes; false, and into as it was: there is none, or it does not fit. */
bool json_at_copy(const cJSON *object, const char *name, char *into, size_t size);
/* Is it there, and true? */
bool json_at_flag(const cJSON *object, const char *name);
/* A whole number from least to most; else otherwise. */
int64_t json_at_number(const cJSON *object, const char *name, int64_t least, int64_t most,
                       int64_t otherwise);

struct arena;
/* {"name":"text"}, in the arena. */
const char *json_one(struct arena *arena, const char *name, const char *text);

#endif
