/* What came of a table that is over: for all of it, and for each person who sat in its game. Rows
 * of STORE_RESULT and STORE_RESULT_SEAT, in JSON. They say what everybody knows at the end of the
 * game and no more: no word of anybody, nothing that stays secret. */
#ifndef FINISH_H
#define FINISH_H

#include "buf.h"
#include "store.h"
#include "table.h"

enum {
    FINISH_SEATS_MAX = SEATS_MAX * 2, /* who sits, and who has given a seat to somebody else */
    FINISH_WORD_BYTES = 24,
    FINISH_OPTIONS_BYTES = 256
};

enum finish_result { FINISH_UNDECIDED, FINISH_WON, FINISH_LOST, FINISH_TIED, FINISH_RESULTS };

/* How the game came to an end for somebody. */
enum finish_end {
    FINISH_PLAYED, /* they were there at its end */
    FINISH_ABSENT, /* the same, but they had let turns go by */
    FINISH_LEFT,   /* they had given up their seat, or were taken out */
    FINISH_ENDS
};

struct finish_seat {
    uint64_t person; /* 0: somebody who was forgotten */
    uint8_t seat;
    int8_t side;                  /* index into sides; -1: of none */
    char word[FINISH_WORD_BYTES]; /* a term: their role, else their team; "" neither */
    enum finish_result result;
    enum finish_end end;
    int32_t score;
    bool dealt;      /* the seat was theirs from the deal on, or from when it came into the game */
    bool stepped_in; /* they took it over from somebody else */
};

/* One side of the contest. */
struct finish_side {
    uint8_t rank;  /* from 1; equal ones are tied */
    uint8_t house; /* how many of its seats the house was dealt */
};

struct finish {
    uint64_t table;
    int64_t ended_ms;
    int64_t began_ms;                 /* the deal; 0: not known */
    char room[TABLE_ROOM_BYTES + 16]; /* "adapter/room"; of a row that was read */
    char game[FINISH_WORD_BYTES];
    char reason[FINISH_WORD_BYTES];     /* a term */
    char options[FINISH_OPTIONS_BYTES]; /* "name=value" with blanks between; "": the usual ones */
    uint32_t number;                    /* of the table in its room */
    bool aborted;
    bool rated;    /* it counts for ratings: README.md */
    uint8_t house; /* seats that the house played at the end */
    uint8_t side_count;
    struct finish_side side[SEATS_MAX];
    uint8_t seat_count;
    struct finish_seat seat[FINISH_SEATS_MAX];
};

/* What came of a table whose game is over; false where nothing is to be kept of it: it was never
 * dealt, or it was practice. The caller says room and options. */
bool finish_of_table(const struct table *table, struct finish *finish);

/* The rows as JSON. */
void finish_print(const struct finish *finish, struct buf *json);
void finish_print_seat(const struct finish_seat *seat, struct buf *json);

/* Puts the rows of STORE_RESULTS_IN or _BY together. A damaged row counts for nothing. */
struct finish_reader {
    struct finish finish;
    bool any; /* a table's row was read */
    void (*done)(void *context, const struct finish *finish);
    void *context;
};
void finish_read(struct finish_reader *reader, const struct store_row *row);
/* After the last row. */
void finish_read_end(struct finish_reader *reader);

#endif
