/* A document in Matrix' shape: texts in plain and in the allowed HTML, at most so large together,
 * who is mentioned, and the panel as words that can be typed. Pure. Nothing here says yet who may
 * read it: matrix_body.h does, by type. */
#ifndef MATRIX_SHAPE_H
#define MATRIX_SHAPE_H

#include "catalogue.h"
#include "doc.h"

enum {
    MATRIX_PART_BYTES = 16 * 1024,  /* of both twins of a message together */
    MATRIX_BOARD_BYTES = 10 * 1024, /* an edit carries them twice */
    MATRIX_PART_BYTES_MIN = 1024,
    MATRIX_PARTS_MAX = 24,
    MATRIX_USERS_MAX = 50,
    MATRIX_ALT_BYTES = 1024,
    MATRIX_KEYS_MAX = 9 /* reactions on a message that stand for a choice */
};

/* Who people are on this server. */
struct matrix_names {
    /* The id of a person's account, NULL when they have none here. */
    const char *(*account)(const void *context, uint64_t person);
    const void *context;
};

/* A reaction, and the control of the choice that it stands for. */
struct matrix_key {
    const char *key;
    const char *control;
};

struct matrix_shaping {
    const struct matrix_names *names;  /* may be NULL */
    const struct catalogue *catalogue; /* the words around */
    int64_t now_ms;                    /* when it is said: what "in 2 minutes" counts from */
    const char *prefix;                /* before what is typed where others read: "!" */
    bool in_private;                   /* what is typed here needs no prefix */
    const struct matrix_key *keys;
    unsigned key_count;
    size_t limit; /* bytes of a part: MATRIX_PART_BYTES */
    bool one;     /* a board: everything in a single message, whole blocks left out at the end, and
                   * nothing in it that would be untrue a minute later */
};

struct matrix_part {
    const char *body; /* at least "…" */
    const char *html;
};

struct matrix_shape {
    struct matrix_part part[MATRIX_PARTS_MAX];
    unsigned count;
    bool cut;                           /* the rest is left out, and it says so */
    bool asks;                          /* it wants an act: a choice carries an ask */
    bool presses;                       /* a choice of it can be made by a reaction alone */
    const char *user[MATRIX_USERS_MAX]; /* who is mentioned anywhere in it */
    unsigned user_count;
    const char *svg;  /* a picture, or NULL */
    const char *alt;  /* what it shows, at most MATRIX_ALT_BYTES */
    bool attached;    /* the picture goes behind the message, as one of its own */
    const char *file; /* a file's bytes, or NULL */
    const char *file_name;
};

/* Shapes a document, in its arena. */
void matrix_shape(const struct doc *doc, const struct matrix_shaping *shaping,
                  struct matrix_shape *shape);

/* The link that a mention of an account is: "https://matrix.to/#/%40ana%3Ahouse.example". */
const char *matrix_link(struct arena *arena, const char *account);

/* matrix_panel.c: what somebody types in place of a press: "!play money", "ask Ben <question>"; in
 * private without the prefix, except for what is only heard at the table. NULL when there are no
 * words for it: what was warned about is insisted on with a reaction alone. */
const char *matrix_typed(struct arena *arena, const struct choice *choice,
                         const struct matrix_shaping *shaping);
/* What its placeholders stand for where that does not fit into the words: values of a long menu,
 * what is to be written, " (in brackets)"; in the arena. "": nothing has to be said. */
const char *matrix_typed_notes(struct arena *arena, const struct choice *choice,
                               const struct matrix_shaping *shaping);
/* The choices that are shown, in the arena: in a room those alone that do not need many words. What
 * the others offer stands on the cards of those who have it. */
const struct choice *matrix_panel(struct arena *arena, const struct choice *panel,
                                  const struct matrix_shaping *shaping);
/* Does a press on it answer something that somebody is asked? */
bool matrix_asks(const struct choice *choice);
/* The reaction that stands for a choice, or NULL. */
const char *matrix_key_of(const struct matrix_shaping *shaping, const struct choice *choice);

#endif
