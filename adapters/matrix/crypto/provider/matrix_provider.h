/* What encryption needs of a library that has the ratchets of Olm: the account of a device, and
 * its sessions with other devices. matrix_provider_group.h and matrix_provider_sas.h have the rest.
 * One library at a time is linked (libolm_*.c); another fills the same functions and nobody else
 * changes. So nothing here is in the shape of one of them: a first message makes its session, is
 * decrypted and uses up its one-time key in one call, and keys and messages are texts.
 *
 * Everything that is read may have come from anybody. Objects are on the heap, and wiped when they
 * are freed. */
#ifndef MATRIX_PROVIDER_H
#define MATRIX_PROVIDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "entropy.h"
#include "matrix_base64.h"

enum {
    PROVIDER_KEY_BYTES = 32,
    PROVIDER_KEY_TEXT = MATRIX_BASE64_LEN(PROVIDER_KEY_BYTES) + 1, /* keys, ids of sessions */
    PROVIDER_SIGNATURE_BYTES = 64,
    PROVIDER_SIGNATURE_TEXT = MATRIX_BASE64_LEN(PROVIDER_SIGNATURE_BYTES) + 1,
    PROVIDER_KEY_ID_TEXT = 24,              /* of a one-time key */
    PROVIDER_ONE_TIME_MAX = 100,            /* unpublished ones at once */
    PROVIDER_MESSAGE_BYTES_MAX = 96 * 1024, /* of ciphertext as text: an event has 64 KiB */
    PROVIDER_PICKLE_BYTES_MAX = 64 * 1024
};

enum provider_answer {
    PROVIDER_GOOD,
    PROVIDER_MALFORMED, /* no key, message or pickle at all */
    PROVIDER_FORGED,    /* not of whom it claims to be, or of another session */
    PROVIDER_UNKNOWN    /* needs a key that is not there (any more), or never was */
};

/* By which a pickle is encrypted. */
struct provider_pickle_key {
    uint8_t bytes[PROVIDER_KEY_BYTES];
};

/* Name and version of the library, for people; it needs no freeing. */
const char *provider_name(void);

/* --- account ---------------------------------------------------------------------------------- */

struct provider_account;

struct provider_account *provider_account_new(const struct entropy *entropy);
void provider_account_free(struct provider_account **account);
/* Adds the text of the encrypted account. */
void provider_account_pickle(const struct provider_account *account,
                             const struct provider_pickle_key *key, struct buf *out);
/* Anything but PROVIDER_GOOD leaves *account_r NULL. */
enum provider_answer provider_account_unpickle(struct provider_account **account_r,
                                               const struct provider_pickle_key *key,
                                               const char *pickle, size_t len);
/* The device's own keys: Curve25519, by which sessions know it, and Ed25519, by which it signs. */
void provider_account_keys(const struct provider_account *account, char curve[PROVIDER_KEY_TEXT],
                           char ed[PROVIDER_KEY_TEXT]);
void provider_account_sign(const struct provider_account *account, const void *bytes, size_t len,
                           char signature[PROVIDER_SIGNATURE_TEXT]);

struct provider_one_time_key {
    char id[PROVIDER_KEY_ID_TEXT];
    char key[PROVIDER_KEY_TEXT];
};
/* How many private halves it keeps; beyond that the oldest are forgotten. */
size_t provider_account_one_time_most(const struct provider_account *account);
void provider_account_make_one_time(struct provider_account *account, size_t count,
                                    const struct entropy *entropy);
/* Those that are not marked as published yet; returns how many. */
size_t provider_account_one_time(const struct provider_account *account,
                                 struct provider_one_time_key keys[PROVIDER_ONE_TIME_MAX]);
/* A new fallback key; the one before is kept until it is forgotten. */
void provider_account_make_fallback(struct provider_account *account,
                                    const struct entropy *entropy);
/* False: there is none that is unpublished. */
bool provider_account_fallback(const struct provider_account *account,
                               struct provider_one_time_key *key);
void provider_account_forget_fallback(struct provider_account *account);
/* All one-time keys and the fallback key count as published. */
void provider_account_published(struct provider_account *account);

/* --- sessions with a device ------------------------------------------------------------------- */

struct provider_session;

/* type: 0 for a message that may begin a session, 1 for one of a session that both have. */
struct provider_message {
    const char *text;
    size_t len;
    unsigned type;
};

/* A session with a device by its Curve25519 key and a one-time key of it. */
enum provider_answer provider_session_outbound(struct provider_session **session_r,
                                               const struct provider_account *account,
                                               const char *curve, const char *one_time,
                                               const struct entropy *entropy);
/* The session that a message of type 0 of this device begins. Its words are added to out, and its
 * one-time key is gone from the account, only when all of that was good. */
enum provider_answer provider_session_inbound(struct provider_session **session_r,
                                              struct provider_account *account, const char *curve,
                                              const struct provider_message *message,
                                              struct buf *out);
void provider_session_free(struct provider_session **session);
void provider_session_pickle(const struct provider_session *session,
                             const struct provider_pickle_key *key, struct buf *out);
enum provider_answer provider_session_unpickle(struct provider_session **session_r,
                                               const struct provider_pickle_key *key,
                                               const char *pickle, size_t len);
void provider_session_id(const struct provider_session *session, char id[PROVIDER_KEY_TEXT]);
/* Did this message of type 0 begin this session? */
bool provider_session_matches(const struct provider_session *session,
                              const struct provider_message *message);
/* Adds the text of the message; returns its type. The session has moved on: store it first. */
unsigned provider_session_encrypt(struct provider_session *session, const void *bytes, size_t len,
                                  const struct entropy *entropy, struct buf *out);
/* Adds the words to out. A message that is refused leaves the session as it was. */
enum provider_answer provider_session_decrypt(struct provider_session *session,
                                              const struct provider_message *message,
                                              struct buf *out);

#endif
