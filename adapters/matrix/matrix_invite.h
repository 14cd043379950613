/* Rooms that we are asked into, or sent on to: who may ask, what is taken, and joining with
 * patience. */
#ifndef MATRIX_INVITE_H
#define MATRIX_INVITE_H

#include "matrix_private.h"

/* An invite, as its stripped state tells. */
struct matrix_invited {
    char inviter[MATRIX_ID_BYTES]; /* "" unknown */
    bool direct;                   /* they mean a room for the two of us */
    bool encrypted;
    bool space;
    bool odd; /* the room's own type is one that we do not know */
};

/* user: our own id. list: the stripped events. Pure. */
void matrix_invited_read(const cJSON *list, const char *user, struct matrix_invited *invited);
/* May this user ask us in? allowed: "all", "local", or users and servers with * and ?, blanks or
 * commas between. Pure. */
bool matrix_invited_may(const char *allowed, const char *user, const char *own);
/* The server in an id of a user; "" where there is none. */
const char *matrix_server_of(const char *user);

struct matrix_invites *matrix_invites_new(struct matrix *matrix);
void matrix_invites_free(struct matrix_invites **invites);
/* A row read at the start. False: it is none of theirs. */
bool matrix_invites_restore(struct matrix *matrix, const char *key, const char *text);
/* /sync tells of an invite. */
void matrix_invites_heard(struct matrix *matrix, const char *room, const cJSON *list);
/* /sync tells that we are in, or out. */
void matrix_invites_joined(struct matrix *matrix, struct matrix_room *room);
void matrix_invites_left(struct matrix *matrix, const char *room);
/* A room says that it goes on as another. */
void matrix_invites_tombstone(struct matrix *matrix, struct matrix_room *room, const cJSON *event);
int64_t matrix_invites_due_ms(const struct matrix *matrix);
void matrix_invites_tick(struct matrix *matrix, int64_t now_ms);

#endif
