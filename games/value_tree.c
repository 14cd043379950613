/* A value tree: writers keep a stack of open objects; each value knows where its subtree ends, so
 * that reading a sibling is one step. The JSON here is only the canonical one that value_print
 * makes. */
#include "value_tree.h"

#include <assert.h>
#include <string.h>

enum { VALUE_OPEN = 0 }; /* as what follows a fact: nothing does yet */

void value_init(struct value_tree *tree, struct value *fact, uint16_t max, char *text,
                size_t text_max)
{
    assert(max < VALUE_NONE);
    memset(tree, 0, sizeof *tree);
    tree->fact = fact;
    tree->max = max;
    tree->text = text;
    tree->text_max = text_max;
}

static const char *value_keep(struct value_tree *tree, const char *text, size_t len)
{
    if (len >= UINT16_MAX || tree->text_max - tree->text_used <= len) {
        tree->full = true;
        return NULL;
    }
    char *kept = tree->text + tree->text_used;
    memmove(kept, text, len);
    kept[len] = '\0';
    tree->text_used += len + 1;
    return kept;
}

static struct value *value_add(struct value_tree *tree, const char *key, enum value_kind kind)
{
    if (tree->count == tree->max || tree->full) {
        tree->full = true;
        return NULL;
    }
    if (tree->depth > 0) {
        tree->fact[tree->open[tree->depth - 1]].number++;
    }
    struct value *fact = &tree->fact[tree->count++];
    *fact = (struct value){.key = key, .next = tree->count, .kind = kind};
    return fact;
}

void value_null(struct value_tree *tree, const char *key)
{
    value_add(tree, key, VALUE_NULL);
}

void value_bool(struct value_tree *tree, const char *key, bool value)
{
    struct value *fact = value_add(tree, key, VALUE_BOOL);
    if (fact != NULL) {
        fact->number = value;
    }
}

void value_number(struct value_tree *tree, const char *key, int64_t value)
{
    struct value *fact = value_add(tree, key, VALUE_NUMBER);
    if (fact != NULL) {
        fact->number = value;
    }
}

void value_term(struct value_tree *tree, const char *key, const char *term)
{
    assert(term != NULL);
    struct value *fact = value_add(tree, key, VALUE_TERM);
    if (fact != NULL) {
        fact->text = term;
        fact->text_len = (uint16_t)strlen(term);
    }
}

void value_text(struct value_tree *tree, const char *key, const char *text, size_t len)
{
    const char *kept = value_keep(tree, text, len);
    struct value *fact = kept != NULL ? value_add(tree, key, VALUE_TEXT) : NULL;
    if (fact != NULL) {
        fact->text = kept;
        fact->text_len = (uint16_t)len;
    }
}

static void value_open(struct value_tree *tree, const char *key, enum value_kind kind)
{
    if (tree->depth == VALUE_DEPTH_MAX) {
        tree->full = true;
    }
    struct value *fact = value_add(tree, key, kind);
    if (fact != NULL) {
        tree->open[tree->depth++] = (uint16_t)(tree->count - 1);
        fact->next = VALUE_OPEN;
    }
}

void value_object(struct value_tree *tree, const char *key)
{
    value_open(tree, key, VALUE_OBJECT);
}

void value_list(struct value_tree *tree, const char *key)
{
    value_open(tree, key, VALUE_LIST);
}

void value_end(struct value_tree *tree)
{
    assert(tree->depth > 0 || tree->full);
    if (tree->depth > 0) {
        tree->depth--;
        tree->fact[tree->open[tree->depth]].next = tree->count;
    }
}

static void value_copy_members(struct value_tree *tree, const struct value_tree *from,
                               uint16_t parent)
{
    for (uint16_t at = value_first(from, parent); at != VALUE_NONE;
         at = value_next(from, parent, at)) {
        const char *key = from->fact[at].key;
        if (key != NULL) {
            key = value_keep(tree, key, strlen(key));
        }
        value_copy(tree, key, from, at); /* NOLINT(misc-no-recursion): VALUE_DEPTH_MAX deep */
    }
}

