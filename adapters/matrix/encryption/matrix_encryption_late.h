/* Encrypted events of rooms, and those whose keys have not come. */
#ifndef MATRIX_ENCRYPTION_LATE_H
#define MATRIX_ENCRYPTION_LATE_H

#include "matrix_encryption_private.h"

/* An event whose key has not come. */
struct encryption_late {
    struct encryption_late *next;
    char room[MATRIX_ID_BYTES];
    char user[MATRIX_ID_BYTES];
    char session[PROVIDER_KEY_TEXT];
    char event[MATRIX_ID_BYTES];
    char request[NONCE_BYTES]; /* of the key; "" none is out */
    char *json;
    unsigned looks;  /* in the account's backup */
    int64_t look_ms; /* not before this */
    struct matrix_late_key key;
};

/* matrix_encryption_late.c */
enum matrix_opened encryption_open(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                                   const cJSON *event, cJSON **plain_r);
bool encryption_lates_restore(struct matrix_encryption *encryption, const struct adapter_row *row);
void encryption_lates_came(struct matrix_encryption *encryption, const char *room,
                           const char *session);
void encryption_lates_withheld(struct matrix_encryption *encryption, const char *user,
                               const char *room, const char *session);
void encryption_lates_tick(struct matrix_encryption *encryption, int64_t now_ms);
int64_t encryption_lates_due_ms(const struct matrix_encryption *encryption);
void encryption_lates_free(struct matrix_encryption *encryption);

#endif
