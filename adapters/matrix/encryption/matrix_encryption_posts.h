/* Messages to devices, on their way. */
#ifndef MATRIX_ENCRYPTION_POSTS_H
#define MATRIX_ENCRYPTION_POSTS_H

#include "matrix_encryption_private.h"

/* Messages to devices. */
struct encryption_post {
    struct encryption_post *next;
    struct matrix_encryption *encryption;
    char transaction[NONCE_BYTES];
    char type[ENCRYPTION_TYPE_BYTES];
    char room[MATRIX_ID_BYTES]; /* of the session whose key it carries; "" none's */
    char session[PROVIDER_KEY_TEXT];
    char *body;
    uint64_t write; /* it may leave once this is on disk; 0: it is to be stored */
    bool is_stored;
    uint64_t request;
    int64_t again_ms;
};

/* matrix_encryption_posts.c */
/* Messages of /sendToDevice: stored first, then sent until they are taken. messages is deleted.
 * session: whose key they carry, NULL none's. */
void encryption_post(struct matrix_encryption *encryption, const char *type,
                     const struct matrix_megolm_out *session, cJSON *messages);
/* The same for one device, or "*" for all of somebody; content is deleted. */
void encryption_post_one(struct matrix_encryption *encryption, const char *type, const char *user,
                         const char *device, cJSON *content);
bool encryption_posts_restore(struct matrix_encryption *encryption, const struct adapter_row *row);
/* Is this session's key on its way to somebody? */
bool encryption_posts_key(const struct matrix_encryption *encryption, const char *room,
                          const char *session);
/* Is one of this type on its way? */
bool encryption_posts_type(const struct matrix_encryption *encryption, const char *type);
/* Is there one that is not on its way to the disk? */
bool encryption_posts_wait(const struct matrix_encryption *encryption);
void encryption_posts_stored(struct matrix_encryption *encryption, uint64_t number, bool good);
void encryption_posts_advance(struct matrix_encryption *encryption);
int64_t encryption_posts_due_ms(const struct matrix_encryption *encryption);
void encryption_posts_free(struct matrix_encryption *encryption);

#endif
