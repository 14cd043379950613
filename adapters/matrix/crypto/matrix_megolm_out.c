#include "matrix_megolm_out.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "json_out.h"
#include "print.h"

enum {
    OUT_ROW_BYTES = 64 * 1024,
    OUT_GIVEN_BYTES = 2 * 1024 * 1024,
    OUT_KEY_BYTES = 300,
    OUT_DEVICES_MAX = 20000
};

#define OUT_WITHHELD UINT32_MAX /* in place of an index */
#define OUT_TIME_MAX (INT64_C(1) << 52)

/* Whom the key was given to: by their signing key, which is a device's for ever, and which nobody
 * else can claim. */
struct out_device {
    char ed[PROVIDER_KEY_TEXT];
    uint32_t index; /* they can read from here on */
};

struct matrix_megolm_out {
    struct matrix_pickle pickle;
    char room[MATRIX_ID_BYTES];
    char row[OUT_KEY_BYTES];
    char id[PROVIDER_KEY_TEXT];
    char *session; /* pickled */
    int64_t made_ms;
    int64_t lasts_ms;
    uint32_t index;    /* of the next message */
    uint32_t messages; /* that it may write */
    struct out_device *devices;
    size_t device_count;
    size_t device_room;
    bool devices_changed; /* since they were written */
    enum matrix_megolm_state state;
    enum matrix_rotation why;
};

const struct transitions matrix_megolm_transitions = {
    .count = MATRIX_MEGOLM_STATES,
    .any = STATE_BIT(MATRIX_MEGOLM_SPENT),
    .after = {
        [MATRIX_MEGOLM_MADE] = STATE_BIT(MATRIX_MEGOLM_STORING),
        [MATRIX_MEGOLM_STORING] = STATE_BIT(MATRIX_MEGOLM_OPEN) | STATE_BIT(MATRIX_MEGOLM_MADE),
        [MATRIX_MEGOLM_OPEN] = STATE_BIT(MATRIX_MEGOLM_SHARING) | STATE_BIT(MATRIX_MEGOLM_SHARED),
        [MATRIX_MEGOLM_SHARING] = STATE_BIT(MATRIX_MEGOLM_SHARED) | STATE_BIT(MATRIX_MEGOLM_OPEN),
        [MATRIX_MEGOLM_SHARED] = STATE_BIT(MATRIX_MEGOLM_OPEN),
    }};

static void out_enter(struct matrix_megolm_out *session, enum matrix_megolm_state state)
{
    assert(transitions_allow(&matrix_megolm_transitions, session->state, state));
    session->state = state;
}

/* --- the object ------------------------------------------------------------------------------- */

static struct matrix_megolm_out *out_empty(const struct matrix_pickle *pickle, const char *room)
{
    struct matrix_megolm_out *session = heap_allocate(sizeof *session);
    assert(strlen(room) < sizeof session->room);
    session->pickle = *pickle;
    memcpy(session->room, room, strlen(room) + 1);
    print_join(session->row, sizeof session->row, MATRIX_MEGOLM_OUT_ROWS, room, "");
    return session;
}

static void out_keep(struct matrix_megolm_out *session, const struct provider_group_out *group)
{
    struct provider_pickle_key key;
    struct buf text;
    buf_init(&text, PROVIDER_PICKLE_BYTES_MAX);
    matrix_pickle_key(&session->pickle, session->row, &key);
    provider_group_out_pickle(group, &key, &text);
    assert(!text.full);
    free(session->session);
    session->session = text.text;
    session->index = provider_group_out_index(group);
}

/* NULL, and spent: it cannot be read. */
static struct provider_group_out *out_group(struct matrix_megolm_out *session)
{
    struct provider_pickle_key key;
    struct provider_group_out *group = NULL;
    matrix_pickle_key(&session->pickle, session->row, &key);
    if (provider_group_out_unpickle(&group, &key, session->session, strlen(session->session)) !=
        PROVIDER_GOOD) {
        matrix_megolm_out_spend(session, MATRIX_ROTATION_DAMAGED);
    }
    return group;
}

