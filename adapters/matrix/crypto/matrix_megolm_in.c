#include "matrix_megolm_in.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "json_out.h"
#include "matrix_decode.h"
#include "matrix_replay.h"
#include "print.h"

enum {
    MEGOLM_ROW_BYTES = 64 * 1024,
    MEGOLM_KEY_BYTES = MATRIX_MEGOLM_NAME_BYTES + 32,
    MEGOLM_PLAIN_BYTES_MAX = PROVIDER_MESSAGE_BYTES_MAX
};

#define MEGOLM_TIME_MAX (INT64_C(1) << 52)

struct matrix_megolm_in {
    struct matrix_pickle pickle;
    char room[MATRIX_ID_BYTES];
    char id[PROVIDER_KEY_TEXT];
    char name[MATRIX_MEGOLM_NAME_BYTES];
    struct matrix_olm_sender owner;
    char *session; /* pickled */
    uint32_t first;
    int64_t received_ms;
    struct matrix_replay replay;
};

bool matrix_megolm_named(const cJSON *content, const char **room_r, const char **session_r)
{
    uint8_t bytes[PROVIDER_KEY_BYTES];
    const char *algorithm = json_at_text(content, "algorithm");
    *room_r = matrix_id(content, "room_id", '!');
    *session_r = json_at_text(content, "session_id");
    return algorithm != NULL && strcmp(algorithm, MATRIX_MEGOLM) == 0 && *session_r != NULL &&
           matrix_unbase64(bytes, sizeof bytes, *session_r);
}

void matrix_megolm_name(char name[MATRIX_MEGOLM_NAME_BYTES], const char *id, const char *room,
                        const char *owner)
{
    char tail[MATRIX_MEGOLM_NAME_BYTES];
    print_join(tail, sizeof tail, room, "/", owner);
    print_join(name, MATRIX_MEGOLM_NAME_BYTES, id, "/", tail);
}

/* The key by which what is stored of it is encrypted. */
static void megolm_key(const struct matrix_megolm_in *session, struct provider_pickle_key *key)
{
    char row[MEGOLM_KEY_BYTES];
    print_join(row, sizeof row, MATRIX_MEGOLM_IN_ROWS, session->name, "");
    matrix_pickle_key(&session->pickle, row, key);
}

/* --- its key ---------------------------------------------------------------------------------- */

static void megolm_store(struct matrix_megolm_in *session, const struct provider_group_in *group)
{
    struct provider_pickle_key key;
    struct buf text;
    megolm_key(session, &key);
    buf_init(&text, PROVIDER_PICKLE_BYTES_MAX);
    provider_group_in_pickle(group, &key, &text);
    assert(!text.full);
    free(session->session);
    session->session = text.text;
    session->first = provider_group_in_first(group);
}

static enum matrix_key_verdict megolm_better(struct matrix_megolm_in *session,
                                             const struct provider_group_in *group,
                                             const struct matrix_olm_sender *sender)
{
    if (strcmp(session->owner.user, sender->user) != 0 ||
        strcmp(session->owner.curve, sender->curve) != 0 ||
        strcmp(session->owner.ed, sender->ed) != 0) {
        return MATRIX_KEY_NOT_THEIRS;
    }
    if (provider_group_in_first(group) >= session->first) {
        return MATRIX_KEY_NO_BETTER;
    }
    megolm_store(session, group);
    return MATRIX_KEY_EARLIER;
}

/* Takes the group out of a content that names its session; the group is freed. */
static enum matrix_key_verdict megolm_take(struct matrix_megolm_in **session,
                                           const struct matrix_pickle *pickle, const cJSON *content,
                                           const struct matrix_olm_sender *sender, int64_t now_ms,
                                           struct provider_group_in *group)
{
    const char *room = NULL;
    const char *named = NULL;
    char id[PROVIDER_KEY_TEXT] = "";
    enum matrix_key_verdict verdict = MATRIX_KEY_MALFORMED;
    (void)matrix_megolm_named(content, &room, &named);
    provider_group_in_id(group, id);
    if (strcmp(id, named) == 0 && *session != NULL) {
        verdict = strcmp((*session)->id, id) == 0 && strcmp((*session)->room, room) == 0
                      ? megolm_better(*session, group, sender)
                      : MATRIX_KEY_MALFORMED;
    } else if (strcmp(id, named) == 0) {
        *session = heap_allocate(sizeof **session);
        (*session)->pickle = *pickle;
        (*session)->owner = *sender;
        (*session)->received_ms = now_ms;
        memcpy((*session)->room, room, strlen(room) + 1);
        memcpy((*session)->id, id, sizeof id);
        matrix_megolm_name((*session)->name, id, room, sender->user);
        megolm_store(*session, group);
        verdict = MATRIX_KEY_NEW;
    }
    provider_group_in_free(&group);
    return verdict;
}

