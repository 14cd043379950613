/* Trees of JSON without what is somebody's: rows of adapters, rows of tables, and documents, in
 * which names and words of theirs stand too. A document says of which table it is; words count in
 * documents of the table that they were said at. */
#include "own_private.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "buf.h"
#include "json_out.h"

enum { TREE_DEPTH_MAX = 100, TREE_TEXT_MAX = 1024 * 1024, TREE_LEAST = 2 };

struct tree {
    const struct own *own;
    struct arena *arena;
    uint64_t table; /* of the document that is looked at; 0: of none */
    unsigned depth;
    bool changed;
};

static void walk(struct tree *tree, cJSON *json);

static const char *text_of(const cJSON *json, const char *member)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, member));
}

static void set(struct tree *tree, cJSON *json, const char *text)
{
    if (text != NULL && strcmp(json->valuestring, text) != 0) {
        cJSON_SetValuestring(json, text);
        tree->changed = true;
    }
}

static bool is_id(const struct tree *tree, const char *text)
{
    for (const struct own_text *id = tree->own->ids; text != NULL && id != NULL; id = id->next) {
        if (strcmp(id->text, text) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_letter(unsigned char letter)
{
    return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
           (letter >= 'A' && letter <= 'Z') || letter >= 0x80;
}

/* The first place where what stands as a word of its own in text; NULL none. */
static const char *find_word(const char *text, const char *what)
{
    size_t len = strlen(what);
    for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what)) {
        bool before =
            at > text && is_letter((unsigned char)at[-1]) && is_letter((unsigned char)what[0]);
        bool behind = is_letter((unsigned char)at[len]) && is_letter((unsigned char)at[len - 1]);
        if (!before && !behind) {
            return at;
        }
    }
    return NULL;
}

/* text with every place where what stands replaced; text itself where it does not stand. */
static const char *without(struct arena *arena, const char *text, const char *what,
                           const char *instead)
{
    size_t len = strlen(what);
    const char *at = len < TREE_LEAST ? NULL : find_word(text, what);
    struct buf buf;
    if (at == NULL) {
        return text;
    }
    buf_init(&buf, TREE_TEXT_MAX);
    while (at != NULL) {
        buf_add(&buf, text, (size_t)(at - text));
        buf_text(&buf, instead);
        text = at + len;
        at = find_word(text, what);
    }
    buf_text(&buf, text);
    const char *rest = arena_text(arena, buf.text, buf.len);
    buf_deinit(&buf);
    return rest;
}

/* The labels of buttons: their names stand among our words. */
static void set_among(struct tree *tree, cJSON *json)
{
    const char *text = json->valuestring;
    for (const struct own_text *words = tree->own->words; words != NULL; words = words->next) {
        if (own_said_at(words, tree->table) && words->name) {
            text = without(tree->arena, text, words->shown, OWN_NAME_WITHHELD);
        }
    }
    set(tree, json, text);
}

/* What stands on a card that somebody holds: one sentence, with their words among ours. */
static void set_card(struct tree *tree, cJSON *json)
{
    for (const struct own_text *words = tree->own->words; words != NULL; words = words->next) {
        if (own_said_at(words, tree->table) && words->shown[0] != '\0' &&
            strstr(json->valuestring, words->shown) != NULL) {
            set(tree, json, OWN_TEXT_WITHHELD);
            return;
        }
    }
}

/* Is this a card of a hand? It has a kind, and is no document. */
static bool is_card(const cJSON *json)
{
    return cJSON_HasObjectItem(json, "kind") && !cJSON_HasObjectItem(json, "blocks");
}

/* A picture has their words cut and broken into lines: it goes, its text twin stays. */
static void set_picture(struct tree *tree, cJSON *json)
{
    for (const struct own_text *words = tree->own->words; words != NULL; words = words->next) {
        if (own_said_at(words, tree->table)) {
            set(tree, json, "");
            return;
        }
    }
}

/* Is a line of a record one of their words, as it stands there? */
static bool is_their_line(struct tree *tree, const char *line, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(line, len);
    const char *digest = text_of(json, "digest");
    const char *said = text_of(json, "text");
    bool theirs = false;
    for (const struct own_text *words = tree->own->words;
         digest != NULL && said != NULL && words != NULL; words = words->next) {
        theirs = theirs || (own_said_at(words, tree->table) && strcmp(words->text, said) == 0);
    }
    cJSON_Delete(json);
    return theirs;
}

/* How a record's header names somebody. */
static const char *as_name(struct arena *arena, const char *name)
{
    struct buf buf;
    buf_init(&buf, TREE_TEXT_MAX);
    buf_text(&buf, "{");
    json_out_text(&buf, "name", name);
    const char *member = arena_text(arena, buf.text + 1, buf.len - 1);
    buf_deinit(&buf);
    return member;
}

/* A record that was handed out: their words leave it as they leave the store's; it still holds. */
static void set_record(struct tree *tree, cJSON *json)
{
    struct buf buf;
    buf_init(&buf, OWN_REST_MAX);
    for (const char *line = json->valuestring; *line != '\0';) {
        const char *end = strchr(line, '\n');
        size_t len = end == NULL ? strlen(line) : (size_t)(end - line) + 1;
        if (!is_their_line(tree, line, len)) {
            buf_add(&buf, line, len);
        }
        line += len;
    }
    const char *text = buf.len == 0 ? "" : arena_text(tree->arena, buf.text, buf.len);
    buf_deinit(&buf);
    for (const struct own_text *words = tree->own->words; words != NULL; words = words->next) {
        if (own_said_at(words, tree->table) && words->name) {
            text = without(tree->arena, text, as_name(tree->arena, words->text), "\"name\":\"\"");
        }
    }
    set(tree, json, text);
}

/* A document in a string: news of a card. */
static bool set_inside(struct tree *tree, cJSON *json)
{
    cJSON *inner = json->valuestring[0] == '{'
                       ? cJSON_ParseWithLength(json->valuestring, strlen(json->valuestring))
                       : NULL;
    if (inner == NULL) {
        return false;
    }
    bool changed = tree->changed;
    tree->changed = false;
    walk(tree, inner); /* NOLINT(misc-no-recursion): depth is kept */
    if (tree->changed) {
        char *text = cJSON_PrintUnformatted(inner);
        cJSON_SetValuestring(json, text);
        cJSON_free(text);
    }
    tree->changed = tree->changed || changed;
    cJSON_Delete(inner);
    return true;
}

/* May people's words stand in a member of this name? Others are ours: kinds, controls, styles. */
static bool may_be_said(const char *name)
{
    static const char *const names[] = {"s", "label", "title", "who", "value", "text"};
    bool may = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        may = may || strcmp(names[i], name) == 0;
    }
    return may;
}

