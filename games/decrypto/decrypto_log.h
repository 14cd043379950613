/* The clue log: people's words of a game, packed one after another into one pool, oldest first.
 * Clues stay for the sheet and because none may be used twice; guesses of the tie-break lie here
 * too. A game ends before the pool is full (README, "the sheet keeps every clue"). */
#ifndef DECRYPTO_LOG_H
#define DECRYPTO_LOG_H

#include <stdbool.h>
#include <stdint.h>

enum { CLUE_LOG_BYTES = 28672, CLUE_LOG_ENTRIES = 640, CLUE_LOG_CLUE_BYTES = 320 };

enum clue_flag {
    CLUE_CURRENT = 1 << 0,   /* of this round's set, at its place */
    CLUE_PUBLISHED = 1 << 1, /* everybody has read it */
    CLUE_BLANK = 1 << 2,     /* a "-": no clue has been given here */
    CLUE_STRUCK = 1 << 3,    /* ruled out and taken off the set; stays used */
    CLUE_INSISTED = 1 << 4,  /* given past a warning */
    CLUE_CHALLENGED = 1 << 5,
    CLUE_UPHELD = 1 << 6, /* the challenge was right */
    CLUE_GUESS = 1 << 7   /* not a clue: a guess at a keyword in the tie-break */
};

/* Under which keyword the two answers put a clue; a side that has not answered says nothing. */
enum clue_placed {
    CLUE_READ = 1 << 0,     /* its own team: the right one */
    CLUE_MISREAD = 1 << 1,  /* another one */
    CLUE_CAUGHT = 1 << 2,   /* the other team: the right one */
    CLUE_UNCAUGHT = 1 << 3, /* another one */
};

/* Whose clue it is: a team's index, or CLUE_BY_BOTH for words the deal calls used. */
enum { CLUE_BY_BOTH = 2 };

struct clue_entry {
    uint16_t len;       /* bytes of the text, its final zero not counted */
    uint8_t team;       /* who gave it */
    uint8_t slot : 4;   /* 1 to 4: the keyword it was for, once revealed; else 0 */
    uint8_t placed : 4; /* enum clue_placed, once revealed; how much fits the log stays as it was */
    uint8_t place;      /* 0 to 2 in its set; 0 to 3 of a guess */
    uint8_t flags;
};

struct clue_log {
    uint16_t used;
    uint16_t count; /* of entries */
    uint8_t bytes[CLUE_LOG_BYTES];
};

/* One entry as read: at is its place in the pool, text lies there. */
struct clue_item {
    struct clue_entry entry;
    const char *text;
    uint16_t at;
};

/* Reads the entry at *next (0 for the first) and moves behind it. False at the end. */
bool clue_log_next(const struct clue_log *log, uint16_t *next, struct clue_item *item_r);
/* Is there room for so many of the longest clues (CLUE_LOG_CLUE_BYTES each), and for so many
 * entries of any kind? */
bool clue_log_has_room(const struct clue_log *log, unsigned clues, unsigned entries);
/* Adds an entry; entry->len is set here. Where there is no room, which only a journal of an earlier
 * program can bring about, clues that are not of this round's sets fall out, the empty ones first,
 * then the oldest; a text longer than 400 bytes is a bug. */
void clue_log_add(struct clue_log *log, struct clue_entry entry, const char *text);
/* Writes an entry's slot and flags back. */
void clue_log_mark(struct clue_log *log, const struct clue_item *item);
/* Takes out the entry at at. */
void clue_log_drop(struct clue_log *log, uint16_t at);
/* The clue of the team at this place of its set. False when it has none. */
bool clue_log_current(const struct clue_log *log, int team, int place, struct clue_item *item_r);
/* Takes out all entries of a team that have all of these flags. */
void clue_log_drop_all(struct clue_log *log, int team, unsigned flags);
/* Is it a sequence of whole entries, with zeros behind? */
bool clue_log_is_sound(const struct clue_log *log);

#endif
