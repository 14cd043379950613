/* A room operation of the house, on its way. Inside matrix_operation.c and
 * matrix_operation_members.c. */
#ifndef MATRIX_OPERATION_PRIVATE_H
#define MATRIX_OPERATION_PRIVATE_H

#include "matrix_team.h"

enum { MATRIX_KICKS_MAX = 24 };

/* How far a ROOM_OPEN has got; the others stay at the first. */
enum operation_progress {
    OPERATION_BEGINS,
    OPERATION_SEARCHED, /* no earlier try has created a room */
    OPERATION_MUTED,    /* those who begin muted are */
    OPERATION_UNDOES    /* it fails, and closes the room that it opened */
};

struct matrix_operation {
    struct matrix_operation *next;
    struct matrix *matrix;
    struct room_operation spec; /* its texts live until the house is notified of the end */
    char room[MATRIX_ID_BYTES]; /* "" not created yet */
    enum operation_progress progress;
    unsigned invited; /* members of the team that it has invited, as bits */
    char kick[MATRIX_KICKS_MAX][MATRIX_ID_BYTES]; /* who is kicked before the room is closed */
    unsigned kick_count;
    unsigned kicked;
    const char *const *account; /* whose power level is changed, */
    unsigned account_count;
    bool mute; /* to below what writing takes, or back */
};

/* matrix_operation.c */
void matrix_operation_advance(struct matrix_operation *operation);
void matrix_operation_failed(struct matrix_operation *operation, const struct answer *answer);
void matrix_operation_closed(struct matrix_operation *operation); /* everybody has left, we too */
void matrix_operation_applied(
    struct matrix_operation *operation); /* power levels or a member were changed */

/* matrix_operation_members.c */
/* Mutes the accounts (which live as long as the operation) or unmutes them: fetches the room's
 * power levels, changes them and writes them back. */
void matrix_operation_mute(struct matrix_operation *operation, const char *const *account,
                           unsigned count, bool mute);
void matrix_operation_kick(struct matrix_operation *operation, const char *account);
/* Kicks everybody, leaves and forgets the room. */
void matrix_operation_close(struct matrix_operation *operation);

/* Sets these accounts below the level that writing takes, or to the default. False: the levels are
 * malformed. Pure. */
bool matrix_power_mute(cJSON *levels, const char *const *account, unsigned count, bool silence);

#endif
