/* What encryption needs of a library that has the ratchet of Megolm: one session for all who are in
 * a room, which only its owner can write. matrix_provider.h says what holds for all of it. */
#ifndef MATRIX_PROVIDER_GROUP_H
#define MATRIX_PROVIDER_GROUP_H

#include "matrix_provider.h"

/* The key of a session as it is shared: signed, with the index where it begins. */
enum { PROVIDER_GROUP_KEY_BYTES = 229, PROVIDER_GROUP_KEY_TEXT = 307 };
/* The same as it is kept in a backup: not signed. */
enum { PROVIDER_GROUP_EXPORT_BYTES = 165, PROVIDER_GROUP_EXPORT_TEXT = 221 };

/* --- out -------------------------------------------------------------------------------------- */

struct provider_group_out;

struct provider_group_out *provider_group_out_new(const struct entropy *entropy);
void provider_group_out_free(struct provider_group_out **session);
void provider_group_out_pickle(const struct provider_group_out *session,
                               const struct provider_pickle_key *key, struct buf *out);
enum provider_answer provider_group_out_unpickle(struct provider_group_out **session_r,
                                                 const struct provider_pickle_key *key,
                                                 const char *pickle, size_t len);
void provider_group_out_id(const struct provider_group_out *session, char id[PROVIDER_KEY_TEXT]);
/* What opens the messages from the next one on. */
void provider_group_out_key(const struct provider_group_out *session,
                            char key[PROVIDER_GROUP_KEY_TEXT]);
/* The index that the next message will have. */
uint32_t provider_group_out_index(const struct provider_group_out *session);
/* Adds the text of the message. The session has moved on: store it before the message leaves. */
void provider_group_out_encrypt(struct provider_group_out *session, const void *bytes, size_t len,
                                struct buf *out);

/* --- in --------------------------------------------------------------------------------------- */

struct provider_group_in;

/* From the key that its owner shared; the signature in it is checked. */
enum provider_answer provider_group_in_new(struct provider_group_in **session_r, const char *key);
/* From what another one has handed out; nothing in it proves whose it is. */
enum provider_answer provider_group_in_import(struct provider_group_in **session_r,
                                              const char *exported);
/* The same, from the first index on. */
void provider_group_in_export(struct provider_group_in *session,
                              char exported[PROVIDER_GROUP_EXPORT_TEXT]);
void provider_group_in_free(struct provider_group_in **session);
void provider_group_in_pickle(const struct provider_group_in *session,
                              const struct provider_pickle_key *key, struct buf *out);
enum provider_answer provider_group_in_unpickle(struct provider_group_in **session_r,
                                                const struct provider_pickle_key *key,
                                                const char *pickle, size_t len);
void provider_group_in_id(const struct provider_group_in *session, char id[PROVIDER_KEY_TEXT]);
/* The first index that it can read. */
uint32_t provider_group_in_first(const struct provider_group_in *session);
/* Adds the words to out; *index_r is where in the session the message stands. PROVIDER_UNKNOWN:
 * before the first index. */
enum provider_answer provider_group_in_decrypt(struct provider_group_in *session, const char *text,
                                               size_t len, struct buf *out, uint32_t *index_r);

#endif
