/* An order about a room of the house's own, on its way. Inside matrix_team.c and matrix_errand.c.
 */
#ifndef MATRIX_ERRAND_H
#define MATRIX_ERRAND_H

#include "matrix_team.h"

enum { MATRIX_OUT_MAX = 24 };

/* The order's texts live until its end is told. */
struct matrix_errand {
    struct matrix_errand *next;
    struct matrix *matrix;
    struct room_order order;
    char room[MATRIX_ID_BYTES]; /* it is about, or that was made; "" not yet */
    unsigned asked;             /* members of the team that were invited by it, as bits */
    char out[MATRIX_OUT_MAX][MATRIX_ID_BYTES]; /* who is put out of what is closed */
    unsigned out_count;
    unsigned kicks;
    bool busy;
    bool searched;
    bool silenced;              /* who begins silent is */
    bool voice;                 /* they may write again, else not */
    bool refuses;               /* it closes what it had opened */
    const char *const *account; /* whose power is changed */
    unsigned account_count;
};

/* matrix_team.c */
void matrix_errand_go(struct matrix_errand *errand);
void matrix_errand_failed(struct matrix_errand *errand, const struct matrix_answer *answer);
void matrix_errand_closed(struct matrix_errand *errand); /* everybody is out, and so are we */
void matrix_errand_put(struct matrix_errand *errand);    /* powers, or a member, are as ordered */

/* matrix_errand.c: requests that change who may do what */
/* Gives the accounts (which live as long as the errand) too little power to write, or theirs back:
 * the room's levels are read, changed and written whole. */
void matrix_errand_silence(struct matrix_errand *errand, const char *const *account, unsigned count,
                           bool silence);
void matrix_errand_kick(struct matrix_errand *errand, const char *account);
/* Puts everybody out, leaves and forgets the room. */
void matrix_errand_close(struct matrix_errand *errand);

/* The levels with these accounts below what writing takes, or where everybody is; false when they
 * are not what levels should be. Pure. */
bool matrix_power_silence(cJSON *levels, const char *const *account, unsigned count, bool silence);

#endif
