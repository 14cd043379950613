/* A value tree: a bounded tree of named values in memory of the caller's, written in order, read by
 * name. Views, deals, arguments of moves and arguments of events all have this one form, and its
 * compact JSON print is their canonical text. Nothing here allocates. */
#ifndef VALUE_TREE_H
#define VALUE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum value_kind {
    VALUE_NULL,
    VALUE_BOOL,
    VALUE_NUMBER,
    VALUE_TERM,   /* a word of the program's own vocabulary ("documents"); the catalogue names it */
    VALUE_TEXT,   /* words of a person: shown inert */
    VALUE_OBJECT, /* members in the order written */
    VALUE_LIST
};

enum { VALUE_DEPTH_MAX = 8, VALUE_NONE = 0xffff };

struct value {
    const char *key;  /* NULL inside a list; static, or in the text pool */
    const char *text; /* TERM and TEXT: zero-terminated */
    int64_t number;   /* NUMBER; BOOL as 0 or 1; OBJECT and LIST: how many members */
    uint16_t next;    /* index of what follows this value and all it holds */
    uint16_t text_len;
    enum value_kind kind;
};

struct value_tree {
    struct value *fact;
    char *text;
    size_t text_max;
    size_t text_used;
    uint16_t max;
    uint16_t count;
    uint16_t open[VALUE_DEPTH_MAX];
    uint8_t depth;
    bool full; /* something did not fit: what is there is a prefix; checked by who wrote */
};

/* Empties the tree over max places and text_max bytes that stay the caller's. */
void value_init(struct value_tree *tree, struct value *fact, uint16_t max, char *text,
                size_t text_max);

/* Writers. key is NULL inside a list and a static string otherwise. TERM keeps the pointer (static
 * strings only), TEXT copies len bytes. A writer without room sets full and writes nothing. */
void value_null(struct value_tree *tree, const char *key);
void value_bool(struct value_tree *tree, const char *key, bool value);
void value_number(struct value_tree *tree, const char *key, int64_t value);
void value_term(struct value_tree *tree, const char *key, const char *term);
void value_text(struct value_tree *tree, const char *key, const char *text, size_t len);
void value_object(struct value_tree *tree, const char *key);
void value_list(struct value_tree *tree, const char *key);
/* Closes the innermost object or list. */
void value_end(struct value_tree *tree);
/* Copies one value of another tree with all it holds, under key; keys and texts are copied too. */
void value_copy(struct value_tree *tree, const char *key, const struct value_tree *from,
                uint16_t index);

/* Readers. The top level is an unnamed object: parent VALUE_NONE. VALUE_NONE where there is none.
 */
uint16_t value_find(const struct value_tree *tree, uint16_t parent, const char *key);
/* The n-th member, from 0. */
uint16_t value_member(const struct value_tree *tree, uint16_t parent, unsigned n);
uint16_t value_first(const struct value_tree *tree, uint16_t parent);
/* What follows index inside parent. */
uint16_t value_next(const struct value_tree *tree, uint16_t parent, uint16_t index);
/* A path of member names and list positions: "pot.cards", "last.plays.2". */
uint16_t value_path(const struct value_tree *tree, const char *path);
int64_t value_number_at(const struct value_tree *tree, const char *path, int64_t otherwise);
/* The text of a TERM or TEXT at path, or otherwise (which may be NULL). */
const char *value_text_at(const struct value_tree *tree, const char *path, const char *otherwise);
bool value_bool_at(const struct value_tree *tree, const char *path);
bool value_has(const struct value_tree *tree, const char *path); /* there, and not null */

/* Prints the whole tree as compact JSON, members in the order written. Returns its length without
 * the final zero, or 0 when it does not fit into max bytes. */
size_t value_print(const struct value_tree *tree, char *text, size_t max);
/* The same for one value. */
size_t value_print_at(const struct value_tree *tree, uint16_t index, char *text, size_t max);
/* Reads what value_print wrote: compact JSON, whole numbers, no white space. Every string becomes a
 * TEXT. False, with the tree emptied, when it is not that. */
bool value_parse(struct value_tree *tree, const char *json, size_t len);

#endif