static bool megolm_is_named(const cJSON *content)
{
    const char *room = NULL;
    const char *named = NULL;
    return matrix_megolm_named(content, &room, &named) && room != NULL;
}

enum matrix_key_verdict matrix_megolm_in_take(struct matrix_megolm_in **session,
                                              const struct matrix_pickle *pickle,
                                              const cJSON *content,
                                              const struct matrix_olm_sender *sender,
                                              int64_t now_ms)
{
    struct provider_group_in *group = NULL;
    if (!megolm_is_named(content) ||
        provider_group_in_new(&group, json_at_text(content, "session_key")) != PROVIDER_GOOD) {
        return MATRIX_KEY_MALFORMED;
    }
    return megolm_take(session, pickle, content, sender, now_ms, group);
}

enum matrix_key_verdict matrix_megolm_in_import(struct matrix_megolm_in **session,
                                                const struct matrix_pickle *pickle,
                                                const cJSON *content,
                                                const struct matrix_olm_sender *sender,
                                                int64_t now_ms)
{
    struct provider_group_in *group = NULL;
    if (!megolm_is_named(content) ||
        provider_group_in_import(&group, json_at_text(content, "session_key")) != PROVIDER_GOOD) {
        return MATRIX_KEY_MALFORMED;
    }
    return megolm_take(session, pickle, content, sender, now_ms, group);
}

void matrix_megolm_in_free(struct matrix_megolm_in **session)
{
    if (*session != NULL) {
        free((*session)->session);
        matrix_replay_free(&(*session)->replay);
        heap_wipe(*session, sizeof **session);
        *session = NULL;
    }
}

const char *matrix_megolm_in_name(const struct matrix_megolm_in *session)
{
    return session->name;
}

const char *matrix_megolm_in_room(const struct matrix_megolm_in *session)
{
    return session->room;
}

const char *matrix_megolm_in_id(const struct matrix_megolm_in *session)
{
    return session->id;
}

const struct matrix_olm_sender *matrix_megolm_in_owner(const struct matrix_megolm_in *session)
{
    return &session->owner;
}

int64_t matrix_megolm_in_received_ms(const struct matrix_megolm_in *session)
{
    return session->received_ms;
}

/* --- its rows --------------------------------------------------------------------------------- */

void matrix_megolm_in_write(const struct matrix_megolm_in *session, struct matrix_changes *changes)
{
    char key[MEGOLM_KEY_BYTES];
    struct buf row;
    print_join(key, sizeof key, MATRIX_MEGOLM_IN_ROWS, session->name, "");
    buf_init(&row, MEGOLM_ROW_BYTES);
    buf_text(&row, "{");
    json_out_text(&row, "room", session->room);
    json_out_text(&row, "session", session->id);
    json_out_text(&row, "user", session->owner.user);
    json_out_text(&row, "device", session->owner.device);
    json_out_text(&row, "curve", session->owner.curve);
    json_out_text(&row, "ed", session->owner.ed);
    json_out_text(&row, "pickle", session->session);
    json_out_number(&row, "first", session->first);
    json_out_number(&row, "received", session->received_ms);
    buf_text(&row, "}");
    assert(!row.full);
    matrix_changes_put(changes, key, row.text, row.len);
    buf_deinit(&row);
}

struct matrix_megolm_in *matrix_megolm_in_restore(const struct matrix_pickle *pickle,
                                                  const char *value, size_t len)
{
    cJSON *row = cJSON_ParseWithLength(value, len);
    struct matrix_megolm_in *session = heap_allocate(sizeof *session);
    struct matrix_olm_sender *owner = &session->owner;
    session->pickle = *pickle;
    session->session = heap_copy(json_at_text(row, "pickle"));
    session->first = (uint32_t)json_at_number(row, "first", 0, UINT32_MAX, 0);
    session->received_ms = json_at_number(row, "received", 0, MEGOLM_TIME_MAX, 0);
    bool good = session->session != NULL &&
                json_at_copy(row, "room", session->room, sizeof session->room) &&
                json_at_copy(row, "session", session->id, sizeof session->id) &&
                json_at_copy(row, "user", owner->user, sizeof owner->user) &&
                json_at_copy(row, "device", owner->device, sizeof owner->device) &&
                json_at_copy(row, "curve", owner->curve, sizeof owner->curve) &&
                json_at_copy(row, "ed", owner->ed, sizeof owner->ed);
    cJSON_Delete(row);
    if (!good) {
        matrix_megolm_in_free(&session);
        return NULL;
    }
    matrix_megolm_name(session->name, session->id, session->room, owner->user);
    return session;
}

