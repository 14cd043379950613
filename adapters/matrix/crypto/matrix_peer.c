#include "matrix_peer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "heap.h"
#include "json_at.h"
#include "json_out.h"
#include "matrix_client.h"
#include "print.h"

enum { PEER_ROW_BYTES = 64 * 1024, PEER_KEY_BYTES = 320 };

#define PEER_TIME_MAX (INT64_C(1) << 52)

struct peer_session {
    char *pickle;
    int64_t used_ms; /* when it last read something; made, where it has not */
};

struct matrix_peer {
    struct matrix_pickle pickle;
    char user[MATRIX_ID_BYTES];
    char curve[PROVIDER_KEY_TEXT];
    char row[PEER_KEY_BYTES];
    unsigned count;
    struct peer_session sessions[MATRIX_PEER_SESSIONS]; /* the one that is used first */
    int64_t renewed_ms; /* when a session was last begun for want of one; 0 never */
    int64_t keyless_ms; /* when it had no key */
    enum matrix_peer_state state;
};

const struct transitions matrix_peer_transitions = {
    .count = MATRIX_PEER_STATES,
    .after = {
        [MATRIX_PEER_NONE] = STATE_BIT(MATRIX_PEER_CLAIMING) | STATE_BIT(MATRIX_PEER_READY) |
                             STATE_BIT(MATRIX_PEER_WEDGED),
        [MATRIX_PEER_CLAIMING] = STATE_BIT(MATRIX_PEER_READY) | STATE_BIT(MATRIX_PEER_KEYLESS) |
                                 STATE_BIT(MATRIX_PEER_NONE),
        [MATRIX_PEER_READY] = STATE_BIT(MATRIX_PEER_WEDGED),
        [MATRIX_PEER_WEDGED] = STATE_BIT(MATRIX_PEER_RENEWING) | STATE_BIT(MATRIX_PEER_READY),
        [MATRIX_PEER_RENEWING] = STATE_BIT(MATRIX_PEER_READY) | STATE_BIT(MATRIX_PEER_WEDGED),
        [MATRIX_PEER_KEYLESS] = STATE_BIT(MATRIX_PEER_CLAIMING) | STATE_BIT(MATRIX_PEER_READY),
    }};

static void peer_enter(struct matrix_peer *peer, enum matrix_peer_state state)
{
    assert(transitions_allow(&matrix_peer_transitions, peer->state, state));
    peer->state = state;
}

struct matrix_peer *matrix_peer_new(const struct matrix_pickle *pickle, const char *user,
                                    const char *curve)
{
    char name[PEER_KEY_BYTES];
    struct matrix_peer *peer = heap_allocate(sizeof *peer);
    assert(strlen(curve) == PROVIDER_KEY_TEXT - 1 && strlen(user) < sizeof peer->user);
    peer->pickle = *pickle;
    memcpy(peer->user, user, strlen(user) + 1);
    memcpy(peer->curve, curve, PROVIDER_KEY_TEXT);
    print_join(name, sizeof name, curve, "/", user);
    print_join(peer->row, sizeof peer->row, MATRIX_PEER_ROWS, name, "");
    return peer;
}

void matrix_peer_free(struct matrix_peer **peer)
{
    if (*peer == NULL) {
        return;
    }
    for (unsigned i = 0; i < (*peer)->count; i++) {
        free((*peer)->sessions[i].pickle);
    }
    heap_wipe(*peer, sizeof **peer);
    *peer = NULL;
}

const char *matrix_peer_user(const struct matrix_peer *peer)
{
    return peer->user;
}

const char *matrix_peer_name(const struct matrix_peer *peer)
{
    return peer->row + strlen(MATRIX_PEER_ROWS);
}

const char *matrix_peer_curve(const struct matrix_peer *peer)
{
    return peer->curve;
}

enum matrix_peer_state matrix_peer_state(const struct matrix_peer *peer)
{
    return peer->state;
}

unsigned matrix_peer_sessions(const struct matrix_peer *peer)
{
    return peer->count;
}

/* --- its row ---------------------------------------------------------------------------------- */

void matrix_peer_write(const struct matrix_peer *peer, struct matrix_changes *changes)
{
    struct buf row;
    buf_init(&row, PEER_ROW_BYTES);
    buf_text(&row, "{");
    json_out_text(&row, "user", peer->user);
    json_out_text(&row, "curve", peer->curve);
    json_out_number(&row, "renewed", peer->renewed_ms);
    json_out_flag(&row, "wedged",
                  peer->state == MATRIX_PEER_WEDGED || peer->state == MATRIX_PEER_RENEWING);
    json_out_key(&row, "sessions");
    buf_text(&row, "[");
    for (unsigned i = 0; i < peer->count; i++) {
        json_out_next(&row);
        buf_text(&row, "{");
        json_out_text(&row, "pickle", peer->sessions[i].pickle);
        json_out_number(&row, "used", peer->sessions[i].used_ms);
        buf_text(&row, "}");
    }
    buf_text(&row, "]}");
    assert(!row.full);
    matrix_changes_put(changes, peer->row, row.text, row.len);
    buf_deinit(&row);
}

