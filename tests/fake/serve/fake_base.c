/* Memory, texts, maps, JSON: nothing here knows of a platform. */
#include "fake_base.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void *fake_take(size_t size)
{
    void *memory = calloc(1, size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

char *fake_copy(const char *text, size_t len)
{
    char *copy = fake_take(len + 1);
    if (len > 0) {
        memcpy(copy, text, len);
    }
    return copy;
}

void fake_name(char *name, size_t size, const char *text)
{
    snprintf(name, size, "%s", text);
}

struct fake_text *fake_text_new(const char *bytes, size_t len)
{
    struct fake_text *text = malloc(sizeof *text + len + 1);
    if (text == NULL) {
        abort();
    }
    text->refs = 1;
    text->len = len;
    if (len > 0) {
        memcpy(text->bytes, bytes, len);
    }
    text->bytes[len] = '\0';
    return text;
}

struct fake_text *fake_text_json(cJSON *json)
{
    char *printed = cJSON_PrintUnformatted(json);
    if (printed == NULL) {
        abort();
    }
    struct fake_text *text = fake_text_new(printed, strlen(printed));
    cJSON_free(printed);
    cJSON_Delete(json);
    return text;
}

struct fake_text *fake_text_hold(struct fake_text *text)
{
    text->refs++;
    return text;
}

void fake_text_drop(struct fake_text **text)
{
    if (*text != NULL && --(*text)->refs == 0) {
        free(*text);
    }
    *text = NULL;
}

static size_t fake_map_slot(const struct fake_map *map, uint64_t key)
{
    size_t slot = (size_t)((key * 0x9E3779B97F4A7C15U) >> 20) & (map->size - 1);
    while (map->keys[slot] != 0 && map->keys[slot] != key) {
        slot = (slot + 1) & (map->size - 1);
    }
    return slot;
}

void *fake_map_find(const struct fake_map *map, uint64_t key)
{
    if (map->size == 0 || key == 0) {
        return NULL;
    }
    return map->values[fake_map_slot(map, key)];
}

static void fake_map_grow(struct fake_map *map)
{
    struct fake_map old = *map;
    map->size = old.size == 0 ? 64 : old.size * 2;
    map->keys = fake_take(map->size * sizeof *map->keys);
    map->values = fake_take(map->size * sizeof *map->values);
    for (size_t i = 0; i < old.size; i++) {
        if (old.keys[i] != 0) {
            size_t slot = fake_map_slot(map, old.keys[i]);
            map->keys[slot] = old.keys[i];
            map->values[slot] = old.values[i];
        }
    }
    fake_map_deinit(&old);
}

void fake_map_put(struct fake_map *map, uint64_t key, void *value)
{
    assert(key != 0 && value != NULL);
    if (map->count * 2 >= map->size) {
        size_t count = map->count;
        fake_map_grow(map);
        map->count = count;
    }
    size_t slot = fake_map_slot(map, key);
    map->count += map->keys[slot] == 0;
    map->keys[slot] = key;
    map->values[slot] = value;
}

void fake_map_remove(struct fake_map *map, uint64_t key)
{
    if (fake_map_find(map, key) == NULL) {
        return;
    }
    size_t hole = fake_map_slot(map, key);
    map->count--;
    map->keys[hole] = 0;
    map->values[hole] = NULL;
    size_t at = (hole + 1) & (map->size - 1);
    while (map->keys[at] != 0) {
        uint64_t moved = map->keys[at];
        void *value = map->values[at];
        map->keys[at] = 0;
        map->values[at] = NULL;
        size_t slot = fake_map_slot(map, moved);
        map->keys[slot] = moved;
        map->values[slot] = value;
        at = (at + 1) & (map->size - 1);
    }
}

void fake_map_deinit(struct fake_map *map)
{
    free(map->keys);
    free(map->values);
    memset(map, 0, sizeof *map);
}

void fake_list_add(struct fake_list *list, void *item)
{
    if (list->count == list->size) {
        list->size = list->size == 0 ? 8 : list->size * 2;
        void **items = realloc(list->items, list->size * sizeof *items);
        if (items == NULL) {
            abort();
        }
        list->items = items;
    }
    list->items[list->count++] = item;
}

void fake_list_remove(struct fake_list *list, const void *item)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i] == item) {
            memmove(&list->items[i], &list->items[i + 1],
                    (list->count - i - 1) * sizeof *list->items);
            list->count--;
            return;
        }
    }
}

