/* Blocks of tiles: what a page draws beside the words that others read. */
#ifndef DOC_TILES_H
#define DOC_TILES_H

#include "doc.h"

/* One thing that is drawn by itself: a seat, an option, a card. What it does not say is NULL, 0 or
 * false. Words of people in it are inert. */
struct tile {
    const char *kind;    /* of a card: signal keyword place role hand code file */
    const char *name;    /* who sits there; which option, as it is typed */
    const char *account; /* how the adapter that sends it calls who sits there */
    const char *label;   /* how an option is called */
    const char *title;
    const char *symbol;
    const char *text;
    const char *help;
    const char *act;   /* what a tap on it does: the choice of the panel with the same act */
    const char *value; /* and value; also what a choice of a field is called, and an option has */
    int32_t number;
    int32_t count; /* of equal cards */
    int32_t seat;  /* whose account it is, SEAT_NONE */
    bool house;    /* of a seat: a house player's, */
    bool ready;    /* reached in private, */
    bool host;     /* of who opened the table */
    bool dim;      /* of a card: it cannot be used now */
    struct tile *next;
};

/* What a block of tiles holds. */
struct tiles {
    const char *title;
    const char *act; /* in whose form the tiles can be named */
    int32_t free;    /* BLOCK_SEATS: chairs that nobody has */
    struct tile *first;
    struct tile *last;
};

/* A block of tiles whose twin are the blocks behind the given one (NULL: all of them), which are
 * those of the document no more. */
struct block *doc_tiles(struct doc *doc, enum block_kind kind, struct block *after);
/* One more tile at the end of such a block; it says nothing yet. */
struct tile *doc_tile(struct doc *doc, struct block *block);

/* The texts of a tile by their names in JSON, for all that copies, compares, writes or reads them:
 * all but the account, which depends on who sends it. */
enum { TILE_TEXTS = 9 };
extern const char *const tile_text_names[TILE_TEXTS];
const char *tile_text(const struct tile *tile, size_t index);
void tile_set_text(struct tile *tile, size_t index, const char *text);

#endif
