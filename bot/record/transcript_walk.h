/* The record of a table, replayed step by step for who reads its transcript. */
#ifndef TRANSCRIPT_WALK_H
#define TRANSCRIPT_WALK_H

#include "compose.h"
#include "replay.h"

struct transcript_walk {
    /* Told of each line, once the table is as it was after it. */
    void (*step)(void *context, const struct transcript_walk *walk);
    void *context;
    struct table table;
    struct replay replay;      /* out and move: of that line */
    struct table_lines hidden; /* what is hidden at the end: nothing shows it any more */
    bool begun, again;         /* again: what is hidden is known */
};

/* Walks through a whole record, twice: what a moderator has hidden later is not told earlier
 * either. step and context are set. -1 when it is none, or a line does not follow. */
int transcript_walk(struct transcript_walk *walk, const char *record, size_t len,
                    struct fault *fault);
/* Frees what a walk has left, which may not have begun. */
void transcript_walk_end(struct transcript_walk *walk);

/* Who was warned, and of what: of a finished game everybody reads it. */
void transcript_tell_warnings(struct outcome *out);
/* A reader as the table stands: a seat has its number from the deal on, or from when it came into
 * the game; before that they are of the crowd. */
int transcript_reader_then(const struct table *table, int reader);
/* What a reader (a seat, or SEAT_CROWD) was told by a move that has just been replayed: in public,
 * in private, as audience says (AUDIENCE_CROWD, the seat's bit, or both). */
void transcript_add(struct doc *doc, const struct compose *compose, const struct table *table,
                    int reader, uint16_t audience, const struct outcome *outcome);

/* What all were told by one move, or a seat alone. */
struct transcript_part {
    int seat;               /* SEAT_CROWD: all were */
    const struct doc *head; /* "In private: Ana"; NULL: all were */
    const struct doc *told; /* not empty */
};
typedef void (*transcript_part_fn)(void *context, const struct transcript_part *part);
/* Tells the parts of the move that has just been replayed as eyes see them (a seat, SEAT_CROWD,
 * TRANSCRIPT_EVERYBODY): the public one first, in a game each seat's behind it. */
void transcript_parts(const struct compose *compose, const struct transcript_walk *walk, int eyes,
                      transcript_part_fn tell, void *context);

#endif
