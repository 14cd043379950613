/* Sessions of Megolm, on libolm. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "libolm_private.h"
#include "matrix_provider_group.h"

struct provider_group_out {
    OlmOutboundGroupSession *olm;
};

struct provider_group_in {
    OlmInboundGroupSession *olm;
};

/* --- out -------------------------------------------------------------------------------------- */

static struct provider_group_out *group_out_empty(void)
{
    struct provider_group_out *session = heap_allocate(sizeof *session);
    session->olm = olm_outbound_group_session(heap_allocate(olm_outbound_group_session_size()));
    return session;
}

struct provider_group_out *provider_group_out_new(const struct entropy *entropy)
{
    struct provider_group_out *session = group_out_empty();
    size_t need = olm_init_outbound_group_session_random_length(session->olm);
    uint8_t *random = libolm_random(entropy, need);
    size_t done = olm_init_outbound_group_session(session->olm, random, need);
    assert(done != olm_error());
    (void)done;
    heap_wipe(random, need);
    return session;
}

void provider_group_out_free(struct provider_group_out **session)
{
    if (*session != NULL) {
        olm_clear_outbound_group_session((*session)->olm);
        free((*session)->olm);
        free(*session);
        *session = NULL;
    }
}

void provider_group_out_pickle(const struct provider_group_out *session,
                               const struct provider_pickle_key *key, struct buf *out)
{
    size_t size = olm_pickle_outbound_group_session_length(session->olm);
    char *pickle = heap_allocate(size);
    size_t len = olm_pickle_outbound_group_session(session->olm, key->bytes, sizeof key->bytes,
                                                   pickle, size);
    assert(len <= size);
    buf_add(out, pickle, len);
    free(pickle);
}

enum provider_answer provider_group_out_unpickle(struct provider_group_out **session_r,
                                                 const struct provider_pickle_key *key,
                                                 const char *pickle, size_t len)
{
    struct provider_group_out *session = group_out_empty();
    uint8_t *copy = libolm_copy(pickle, len);
    enum provider_answer answer = PROVIDER_GOOD;
    if (olm_unpickle_outbound_group_session(session->olm, key->bytes, sizeof key->bytes, copy,
                                            len) == olm_error()) {
        answer = libolm_answer(olm_outbound_group_session_last_error_code(session->olm));
        provider_group_out_free(&session);
    }
    heap_wipe(copy, len);
    *session_r = session;
    return answer;
}

void provider_group_out_id(const struct provider_group_out *session, char id[PROVIDER_KEY_TEXT])
{
    size_t len = olm_outbound_group_session_id(session->olm, (uint8_t *)id, PROVIDER_KEY_TEXT - 1);
    assert(len == PROVIDER_KEY_TEXT - 1);
    id[len] = '\0';
}

void provider_group_out_key(const struct provider_group_out *session,
                            char key[PROVIDER_GROUP_KEY_TEXT])
{
    size_t len =
        olm_outbound_group_session_key(session->olm, (uint8_t *)key, PROVIDER_GROUP_KEY_TEXT - 1);
    assert(len == PROVIDER_GROUP_KEY_TEXT - 1);
    key[len] = '\0';
}

uint32_t provider_group_out_index(const struct provider_group_out *session)
{
    return olm_outbound_group_session_message_index(session->olm);
}

void provider_group_out_encrypt(struct provider_group_out *session, const void *bytes, size_t len,
                                struct buf *out)
{
    size_t size = olm_group_encrypt_message_length(session->olm, len);
    uint8_t *message = heap_allocate(size);
    size_t made = olm_group_encrypt(session->olm, bytes, len, message, size);
    assert(made <= size);
    buf_add(out, (const char *)message, made);
    free(message);
}

/* --- in --------------------------------------------------------------------------------------- */

static struct provider_group_in *group_in_empty(void)
{
    struct provider_group_in *session = heap_allocate(sizeof *session);
    session->olm = olm_inbound_group_session(heap_allocate(olm_inbound_group_session_size()));
    return session;
}

void provider_group_in_free(struct provider_group_in **session)
{
    if (*session != NULL) {
        olm_clear_inbound_group_session((*session)->olm);
        free((*session)->olm);
        free(*session);
        *session = NULL;
    }
}

