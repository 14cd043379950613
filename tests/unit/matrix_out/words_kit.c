#include "words_kit.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "html_check.h"
#include "languages.h"

struct arena *words_arena;
struct doc *words_doc;
struct matrix_shape words_made;
struct matrix_shaping words_shaping;

static struct catalogue *words_english;

static const char *words_account(const void *context, uint64_t person)
{
    (void)context;
    return person == 7 ? "@ana:house.example" : NULL;
}

void words_set_up(void)
{
    static const struct matrix_names names = {words_account, NULL};
    struct fault fault;
    words_arena = arena_new();
    words_doc = doc_new(words_arena);
    words_english = languages_new("en", &fault);
    ck_assert_msg(words_english != NULL, "%s", fault.text);
    words_shaping = (struct matrix_shaping){.names = &names,
                                            .catalogue = words_english,
                                            .now_ms = 1893499080000,
                                            .prefix = "!",
                                            .limit = MATRIX_PART_BYTES};
}

void words_tear_down(void)
{
    catalogue_free(&words_english);
    arena_free(&words_arena);
}

struct block *words_block(enum block_kind kind, const char *text, bool people)
{
    struct block *block = doc_block(words_doc, kind);
    doc_run(words_doc, block, RUN_TEXT, text, people);
    return block;
}

/* Both halves of every part are whole, small enough, and say the same. */
static void words_sound(void)
{
    for (unsigned i = 0; i < words_made.count; i++) {
        const struct matrix_part *part = &words_made.part[i];
        struct buf shown;
        buf_init(&shown, 1 << 20);
        const char *wrong = html_wrong(part->html, strlen(part->html), &shown);
        ck_assert_msg(wrong == NULL, "%s: %s", wrong, part->html);
        ck_assert_uint_gt(strlen(part->body), 0);
        ck_assert_uint_le(strlen(part->body) + strlen(part->html), words_shaping.limit);
        buf_deinit(&shown);
    }
}

const char *words_text(void)
{
    matrix_shape(words_doc, &words_shaping, &words_made);
    ck_assert_uint_gt(words_made.count, 0);
    words_sound();
    return words_made.part[0].body;
}

void words_golden(const char *name, const char *text)
{
    char path[1024];
    static char expected[256 * 1024];
    snprintf(path, sizeof path, "%s/tests/golden/matrix/%s", DD_SOURCE_DIR, name);
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

const char *words_all(void)
{
    static char text[128 * 1024];
    size_t used = 0;
    for (unsigned i = 0; i < words_made.count; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "=== body %u\n%s\n=== html %u\n",
                                 i + 1, words_made.part[i].body, i + 1);
        for (const char *at = words_made.part[i].html; *at != '\0'; at++) {
            bool ends = at[0] == '>' && at[1] == '<' && at[2] != '/';
            used +=
                (size_t)snprintf(text + used, sizeof text - used, "%c%s", *at, ends ? "\n" : "");
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "\n");
    }
    for (unsigned i = 0; i < words_made.user_count; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "=== mentions %s\n",
                                 words_made.user[i]);
    }
    return text;
}

cJSON *words_json(const char *text)
{
    cJSON *json = cJSON_ParseWithLength(text, strlen(text));
    ck_assert_msg(json != NULL, "no JSON: %s", text);
    return json;
}

const char *words_member(const cJSON *json, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
    ck_assert_msg(text != NULL, "no text %s", name);
    return text;
}

struct field *words_field(const char *name, const char *label, enum field_kind kind)
{
    struct field *field = arena_take(words_arena, sizeof *field);
    field->name = name;
    field->label = label;
    field->kind = kind;
    field->max = 60;
    return field;
}
