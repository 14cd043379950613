/* Every way in which a value can be wrong. */
#include "mxfake_harm.h"

#include "fake_base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HARM_DEEP = 200,
    HARM_LONG = 70000,
    HARM_ID_LONG = 300,
    HARM_MANY = 1500,
    HARM_MANY_BYTES = 200000,
    HARM_EXTRA = 40
};

typedef cJSON *harm_fn(const struct mxfake_harm *harm, cJSON *good);

static cJSON *harm_missing(const struct mxfake_harm *harm, cJSON *good)
{
    (void)harm;
    cJSON_Delete(good);
    return NULL;
}

static cJSON *harm_raw(cJSON *good, const char *text)
{
    cJSON_Delete(good);
    return cJSON_CreateRaw(text);
}

#define HARM_RAW(name, text)                                               \
    static cJSON *harm_##name(const struct mxfake_harm *harm, cJSON *good) \
    {                                                                      \
        (void)harm;                                                        \
        return harm_raw(good, text);                                       \
    }

HARM_RAW(null, "null")
HARM_RAW(true, "true")
HARM_RAW(false, "false")
HARM_RAW(zero, "0")
HARM_RAW(one, "1")
HARM_RAW(huge, "9007199254740993000000")
HARM_RAW(most, "1e308")
HARM_RAW(negative, "-9223372036854775809")
HARM_RAW(minus, "-1")
HARM_RAW(broken, "1.5e-7")
HARM_RAW(text, "\"text\"")
HARM_RAW(empty, "\"\"")
HARM_RAW(list, "[]")
HARM_RAW(object, "{}")
HARM_RAW(controls, "\"a\\nb\\u0000\\u007f\\u202e <b>&\\\" \\ud83d\\u0001\"")
HARM_RAW(bytes, "\"a\xff\xfe\xc0\xaf\"")
HARM_RAW(mixed, "[{\"type\":7},null,\"\",{\"content\":[]},{\"event_id\":{}},[[]],-1]")
HARM_RAW(names, "{\"\":{},\"a\":null,\"!\":[],\"@\":7,\"$\":\"\",\"@a:\":{},\":b\":{\"x\":{}}}")

static cJSON *harm_deep(const struct mxfake_harm *harm, cJSON *good)
{
    const char *open = strcmp(harm->type, "object") == 0 ? "{\"a\":" : "[";
    const char *close = open[0] == '{' ? "}" : "]";
    char text[8 * HARM_DEEP] = "";
    size_t used = 0;
    for (int i = 0; i < HARM_DEEP; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s", open);
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "1");
    for (int i = 0; i < HARM_DEEP; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s", close);
    }
    return harm_raw(good, text);
}

static cJSON *harm_long(const struct mxfake_harm *harm, cJSON *good)
{
    (void)harm;
    char *text = fake_take(HARM_LONG + 1);
    memset(text, 'x', HARM_LONG);
    cJSON_Delete(good);
    cJSON *json = cJSON_CreateString(text);
    free(text);
    return json;
}

/* --- texts that have a format ----------------------------------------------------------------- */

/* What is good, changed; the rest of the kinds have nothing to do with what is no text. */
static cJSON *harm_id(cJSON *good, const char *before, size_t cut, const char *behind)
{
    char text[1024];
    const char *was = cJSON_IsString(good) ? good->valuestring : "@x:y";
    size_t len = strlen(was);
    snprintf(text, sizeof text, "%s%.500s%s", before, was + (cut < len ? cut : len), behind);
    cJSON_Delete(good);
    return cJSON_CreateString(text);
}

static cJSON *harm_id_sigil(const struct mxfake_harm *harm, cJSON *good)
{
    (void)harm;
    return harm_id(good, "#", 1, "");
}

static cJSON *harm_id_long(const struct mxfake_harm *harm, cJSON *good)
{
    (void)harm;
    char text[HARM_ID_LONG + 1];
    memset(text, 'y', HARM_ID_LONG);
    text[HARM_ID_LONG] = '\0';
    return harm_id(good, "", 0, text);
}