void fake_list_deinit(struct fake_list *list)
{
    free(list->items);
    memset(list, 0, sizeof *list);
}

uint64_t fake_hash(uint64_t seed, const char *bytes, size_t len)
{
    uint64_t hash = seed ^ 0xCBF29CE484222325U;
    for (size_t i = 0; i < len; i++) {
        hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001B3U;
    }
    return hash != 0 ? hash : 1;
}

uint64_t fake_id_of(const char *text)
{
    if (text == NULL || *text == '\0' || strlen(text) > 20 ||
        text[strspn(text, "0123456789")] != '\0') {
        return 0;
    }
    return strtoull(text, NULL, 10);
}

void fake_time_text(char text[FAKE_TIME_BYTES], int64_t at_ms)
{
    time_t seconds = (time_t)(at_ms / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    size_t len = strftime(text, FAKE_TIME_BYTES, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(text + len, FAKE_TIME_BYTES - len, ".%03d000+00:00", (int)(at_ms % 1000));
}

cJSON *fake_add_id(cJSON *object, const char *name, uint64_t id)
{
    if (id == 0) {
        return fake_add_null(object, name);
    }
    char text[FAKE_ID_BYTES];
    snprintf(text, sizeof text, "%" PRIu64, id);
    return fake_add_text(object, name, text);
}

cJSON *fake_add_time(cJSON *object, const char *name, int64_t at_ms)
{
    char text[FAKE_TIME_BYTES];
    fake_time_text(text, at_ms);
    return fake_add_text(object, name, text);
}

static cJSON *fake_added(cJSON *object, const char *name, cJSON *item)
{
    if (item == NULL) {
        abort();
    }
    if (cJSON_IsArray(object)) {
        cJSON_AddItemToArray(object, item);
    } else {
        cJSON_AddItemToObject(object, name, item);
    }
    return item;
}

cJSON *fake_add_number(cJSON *object, const char *name, int64_t number)
{
    return fake_added(object, name, cJSON_CreateNumber((double)number));
}

cJSON *fake_add_text(cJSON *object, const char *name, const char *text)
{
    return fake_added(object, name, text == NULL ? cJSON_CreateNull() : cJSON_CreateString(text));
}

cJSON *fake_add_bool(cJSON *object, const char *name, bool is)
{
    return fake_added(object, name, cJSON_CreateBool(is));
}

cJSON *fake_add_null(cJSON *object, const char *name)
{
    return fake_added(object, name, cJSON_CreateNull());
}

cJSON *fake_add_list(cJSON *object, const char *name)
{
    return fake_added(object, name, cJSON_CreateArray());
}

cJSON *fake_add_object(cJSON *object, const char *name)
{
    return fake_added(object, name, cJSON_CreateObject());
}

cJSON *fake_parse(const char *text)
{
    return cJSON_ParseWithLength(text, strlen(text));
}

cJSON *fake_get(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

uint64_t fake_get_id(const cJSON *object, const char *name)
{
    return fake_id_of(fake_get_text(object, name));
}

const char *fake_get_text(const cJSON *object, const char *name)
{
    const cJSON *item = fake_get(object, name);
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

int64_t fake_get_number(const cJSON *object, const char *name, int64_t otherwise)
{
    const cJSON *item = fake_get(object, name);
    return cJSON_IsNumber(item) ? (int64_t)item->valuedouble : otherwise;
}

bool fake_get_true(const cJSON *object, const char *name)
{
    return cJSON_IsTrue(fake_get(object, name));
}

void fake_put(cJSON *object, const char *name, cJSON *value)
{
    if (value == NULL) {
        abort();
    }
    if (fake_get(object, name) != NULL) {
        cJSON_ReplaceItemInObjectCaseSensitive(object, name, value);
    } else {
        cJSON_AddItemToObject(object, name, value);
    }
}

size_t fake_length(const char *text)
{
    size_t length = 0;
    for (; *text != '\0'; text++) {
        length += ((unsigned char)*text & 0xC0) != 0x80;
    }
    return length;
}

bool fake_fits(const char *pattern, const char *text)
{
    const char *star = NULL;
    const char *from = NULL;
    while (*text != '\0') {
        if (*pattern == '*') {
            star = pattern++;
            from = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star != NULL) {
            pattern = star + 1;
            text = ++from;
        } else {
            return false;
        }
    }
    return pattern[strspn(pattern, "*")] == '\0';
}
