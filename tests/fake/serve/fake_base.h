/* What the platforms for tests share: memory, shared texts, maps of ids, JSON. */
#ifndef FAKE_BASE_H
#define FAKE_BASE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed; aborts where there is none. */
void *fake_take(size_t size);
/* A copy, zero-terminated. */
char *fake_copy(const char *text, size_t len);
void fake_name(char *name, size_t size, const char *text);

/* A text that several hold. */
struct fake_text {
    unsigned refs;
    size_t len;
    char bytes[];
};

struct fake_text *fake_text_new(const char *bytes, size_t len);
/* Prints and deletes the JSON. */
struct fake_text *fake_text_json(cJSON *json);
struct fake_text *fake_text_hold(struct fake_text *text);
void fake_text_drop(struct fake_text **text);

/* From numbers other than 0 to pointers other than NULL. */
struct fake_map {
    uint64_t *keys;
    void **values;
    size_t size;
    size_t count;
};

void *fake_map_find(const struct fake_map *map, uint64_t key);
void fake_map_put(struct fake_map *map, uint64_t key, void *value);
void fake_map_remove(struct fake_map *map, uint64_t key);
void fake_map_deinit(struct fake_map *map);

struct fake_list {
    void **items;
    size_t count;
    size_t size;
};

void fake_list_add(struct fake_list *list, void *item);
void fake_list_remove(struct fake_list *list, const void *item);
void fake_list_deinit(struct fake_list *list);

/* FNV-1a, going on from seed. Never 0. */
uint64_t fake_hash(uint64_t seed, const char *bytes, size_t len);

enum { FAKE_ID_BYTES = 24, FAKE_TIME_BYTES = 40 };

/* The number at the start of text when it is all of it, or 0. */
uint64_t fake_id_of(const char *text);
/* ISO 8601 as Discord writes it. */
void fake_time_text(char text[FAKE_TIME_BYTES], int64_t at_ms);

/* JSON: members of objects. The adders return what they added. */
cJSON *fake_add_id(cJSON *object, const char *name, uint64_t id); /* 0: null */
cJSON *fake_add_time(cJSON *object, const char *name, int64_t at_ms);
cJSON *fake_add_number(cJSON *object, const char *name, int64_t number);
cJSON *fake_add_text(cJSON *object, const char *name, const char *text); /* NULL: null */
cJSON *fake_add_bool(cJSON *object, const char *name, bool is);
cJSON *fake_add_null(cJSON *object, const char *name);
cJSON *fake_add_list(cJSON *object, const char *name);
cJSON *fake_add_object(cJSON *object, const char *name);
/* NULL: it is no JSON. Deleted by the caller. */
cJSON *fake_parse(const char *text);
cJSON *fake_get(const cJSON *object, const char *name); /* NULL: absent */
uint64_t fake_get_id(const cJSON *object, const char *name);
const char *fake_get_text(const cJSON *object, const char *name); /* NULL: no text */
int64_t fake_get_number(const cJSON *object, const char *name, int64_t otherwise);
bool fake_get_true(const cJSON *object, const char *name);
/* Puts value in the place of a member, or adds it. */
void fake_put(cJSON *object, const char *name, cJSON *value);
/* Characters (code points) of a text. */
size_t fake_length(const char *text);
/* Does text fit the pattern: '*' any text, '?' any character? */
bool fake_fits(const char *pattern, const char *text);

#endif