static struct matrix_peer *peer_read_row(const struct matrix_pickle *pickle, const cJSON *row)
{
    uint8_t bytes[PROVIDER_KEY_BYTES];
    const char *user = json_at_text(row, "user");
    const char *curve = json_at_text(row, "curve");
    const cJSON *list = json_at_list(row, "sessions");
    if (user == NULL || strlen(user) >= MATRIX_ID_BYTES || curve == NULL ||
        !matrix_unbase64(bytes, sizeof bytes, curve)) {
        return NULL;
    }
    struct matrix_peer *peer = matrix_peer_new(pickle, user, curve);
    const cJSON *item = list == NULL ? NULL : list->child;
    for (; item != NULL && peer->count < MATRIX_PEER_SESSIONS; item = item->next) {
        struct peer_session *session = &peer->sessions[peer->count];
        session->pickle = heap_copy(json_at_text(item, "pickle"));
        session->used_ms = json_at_number(item, "used", 0, PEER_TIME_MAX, 0);
        peer->count += session->pickle != NULL ? 1 : 0;
    }
    peer->renewed_ms = json_at_number(row, "renewed", 0, PEER_TIME_MAX, 0);
    peer->state = json_at_flag(row, "wedged") ? MATRIX_PEER_WEDGED
                  : peer->count > 0           ? MATRIX_PEER_READY
                                              : MATRIX_PEER_NONE;
    return peer;
}

struct matrix_peer *matrix_peer_restore(const struct matrix_pickle *pickle, const char *value,
                                        size_t len)
{
    cJSON *row = cJSON_ParseWithLength(value, len);
    struct matrix_peer *peer = peer_read_row(pickle, row);
    cJSON_Delete(row);
    return peer;
}

/* --- sessions --------------------------------------------------------------------------------- */

static char *peer_pickle(const struct matrix_peer *peer, const struct provider_session *session)
{
    struct provider_pickle_key key;
    struct buf text;
    buf_init(&text, PROVIDER_PICKLE_BYTES_MAX);
    matrix_pickle_key(&peer->pickle, peer->row, &key);
    provider_session_pickle(session, &key, &text);
    assert(!text.full);
    return text.text; /* on the heap, as all texts of a buffer */
}

/* NULL: its pickle is damaged. */
static struct provider_session *peer_session(const struct matrix_peer *peer, unsigned at)
{
    struct provider_pickle_key key;
    struct provider_session *session = NULL;
    const char *pickle = peer->sessions[at].pickle;
    matrix_pickle_key(&peer->pickle, peer->row, &key);
    (void)provider_session_unpickle(&session, &key, pickle, strlen(pickle));
    return session;
}

/* Puts a session in front: the next message goes by it. */
static void peer_front(struct matrix_peer *peer, unsigned at, int64_t now_ms)
{
    struct peer_session session = peer->sessions[at];
    session.used_ms = now_ms;
    memmove(peer->sessions + 1, peer->sessions, at * sizeof *peer->sessions);
    peer->sessions[0] = session;
}

static void peer_add(struct matrix_peer *peer, const struct provider_session *session,
                     int64_t now_ms)
{
    if (peer->count == MATRIX_PEER_SESSIONS) {
        peer->count--; /* the last one was used longest ago */
        free(peer->sessions[peer->count].pickle);
    }
    peer->sessions[peer->count].pickle = peer_pickle(peer, session);
    peer->count++;
    peer_front(peer, peer->count - 1, now_ms);
}

/* Reads it by this session, which moves on and to the front if that was good. */
static enum provider_answer peer_try(struct matrix_peer *peer, unsigned at,
                                     const struct provider_message *message, int64_t now_ms,
                                     struct buf *out)
{
    struct provider_session *session = peer_session(peer, at);
    enum provider_answer answer = PROVIDER_UNKNOWN;
    if (session != NULL && (message->type == 1 || provider_session_matches(session, message))) {
        answer = provider_session_decrypt(session, message, out);
        /* a first message that is of this session is of no other */
        answer = answer == PROVIDER_UNKNOWN ? PROVIDER_FORGED : answer;
    }
    if (answer == PROVIDER_GOOD) {
        free(peer->sessions[at].pickle);
        peer->sessions[at].pickle = peer_pickle(peer, session);
        peer_front(peer, at, now_ms);
    }
    provider_session_free(&session);
    return answer;
}

