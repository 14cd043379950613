/* Facts: writers keep a stack of open objects; each fact knows where its subtree ends, so that
 * reading a sibling is one step. The JSON here is only the canonical one that facts_print makes. */
#include "facts.h"

#include <assert.h>
#include <string.h>

enum { FACTS_OPEN = 0 }; /* as what follows a fact: nothing does yet */

void facts_init(struct facts *facts, struct fact *fact, uint16_t max, char *text, size_t text_max)
{
    assert(max < FACTS_NONE);
    memset(facts, 0, sizeof *facts);
    facts->fact = fact;
    facts->max = max;
    facts->text = text;
    facts->text_max = text_max;
}

static const char *facts_keep(struct facts *facts, const char *text, size_t len)
{
    if (len >= UINT16_MAX || facts->text_max - facts->text_used <= len) {
        facts->full = true;
        return NULL;
    }
    char *kept = facts->text + facts->text_used;
    memmove(kept, text, len);
    kept[len] = '\0';
    facts->text_used += len + 1;
    return kept;
}

static struct fact *facts_add(struct facts *facts, const char *key, enum fact_kind kind)
{
    if (facts->count == facts->max || facts->full) {
        facts->full = true;
        return NULL;
    }
    if (facts->depth > 0) {
        facts->fact[facts->open[facts->depth - 1]].number++;
    }
    struct fact *fact = &facts->fact[facts->count++];
    *fact = (struct fact){.key = key, .next = facts->count, .kind = kind};
    return fact;
}

void facts_null(struct facts *facts, const char *key)
{
    facts_add(facts, key, FACT_NULL);
}

void facts_bool(struct facts *facts, const char *key, bool value)
{
    struct fact *fact = facts_add(facts, key, FACT_BOOL);
    if (fact != NULL) {
        fact->number = value;
    }
}

void facts_number(struct facts *facts, const char *key, int64_t value)
{
    struct fact *fact = facts_add(facts, key, FACT_NUMBER);
    if (fact != NULL) {
        fact->number = value;
    }
}

void facts_term(struct facts *facts, const char *key, const char *term)
{
    assert(term != NULL);
    struct fact *fact = facts_add(facts, key, FACT_TERM);
    if (fact != NULL) {
        fact->text = term;
        fact->text_len = (uint16_t)strlen(term);
    }
}

void facts_text(struct facts *facts, const char *key, const char *text, size_t len)
{
    const char *kept = facts_keep(facts, text, len);
    struct fact *fact = kept != NULL ? facts_add(facts, key, FACT_TEXT) : NULL;
    if (fact != NULL) {
        fact->text = kept;
        fact->text_len = (uint16_t)len;
    }
}

static void facts_open(struct facts *facts, const char *key, enum fact_kind kind)
{
    if (facts->depth == FACTS_DEPTH_MAX) {
        facts->full = true;
    }
    struct fact *fact = facts_add(facts, key, kind);
    if (fact != NULL) {
        facts->open[facts->depth++] = (uint16_t)(facts->count - 1);
        fact->next = FACTS_OPEN;
    }
}

void facts_object(struct facts *facts, const char *key)
{
    facts_open(facts, key, FACT_OBJECT);
}

void facts_list(struct facts *facts, const char *key)
{
    facts_open(facts, key, FACT_LIST);
}

void facts_end(struct facts *facts)
{
    assert(facts->depth > 0 || facts->full);
    if (facts->depth > 0) {
        facts->depth--;
        facts->fact[facts->open[facts->depth]].next = facts->count;
    }
}

static void facts_copy_members(struct facts *facts, const struct facts *from, uint16_t parent)
{
    for (uint16_t at = facts_first(from, parent); at != FACTS_NONE;
         at = facts_next(from, parent, at)) {
        const char *key = from->fact[at].key;
        if (key != NULL) {
            key = facts_keep(facts, key, strlen(key));
        }
        facts_copy(facts, key, from, at); /* NOLINT(misc-no-recursion): FACTS_DEPTH_MAX deep */
    }
}