static int64_t out_lasts_ms(int64_t wanted_ms)
{
    return wanted_ms < MATRIX_ROTATE_LEAST_MS ? MATRIX_ROTATE_LEAST_MS : wanted_ms;
}

struct matrix_megolm_out *matrix_megolm_out_new(const struct matrix_pickle *pickle,
                                                const char *room, const cJSON *settings,
                                                const struct entropy *entropy, int64_t now_ms)
{
    struct matrix_megolm_out *session = out_empty(pickle, room);
    struct provider_group_out *group = provider_group_out_new(entropy);
    int64_t lasts_ms =
        json_at_number(settings, "rotation_period_ms", 0, OUT_TIME_MAX, MATRIX_ROTATE_MS);
    session->messages = (uint32_t)json_at_number(
        settings, "rotation_period_msgs", 1, MATRIX_ROTATE_MESSAGES_MAX, MATRIX_ROTATE_MESSAGES);
    session->lasts_ms = out_lasts_ms(lasts_ms);
    session->made_ms = now_ms;
    provider_group_out_id(group, session->id);
    out_keep(session, group);
    provider_group_out_free(&group);
    return session;
}

void matrix_megolm_out_free(struct matrix_megolm_out **session)
{
    if (*session != NULL) {
        free((*session)->session);
        free((*session)->devices);
        heap_wipe(*session, sizeof **session);
        *session = NULL;
    }
}

enum matrix_megolm_state matrix_megolm_out_state(const struct matrix_megolm_out *session)
{
    return session->state;
}

const char *matrix_megolm_out_room(const struct matrix_megolm_out *session)
{
    return session->room;
}

const char *matrix_megolm_out_id(const struct matrix_megolm_out *session)
{
    return session->id;
}

/* --- its row ---------------------------------------------------------------------------------- */

static void out_write_given(struct matrix_megolm_out *session, struct matrix_changes *changes)
{
    char key[OUT_KEY_BYTES];
    struct buf row;
    print_join(key, sizeof key, MATRIX_MEGOLM_GIVEN_ROWS, session->room, "");
    buf_init(&row, OUT_GIVEN_BYTES);
    buf_text(&row, "{");
    json_out_text(&row, "session", session->id);
    json_out_key(&row, "devices");
    buf_text(&row, "{");
    for (size_t i = 0; i < session->device_count; i++) {
        int64_t index = session->devices[i].index;
        json_out_number(&row, session->devices[i].ed, index == OUT_WITHHELD ? -1 : index);
    }
    buf_text(&row, "}}");
    assert(!row.full);
    matrix_changes_put(changes, key, row.text, row.len);
    buf_deinit(&row);
    session->devices_changed = false;
}

void matrix_megolm_out_write(struct matrix_megolm_out *session, struct matrix_changes *changes)
{
    struct buf row;
    buf_init(&row, OUT_ROW_BYTES);
    buf_text(&row, "{");
    json_out_text(&row, "room", session->room);
    json_out_text(&row, "session", session->id);
    json_out_text(&row, "pickle", session->session);
    json_out_number(&row, "made", session->made_ms);
    json_out_number(&row, "lasts", session->lasts_ms);
    json_out_number(&row, "messages", session->messages);
    json_out_number(&row, "index", session->index);
    json_out_number(&row, "spent", session->why);
    buf_text(&row, "}");
    assert(!row.full);
    matrix_changes_put(changes, session->row, row.text, row.len);
    buf_deinit(&row);
    if (session->devices_changed || session->state == MATRIX_MEGOLM_MADE) {
        out_write_given(session, changes);
    }
    if (session->state == MATRIX_MEGOLM_MADE) {
        out_enter(session, MATRIX_MEGOLM_STORING);
    }
}

void matrix_megolm_out_stored(struct matrix_megolm_out *session, bool good)
{
    if (session->state == MATRIX_MEGOLM_STORING) {
        out_enter(session, good ? MATRIX_MEGOLM_OPEN : MATRIX_MEGOLM_MADE);
    }
}