static enum provider_answer group_in_ended(struct provider_group_in *session, bool good,
                                           struct provider_group_in **session_r)
{
    enum provider_answer answer =
        good ? PROVIDER_GOOD
             : libolm_answer(olm_inbound_group_session_last_error_code(session->olm));
    if (!good) {
        provider_group_in_free(&session);
    }
    *session_r = session;
    return answer;
}

enum provider_answer provider_group_in_new(struct provider_group_in **session_r, const char *key)
{
    uint8_t bytes[PROVIDER_GROUP_KEY_BYTES];
    *session_r = NULL;
    if (!matrix_unbase64(bytes, sizeof bytes, key)) {
        return PROVIDER_MALFORMED;
    }
    struct provider_group_in *session = group_in_empty();
    size_t done = olm_init_inbound_group_session(session->olm, (const uint8_t *)key, strlen(key));
    return group_in_ended(session, done != olm_error(), session_r);
}

enum provider_answer provider_group_in_import(struct provider_group_in **session_r,
                                              const char *exported)
{
    uint8_t bytes[PROVIDER_GROUP_EXPORT_BYTES];
    *session_r = NULL;
    if (!matrix_unbase64(bytes, sizeof bytes, exported)) {
        return PROVIDER_MALFORMED;
    }
    struct provider_group_in *session = group_in_empty();
    size_t done =
        olm_import_inbound_group_session(session->olm, (const uint8_t *)exported, strlen(exported));
    return group_in_ended(session, done != olm_error(), session_r);
}

void provider_group_in_export(struct provider_group_in *session,
                              char exported[PROVIDER_GROUP_EXPORT_TEXT])
{
    size_t len = olm_export_inbound_group_session(session->olm, (uint8_t *)exported,
                                                  PROVIDER_GROUP_EXPORT_TEXT - 1,
                                                  provider_group_in_first(session));
    assert(len == PROVIDER_GROUP_EXPORT_TEXT - 1);
    exported[len] = '\0';
}

void provider_group_in_pickle(const struct provider_group_in *session,
                              const struct provider_pickle_key *key, struct buf *out)
{
    size_t size = olm_pickle_inbound_group_session_length(session->olm);
    char *pickle = heap_allocate(size);
    size_t len =
        olm_pickle_inbound_group_session(session->olm, key->bytes, sizeof key->bytes, pickle, size);
    assert(len <= size);
    buf_add(out, pickle, len);
    free(pickle);
}

enum provider_answer provider_group_in_unpickle(struct provider_group_in **session_r,
                                                const struct provider_pickle_key *key,
                                                const char *pickle, size_t len)
{
    struct provider_group_in *session = group_in_empty();
    uint8_t *copy = libolm_copy(pickle, len);
    size_t done =
        olm_unpickle_inbound_group_session(session->olm, key->bytes, sizeof key->bytes, copy, len);
    heap_wipe(copy, len);
    return group_in_ended(session, done != olm_error(), session_r);
}

void provider_group_in_id(const struct provider_group_in *session, char id[PROVIDER_KEY_TEXT])
{
    size_t len = olm_inbound_group_session_id(session->olm, (uint8_t *)id, PROVIDER_KEY_TEXT - 1);
    assert(len == PROVIDER_KEY_TEXT - 1);
    id[len] = '\0';
}

uint32_t provider_group_in_first(const struct provider_group_in *session)
{
    return olm_inbound_group_session_first_known_index(session->olm);
}

enum provider_answer provider_group_in_decrypt(struct provider_group_in *session, const char *text,
                                               size_t len, struct buf *out, uint32_t *index_r)
{
    *index_r = 0;
    if (len == 0 || len > PROVIDER_MESSAGE_BYTES_MAX) {
        return PROVIDER_MALFORMED;
    }
    uint8_t *copy = libolm_copy(text, len);
    size_t size = olm_group_decrypt_max_plaintext_length(session->olm, copy, len);
    heap_wipe(copy, len);
    if (size == olm_error()) {
        return libolm_answer(olm_inbound_group_session_last_error_code(session->olm));
    }
    copy = libolm_copy(text, len);
    uint8_t *plain = heap_allocate(size + 1);
    size_t got = olm_group_decrypt(session->olm, copy, len, plain, size, index_r);
    bool good = got != olm_error();
    if (good) {
        buf_add(out, (const char *)plain, got);
    }
    heap_wipe(plain, size);
    heap_wipe(copy, len);
    return good ? PROVIDER_GOOD
                : libolm_answer(olm_inbound_group_session_last_error_code(session->olm));
}