void facts_copy(struct facts *facts, const char *key, const struct facts *from, uint16_t index)
{
    assert(index < from->count);
    const struct fact *fact = &from->fact[index];
    switch (fact->kind) {
    case FACT_NULL:
        facts_null(facts, key);
        break;
    case FACT_BOOL:
        facts_bool(facts, key, fact->number != 0);
        break;
    case FACT_NUMBER:
        facts_number(facts, key, fact->number);
        break;
    case FACT_TERM:
        facts_term(facts, key, fact->text);
        break;
    case FACT_TEXT:
        facts_text(facts, key, fact->text, fact->text_len);
        break;
    case FACT_OBJECT:
    case FACT_LIST:
        facts_open(facts, key, fact->kind);
        if (!facts->full) {
            facts_copy_members(facts, from, index);
            facts_end(facts);
        }
        break;
    }
}

/* Where the members of an object end: what is still open holds all that was written since. */
static uint16_t facts_behind(const struct facts *facts, uint16_t parent)
{
    uint16_t next = parent == FACTS_NONE ? FACTS_OPEN : facts->fact[parent].next;
    return next == FACTS_OPEN ? facts->count : next;
}

uint16_t facts_first(const struct facts *facts, uint16_t parent)
{
    uint16_t at = parent == FACTS_NONE ? 0 : (uint16_t)(parent + 1);
    uint16_t end = facts_behind(facts, parent);
    return at < end ? at : FACTS_NONE;
}

uint16_t facts_next(const struct facts *facts, uint16_t parent, uint16_t index)
{
    uint16_t next = facts_behind(facts, index);
    return next < facts_behind(facts, parent) ? next : FACTS_NONE;
}

uint16_t facts_member(const struct facts *facts, uint16_t parent, unsigned n)
{
    uint16_t at = facts_first(facts, parent);
    while (n-- > 0 && at != FACTS_NONE) {
        at = facts_next(facts, parent, at);
    }
    return at;
}

static uint16_t facts_find_len(const struct facts *facts, uint16_t parent, const char *key,
                               size_t len)
{
    uint16_t end = facts_behind(facts, parent);
    for (uint16_t at = facts_first(facts, parent); at < end; at = facts_behind(facts, at)) {
        const char *name = facts->fact[at].key;
        bool maybe = name != NULL && name[0] == key[0]; /* most differ in their first letter */
        if (maybe && strncmp(name, key, len) == 0 && name[len] == '\0') {
            return at;
        }
    }
    return FACTS_NONE;
}

uint16_t facts_find(const struct facts *facts, uint16_t parent, const char *key)
{
    return facts_find_len(facts, parent, key, strlen(key));
}

static uint16_t facts_step(const struct facts *facts, uint16_t parent, const char *name, size_t len)
{
    enum fact_kind kind = parent == FACTS_NONE ? FACT_OBJECT : facts->fact[parent].kind;
    if (kind == FACT_OBJECT) {
        return facts_find_len(facts, parent, name, len);
    }
    unsigned n = 0;
    for (size_t i = 0; i < len; i++) {
        if (kind != FACT_LIST || name[i] < '0' || name[i] > '9' || i > 3) {
            return FACTS_NONE;
        }
        n = n * 10 + (unsigned)(name[i] - '0');
    }
    return kind == FACT_LIST ? facts_member(facts, parent, n) : FACTS_NONE;
}

uint16_t facts_path(const struct facts *facts, const char *path)
{
    uint16_t at = FACTS_NONE;
    for (;;) {
        size_t len = strcspn(path, ".");
        at = facts_step(facts, at, path, len);
        if (at == FACTS_NONE || path[len] == '\0') {
            return at;
        }
        path += len + 1;
    }
}

int64_t facts_number_at(const struct facts *facts, const char *path, int64_t otherwise)
{
    uint16_t at = facts_path(facts, path);
    return at != FACTS_NONE && facts->fact[at].kind == FACT_NUMBER ? facts->fact[at].number
                                                                   : otherwise;
}

const char *facts_text_at(const struct facts *facts, const char *path, const char *otherwise)
{
    uint16_t at = facts_path(facts, path);
    bool text = at != FACTS_NONE &&
                (facts->fact[at].kind == FACT_TEXT || facts->fact[at].kind == FACT_TERM);
    return text ? facts->fact[at].text : otherwise;
}

bool facts_bool_at(const struct facts *facts, const char *path)
{
    uint16_t at = facts_path(facts, path);
    return at != FACTS_NONE && facts->fact[at].kind == FACT_BOOL && facts->fact[at].number != 0;
}

bool facts_has(const struct facts *facts, const char *path)
{
    uint16_t at = facts_path(facts, path);
    return at != FACTS_NONE && facts->fact[at].kind != FACT_NULL;
}
