/* Invites, and the successors of replaced rooms: who may invite, which invites are accepted,
 * joining with retries. */
#ifndef MATRIX_INVITE_H
#define MATRIX_INVITE_H

#include "matrix_base.h"
#include "matrix_room.h"

/* An invite, from its stripped state. */
struct matrix_invited {
    char inviter[MATRIX_ID_BYTES]; /* "" unknown */
    bool direct;                   /* is_direct: a room for the two of us */
    bool encrypted;
    bool space;
    bool odd; /* a room type that we do not know */
};

/* user: our own id. list: the stripped events. Pure. */
void matrix_invited_read(const cJSON *list, const char *user, struct matrix_invited *invited);
/* May this user invite us? allowed: "all", "local", or users and servers with * and ?, blanks or
 * commas between. Pure. */
bool matrix_invited_may(const char *allowed, const char *user, const char *own);
/* The server part of a user's id; "": none. */
const char *matrix_server_of(const char *user);

void matrix_invites_new(struct matrix *matrix);
void matrix_invites_free(struct matrix *matrix);
/* A row read at the start. False: it is no invite's. */
bool matrix_invites_restore(struct matrix *matrix, const char *key, const char *text);
/* A sync, or a transaction, has an invite. list: the stripped state. */
void matrix_invites_inbound(struct matrix *matrix, const char *room, const cJSON *list);
/* A sync says that we have joined, or left. */
void matrix_invites_joined(struct matrix *matrix, struct matrix_room *room);
void matrix_invites_left(struct matrix *matrix, const char *room);
/* A tombstone: the room is replaced by another one. */
void matrix_invites_tombstone(struct matrix *matrix, struct matrix_room *room, const cJSON *event);
int64_t matrix_invites_due_ms(const struct matrix *matrix);
void matrix_invites_tick(struct matrix *matrix, int64_t now_ms);

#endif