/* Gives it a place; false: there is none. */
static bool out_add(struct matrix_megolm_out *session, const char *ed, uint32_t index)
{
    if (session->device_count == OUT_DEVICES_MAX) {
        return false;
    }
    if (session->device_count == session->device_room) {
        session->device_room = session->device_room == 0 ? 16 : 2 * session->device_room;
        session->devices =
            heap_grow(session->devices, session->device_room, sizeof *session->devices);
    }
    struct out_device *device = &session->devices[session->device_count++];
    memcpy(device->ed, ed, PROVIDER_KEY_TEXT);
    device->index = index;
    return true;
}

static void out_read_devices(struct matrix_megolm_out *session, const cJSON *list)
{
    uint8_t bytes[PROVIDER_KEY_BYTES];
    const cJSON *item = cJSON_IsObject(list) ? list->child : NULL;
    for (; item != NULL; item = item->next) {
        bool is_index = cJSON_IsNumber(item) && item->valuedouble >= -1 &&
                        item->valuedouble < (double)OUT_WITHHELD;
        if (is_index && matrix_unbase64(bytes, sizeof bytes, item->string)) {
            bool is_withheld = item->valuedouble < 0;
            out_add(session, item->string,
                    is_withheld ? OUT_WITHHELD : (uint32_t)item->valuedouble);
        }
    }
}

void matrix_megolm_out_restore_given(struct matrix_megolm_out *session, const char *value,
                                     size_t len)
{
    cJSON *row = cJSON_ParseWithLength(value, len);
    const char *id = json_at_text(row, "session");
    if (id != NULL && strcmp(id, session->id) == 0) {
        out_read_devices(session, json_at(row, "devices"));
    }
    cJSON_Delete(row);
}

static struct matrix_megolm_out *out_read(const struct matrix_pickle *pickle, const cJSON *row)
{
    const char *room = json_at_text(row, "room");
    const char *id = json_at_text(row, "session");
    const char *text = json_at_text(row, "pickle");
    if (room == NULL || id == NULL || text == NULL || strlen(room) >= MATRIX_ID_BYTES ||
        strlen(id) >= PROVIDER_KEY_TEXT) {
        return NULL;
    }
    struct matrix_megolm_out *session = out_empty(pickle, room);
    memcpy(session->id, id, strlen(id) + 1);
    session->session = heap_copy(text);
    session->made_ms = json_at_number(row, "made", 0, OUT_TIME_MAX, 0);
    session->lasts_ms = json_at_number(row, "lasts", 0, OUT_TIME_MAX, 0);
    session->messages = (uint32_t)json_at_number(row, "messages", 0, MATRIX_ROTATE_MESSAGES_MAX, 0);
    session->index = (uint32_t)json_at_number(row, "index", 0, UINT32_MAX, UINT32_MAX);
    session->why = (enum matrix_rotation)json_at_number(
        row, "spent", MATRIX_ROTATION_NONE, MATRIX_ROTATION_DAMAGED, MATRIX_ROTATION_DAMAGED);
    session->state =
        session->why == MATRIX_ROTATION_NONE ? MATRIX_MEGOLM_OPEN : MATRIX_MEGOLM_SPENT;
    return session;
}

struct matrix_megolm_out *matrix_megolm_out_restore(const struct matrix_pickle *pickle,
                                                    const char *value, size_t len)
{
    cJSON *row = cJSON_ParseWithLength(value, len);
    struct matrix_megolm_out *session = out_read(pickle, row);
    cJSON_Delete(row);
    return session;
}

/* --- rotation --------------------------------------------------------------------------------- */

void matrix_megolm_out_spend(struct matrix_megolm_out *session, enum matrix_rotation why)
{
    if (session->state != MATRIX_MEGOLM_SPENT) {
        out_enter(session, MATRIX_MEGOLM_SPENT);
        session->why = why;
    }
}

