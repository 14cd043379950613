#include "show_kit.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { KIT_SETS = 4, KIT_FACTS = 1024, KIT_TEXT = 65536, KIT_CATALOGUES = 32 };

struct arena *kit_arena;

static struct kit_set {
    struct value_tree facts;
    struct value fact[KIT_FACTS];
    char text[KIT_TEXT];
} kit_sets[KIT_SETS];

static struct catalogue *kit_catalogues[KIT_CATALOGUES];
static size_t kit_catalogue_count;
static const struct catalogue *kit_english_words;

void kit_setup(void)
{
    kit_arena = arena_new();
}

void kit_teardown(void)
{
    arena_free(&kit_arena);
    while (kit_catalogue_count > 0) {
        catalogue_free(&kit_catalogues[--kit_catalogue_count]);
    }
    kit_english_words = NULL;
}

struct value_tree *kit_facts(unsigned n)
{
    ck_assert_uint_lt(n, KIT_SETS);
    struct kit_set *set = &kit_sets[n];
    value_init(&set->facts, set->fact, KIT_FACTS, set->text, KIT_TEXT);
    return &set->facts;
}

struct value_tree *kit_json(unsigned n, const char *json)
{
    char *copy = strdup(json);
    for (char *quote = copy; (quote = strchr(quote, '\'')) != NULL;) {
        *quote = '"';
    }
    struct value_tree *facts = kit_facts(n);
    ck_assert_msg(value_parse(facts, copy, strlen(copy)), "not facts: %s", json);
    free(copy);
    return facts;
}

static bool kit_is_text(const char *key)
{
    static const char *const texts[] = {"name",   "text", "say",  "value",     "control",
                                        "secret", "id",   "room", "commitment"};
    for (size_t i = 0; key != NULL && i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(texts[i], key) == 0) {
            return true;
        }
    }
    return false;
}

/* A copy that lives as long as the arena of the test, as terms do for ever. */
static const char *kit_static(const char *text)
{
    return arena_text(kit_arena, text, strlen(text));
}

void kit_terms(struct value_tree *facts)
{
    for (uint16_t i = 0; i < facts->count; i++) {
        if (facts->fact[i].kind == VALUE_TEXT && !kit_is_text(facts->fact[i].key)) {
            facts->fact[i].kind = VALUE_TERM;
        }
    }
}

const struct view *kit_view(unsigned n, const char *json)
{
    static struct view views[2];
    struct view *view = &views[n];
    struct value_tree *facts = kit_json(3, json);
    kit_terms(facts);
    memset(view, 0, sizeof *view);
    value_init(&view->facts, view->fact, VIEW_FACTS_MAX, view->text, VIEW_TEXT_MAX);
    for (uint16_t at = value_first(facts, VALUE_NONE); at != VALUE_NONE;
         at = value_next(facts, VALUE_NONE, at)) {
        value_copy(&view->facts, facts->fact[at].key, facts, at);
    }
    /* terms point to static text in life; here into the other view's place */
    for (uint16_t i = 0; i < view->facts.count; i++) {
        if (view->fact[i].kind == VALUE_TERM) {
            view->fact[i].text = kit_static(view->fact[i].text);
        }
    }
    ck_assert(!view->facts.full);
    view->seat = (int)value_number_at(&view->facts, "reader", SEAT_CROWD);
    return view;
}

static char *kit_file_in(const char *folder, const char *path, size_t *len_r)
{
    char whole[1024];
    snprintf(whole, sizeof whole, "%s/%s", folder, path);
    FILE *file = fopen(whole, "rb");
    if (file == NULL) {
        return NULL;
    }
    const size_t max = (size_t)1024 * 1024;
    char *text = malloc(max + 1);
    size_t len = fread(text, 1, max, file);
    text[len] = '\0';
    fclose(file);
    if (len_r != NULL) {
        *len_r = len;
    }
    return text;
}

char *kit_file(const char *path, size_t *len_r)
{
    return kit_file_in(DD_SOURCE_DIR, path, len_r);
}

char *kit_language_file(const char *name, size_t *len_r)
{
    return kit_file_in(DD_BUILD_DIR "/languages", name, len_r);
}

void kit_golden(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "tests/golden/show/%s", name);
    if (getenv("UPDATE_GOLDEN") != NULL) {
        char whole[1024];
        snprintf(whole, sizeof whole, "%s/%s", DD_SOURCE_DIR, path);
        FILE *file = fopen(whole, "wb");
        ck_assert_msg(file != NULL, "cannot write %s", whole);
        fputs(text, file);
        fclose(file);
        return;
    }
    char *expected = kit_file(path, NULL);
    ck_assert_msg(expected != NULL, "there is no %s: run once with UPDATE_GOLDEN=1", path);
    size_t line = 0; /* where the first line that differs begins */
    size_t at = 0;
    for (; expected[at] == text[at] && text[at] != '\0'; at++) {
        line = text[at] == '\n' ? at + 1 : line;
    }
    bool same = expected[at] == text[at];
    char want[160];
    snprintf(want, sizeof want, "%.*s", (int)strcspn(expected + line, "\n"), expected + line);
    free(expected);
    ck_assert_msg(same, "%s (after looking, UPDATE_GOLDEN=1 rewrites it)\n- %s\n+ %.*s", path, want,
                  (int)strcspn(text + line, "\n"), text + line);
}

static const struct catalogue *kit_keep(struct catalogue *catalogue, const struct fault *fault)
{
    ck_assert_msg(catalogue != NULL, "%s", fault->text);
    ck_assert_uint_lt(kit_catalogue_count, KIT_CATALOGUES);
    kit_catalogues[kit_catalogue_count++] = catalogue;
    return catalogue;
}

const struct catalogue *kit_english(void)
{
    if (kit_english_words == NULL) {
        size_t len = 0;
        char *text = kit_language_file("en.ini", &len);
        ck_assert_ptr_nonnull(text);
        struct fault fault = {0};
        struct catalogue *catalogue = catalogue_new(text, len, &fault);
        free(text);
        kit_english_words = kit_keep(catalogue, &fault);
    }
    return kit_english_words;
}

const struct catalogue *kit_catalogue(const char *lines)
{
    char *text = NULL;
    int len =
        asprintf(&text, "language = en\nlist.comma = \", \"\nlist.and = \" and \"\n%s", lines);
    ck_assert_int_gt(len, 0);
    struct fault fault = {0};
    struct catalogue *catalogue = catalogue_new(text, (size_t)len, &fault);
    free(text);
    return kit_keep(catalogue, &fault);
}

static const char *kit_name(const void *context, int seat)
{
    static const char *const names[] = {"Ana", "Ben", "Cy", "Dee"};
    (void)context;
    return seat >= 0 && seat < 4 ? names[seat] : "";
}

const struct catalogue_names *kit_names(void)
{
    static const struct catalogue_names names = {.name = kit_name};
    return &names;
}