static enum provider_answer peer_begin(struct matrix_peer *peer, struct provider_account *account,
                                       const struct provider_message *message, int64_t now_ms,
                                       struct buf *out)
{
    struct provider_session *session = NULL;
    enum provider_answer answer =
        provider_session_inbound(&session, account, peer->curve, message, out);
    if (answer == PROVIDER_GOOD) {
        peer_add(peer, session, now_ms);
        provider_session_free(&session);
    }
    return answer;
}

enum provider_answer matrix_peer_read(struct matrix_peer *peer, struct provider_account *account,
                                      const struct provider_message *message, int64_t now_ms,
                                      struct buf *out, bool *account_changed_r)
{
    enum provider_answer answer = PROVIDER_UNKNOWN;
    *account_changed_r = false;
    for (unsigned i = 0; i < peer->count && answer != PROVIDER_GOOD; i++) {
        enum provider_answer one = peer_try(peer, i, message, now_ms, out);
        if (message->type == 0 && one != PROVIDER_UNKNOWN) {
            answer = one; /* it is of this session, readable or not */
            break;
        }
        answer = one;
    }
    bool begins = message->type == 0 && answer == PROVIDER_UNKNOWN;
    if (begins) {
        answer = peer_begin(peer, account, message, now_ms, out);
        *account_changed_r = answer == PROVIDER_GOOD;
    }
    if (answer == PROVIDER_GOOD && begins && peer->state != MATRIX_PEER_READY) {
        peer_enter(peer, MATRIX_PEER_READY); /* they have begun a new one themselves */
    } else if (answer != PROVIDER_GOOD &&
               (peer->state == MATRIX_PEER_READY || peer->state == MATRIX_PEER_NONE)) {
        peer_enter(peer, MATRIX_PEER_WEDGED);
    }
    return answer;
}

bool matrix_peer_encrypt(struct matrix_peer *peer, const struct buf *words,
                         const struct entropy *entropy, struct buf *out, unsigned *type_r)
{
    struct provider_session *session = NULL;
    for (unsigned i = 0; i < peer->count && session == NULL; i++) {
        session = peer_session(peer, i);
        if (session != NULL) {
            *type_r = provider_session_encrypt(session, words->text, words->len, entropy, out);
            free(peer->sessions[i].pickle);
            peer->sessions[i].pickle = peer_pickle(peer, session);
        }
    }
    bool is_done = session != NULL;
    provider_session_free(&session);
    return is_done;
}

/* --- claiming --------------------------------------------------------------------------------- */

bool matrix_peer_wants_key(const struct matrix_peer *peer, bool wanted, int64_t now_ms)
{
    if (peer->state == MATRIX_PEER_WEDGED) {
        return peer->renewed_ms == 0 || now_ms - peer->renewed_ms >= MATRIX_PEER_RENEW_MS;
    }
    if (peer->state == MATRIX_PEER_KEYLESS) {
        return wanted && now_ms - peer->keyless_ms >= MATRIX_PEER_KEYS_MS;
    }
    return wanted && peer->state == MATRIX_PEER_NONE;
}

void matrix_peer_claiming(struct matrix_peer *peer)
{
    peer_enter(peer,
               peer->state == MATRIX_PEER_WEDGED ? MATRIX_PEER_RENEWING : MATRIX_PEER_CLAIMING);
}

bool matrix_peer_claimed(struct matrix_peer *peer, const struct provider_account *account,
                         const char *one_time, const struct entropy *entropy, int64_t now_ms)
{
    struct provider_session *session = NULL;
    bool renews = peer->state == MATRIX_PEER_RENEWING;
    if (peer->state == MATRIX_PEER_READY) {
        return false; /* they were faster */
    }
    if (renews) {
        peer->renewed_ms = now_ms; /* also of one that came to nothing */
    }
    if (one_time == NULL || provider_session_outbound(&session, account, peer->curve, one_time,
                                                      entropy) != PROVIDER_GOOD) {
        peer->keyless_ms = now_ms;
        peer_enter(peer, renews ? MATRIX_PEER_WEDGED : MATRIX_PEER_KEYLESS);
        return false;
    }
    peer_add(peer, session, now_ms);
    provider_session_free(&session);
    peer_enter(peer, MATRIX_PEER_READY);
    return true;
}

void matrix_peer_unclaimed(struct matrix_peer *peer)
{
    if (peer->state == MATRIX_PEER_RENEWING) {
        peer_enter(peer, MATRIX_PEER_WEDGED);
    } else if (peer->state == MATRIX_PEER_CLAIMING) {
        peer_enter(peer, MATRIX_PEER_NONE);
    }
}
