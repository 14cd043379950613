/* Rooms of a team: who is in them, and who is waited for. */
#ifndef MATRIX_TEAM_H
#define MATRIX_TEAM_H

#include "matrix_flight.h"

struct matrix_team {
    char room[MATRIX_ID_BYTES];
    char member[ROOM_MEMBERS_MAX][MATRIX_ID_BYTES];
    unsigned count;
    int64_t until_ms; /* so long somebody who is invited is waited for; 0: nobody is */
    bool looked;      /* that time is over, and the room itself is asked */
    bool lost;        /* the house was told that the room is of no use */
};
struct matrix_team *matrix_team_at(const struct matrix *matrix, const char *room);
/* Do only its members read there now? */
enum matrix_secrecy matrix_team_secrecy(const struct matrix *matrix, const struct matrix_team *team,
                                        const struct matrix_room *room, bool all);
void matrix_team_read(struct matrix *matrix, const char *room, const char *text, size_t len);
void matrix_team_keep(struct matrix *matrix, const struct matrix_team *team);
void matrix_teams_free(struct matrix *matrix);

/* matrix_team_watch.c */
/* From now on somebody is waited for; its row is the caller's. */
void matrix_team_watch(const struct matrix *matrix, struct matrix_team *team);
void matrix_team_changed(struct matrix *matrix, struct matrix_room *room);
int64_t matrix_teams_due_ms(const struct matrix *matrix);
void matrix_teams_tick(struct matrix *matrix, int64_t now_ms);

#endif