static void walk_string(struct tree *tree, cJSON *json, const cJSON *parent)
{
    const char *name = json->string == NULL ? "" : json->string;
    uint64_t table = may_be_said(name) ? tree->table : 0;
    const char *kind = text_of(parent, "t");
    if (strcmp(name, "news") == 0 &&
        set_inside(tree, json)) { /* NOLINT(misc-no-recursion): depth is kept */
        return;
    }
    if (tree->table != 0 && (strcmp(name, "svg") == 0 || strcmp(name, "portrait") == 0)) {
        set_picture(tree, json);
    } else if (tree->table != 0 && kind != NULL && strcmp(kind, "file") == 0 &&
               strcmp(name, "text") == 0) {
        set_record(tree, json);
    } else if (tree->table != 0 && is_card(parent) &&
               (strcmp(name, "text") == 0 || strcmp(name, "title") == 0)) {
        set_card(tree, json);
    } else if (tree->table != 0 && (strcmp(name, "label") == 0 || strcmp(name, "title") == 0)) {
        set_among(tree, json);
    }
    set(tree, json, own_string(tree->own, table, json->valuestring, tree->arena));
}

/* Somebody is named here, and it is them. */
static void unname(struct tree *tree, cJSON *json)
{
    static const char *const names[] = {"s", "name"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        cJSON *name = cJSON_GetObjectItemCaseSensitive(json, names[i]);
        if (cJSON_IsString(name)) {
            cJSON_SetValuestring(name, OWN_NAME_WITHHELD);
        }
    }
    cJSON *account = cJSON_GetObjectItemCaseSensitive(json, "account");
    if (account != NULL) {
        cJSON_SetValuestring(account, "");
    }
    cJSON_DeleteItemFromObjectCaseSensitive(json, "person");
    tree->changed = true;
}

static bool names_them(const struct tree *tree, const cJSON *json)
{
    const char *person = text_of(json, "person");
    uint64_t id = person == NULL ? 0 : strtoull(person, NULL, 10);
    return is_id(tree, text_of(json, "account")) || (id != 0 && id == tree->own->person);
}

/* A card of theirs in the row of a table. */
static bool is_their_card(const struct tree *tree, const cJSON *json)
{
    const cJSON *person = cJSON_GetObjectItemCaseSensitive(json, "person");
    return tree->own->person != 0 && cJSON_IsNumber(person) &&
           person->valuedouble == (double)tree->own->person && cJSON_HasObjectItem(json, "asks");
}

static void walk_members(struct tree *tree, cJSON *json)
{
    for (cJSON *item = json->child; item != NULL;) {
        cJSON *next = item->next;
        bool listed = cJSON_IsArray(json) && cJSON_IsString(item) && is_id(tree, item->valuestring);
        if (listed || is_id(tree, item->string) || is_their_card(tree, item)) {
            cJSON_Delete(cJSON_DetachItemViaPointer(json, item));
            tree->changed = true;
        } else if (cJSON_IsString(item) && is_id(tree, item->valuestring)) {
            set(tree, item, "");
        } else if (cJSON_IsString(item)) {
            walk_string(tree, item, json); /* NOLINT(misc-no-recursion): depth is kept */
        } else {
            walk(tree, item); /* NOLINT(misc-no-recursion): depth is kept */
        }
        item = next;
    }
}

static void walk(struct tree *tree, cJSON *json)
{
    uint64_t table = tree->table;
    if (tree->depth == TREE_DEPTH_MAX) {
        return;
    }
    tree->depth++;
    if (cJSON_HasObjectItem(json, "blocks")) {
        const char *id = text_of(json, "table");
        tree->table = id == NULL ? OWN_ANY_TABLE : strtoull(id, NULL, 10);
    }
    if (cJSON_IsObject(json) && names_them(tree, json)) {
        unname(tree, json);
    }
    walk_members(tree, json); /* NOLINT(misc-no-recursion): depth is kept */
    tree->table = table;
    tree->depth--;
}

bool own_tree(const struct own *own, cJSON *json)
{
    struct tree tree = {.own = own, .arena = arena_new()};
    walk(&tree, json);
    arena_free(&tree.arena);
    return tree.changed;
}
