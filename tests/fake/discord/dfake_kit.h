/* What the files of the Discord for tests share: memory, shared texts, maps of ids, JSON. */
#ifndef DFAKE_KIT_H
#define DFAKE_KIT_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed; aborts where there is none. */
void *dfake_take(size_t size);
/* A copy, zero-terminated. */
char *dfake_copy(const char *text, size_t len);
void dfake_name(char *name, size_t size, const char *text);

/* A text that several hold. */
struct dfake_text {
    unsigned refs;
    size_t len;
    char bytes[];
};

struct dfake_text *dfake_text_new(const char *bytes, size_t len);
/* Prints and deletes the JSON. */
struct dfake_text *dfake_text_json(cJSON *json);
struct dfake_text *dfake_text_hold(struct dfake_text *text);
void dfake_text_drop(struct dfake_text **text);

/* From numbers other than 0 to pointers other than NULL. */
struct dfake_map {
    uint64_t *keys;
    void **values;
    size_t size;
    size_t count;
};

void *dfake_map_find(const struct dfake_map *map, uint64_t key);
void dfake_map_put(struct dfake_map *map, uint64_t key, void *value);
void dfake_map_remove(struct dfake_map *map, uint64_t key);
void dfake_map_deinit(struct dfake_map *map);

struct dfake_list {
    void **items;
    size_t count;
    size_t size;
};

void dfake_list_add(struct dfake_list *list, void *item);
void dfake_list_remove(struct dfake_list *list, const void *item);
void dfake_list_deinit(struct dfake_list *list);

/* FNV-1a, going on from seed. Never 0. */
uint64_t dfake_hash(uint64_t seed, const char *bytes, size_t len);

enum { DFAKE_ID_BYTES = 24, DFAKE_TIME_BYTES = 40 };

/* The number at the start of text when it is all of it, or 0. */
uint64_t dfake_id_of(const char *text);
/* ISO 8601 as Discord writes it. */
void dfake_time_text(char text[DFAKE_TIME_BYTES], int64_t at_ms);

/* JSON: members of objects. The adders return what they added. */
cJSON *dfake_add_id(cJSON *object, const char *name, uint64_t id); /* 0: null */
cJSON *dfake_add_time(cJSON *object, const char *name, int64_t at_ms);
cJSON *dfake_add_number(cJSON *object, const char *name, int64_t number);
cJSON *dfake_add_text(cJSON *object, const char *name, const char *text); /* NULL: null */
cJSON *dfake_add_bool(cJSON *object, const char *name, bool is);
cJSON *dfake_add_null(cJSON *object, const char *name);
cJSON *dfake_add_list(cJSON *object, const char *name);
cJSON *dfake_add_object(cJSON *object, const char *name);
cJSON *dfake_get(const cJSON *object, const char *name); /* NULL: absent */
uint64_t dfake_get_id(const cJSON *object, const char *name);
const char *dfake_get_text(const cJSON *object, const char *name); /* NULL: no text */
int64_t dfake_get_number(const cJSON *object, const char *name, int64_t otherwise);
bool dfake_get_true(const cJSON *object, const char *name);
/* Puts value in the place of a member, or adds it. */
void dfake_put(cJSON *object, const char *name, cJSON *value);
/* Characters (code points) of a text. */
size_t dfake_length(const char *text);
/* Does text fit the pattern: '*' any text, '?' any character? */
bool dfake_fits(const char *pattern, const char *text);

#endif
