/* The course of a game: what came of each of its rounds, and who was ahead since when. Plain state
 * of a game, from what everybody has seen; a game that is over is told of by it. */
#ifndef COURSE_H
#define COURSE_H

#include <stdint.h>

enum { COURSE_ROWS_MAX = 2, COURSE_MARKS_MAX = 24, COURSE_NOBODY = -1 };

/* Zeroed: nothing has been, nobody leads. */
struct course {
    uint8_t mark[COURSE_ROWS_MAX][COURSE_MARKS_MAX]; /* the game's own numbers, from 1 on */
    uint8_t marks[COURSE_ROWS_MAX];
    uint8_t leads;   /* who is ahead (a team, a seat), plus one; 0: nobody */
    uint8_t led;     /* who was before that, in the same way */
    uint8_t changes; /* how often somebody else came to lead than who had led last */
    uint16_t since;  /* the round from which on who leads has led */
    uint16_t led_since;
};

/* Adds what came of a round to a row; of more than COURSE_MARKS_MAX the latest stay. */
void course_mark(struct course *course, int row, int mark);
/* After this round, who is ahead: a team or a seat, or COURSE_NOBODY. */
void course_lead(struct course *course, int who, uint32_t round);
/* Who leads, and who led last before: COURSE_NOBODY where nobody does or did. */
int course_leader(const struct course *course);
int course_former(const struct course *course);

#endif