static cJSON *harm_id_controls(const struct mxfake_harm *harm, cJSON *good)
{
    (void)harm;
    return harm_id(good, "", 0, "\r\n\x01\x7f /../?#%00\xe2\x80\xae");
}

static cJSON *harm_id_bare(const struct mxfake_harm *harm, cJSON *good)
{
    (void)harm;
    if (cJSON_IsString(good)) {
        good->valuestring[strcspn(good->valuestring, ":")] = '\0';
    }
    return harm_id(good, "", 0, "");
}

static cJSON *harm_id_alone(const struct mxfake_harm *harm, cJSON *good)
{
    (void)harm;
    if (cJSON_IsString(good) && good->valuestring[0] != '\0') {
        good->valuestring[1] = '\0';
    }
    return harm_id(good, "", 0, "");
}

static cJSON *harm_id_other(const struct mxfake_harm *harm, cJSON *good)
{
    (void)harm;
    return harm_id(good, "", 0, ".elsewhere");
}

/* --- one of several values -------------------------------------------------------------------- */

static cJSON *harm_other(const struct mxfake_harm *harm, cJSON *good, int which)
{
    int count = cJSON_GetArraySize(harm->list);
    cJSON_Delete(good);
    return count == 0 ? cJSON_CreateString("?")
                      : cJSON_Duplicate(cJSON_GetArrayItem(harm->list, which % count), true);
}

#define HARM_OTHER(which)                                                         \
    static cJSON *harm_other_##which(const struct mxfake_harm *harm, cJSON *good) \
    {                                                                             \
        return harm_other(harm, good, which);                                     \
    }

HARM_OTHER(1)
HARM_OTHER(2)
HARM_OTHER(3)
HARM_OTHER(4)

static cJSON *harm_unknown(const struct mxfake_harm *harm, cJSON *good)
{
    (void)harm;
    cJSON_Delete(good);
    return cJSON_CreateString("org.example.unheard_of");
}

/* --- what has parts --------------------------------------------------------------------------- */

static cJSON *harm_extra(const struct mxfake_harm *harm, cJSON *good)
{
    static const char *const names[] = {"", "__proto__", "type ", "TYPE", "\n", "a.b.c", "m."};
    (void)harm;
    for (int i = 0; i < HARM_EXTRA && cJSON_IsObject(good); i++) {
        char name[64];
        snprintf(name, sizeof name, "%s%d", names[i % 7], i / 7);
        cJSON_AddItemToObject(good, i < 7 ? names[i] : name,
                              i % 3 == 0   ? cJSON_CreateNull()
                              : i % 3 == 1 ? cJSON_CreateNumber(i)
                                           : cJSON_CreateObject());
    }
    return good;
}

/* Each member once more behind itself, and of no use there; or in front. */
static cJSON *harm_twice(cJSON *good, bool before)
{
    cJSON *all = cJSON_CreateObject();
    cJSON *item = cJSON_IsObject(good) ? good->child : NULL;
    while (item != NULL) {
        cJSON *next = item->next;
        cJSON_DetachItemViaPointer(good, item);
        char *name = fake_copy(item->string, strlen(item->string));
        if (before) {
            cJSON_AddItemToObject(all, name, cJSON_CreateNumber(7));
        }
        cJSON_AddItemToObject(all, name, item);
        if (!before) {
            cJSON_AddItemToObject(all, name, cJSON_CreateNull());
        }
        free(name);
        item = next;
    }
    cJSON_Delete(good);
    return all;
}

static cJSON *harm_twice_before(const struct mxfake_harm *harm, cJSON *good)
{
    (void)harm;
    return harm_twice(good, true);
}

static cJSON *harm_twice_behind(const struct mxfake_harm *harm, cJSON *good)
{
    (void)harm;
    return harm_twice(good, false);
}