void value_copy(struct value_tree *tree, const char *key, const struct value_tree *from,
                uint16_t index)
{
    assert(index < from->count);
    const struct value *fact = &from->fact[index];
    switch (fact->kind) {
    case VALUE_NULL:
        value_null(tree, key);
        break;
    case VALUE_BOOL:
        value_bool(tree, key, fact->number != 0);
        break;
    case VALUE_NUMBER:
        value_number(tree, key, fact->number);
        break;
    case VALUE_TERM:
        value_term(tree, key, fact->text);
        break;
    case VALUE_TEXT:
        value_text(tree, key, fact->text, fact->text_len);
        break;
    case VALUE_OBJECT:
    case VALUE_LIST:
        value_open(tree, key, fact->kind);
        if (!tree->full) {
            value_copy_members(tree, from, index);
            value_end(tree);
        }
        break;
    }
}

/* Where the members of an object end: what is still open holds all that was written since. */
static uint16_t value_behind(const struct value_tree *tree, uint16_t parent)
{
    uint16_t next = parent == VALUE_NONE ? VALUE_OPEN : tree->fact[parent].next;
    return next == VALUE_OPEN ? tree->count : next;
}

uint16_t value_first(const struct value_tree *tree, uint16_t parent)
{
    uint16_t at = parent == VALUE_NONE ? 0 : (uint16_t)(parent + 1);
    uint16_t end = value_behind(tree, parent);
    return at < end ? at : VALUE_NONE;
}

uint16_t value_next(const struct value_tree *tree, uint16_t parent, uint16_t index)
{
    uint16_t next = value_behind(tree, index);
    return next < value_behind(tree, parent) ? next : VALUE_NONE;
}

uint16_t value_member(const struct value_tree *tree, uint16_t parent, unsigned n)
{
    uint16_t at = value_first(tree, parent);
    while (n-- > 0 && at != VALUE_NONE) {
        at = value_next(tree, parent, at);
    }
    return at;
}

static uint16_t value_find_len(const struct value_tree *tree, uint16_t parent, const char *key,
                               size_t len)
{
    uint16_t end = value_behind(tree, parent);
    for (uint16_t at = value_first(tree, parent); at < end; at = value_behind(tree, at)) {
        const char *name = tree->fact[at].key;
        bool maybe = name != NULL && name[0] == key[0]; /* most differ in their first letter */
        if (maybe && strncmp(name, key, len) == 0 && name[len] == '\0') {
            return at;
        }
    }
    return VALUE_NONE;
}

uint16_t value_find(const struct value_tree *tree, uint16_t parent, const char *key)
{
    return value_find_len(tree, parent, key, strlen(key));
}

static uint16_t value_step(const struct value_tree *tree, uint16_t parent, const char *name,
                           size_t len)
{
    enum value_kind kind = parent == VALUE_NONE ? VALUE_OBJECT : tree->fact[parent].kind;
    if (kind == VALUE_OBJECT) {
        return value_find_len(tree, parent, name, len);
    }
    unsigned n = 0;
    for (size_t i = 0; i < len; i++) {
        if (kind != VALUE_LIST || name[i] < '0' || name[i] > '9' || i > 3) {
            return VALUE_NONE;
        }
        n = n * 10 + (unsigned)(name[i] - '0');
    }
    return kind == VALUE_LIST ? value_member(tree, parent, n) : VALUE_NONE;
}

uint16_t value_path(const struct value_tree *tree, const char *path)
{
    uint16_t at = VALUE_NONE;
    for (;;) {
        size_t len = strcspn(path, ".");
        at = value_step(tree, at, path, len);
        if (at == VALUE_NONE || path[len] == '\0') {
            return at;
        }
        path += len + 1;
    }
}

int64_t value_number_at(const struct value_tree *tree, const char *path, int64_t otherwise)
{
    uint16_t at = value_path(tree, path);
    return at != VALUE_NONE && tree->fact[at].kind == VALUE_NUMBER ? tree->fact[at].number
                                                                   : otherwise;
}

const char *value_text_at(const struct value_tree *tree, const char *path, const char *otherwise)
{
    uint16_t at = value_path(tree, path);
    bool text = at != VALUE_NONE &&
                (tree->fact[at].kind == VALUE_TEXT || tree->fact[at].kind == VALUE_TERM);
    return text ? tree->fact[at].text : otherwise;
}

bool value_bool_at(const struct value_tree *tree, const char *path)
{
    uint16_t at = value_path(tree, path);
    return at != VALUE_NONE && tree->fact[at].kind == VALUE_BOOL && tree->fact[at].number != 0;
}

bool value_has(const struct value_tree *tree, const char *path)
{
    uint16_t at = value_path(tree, path);
    return at != VALUE_NONE && tree->fact[at].kind != VALUE_NULL;
}
