/* A message before a platform gives it a shape: blocks, inline runs and a panel (contracts 6).
 * Everything lives in the turn's arena. Text that came from people is marked, and already inert. */
#ifndef DOC_H
#define DOC_H

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>

enum run_kind {
    RUN_TEXT,
    RUN_STRONG,
    RUN_EMPHASIS,
    RUN_CODE,
    RUN_MENTION, /* person, text: the name; notifies them */
    RUN_TIME,    /* time_ms, shown in the reader's zone, with how long until then */
    RUN_SPOILER,
    RUN_ROOM /* room, text: how it is called; who presses it is there */
};

struct tiles;

struct run {
    enum run_kind kind;
    const char *text;
    bool people;         /* words of a person */
    int seat;            /* RUN_MENTION: who; SEAT_NONE otherwise */
    uint64_t person;     /* RUN_MENTION: internal id, filled by the host from the seat, */
    const char *account; /* and how the adapter that sends it calls them; NULL: not at all */
    int64_t time_ms;
    const char *room; /* RUN_ROOM: the platform's id */
    struct run *next;
};

enum block_kind {
    BLOCK_HEADING,
    BLOCK_PARAGRAPH,
    BLOCK_LIST,  /* children: items */
    BLOCK_TABLE, /* children: rows, their children: cells */
    BLOCK_QUOTE,
    BLOCK_COUNTDOWN, /* until_ms */
    BLOCK_PICTURE,   /* svg, and children: the text twin */
    BLOCK_FILE,      /* file: its bytes, a text; runs: its name */
    /* tiles (doc_tiles.h), and children: the text twin, which says the same where nothing is drawn
     */
    BLOCK_SEATS,
    BLOCK_OPTIONS, /* those that are not as usual */
    BLOCK_CARDS,   /* what its reader alone knows */
    BLOCK_TILES,   /* what can be crossed off; no twin */
    BLOCK_ITEM     /* an item, row or cell */
};

struct block {
    enum block_kind kind;
    struct run *runs;
    struct run *last_run;
    struct block *children;
    struct block *last_child;
    const char *svg;
    const char *portrait; /* BLOCK_PICTURE: the same laid out for a telephone, or NULL */
    bool attached;        /* BLOCK_PICTURE: it goes with the message as a file, to be passed on */
    const char *file;
    struct tiles *tiles;
    int64_t until_ms;
    bool stops; /* BLOCK_PARAGRAPH: it stops the table (message_way.def) */
    struct block *next;
};

enum choice_style { CHOICE_PRIMARY, CHOICE_SECONDARY, CHOICE_DANGER };
/* A choice is one of choices; several are min to max of them: sent as their values, separated by
 * commas. */
enum field_kind { FIELD_TEXT, FIELD_LONG, FIELD_NUMBER, FIELD_CHOICE, FIELD_SEVERAL };

struct field_choice {
    const char *value;
    const char *label;
    struct field_choice *next;
};

struct field {
    const char *name; /* the argument's name */
    const char *label;
    enum field_kind kind;
    const char *value; /* what stands in it already: what was typed and refused; or NULL */
    int32_t about;     /* the number of what its label names (a keyword's); 0 none */
    int32_t min;       /* FIELD_NUMBER: value; texts: characters; FIELD_SEVERAL: how many */
    int32_t max;
    bool optional;
    struct field_choice *choices;
    struct field *next;
};

/* A button; with fields it opens a form and the form's answer carries the same control. */
struct choice {
    const char *label;
    const char *symbol;  /* an emoji beside the word, or NULL */
    const char *control; /* at most 100 bytes */
    const char *act;     /* the action's name, or the question's; NULL where there is neither */
    const char *value; /* which choice of the act it is: a term, or a seat or number as text, or the
                        * text that is shared; NULL the act itself */
    const char *who;   /* the person it chooses, as they are called at the table, or NULL: what
                        * somebody types who has no buttons */
    bool owed;         /* it answers what its reader owes now; else it is a standing choice */
    bool at_table;     /* typed words for it are taken in the table's room alone */
    enum choice_style style;
    struct field *fields;
    struct choice *next;
};

struct doc {
    const char *game;  /* of a board or card: which game it is of, as a term, */
    const char *phase; /* and how far that is: lobby playing over; else NULL */
    const char *zone;  /* its one reader's, for moments (calendar.h); NULL: not known */
    bool plain;        /* who reads it wants it so (doc_bare.h) */
    struct block *blocks;
    struct block *last_block;
    struct choice *panel;
    struct choice *last_choice;
    struct arena *arena;
};

struct doc *doc_new(struct arena *arena);
struct block *doc_block(struct doc *doc, enum block_kind kind);
/* An item of a list, a row of a table, a cell of a row. */
struct block *doc_child(struct doc *doc, struct block *parent);
/* Does a block of this kind hold a text twin? */
bool doc_has_twin(enum block_kind kind);
/* A block of a text twin. */
struct block *doc_child_of(struct doc *doc, struct block *holder, enum block_kind kind);
/* text is copied; people: it is a person's and is made inert here (inert.h), line breaks kept in
 * quotes alone. */
struct run *doc_run(struct doc *doc, struct block *block, enum run_kind kind, const char *text,
                    bool people);
/* A moment, UTC milliseconds. */
struct run *doc_time(struct doc *doc, struct block *block, int64_t time_ms);
/* control: at most 100 bytes, asserted. */
struct choice *doc_choice(struct doc *doc, const char *label, const char *control,
                          enum choice_style style);
/* Puts the blocks of another document (NULL: none) behind those of this one, which owns them from
 * here on. */
void doc_add_blocks(struct doc *doc, const struct doc *more);
/* Takes the last block back when nothing was written into it. True when it stays. */
bool doc_keep(struct doc *doc);
bool doc_is_empty(const struct doc *doc);
/* Plain text, lines at most width columns wide (0: as they are), panel as "[Label]"; for
 * transcripts, alt texts and the smallest platforms. Lives in the arena. */
const char *doc_plain(const struct doc *doc, int width);

#endif