void matrix_megolm_out_limit(struct matrix_megolm_out *session, int64_t lasts_ms, int64_t messages)
{
    if (lasts_ms > 0 && out_lasts_ms(lasts_ms) < session->lasts_ms) {
        session->lasts_ms = out_lasts_ms(lasts_ms);
    }
    if (messages > 0 && messages < session->messages) {
        session->messages = (uint32_t)messages;
    }
}

enum matrix_rotation matrix_megolm_out_rotation(struct matrix_megolm_out *session, int64_t now_ms)
{
    if (session->index >= session->messages) {
        matrix_megolm_out_spend(session, MATRIX_ROTATION_MESSAGES);
    } else if (now_ms - session->made_ms >= session->lasts_ms) {
        matrix_megolm_out_spend(session, MATRIX_ROTATION_AGE);
    }
    return session->why;
}

/* --- who has it ------------------------------------------------------------------------------- */

/* What is known of this device; NULL nothing. */
static struct out_device *out_find(const struct matrix_megolm_out *session,
                                   const struct matrix_device *device)
{
    size_t at = 0;
    while (at < session->device_count && strcmp(session->devices[at].ed, device->ed) != 0) {
        at++;
    }
    return at < session->device_count ? &session->devices[at] : NULL;
}

bool matrix_megolm_out_has(const struct matrix_megolm_out *session,
                           const struct matrix_device *device)
{
    const struct out_device *known = out_find(session, device);
    return known != NULL && known->index != OUT_WITHHELD;
}

void matrix_megolm_out_device_gone(struct matrix_megolm_out *session,
                                   const struct matrix_device *device)
{
    if (matrix_megolm_out_has(session, device)) {
        matrix_megolm_out_spend(session, MATRIX_ROTATION_DEVICE);
    }
}

void matrix_megolm_out_reopen(struct matrix_megolm_out *session)
{
    if (session->state == MATRIX_MEGOLM_SHARED) {
        out_enter(session, MATRIX_MEGOLM_OPEN);
    }
}

cJSON *matrix_megolm_out_share(struct matrix_megolm_out *session)
{
    char key[PROVIDER_GROUP_KEY_TEXT];
    struct provider_group_out *group = out_group(session);
    if (group == NULL) {
        return NULL;
    }
    provider_group_out_key(group, key);
    provider_group_out_free(&group);
    cJSON *content = cJSON_CreateObject();
    cJSON_AddStringToObject(content, "algorithm", MATRIX_MEGOLM);
    cJSON_AddStringToObject(content, "room_id", session->room);
    cJSON_AddStringToObject(content, "session_id", session->id);
    cJSON_AddStringToObject(content, "session_key", key);
    cJSON_AddFalseToObject(content, "shared_history");
    out_enter(session, MATRIX_MEGOLM_SHARING);
    return content;
}

bool matrix_megolm_out_give(struct matrix_megolm_out *session, const struct matrix_device *device)
{
    struct out_device *known = out_find(session, device);
    bool has_it = known != NULL && known->index != OUT_WITHHELD;
    session->devices_changed = session->devices_changed || !has_it;
    if (known == NULL) {
        return out_add(session, device->ed, session->index);
    }
    known->index = has_it ? known->index : session->index;
    return true;
}

bool matrix_megolm_out_is_withheld(const struct matrix_megolm_out *session,
                                   const struct matrix_device *device)
{
    const struct out_device *known = out_find(session, device);
    return known != NULL && known->index == OUT_WITHHELD;
}

bool matrix_megolm_out_withhold(struct matrix_megolm_out *session,
                                const struct matrix_device *device)
{
    bool is_new = out_find(session, device) == NULL && out_add(session, device->ed, OUT_WITHHELD);
    session->devices_changed = session->devices_changed || is_new;
    return is_new;
}

void matrix_megolm_out_shared(struct matrix_megolm_out *session, bool good)
{
    if (session->state == MATRIX_MEGOLM_SHARING || (session->state == MATRIX_MEGOLM_OPEN && good)) {
        out_enter(session, good ? MATRIX_MEGOLM_SHARED : MATRIX_MEGOLM_OPEN);
    }
}

