/* Facts: a bounded tree of named values in memory of the caller's, written in order, read by name.
 * Views, deals, arguments of moves and arguments of events all have this one form, and its compact
 * JSON print is their canonical text. Nothing here allocates. */
#ifndef FACTS_H
#define FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fact_kind {
    FACT_NULL,
    FACT_BOOL,
    FACT_NUMBER,
    FACT_TERM,   /* a word of the program's own vocabulary ("documents"); the catalogue names it */
    FACT_TEXT,   /* words of a person: shown inert */
    FACT_OBJECT, /* members in the order written */
    FACT_LIST
};

enum { FACTS_DEPTH_MAX = 8, FACTS_NONE = 0xffff };

struct fact {
    const char *key;  /* NULL inside a list; static, or in the text pool */
    const char *text; /* TERM and TEXT: zero-terminated */
    int64_t number;   /* NUMBER; BOOL as 0 or 1; OBJECT and LIST: how many members */
    uint16_t next;    /* index of what follows this fact and all it holds */
    uint16_t text_len;
    enum fact_kind kind;
};

struct facts {
    struct fact *fact;
    char *text;
    size_t text_max;
    size_t text_used;
    uint16_t max;
    uint16_t count;
    uint16_t open[FACTS_DEPTH_MAX];
    uint8_t depth;
    bool full; /* something did not fit: what is there is a prefix; checked by who wrote */
};

/* Empties facts over max places and text_max bytes that stay the caller's. */
void facts_init(struct facts *facts, struct fact *fact, uint16_t max, char *text, size_t text_max);

/* Writers. key is NULL inside a list and a static string otherwise. TERM keeps the pointer (static
 * strings only), TEXT copies len bytes. A writer without room sets full and writes nothing. */
void facts_null(struct facts *facts, const char *key);
void facts_bool(struct facts *facts, const char *key, bool value);
void facts_number(struct facts *facts, const char *key, int64_t value);
void facts_term(struct facts *facts, const char *key, const char *term);
void facts_text(struct facts *facts, const char *key, const char *text, size_t len);
void facts_object(struct facts *facts, const char *key);
void facts_list(struct facts *facts, const char *key);
/* Closes the innermost object or list. */
void facts_end(struct facts *facts);
/* Copies one fact of another tree with all it holds, under key; keys and texts are copied too. */
void facts_copy(struct facts *facts, const char *key, const struct facts *from, uint16_t index);

/* Readers. The top level is an unnamed object: parent FACTS_NONE. FACTS_NONE where there is none.
 */
uint16_t facts_find(const struct facts *facts, uint16_t parent, const char *key);
/* The n-th member, from 0. */
uint16_t facts_member(const struct facts *facts, uint16_t parent, unsigned n);
uint16_t facts_first(const struct facts *facts, uint16_t parent);
/* What follows index inside parent. */
uint16_t facts_next(const struct facts *facts, uint16_t parent, uint16_t index);
/* A path of member names and list positions: "pot.cards", "last.plays.2". */
uint16_t facts_path(const struct facts *facts, const char *path);
int64_t facts_number_at(const struct facts *facts, const char *path, int64_t otherwise);
/* The text of a TERM or TEXT at path, or otherwise (which may be NULL). */
const char *facts_text_at(const struct facts *facts, const char *path, const char *otherwise);
bool facts_bool_at(const struct facts *facts, const char *path);
bool facts_has(const struct facts *facts, const char *path); /* there, and not null */

/* Prints the whole tree as compact JSON, members in the order written. Returns its length without
 * the final zero, or 0 when it does not fit into max bytes. */
size_t facts_print(const struct facts *facts, char *text, size_t max);
/* The same for one fact. */
size_t facts_print_at(const struct facts *facts, uint16_t index, char *text, size_t max);
/* Reads what facts_print wrote: compact JSON, whole numbers, no white space. Every string becomes a
 * TEXT. False, with facts emptied, when it is not that. */
bool facts_parse(struct facts *facts, const char *json, size_t len);

#endif
