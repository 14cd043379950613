/* Inside the adapter: what its files share. */
#ifndef MATRIX_PRIVATE_H
#define MATRIX_PRIVATE_H

#include "matrix.h"
#include "matrix_base.h"
#include "matrix_room.h"

struct matrix_encryption;
struct net_client;

/* The adapter: the handle that its rooms share, and what only the adapter itself needs. */
struct matrix_bot {
    struct matrix matrix;       /* first member, so that struct adapter * is also struct matrix * */
    struct net_client *own_net; /* owner of the wire; NULL if somebody else is */
    struct pictures *own_pictures;
    struct net_timer *timer;
    bool row_damaged; /* one of its rows could not be read at the start */
    struct matrix_session *session;
    struct matrix_sync *sync;
    struct matrix_appservice *appservice; /* in place of sync; NULL: not an appservice */
    struct matrix_encryption *encryption; /* NULL: off (matrix_encrypt.h) */
    struct fault gone;                    /* why the session is lost */
};

/* matrix_forget.c */

extern const struct row_rules matrix_rows;
/* Drops what memory has of this person. */
void matrix_forgetting(struct adapter *adapter, const char *user);
void matrix_forgotten(struct adapter *adapter, const char *user, bool stored);

#endif
