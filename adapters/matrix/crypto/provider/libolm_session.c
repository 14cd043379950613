/* Sessions with a device, on libolm. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "libolm_private.h"
#include "matrix_curve.h"

struct provider_session {
    OlmSession *olm;
};

static struct provider_session *session_empty(void)
{
    struct provider_session *session = heap_allocate(sizeof *session);
    session->olm = olm_session(heap_allocate(olm_session_size()));
    return session;
}

void provider_session_free(struct provider_session **session)
{
    if (*session != NULL) {
        olm_clear_session((*session)->olm);
        free((*session)->olm);
        free(*session);
        *session = NULL;
    }
}

/* Hands it out if that went well, and frees it if not. */
static enum provider_answer session_ended(struct provider_session *session, bool good,
                                          struct provider_session **session_r)
{
    enum provider_answer answer =
        good ? PROVIDER_GOOD : libolm_answer(olm_session_last_error_code(session->olm));
    if (!good) {
        provider_session_free(&session);
    }
    *session_r = session;
    return answer;
}

enum provider_answer provider_session_outbound(struct provider_session **session_r,
                                               const struct provider_account *account,
                                               const char *curve, const char *one_time,
                                               const struct entropy *entropy)
{
    *session_r = NULL;
    if (!matrix_curve_is_sound(curve) || !matrix_curve_is_sound(one_time)) {
        return PROVIDER_MALFORMED;
    }
    struct provider_session *session = session_empty();
    size_t need = olm_create_outbound_session_random_length(session->olm);
    uint8_t *random = libolm_random(entropy, need);
    size_t done = olm_create_outbound_session(session->olm, account->olm, curve, strlen(curve),
                                              one_time, strlen(one_time), random, need);
    heap_wipe(random, need);
    return session_ended(session, done != olm_error(), session_r);
}

/* Without saying whose it must be: olm_create_inbound_session_from() reads the sender's key from
 * nowhere when a message has none, and the process ends (libolm 3.2.13, found by fuzzing). */
static enum provider_answer session_begin(const struct provider_session *session,
                                          const struct provider_account *account,
                                          const struct provider_message *message)
{
    uint8_t *copy = libolm_copy(message->text, message->len);
    size_t done = olm_create_inbound_session(session->olm, account->olm, copy, message->len);
    heap_wipe(copy, message->len);
    return done == olm_error() ? libolm_answer(olm_session_last_error_code(session->olm))
                               : PROVIDER_GOOD;
}

/* Did the device of this key begin it with this message? */
static bool session_is_of(const struct provider_session *session, const char *curve,
                          const struct provider_message *message)
{
    uint8_t *copy = libolm_copy(message->text, message->len);
    bool matches = olm_matches_inbound_session_from(session->olm, curve, strlen(curve), copy,
                                                    message->len) == 1;
    heap_wipe(copy, message->len);
    return matches;
}

enum provider_answer provider_session_inbound(struct provider_session **session_r,
                                              struct provider_account *account, const char *curve,
                                              const struct provider_message *message,
                                              struct buf *out)
{
    *session_r = NULL;
    if (!matrix_curve_is_sound(curve) || message->type != OLM_MESSAGE_TYPE_PRE_KEY ||
        message->len == 0 || message->len > PROVIDER_MESSAGE_BYTES_MAX) {
        return PROVIDER_MALFORMED;
    }
    struct provider_session *session = session_empty();
    enum provider_answer answer = session_begin(session, account, message);
    if (answer == PROVIDER_GOOD && !session_is_of(session, curve, message)) {
        answer = PROVIDER_FORGED;
    }
    if (answer == PROVIDER_GOOD) {
        answer = provider_session_decrypt(session, message, out);
    }
    if (answer != PROVIDER_GOOD) {
        provider_session_free(&session);
        return answer;
    }
    olm_remove_one_time_keys(account->olm, session->olm); /* a fallback key stays */
    *session_r = session;
    return PROVIDER_GOOD;
}

void provider_session_pickle(const struct provider_session *session,
                             const struct provider_pickle_key *key, struct buf *out)
{
    size_t size = olm_pickle_session_length(session->olm);
    char *pickle = heap_allocate(size);
    size_t len = olm_pickle_session(session->olm, key->bytes, sizeof key->bytes, pickle, size);
    assert(len <= size);
    buf_add(out, pickle, len);
    free(pickle);
}

enum provider_answer provider_session_unpickle(struct provider_session **session_r,
                                               const struct provider_pickle_key *key,
                                               const char *pickle, size_t len)
{
    struct provider_session *session = session_empty();
    uint8_t *copy = libolm_copy(pickle, len);
    size_t done = olm_unpickle_session(session->olm, key->bytes, sizeof key->bytes, copy, len);
    heap_wipe(copy, len);
    return session_ended(session, done != olm_error(), session_r);
}

void provider_session_id(const struct provider_session *session, char id[PROVIDER_KEY_TEXT])
{
    size_t len = olm_session_id(session->olm, id, PROVIDER_KEY_TEXT - 1);
    assert(len == PROVIDER_KEY_TEXT - 1);
    id[len] = '\0';
}

bool provider_session_matches(const struct provider_session *session,
                              const struct provider_message *message)
{
    if (message->type != OLM_MESSAGE_TYPE_PRE_KEY || message->len == 0 ||
        message->len > PROVIDER_MESSAGE_BYTES_MAX) {
        return false;
    }
    uint8_t *copy = libolm_copy(message->text, message->len);
    bool matches = olm_matches_inbound_session(session->olm, copy, message->len) == 1;
    heap_wipe(copy, message->len);
    return matches;
}

unsigned provider_session_encrypt(struct provider_session *session, const void *bytes, size_t len,
                                  const struct entropy *entropy, struct buf *out)
{
    size_t type = olm_encrypt_message_type(session->olm);
    size_t need = olm_encrypt_random_length(session->olm);
    size_t size = olm_encrypt_message_length(session->olm, len);
    uint8_t *random = libolm_random(entropy, need);
    char *message = heap_allocate(size);
    size_t made = olm_encrypt(session->olm, bytes, len, random, need, message, size);
    assert(made <= size);
    buf_add(out, message, made);
    free(message);
    heap_wipe(random, need);
    return (unsigned)type;
}

enum provider_answer provider_session_decrypt(struct provider_session *session,
                                              const struct provider_message *message,
                                              struct buf *out)
{
    if (message->type > OLM_MESSAGE_TYPE_MESSAGE || message->len == 0 ||
        message->len > PROVIDER_MESSAGE_BYTES_MAX) {
        return PROVIDER_MALFORMED;
    }
    uint8_t *copy = libolm_copy(message->text, message->len);
    size_t size = olm_decrypt_max_plaintext_length(session->olm, message->type, copy, message->len);
    heap_wipe(copy, message->len);
    if (size == olm_error()) {
        return libolm_answer(olm_session_last_error_code(session->olm));
    }
    copy = libolm_copy(message->text, message->len);
    char *plain = heap_allocate(size + 1);
    size_t len = olm_decrypt(session->olm, message->type, copy, message->len, plain, size);
    bool good = len != olm_error();
    if (good) {
        buf_add(out, plain, len);
    }
    heap_wipe(plain, size);
    heap_wipe(copy, message->len);
    return good ? PROVIDER_GOOD : libolm_answer(olm_session_last_error_code(session->olm));
}