/* The first item again and again, before all of them. */
static cJSON *harm_many(const struct mxfake_harm *harm, cJSON *good)
{
    (void)harm;
    const cJSON *first = cJSON_IsArray(good) ? good->child : NULL;
    char *text = first == NULL ? NULL : cJSON_PrintUnformatted(first);
    size_t len = text == NULL ? 1 : strlen(text);
    int count = len * HARM_MANY < HARM_MANY_BYTES ? HARM_MANY : (int)(HARM_MANY_BYTES / len);
    for (int i = 0; i < count && text != NULL; i++) {
        cJSON_InsertItemInArray(good, 0, cJSON_CreateRaw(text));
    }
    cJSON_free(text);
    return good;
}

/* What is no item of its kind, in front and behind. */
static cJSON *harm_holes(const struct mxfake_harm *harm, cJSON *good)
{
    (void)harm;
    if (cJSON_IsArray(good)) {
        cJSON_InsertItemInArray(good, 0, cJSON_CreateNull());
        cJSON_InsertItemInArray(good, 0, cJSON_CreateRaw("[[]]"));
        cJSON_AddItemToArray(good, cJSON_CreateNumber(-1));
        cJSON_AddItemToArray(good, cJSON_CreateObject());
    }
    return good;
}

/* --- which there are -------------------------------------------------------------------------- */

struct harm_row {
    harm_fn *harm;
    const char *of;     /* first letters of the types that it makes sense of; NULL: of all */
    const char *not_of; /* of those it would be as good as any other value; NULL: of none */
};

static const struct harm_row harm_rows[] = {
    {harm_missing, NULL, NULL}, {harm_null, NULL, NULL},        {harm_true, NULL, "b"},
    {harm_false, "b", NULL},    {harm_zero, NULL, NULL},        {harm_one, NULL, "in"},
    {harm_huge, NULL, NULL},    {harm_most, "in", NULL},        {harm_negative, NULL, NULL},
    {harm_minus, "in", NULL},   {harm_broken, "in", NULL},      {harm_text, NULL, "s"},
    {harm_empty, NULL, NULL},   {harm_long, NULL, NULL},        {harm_controls, NULL, NULL},
    {harm_bytes, "s", NULL},    {harm_list, NULL, NULL},        {harm_mixed, NULL, NULL},
    {harm_object, NULL, NULL},  {harm_names, "o", NULL},        {harm_deep, NULL, NULL},
    {harm_extra, "o", NULL},    {harm_twice_before, "o", NULL}, {harm_twice_behind, "o", NULL},
    {harm_many, "a", NULL},     {harm_holes, "a", NULL},
};

static harm_fn *const harm_formats[] = {harm_id_sigil, harm_id_long,  harm_id_controls,
                                        harm_id_bare,  harm_id_alone, harm_id_other,
                                        harm_text};
static harm_fn *const harm_lists[] = {harm_unknown, harm_other_1, harm_other_2, harm_other_3,
                                      harm_other_4};

enum {
    HARM_ROWS = sizeof harm_rows / sizeof *harm_rows,
    HARM_FORMATS = sizeof harm_formats / sizeof *harm_formats,
    HARM_LISTS = sizeof harm_lists / sizeof *harm_lists
};

static bool harm_is_of(const struct harm_row *row, const char *type)
{
    return (row->of == NULL || strchr(row->of, type[0]) != NULL) &&
           (row->not_of == NULL || strchr(row->not_of, type[0]) == NULL);
}

unsigned mxfake_harms(const struct mxfake_harm *harm)
{
    unsigned count =
        (harm->format != NULL ? HARM_FORMATS : 0) + (harm->list != NULL ? HARM_LISTS : 0);
    for (size_t i = 0; i < HARM_ROWS; i++) {
        count += harm_is_of(&harm_rows[i], harm->type);
    }
    return count;
}

cJSON *mxfake_harm(const struct mxfake_harm *harm, unsigned kind, cJSON *good)
{
    for (size_t i = 0; i < HARM_ROWS; i++) {
        if (harm_is_of(&harm_rows[i], harm->type) && kind-- == 0) {
            return harm_rows[i].harm(harm, good);
        }
    }
    if (harm->format != NULL) {
        if (kind < HARM_FORMATS) {
            return harm_formats[kind](harm, good);
        }
        kind -= HARM_FORMATS;
    }
    return harm_lists[kind % HARM_LISTS](harm, good);
}
