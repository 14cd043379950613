#include "mxfake_shape.h"

#include "fake_base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MXFAKE_SHAPE_DEPTH = 12, MXFAKE_SHAPE_LEVELS = 4, MXFAKE_SHAPE_PATH = 4096 };

struct mxfake_shapes {
    cJSON *index;
    struct fake_list names;
};

static char *mxfake_shapes_read(const char *path)
{
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return NULL;
    }
    char *text = NULL;
    if (fseek(file, 0, SEEK_END) == 0 && ftell(file) > 0) {
        size_t len = (size_t)ftell(file);
        rewind(file);
        text = fake_take(len + 1);
        text[fread(text, 1, len, file)] = '\0';
    }
    fclose(file);
    return text;
}

static char *mxfake_shapes_text(const char *root)
{
    char path[MXFAKE_SHAPE_PATH];
    const char *named = getenv("DEADDROP_MATRIX_SPEC");
    if (named != NULL) {
        return mxfake_shapes_read(named);
    }
    char up[4 * MXFAKE_SHAPE_LEVELS + 1] = "";
    for (size_t level = 0; level < MXFAKE_SHAPE_LEVELS; level++) {
        snprintf(up + 3 * level, sizeof up - 3 * level, "../");
        snprintf(path, sizeof path, "%s/%sshared/data/matrix-spec-index.json", root, up);
        char *text = mxfake_shapes_read(path);
        if (text != NULL) {
            return text;
        }
    }
    return NULL;
}

struct mxfake_shapes *mxfake_shapes_new(const char *root)
{
    char *text = mxfake_shapes_text(root);
    cJSON *index = text == NULL ? NULL : fake_parse(text);
    free(text);
    if (index == NULL) {
        return NULL;
    }
    struct mxfake_shapes *shapes = fake_take(sizeof *shapes);
    shapes->index = index;
    const cJSON *op = NULL;
    cJSON_ArrayForEach(op, fake_get(index, "ops"))
    {
        char name[256];
        int len =
            snprintf(name, sizeof name, "%s %s", fake_get_text(op, "m"), fake_get_text(op, "p"));
        fake_list_add(&shapes->names, fake_copy(name, (size_t)len));
    }
    return shapes;
}

void mxfake_shapes_free(struct mxfake_shapes **shapes)
{
    for (size_t i = 0; i < (*shapes)->names.count; i++) {
        free((*shapes)->names.items[i]);
    }
    fake_list_deinit(&(*shapes)->names);
    cJSON_Delete((*shapes)->index);
    free(*shapes);
    *shapes = NULL;
}

size_t mxfake_shapes_count(const struct mxfake_shapes *shapes)
{
    return shapes->names.count;
}

const char *mxfake_shapes_name(const struct mxfake_shapes *shapes, size_t at)
{
    return shapes->names.items[at];
}

size_t mxfake_shapes_find(const struct mxfake_shapes *shapes, const char *name)
{
    size_t at = 0;
    while (at < shapes->names.count && strcmp(shapes->names.items[at], name) != 0) {
        at++;
    }
    return at;
}

/* --- examples --------------------------------------------------------------------------------- */

static void mxfake_example_into(cJSON *object, const cJSON *schema, int depth);

static const char *mxfake_schema_type(const cJSON *schema)
{
    const cJSON *type = fake_get(schema, "type");
    type = cJSON_IsArray(type) ? type->child : type;
    if (cJSON_IsString(type)) {
        return type->valuestring;
    }
    bool object = fake_get(schema, "properties") != NULL || fake_get(schema, "allOf") != NULL ||
                  fake_get(schema, "additionalProperties") != NULL;
    return object ? "object" : "string";
}

static cJSON *mxfake_example_text(const cJSON *schema)
{
    static const char *const formats[][2] = {
        {"mx-user-id", "@ana:fake.example"},
        {"mx-room-id", "!room:fake.example"},
        {"mx-event-id", "$event"},
        {"mx-room-alias", "#den:fake.example"},
        {"mx-mxc-uri", "mxc://fake.example/a"},
        {"mx-server-name", "fake.example"},
        {"uri", "https://fake.example"},
        {"date-time", "2026-11-22T00:00:00Z"},
    };
    const cJSON *list = fake_get(schema, "enum");
    const char *format = fake_get_text(schema, "format");
    if (cJSON_IsArray(list) && list->child != NULL) {
        return cJSON_Duplicate(list->child, true);
    }
    for (size_t i = 0; format != NULL && i < sizeof formats / sizeof *formats; i++) {
        if (strcmp(formats[i][0], format) == 0) {
            return cJSON_CreateString(formats[i][1]);
        }
    }
    return cJSON_CreateString("text");
}

static cJSON *mxfake_example(const cJSON *schema, int depth)
{
    const cJSON *one = fake_get(schema, "oneOf");
    one = one != NULL ? one : fake_get(schema, "anyOf");
    if (fake_get(schema, "const") != NULL) {
        return cJSON_Duplicate(fake_get(schema, "const"), true);
    }
    if (cJSON_IsArray(one) && one->child != NULL && depth < MXFAKE_SHAPE_DEPTH) {
        return mxfake_example(one->child, depth + 1);
    }
    const char *type = mxfake_schema_type(schema);
    if (strcmp(type, "object") == 0) {
        cJSON *object = cJSON_CreateObject();
        mxfake_example_into(object, schema, depth);
        return object;
    }
    if (strcmp(type, "array") == 0) {
        cJSON *list = cJSON_CreateArray();
        const cJSON *items = fake_get(schema, "items");
        if (cJSON_IsObject(items) && depth < MXFAKE_SHAPE_DEPTH) {
            cJSON_AddItemToArray(list, mxfake_example(items, depth + 1));
        }
        return list;
    }
    if (strcmp(type, "integer") == 0 || strcmp(type, "number") == 0) {
        return cJSON_CreateNumber(1);
    }
    return strcmp(type, "boolean") == 0 ? cJSON_CreateTrue() : mxfake_example_text(schema);
}

/* The members of an object of this schema, and one of those that have any name. */
static void mxfake_example_into(cJSON *object, const cJSON *schema, int depth)
{
    const cJSON *item = NULL;
    if (depth >= MXFAKE_SHAPE_DEPTH) {
        return;
    }
    cJSON_ArrayForEach(item, fake_get(schema, "allOf"))
    {
        mxfake_example_into(object, item, depth + 1);
    }
    cJSON_ArrayForEach(item, fake_get(schema, "properties"))
    {
        fake_put(object, item->string, mxfake_example(item, depth + 1));
    }
    const cJSON *others = fake_get(schema, "additionalProperties");
    const cJSON *patterns = fake_get(schema, "patternProperties");
    others = cJSON_IsObject(patterns) ? patterns->child : others;
    if (cJSON_IsObject(others)) {
        fake_put(object, "!room:fake.example", mxfake_example(others, depth + 1));
    }
}

char *mxfake_shapes_answer(const struct mxfake_shapes *shapes, size_t at)
{
    const cJSON *op = cJSON_GetArrayItem(fake_get(shapes->index, "ops"), (int)at);
    const cJSON *schema = fake_get(fake_get(op, "resp"), "200");
    if (!cJSON_IsObject(schema)) {
        return NULL;
    }
    cJSON *json = mxfake_example(schema, 0);
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}