/* The key of the row that holds which of 64 messages have been read. */
static void megolm_seen_row(char key[MEGOLM_KEY_BYTES], const struct matrix_megolm_in *session,
                            uint32_t number)
{
    char digits[PRINT_DIGITS_BYTES];
    char tail[MEGOLM_KEY_BYTES];
    print_join(tail, sizeof tail, print_digits(digits, number), "/", session->name);
    print_join(key, MEGOLM_KEY_BYTES, MATRIX_MEGOLM_SEEN_ROWS, tail, "");
}

void matrix_megolm_in_delete(const struct matrix_megolm_in *session, struct matrix_changes *changes)
{
    char key[MEGOLM_KEY_BYTES];
    print_join(key, sizeof key, MATRIX_MEGOLM_IN_ROWS, session->name, "");
    matrix_changes_put(changes, key, NULL, 0);
    for (size_t i = 0; i < session->replay.count; i++) {
        megolm_seen_row(key, session, session->replay.pieces[i].number);
        matrix_changes_put(changes, key, NULL, 0);
    }
}

bool matrix_megolm_in_restore_seen(struct matrix_megolm_in *session, const char *key,
                                   const char *value, size_t len)
{
    char right[MEGOLM_KEY_BYTES];
    size_t skip = sizeof MATRIX_MEGOLM_SEEN_ROWS - 1;
    if (strncmp(key, MATRIX_MEGOLM_SEEN_ROWS, skip) != 0) {
        return false;
    }
    unsigned long number = strtoul(key + skip, NULL, 10);
    if (number > UINT32_MAX) {
        return false;
    }
    megolm_seen_row(right, session, (uint32_t)number);
    return strcmp(key, right) == 0 &&
           matrix_replay_restore(&session->replay, (uint32_t)number, value, len);
}

/* --- reading ---------------------------------------------------------------------------------- */

static enum matrix_megolm_verdict megolm_decrypt(const struct matrix_megolm_in *session,
                                                 const char *text, struct buf *words,
                                                 uint32_t *index_r)
{
    static const enum matrix_megolm_verdict verdicts[] = {
        [PROVIDER_GOOD] = MATRIX_MEGOLM_READ,
        [PROVIDER_MALFORMED] = MATRIX_MEGOLM_MALFORMED,
        [PROVIDER_FORGED] = MATRIX_MEGOLM_FORGED,
        [PROVIDER_UNKNOWN] = MATRIX_MEGOLM_BEFORE};
    struct provider_pickle_key key;
    struct provider_group_in *group = NULL;
    megolm_key(session, &key);
    if (provider_group_in_unpickle(&group, &key, session->session, strlen(session->session)) !=
        PROVIDER_GOOD) {
        return MATRIX_MEGOLM_FORGED; /* the row is damaged: nothing can be read by it */
    }
    enum provider_answer answer =
        provider_group_in_decrypt(group, text, strlen(text), words, index_r);
    provider_group_in_free(&group);
    return verdicts[answer];
}

/* Is this event of the session's owner, as far as can be said before it is decrypted? NULL: no;
 * else its text. */
static const char *megolm_text(const struct matrix_megolm_in *session, const cJSON *event,
                               enum matrix_megolm_verdict *verdict_r)
{
    const char *room = NULL;
    const char *named = NULL;
    const cJSON *content = json_at(event, "content");
    const char *sender = json_at_text(event, "sender");
    const char *text = json_at_text(content, "ciphertext");
    *verdict_r = MATRIX_MEGOLM_MALFORMED;
    if (!matrix_megolm_named(content, &room, &named) || strcmp(named, session->id) != 0 ||
        sender == NULL || text == NULL || matrix_id(event, "event_id", '$') == NULL) {
        return NULL;
    }
    *verdict_r = MATRIX_MEGOLM_NOT_THEIRS;
    return strcmp(sender, session->owner.user) == 0 ? text : NULL;
}

