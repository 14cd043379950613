/* What is known of somebody whose rows are looked for (own.h), among its files. */
#ifndef OWN_PRIVATE_H
#define OWN_PRIVATE_H

#include "arena.h"
#include "own.h"

/* In place of a table's id: a document that names none may speak of any. */
#define OWN_ANY_TABLE UINT64_MAX

struct own_text {
    struct own_text *next;
    uint64_t table; /* 0: of none */
    bool name;
    char digest[40]; /* of words: under which they lie; "" none */
    size_t len;
    const char *text;
    const char *shown; /* as documents have it: inert */
    const char *lines; /* the same with its line breaks */
};

struct own {
    uint64_t person;
    const char *address; /* "adapter/account" */
    char adapter[24];
    const char *account;
    const struct row_rules *const *rules;
    struct own_text *ids;
    struct own_text *names;
    struct own_text *words; /* what was said at tables, and names there */
    struct arena *arena;
};

/* Were these words said at that table? */
bool own_said_at(const struct own_text *words, uint64_t table);
/* Words they said at a table; the same words twice are two. */
struct own_text *own_words(struct own *own, uint64_t table, const char *text, size_t len);

struct cJSON;
/* Takes what is theirs out of a tree; true where something was. */
bool own_tree(const struct own *own, struct cJSON *json);
/* A string of a document of that table (0: none) without what is theirs, in the arena; NULL where
 * it stays. */
const char *own_string(const struct own *own, uint64_t table, const char *text,
                       struct arena *arena);

#endif
