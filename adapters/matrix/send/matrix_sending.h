/* The sending half, as the adapter and the rooms above it see it. */
#ifndef MATRIX_SENDING_H
#define MATRIX_SENDING_H

#include "adapter.h"
#include "matrix_base.h"

struct matrix_room;

void matrix_send(struct adapter *adapter, const struct sending *sending);
void matrix_capabilities(const struct adapter *adapter, const char *room,
                         struct room_capabilities *capabilities);
/* Members, power levels, encryption or our own membership have changed: deliveries that wait for
 * that continue, or fail. */
void matrix_room_changed(struct matrix *matrix, struct matrix_room *room);
/* A local echo: the event of this transaction id, which ends its delivery. */
void matrix_local_echo(struct matrix *matrix, const struct matrix_room *room,
                       const char *transaction, const char *event);
/* The control of the choice that this key on that message of ours stands for; NULL: none. */
const char *matrix_choice_at(const struct matrix *matrix, const char *event, const char *key);
/* A row read at the start. False: it does not belong to the sending half. */
bool matrix_send_restore(struct matrix *matrix, const char *key, const char *text, size_t len);
/* Before any row is read. */
void matrix_send_new(struct matrix *matrix);
int64_t matrix_send_due_ms(const struct matrix *matrix);
void matrix_send_tick(struct matrix *matrix, int64_t now_ms);
void matrix_send_free(struct matrix *matrix);

/* The standing choice on the newest private message to somebody that consists of just these words;
 * so it is known which table they mean. NULL: none. */
const char *matrix_person_offered(const struct matrix *matrix, const char *user, const char *text);

#endif
