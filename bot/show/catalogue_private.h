/* Inside the catalogue: a sentence as pieces, and how they are read and written. */
#ifndef CATALOGUE_PRIVATE_H
#define CATALOGUE_PRIVATE_H

#include "catalogue.h"

enum {
    CATALOGUE_BYTES_MAX = 512 * 1024,
    CATALOGUE_ENTRIES_MAX = 4096,
    CATALOGUE_KEY_MAX = 80,
    CATALOGUE_SENTENCE_MAX = 2000,
    CATALOGUE_DEPTH_MAX = 5 /* branches within branches, entries within entries */
};

enum piece_kind {
    PIECE_TEXT,
    PIECE_ARG,
    PIECE_NUMBER, /* "#": the number of the plural around it */
    PIECE_PLURAL,
    PIECE_SELECT
};

enum piece_format {
    FORMAT_PLAIN,   /* by the kind of what is there */
    FORMAT_PERSON,  /* a seat number as a name */
    FORMAT_MENTION, /* the same, and that person is notified */
    FORMAT_PEOPLE,  /* a list of seats */
    FORMAT_SEATS,   /* a list by seat: each name with its member, null ones left out */
    FORMAT_NUMBER,
    FORMAT_TIME,   /* UTC milliseconds as a moment */
    FORMAT_LENGTH, /* milliseconds as a length of time */
    FORMAT_WORD,   /* a term without its symbol */
    FORMAT_TYPED,  /* a term as people type it */
    FORMAT_ENTRY   /* another entry, with this argument's members as arguments */
};

struct piece {
    enum piece_kind kind;
    enum run_kind style; /* text, strong, emphasis or code */
    enum piece_format format;
    const char *text; /* PIECE_TEXT: as it is shown; otherwise the path of the argument */
    const char *key;  /* FORMAT_ENTRY: which; FORMAT_WORD: whose words, NULL: the argument's own */
    struct branch *branches;
    struct piece *next;
};

struct branch {
    const char *selector; /* "one", "=0", "documents", "other" */
    struct piece *pieces;
    struct branch *next;
};

struct entry {
    const char *key;
    const char *sentence;
    struct piece *pieces;
    unsigned line;
};

/* Parses the text of a sentence into pieces in the arena. NULL, with what is wrong in *mistake_r,
 * when it is not well-formed; an empty sentence is one empty piece. */
struct piece *sentence_parse(struct arena *arena, const char *text, const char **mistake_r);

const struct entry *catalogue_find(const struct catalogue *catalogue, const char *key);

/* The CLDR category ("one", "few", …) of a whole number in a language. */
const char *plural_category(const char *language, int64_t number);
/* Are there plural rules for this language? */
bool plural_knows(const char *language);

#endif
