#include "shape_kit.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "languages.h"

struct arena *shape_arena;
struct doc *shape_doc;
struct discord_shape shape_made;

void shape_set_up(void)
{
    shape_arena = arena_new();
    shape_doc = doc_new(shape_arena);
}

void shape_tear_down(void)
{
    arena_free(&shape_arena);
}

struct block *shape_block(enum block_kind kind, const char *text, bool people)
{
    struct block *block = doc_block(shape_doc, kind);
    doc_run(shape_doc, block, RUN_TEXT, text, people);
    return block;
}

static const char *account_of(const void *context, uint64_t person)
{
    (void)context;
    return person == 7 ? "700" : NULL;
}

const char *shape_text(bool one)
{
    const struct discord_names names = {.account = account_of};
    discord_shape(shape_doc, &names, one, &shape_made);
    ck_assert_uint_gt(shape_made.count, 0);
    return shape_made.content[0];
}

void shape_golden(const char *name, const char *text)
{
    char path[1024];
    static char expected[256 * 1024];
    snprintf(path, sizeof path, "%s/tests/golden/discord/%s", DD_SOURCE_DIR, name);
    if (getenv("UPDATE_GOLDEN") != NULL) {
        FILE *file = fopen(path, "wb");
        ck_assert_msg(file != NULL, "cannot write %s", path);
        fputs(text, file);
        fclose(file);
        return;
    }
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "there is no %s: run once with UPDATE_GOLDEN=1", path);
    expected[fread(expected, 1, sizeof expected - 1, file)] = '\0';
    fclose(file);
    ck_assert_msg(strcmp(text, expected) == 0, "%s differs:\n%s", name, text);
}

const char *shape_all(void)
{
    static char text[64 * 1024];
    size_t used = 0;
    for (unsigned i = 0; i < shape_made.count; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "=== message %u\n%s\n", i + 1,
                                 shape_made.content[i]);
    }
    cJSON *rows = shape_json(shape_made.components);
    char *pretty = cJSON_Print(rows);
    used += (size_t)snprintf(text + used, sizeof text - used, "=== panel\n%s\n", pretty);
    cJSON_free(pretty);
    cJSON_Delete(rows);
    for (unsigned i = 0; i < shape_made.user_count; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "=== notifies %s\n",
                                 shape_made.user[i]);
    }
    return text;
}

cJSON *shape_json(const char *text)
{
    cJSON *json = cJSON_ParseWithLength(text, strlen(text));
    ck_assert_msg(json != NULL, "no JSON: %s", text);
    return json;
}

const char *shape_member(const cJSON *json, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
    ck_assert_msg(text != NULL, "no text %s", name);
    return text;
}

struct catalogue *shape_english(void)
{
    struct fault fault;
    struct catalogue *english = languages_new("en", &fault);
    ck_assert_msg(english != NULL, "%s", fault.text);
    return english;
}
