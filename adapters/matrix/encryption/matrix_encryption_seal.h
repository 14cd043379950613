/* Contents on their way to become what is sent. */
#ifndef MATRIX_ENCRYPTION_SEAL_H
#define MATRIX_ENCRYPTION_SEAL_H

#include "matrix_encryption_private.h"

/* A content that is being sealed. */
struct encryption_seal {
    struct encryption_seal *next;
    struct matrix_sealing *sealing;
    char *content; /* encrypted, while it is being stored; NULL: keys are waited for */
    uint64_t write;
    int64_t due_ms;   /* waiting ends */
    int64_t retry_ms; /* it ends as LATER, not before this; 0: when due_ms is over */
    const char *why;
};

/* matrix_encryption_seal.c */
void encryption_seal(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                     struct matrix_sealing *sealing, const char *type, const char *content);
void encryption_seal_cancel(const struct matrix_e2ee *e2ee, struct matrix_sealing *sealing);
char *encryption_file(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                      const void *bytes, size_t len, struct buf *out);
void encryption_seals_stored(struct matrix_encryption *encryption, uint64_t number, bool good);
/* Ends those whose time is over; with moved all that wait for keys are sealed again. */
void encryption_seals_tick(struct matrix_encryption *encryption, int64_t now_ms, bool moved);
int64_t encryption_seals_due_ms(const struct matrix_encryption *encryption);
void encryption_seals_free(struct matrix_encryption *encryption);

#endif
