/* Rooms of teams: their members, and the wait for those who were invited. Rows "t/<room>". */
#ifndef MATRIX_TEAM_H
#define MATRIX_TEAM_H

#include "adapter.h"
#include "matrix_base.h"
#include "matrix_secrecy.h"

struct matrix_team {
    char room[MATRIX_ID_BYTES];
    char member[ROOM_MEMBERS_MAX][MATRIX_ID_BYTES];
    unsigned count;
    int64_t until_ms; /* until when an invited member is waited for; 0: nobody is */
    bool refetched;   /* that time is over, and the room's state is being fetched */
    bool lost;        /* the house was notified that the room is unusable */
};

void matrix_teams_new(struct matrix *matrix);
void matrix_teams_free(struct matrix *matrix);
/* Iterates over all teams, at from 0 on; NULL: that was the last. */
struct matrix_team *matrix_teams_next(const struct matrix *matrix, size_t *at);
struct matrix_team *matrix_team_at(const struct matrix *matrix, const char *room); /* NULL: none */
/* Made if need be, without members. */
struct matrix_team *matrix_team_new(struct matrix *matrix, const char *room);
void matrix_team_add(struct matrix_team *team, const char *account);
void matrix_team_remove(struct matrix_team *team, const char *account);
/* Deletes it and its row. */
void matrix_team_forget(struct matrix *matrix, const char *room);
/* Its row, in the send arena. */
struct adapter_row matrix_team_row(struct matrix *matrix, const struct matrix_team *team);
/* The leak rule for its room; all: every member has to be joined. */
enum matrix_secrecy matrix_team_secrecy(const struct matrix *matrix, const struct matrix_team *team,
                                        const struct matrix_room *room, bool all);
void matrix_team_read(struct matrix *matrix, const char *room, const char *text, size_t len);
void matrix_team_keep(struct matrix *matrix, const struct matrix_team *team);

/* matrix_team_watch.c */
/* Begins to wait for invited members. The caller writes the row. */
void matrix_team_watch(const struct matrix *matrix, struct matrix_team *team);
void matrix_team_changed(struct matrix *matrix, struct matrix_room *room);
int64_t matrix_teams_due_ms(const struct matrix *matrix);
void matrix_teams_tick(struct matrix *matrix, int64_t now_ms);

/* matrix_operation.c */
void matrix_operation_start(struct adapter *adapter, const struct room_operation *spec);
void matrix_operations_free(struct matrix *matrix);

/* matrix_knock.c: somebody knocks at a room. */
void matrix_knocked(struct matrix *matrix, const struct matrix_room *room, const char *user);

#endif
