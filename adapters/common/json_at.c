#include "json_at.h"

#include <string.h>

#include "arena.h"
#include "buf.h"
#include "json_out.h"

enum { ONE_BYTES_MAX = 64 * 1024 };

/* Most names differ from the one that is looked for in their first letter already. */
const cJSON *json_at(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_IsObject(object) ? object->child : NULL;
    while (item != NULL && (item->string == NULL || item->string[0] != name[0] ||
                            strcmp(item->string, name) != 0)) {
        item = item->next;
    }
    return item;
}

const cJSON *json_at_list(const cJSON *object, const char *name)
{
    const cJSON *item = json_at(object, name);
    return cJSON_IsArray(item) ? item : NULL;
}

const char *json_at_text(const cJSON *object, const char *name)
{
    const cJSON *item = json_at(object, name);
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

bool json_at_copy(const cJSON *object, const char *name, char *into, size_t size)
{
    const char *text = json_at_text(object, name);
    bool fits = text != NULL && strlen(text) < size;
    if (fits) {
        memcpy(into, text, strlen(text) + 1);
    }
    return fits;
}

bool json_at_flag(const cJSON *object, const char *name)
{
    return cJSON_IsTrue(json_at(object, name));
}

int64_t json_at_number(const cJSON *object, const char *name, int64_t least, int64_t most,
                       int64_t otherwise)
{
    const cJSON *item = json_at(object, name);
    bool within = cJSON_IsNumber(item) && item->valuedouble >= (double)least &&
                  item->valuedouble <= (double)most &&
                  item->valuedouble == (double)(int64_t)item->valuedouble;
    return within ? (int64_t)item->valuedouble : otherwise;
}

const char *json_one(struct arena *arena, const char *name, const char *text)
{
    struct buf json;
    buf_init(&json, ONE_BYTES_MAX);
    buf_text(&json, "{");
    json_out_text(&json, name, text);
    buf_text(&json, "}");
    const char *one = arena_text(arena, json.text, json.len);
    buf_deinit(&json);
    return one;
}
