/* What marks rows as somebody's, and the judgement of each row by it. */
#include "own_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "heap.h"
#include "inert.h"

enum { OWN_ID_LEAST = 2 };

struct own *own_new(uint64_t person, const char *address, const struct row_rules *const *rules)
{
    struct own *own = heap_allocate(sizeof *own);
    size_t adapter = strcspn(address, "/");
    own->arena = arena_new();
    own->person = person;
    own->address = arena_text(own->arena, address, strlen(address));
    snprintf(own->adapter, sizeof own->adapter, "%.*s", (int)adapter, address);
    own->account = own->address + adapter + (address[adapter] == '/');
    own->rules = rules;
    own_id(own, own->account);
    return own;
}

void own_free(struct own **own)
{
    arena_free(&(*own)->arena);
    free(*own);
    *own = NULL;
}

static const struct own_text *own_known(const struct own_text *list, const char *text, size_t len)
{
    while (list != NULL && (list->len != len || memcmp(list->text, text, len) != 0)) {
        list = list->next;
    }
    return list;
}

static struct own_text *own_add(const struct own *own, struct own_text **list, uint64_t table,
                                const char *text, size_t len)
{
    struct own_text *added = arena_take(own->arena, sizeof *added);
    added->table = table;
    added->len = len;
    added->text = arena_text(own->arena, text, len);
    added->shown = inert_text(own->arena, text, len, INERT_LETTERS_MAX, false);
    added->lines = inert_text(own->arena, text, len, INERT_LETTERS_MAX, true);
    added->next = *list;
    *list = added;
    return added;
}

void own_id(struct own *own, const char *text)
{
    if (strlen(text) >= OWN_ID_LEAST && own_known(own->ids, text, strlen(text)) == NULL) {
        own_add(own, &own->ids, 0, text, strlen(text));
    }
}

void own_name(struct own *own, const char *name)
{
    if (name[0] != '\0' && own_known(own->names, name, strlen(name)) == NULL) {
        own_add(own, &own->names, 0, name, strlen(name));
    }
}

struct own_text *own_words(struct own *own, uint64_t table, const char *text, size_t len)
{
    return own_add(own, &own->words, table, text, len);
}

bool own_said_at(const struct own_text *words, uint64_t table)
{
    return words->table == table || table == OWN_ANY_TABLE;
}

static bool is_inside_word(char letter)
{
    return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
           (letter >= 'A' && letter <= 'Z');
}

/* The first id of theirs in the text, not as a part of a longer one; NULL none. */
static const char *find_id(const struct own *own, const char *text, size_t len, size_t *found_r)
{
    const char *first = NULL;
    for (const struct own_text *id = own->ids; id != NULL; id = id->next) {
        const char *at = text;
        while ((at = memmem(at, len - (size_t)(at - text), id->text, id->len)) != NULL) {
            bool before = at > text && is_inside_word(at[-1]) && is_inside_word(id->text[0]);
            const char *end = at + id->len;
            bool behind = end < text + len && is_inside_word(*end) && is_inside_word(end[-1]);
            if (!before && !behind) {
                break;
            }
            at++;
        }
        if (at != NULL && (first == NULL || at < first || (at == first && id->len > *found_r))) {
            first = at;
            *found_r = id->len;
        }
    }
    return first;
}

bool own_has_id(const struct own *own, const char *text, size_t len)
{
    size_t found = 0;
    return find_id(own, text, len, &found) != NULL;
}

/* --- strings ---------------------------------------------------------------------------------- */

static bool is_text(const struct own_text *text, const char *string)
{
    return strcmp(text->text, string) == 0 || strcmp(text->shown, string) == 0 ||
           strcmp(text->lines, string) == 0;
}

/* The text without any id of theirs. */
static const char *string_without_ids(const struct own *own, const char *string,
                                      struct arena *arena)
{
    struct buf buf;
    size_t len = strlen(string);
    size_t found = 0;
    const char *at = string;
    const char *id = find_id(own, string, len, &found);
    if (id == NULL) {
        return NULL;
    }
    buf_init(&buf, OWN_REST_MAX);
    for (; id != NULL; id = find_id(own, at, len - (size_t)(at - string), &found)) {
        buf_add(&buf, at, (size_t)(id - at));
        buf_text(&buf, "-");
        at = id + found;
    }
    buf_text(&buf, at);
    const char *rest = arena_text(arena, buf.text, buf.len);
    buf_deinit(&buf);
    return rest;
}

const char *own_string(const struct own *own, uint64_t table, const char *text, struct arena *arena)
{
    bool sat = false;
    for (const struct own_text *words = own->words; table != 0 && words != NULL;
         words = words->next) {
        sat = sat || own_said_at(words, table);
        if (own_said_at(words, table) && is_text(words, text)) {
            return words->name ? OWN_NAME_WITHHELD : OWN_TEXT_WITHHELD;
        }
    }
    for (const struct own_text *name = own->names; sat && name != NULL; name = name->next) {
        if (is_text(name, text)) {
            return OWN_NAME_WITHHELD;
        }
    }
    return string_without_ids(own, text, arena);
}

/* --- rows that are no document ---------------------------------------------------------------- */

enum own_share own_json(const struct own *own, const char *text, size_t len, struct buf *rest)
{
    cJSON *tree = cJSON_ParseWithLength(text, len);
    enum own_share share = OWN_NOTHING;
    if (tree == NULL) {
        struct arena *arena = arena_new();
        char *copy = arena_text(arena, text, len);
        const char *left = string_without_ids(own, copy, arena);
        if (left != NULL) {
            buf_text(rest, left);
            share = OWN_PART;
        }
        arena_free(&arena);
        return share;
    }
    if (own_tree(own, tree)) {
        char *left = cJSON_PrintUnformatted(tree);
        buf_text(rest, left);
        cJSON_free(left);
        share = OWN_PART;
    }
    cJSON_Delete(tree);
    return share;
}