cJSON *matrix_megolm_out_export(struct matrix_megolm_out *session,
                                const struct matrix_own_device *own, uint32_t *index_r)
{
    char key[PROVIDER_GROUP_KEY_TEXT];
    char exported[PROVIDER_GROUP_EXPORT_TEXT];
    char curve[PROVIDER_KEY_TEXT];
    char ed[PROVIDER_KEY_TEXT];
    struct provider_group_in *reader = NULL;
    struct provider_group_out *group =
        session->state == MATRIX_MEGOLM_SPENT ? NULL : out_group(session);
    if (group == NULL) {
        return NULL;
    }
    provider_group_out_key(group, key);
    provider_group_out_free(&group);
    enum provider_answer made = provider_group_in_new(&reader, key);
    assert(made == PROVIDER_GOOD);
    (void)made;
    provider_group_in_export(reader, exported);
    *index_r = session->index;
    provider_group_in_free(&reader);
    provider_account_keys(own->account, curve, ed);
    cJSON *words = cJSON_CreateObject();
    cJSON_AddStringToObject(words, "algorithm", MATRIX_MEGOLM);
    cJSON_AddStringToObject(words, "sender_key", curve);
    cJSON_AddStringToObject(cJSON_AddObjectToObject(words, "sender_claimed_keys"), "ed25519", ed);
    cJSON_AddItemToObject(words, "forwarding_curve25519_key_chain", cJSON_CreateArray());
    cJSON_AddStringToObject(words, "session_key", exported);
    return words;
}

/* --- writing ---------------------------------------------------------------------------------- */

/* What is encrypted: the event, without the relation that stays readable. */
static char *out_plain(const struct matrix_megolm_out *session, const char *type,
                       const cJSON *content)
{
    cJSON *event = cJSON_CreateObject();
    cJSON *inner = cJSON_Duplicate(content, true);
    cJSON_DeleteItemFromObjectCaseSensitive(inner, "m.relates_to");
    cJSON_AddStringToObject(event, "type", type);
    cJSON_AddItemToObject(event, "content", inner);
    cJSON_AddStringToObject(event, "room_id", session->room);
    char *text = cJSON_PrintUnformatted(event);
    cJSON_Delete(event);
    return text;
}

cJSON *matrix_megolm_out_encrypt(struct matrix_megolm_out *session,
                                 const struct matrix_own_device *own, const char *type,
                                 const cJSON *content)
{
    char curve[PROVIDER_KEY_TEXT];
    char ed[PROVIDER_KEY_TEXT];
    struct buf text;
    const cJSON *relation = json_at(content, "m.relates_to");
    struct provider_group_out *group = NULL;
    if (session->index >= session->messages) {
        matrix_megolm_out_spend(session, MATRIX_ROTATION_MESSAGES);
    } else if (session->state == MATRIX_MEGOLM_SHARED) {
        group = out_group(session);
    }
    if (group == NULL) {
        return NULL;
    }
    char *plain = out_plain(session, type, content);
    buf_init(&text, PROVIDER_MESSAGE_BYTES_MAX);
    provider_group_out_encrypt(group, plain, strlen(plain), &text);
    heap_wipe(plain, strlen(plain));
    out_keep(session, group);
    provider_group_out_free(&group);
    provider_account_keys(own->account, curve, ed);
    cJSON *sealed = cJSON_CreateObject();
    cJSON_AddStringToObject(sealed, "algorithm", MATRIX_MEGOLM);
    cJSON_AddStringToObject(sealed, "ciphertext", text.text);
    cJSON_AddStringToObject(sealed, "device_id", own->id);
    cJSON_AddStringToObject(sealed, "sender_key", curve);
    cJSON_AddStringToObject(sealed, "session_id", session->id);
    if (relation != NULL) {
        cJSON_AddItemToObject(sealed, "m.relates_to", cJSON_Duplicate(relation, true));
    }
    buf_deinit(&text);
    return sealed;
}