/* What was decrypted, as an event of that room. */
static enum matrix_megolm_verdict megolm_check(const struct matrix_megolm_in *session,
                                               const cJSON *plain)
{
    const char *type = json_at_text(plain, "type");
    const char *room = json_at_text(plain, "room_id");
    if (type == NULL || room == NULL || !cJSON_IsObject(json_at(plain, "content")) ||
        strcmp(type, "m.room.encrypted") == 0) {
        return MATRIX_MEGOLM_MALFORMED;
    }
    return strcmp(room, session->room) == 0 ? MATRIX_MEGOLM_READ : MATRIX_MEGOLM_OTHER_ROOM;
}

static enum matrix_megolm_verdict megolm_note(struct matrix_megolm_in *session, const cJSON *event,
                                              uint32_t index, struct matrix_changes *changes)
{
    static const enum matrix_megolm_verdict verdicts[] = {
        [MATRIX_REPLAY_FRESH] = MATRIX_MEGOLM_READ,
        [MATRIX_REPLAY_KNOWN] = MATRIX_MEGOLM_AGAIN,
        [MATRIX_REPLAY_OTHER] = MATRIX_MEGOLM_REPLAYED,
        [MATRIX_REPLAY_OLD] = MATRIX_MEGOLM_OLD};
    char key[MEGOLM_KEY_BYTES];
    struct buf row;
    int64_t dropped = -1;
    int64_t ms = json_at_number(event, "origin_server_ts", 0, MEGOLM_TIME_MAX, 0);
    enum matrix_replay_verdict verdict =
        matrix_replay_note(&session->replay, index, json_at_text(event, "event_id"), ms, &dropped);
    if (dropped >= 0) {
        megolm_seen_row(key, session, (uint32_t)dropped);
        matrix_changes_put(changes, key, NULL, 0);
    }
    if (verdict == MATRIX_REPLAY_FRESH) {
        megolm_seen_row(key, session, index / MATRIX_REPLAY_PIECE);
        buf_init(&row, MEGOLM_ROW_BYTES);
        matrix_replay_write(&session->replay, index, &row);
        matrix_changes_put(changes, key, row.text, row.len);
        buf_deinit(&row);
    }
    return verdicts[verdict];
}

/* The event as it would have come unencrypted: all of it but its type and content. */
static cJSON *megolm_event(const cJSON *event, cJSON *plain)
{
    cJSON *whole = cJSON_Duplicate(event, true);
    cJSON *content = cJSON_DetachItemFromObjectCaseSensitive(plain, "content");
    const cJSON *relation = json_at(json_at(event, "content"), "m.relates_to");
    cJSON_DeleteItemFromObjectCaseSensitive(content, "m.relates_to");
    if (relation != NULL) {
        cJSON_AddItemToObject(content, "m.relates_to", cJSON_Duplicate(relation, true));
    }
    cJSON_DeleteItemFromObjectCaseSensitive(whole, "type");
    cJSON_DeleteItemFromObjectCaseSensitive(whole, "content");
    cJSON_AddStringToObject(whole, "type", json_at_text(plain, "type"));
    cJSON_AddItemToObject(whole, "content", content);
    return whole;
}

enum matrix_megolm_verdict matrix_megolm_in_read(struct matrix_megolm_in *session,
                                                 const cJSON *event, struct matrix_changes *changes,
                                                 cJSON **plain_r)
{
    enum matrix_megolm_verdict verdict = MATRIX_MEGOLM_MALFORMED;
    uint32_t index = 0;
    struct buf words;
    const char *text = megolm_text(session, event, &verdict);
    *plain_r = NULL;
    if (text == NULL) {
        return verdict;
    }
    buf_init(&words, MEGOLM_PLAIN_BYTES_MAX);
    verdict = megolm_decrypt(session, text, &words, &index);
    cJSON *plain = verdict == MATRIX_MEGOLM_READ && words.text != NULL
                       ? cJSON_ParseWithLength(words.text, words.len)
                       : NULL;
    buf_deinit(&words);
    verdict = verdict == MATRIX_MEGOLM_READ ? megolm_check(session, plain) : verdict;
    verdict = verdict == MATRIX_MEGOLM_READ ? megolm_note(session, event, index, changes) : verdict;
    if (verdict == MATRIX_MEGOLM_READ || verdict == MATRIX_MEGOLM_AGAIN) {
        *plain_r = megolm_event(event, plain);
    }
    cJSON_Delete(plain);
    return verdict;
}
