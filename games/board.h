/* A board: what lies on the table, as bounded shapes with message ids and people's seats; made from
 * a view by the game, drawn as SVG and told as text by show/, both from this one value. */
#ifndef BOARD_H
#define BOARD_H

#include "message.h"
#include "seat.h"

#include <stdbool.h>
#include <stdint.h>

enum { BOARD_ITEMS_MAX = 200, BOARD_TEXT_MAX = 30720 };

/* How a board is laid out. */
enum board_look {
    BOARD_TABLE, /* hands around a felt with piles in its middle */
    BOARD_CODES, /* two teams, White and Black, with what was said for each number */
    BOARD_ROUND, /* seats around a round table, who asked whom, a list beside it */
    BOARD_FILES  /* hands, counters, a file for each clue board */
};

enum board_kind {
    BOARD_HAND,  /* cards somebody holds: seat, count; term for a team */
    BOARD_STACK, /* a pile in the middle: label, count; place: an enum board_icon */
    BOARD_CARD,  /* one card: seat who played it (or SEAT_NONE), term its face or NULL face down */
    BOARD_NOTE,  /* a line: label and arguments seat, count, term */
    BOARD_TOKEN, /* a counter of a team or of nobody: label, count, term for a team; place: an
                  * enum board_icon, of a team's the next highest number of it */
    BOARD_SEAT,  /* somebody at the table who holds no cards: seat, count; term for a team */
    BOARD_CELL,  /* a word in a table: team its half, count its row, place its column, or the round
                  * it is of (0: none); text */
    BOARD_GRID,  /* a row of a clue board: seat whose, term its suit, place the number of its first
                  * column, BOARD_LEADS when it is kept, then count says how many cells of the
                  * whole are open; text: a sign of enum board_grid for each column, of which
                  * with BOARD_STAR the last is of cards without a number */
    BOARD_ARROW, /* seat asked the seat in place; the latest comes last */
    BOARD_CHIP   /* a word about the whole: label, term */
};

enum board_icon {
    BOARD_ICON_NONE,
    BOARD_ICON_PILE,
    BOARD_ICON_CENTRE,
    BOARD_ICON_UP,
    BOARD_ICON_DOWN,
    BOARD_ICON_FILE,
    BOARD_ICON_BULLET,
    BOARD_ICON_TURNS
};

enum board_grid {
    BOARD_GRID_OPEN = '.',
    BOARD_GRID_OUT = 'x',
    BOARD_GRID_BLANK = ' ', /* nobody says */
    BOARD_GRID_MATCH = 'V', /* a clue that matches lies there */
    BOARD_GRID_CLASH = 'H'  /* one that does not */
};

enum board_flag {
    BOARD_TURN = 1 << 0, /* whose turn it is */
    BOARD_LEADS = 1 << 1,
    BOARD_GONE = 1 << 2,
    BOARD_LAST = 1 << 3, /* belongs to the last reveal, not to now */
    BOARD_STAR = 1 << 4,
    BOARD_WAITS = 1 << 5 /* plays from the next round on */
};

struct board_item {
    enum board_kind kind;
    enum message label;
    const char *term; /* static, worded by the catalogue */
    int8_t seat;
    int8_t team; /* index into the game's teams, -1 none */
    uint8_t flags;
    int32_t count;
    int16_t place;
    uint16_t text;     /* where people's words begin in the board's text; */
    uint16_t text_len; /* 0 bytes of them: none */
};

struct board {
    const char *game;
    enum message title;
    enum board_look look;
    int32_t round;
    uint8_t count;
    uint16_t text_used;
    struct board_item item[BOARD_ITEMS_MAX];
    char text[BOARD_TEXT_MAX];
};

/* Adds an item; a board that is full is a bug: asserted. */
struct board_item *board_add(struct board *board, enum board_kind kind, enum message label);
/* Gives an item words of people's, zero-terminated in the board; cut at a code point where the
 * board has no more room. */
void board_say(struct board *board, struct board_item *item, const char *text);

#endif
