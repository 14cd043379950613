/* From what a room's timeline tells to what the house hears. Here it is decided who may speak to
 * the house at all (not ourselves, no notices, no edits), in which room somebody is alone with the
 * bot, and who may moderate. */
#include "matrix_hear.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "inert.h"
#include "matrix_decode.h"
#include "matrix_direct.h"
#include "matrix_ignored.h"
#include "matrix_invite.h"
#include "matrix_power.h"
#include "matrix_sync.h"
#include "matrix_twin.h"

enum {
    HEAR_NAME_LETTERS = 32,
    HEAR_NAMES_MAX = 50000,
    HEAR_REACTIONS_MAX = 8192,
    HEAR_LATE_MS = 5 * 60 * 1000 /* an appservice is told so soon after a start what it missed */
};

/* --- handing over ----------------------------------------------------------------------------- */

struct hear_waiter {
    struct matrix_waiter waiter;
    struct hear_waiter *previous; /* of all that are on their way to the disk */
    struct hear_waiter *next;
    uint64_t batch;
};

static void hear_waiter_free(struct matrix *matrix, struct hear_waiter *waiter)
{
    *(waiter->previous == NULL ? &matrix->waiters : &waiter->previous->next) = waiter->next;
    if (waiter->next != NULL) {
        waiter->next->previous = waiter->previous;
    }
    free(waiter);
}

void matrix_hear_end(struct matrix *matrix)
{
    struct hear_waiter *waiter = matrix->waiters;
    matrix->waiters = NULL;
    while (waiter != NULL) {
        struct hear_waiter *freed = waiter;
        waiter = waiter->next;
        free(freed);
    }
}

static void hear_stored(struct matrix *matrix, struct matrix_waiter *waiter,
                        const struct fault *fault)
{
    uint64_t batch = ((struct hear_waiter *)waiter)->batch;
    hear_waiter_free(matrix, (struct hear_waiter *)waiter);
    matrix_sync_stored(matrix->sync, batch, fault);
}

static struct matrix_waiter *hear_waiter(struct matrix *matrix,
                                         const struct matrix_hearing *hearing)
{
    if (hearing->batch == 0) {
        return hearing->waiter;
    }
    struct hear_waiter *waiter = heap_take(sizeof *waiter);
    waiter->waiter.stored = hear_stored;
    waiter->batch = hearing->batch;
    waiter->next = matrix->waiters;
    if (waiter->next != NULL) {
        waiter->next->previous = waiter;
    }
    matrix->waiters = waiter;
    return &waiter->waiter;
}

static struct adapter_row hear_row(const struct matrix *matrix, const char *key, const char *value)
{
    return (struct adapter_row){
        .key = key, .value = value, .len = strlen(value), .order = matrix_now_ms(matrix)};
}

/* Hands over, with how far that is. last: it is what was heard last in its room. */
static bool hear_hand(struct matrix *matrix, struct matrix_room *room, const struct heard *heard,
                      const struct matrix_hearing *hearing)
{
    struct adapter_row rows[3];
    size_t count = 0;
    char key[MATRIX_ROOM_KEY_BYTES];
    char value[MATRIX_ROOM_ROW_BYTES];
    if (room->own == MATRIX_JOINED) {
        matrix_room_row(room, heard->event_id, key, value);
        rows[count++] = hear_row(matrix, key, value);
    }
    if (hearing->claim != NULL) {
        rows[count++] = hear_row(matrix, MATRIX_SYNC_KEY, hearing->claim);
    }
    if (hearing->row != NULL) {
        rows[count++] = *hearing->row;
    }
    struct matrix_waiter *waiter = hear_waiter(matrix, hearing);
    if (!house_heard(matrix->house, (struct adapter *)matrix, heard, rows, count, waiter)) {
        if (waiter != hearing->waiter) {
            hear_waiter_free(matrix, (struct hear_waiter *)waiter);
        }
        return false;
    }
    if (hearing->handed != NULL) {
        *hearing->handed = true;
    }
    if (hearing->batch != 0) {
        matrix_sync_handed(matrix->sync, hearing->claim);
    }
    free(room->heard);
    room->heard = heap_copy(heard->event_id);
    room->heard_ms = matrix_now_ms(matrix);
    return true;
}

/* --- people ----------------------------------------------------------------------------------- */

static const char *hear_localpart(struct arena *arena, const char *user)
{
    size_t len = strcspn(user + 1, ":");
    const char *name = inert_text(arena, user + 1, len, HEAR_NAME_LETTERS, false);
    return name[strspn(name, " ")] == '\0' ? "?" : name;
}

/* How somebody is called in a room; remembered for mentions and titles. */
static const char *hear_name(struct matrix *matrix, const struct matrix_room *room,
                             const char *user)
{
    const struct matrix_member *member = matrix_room_member(room, user);
    const char *name =
        member != NULL && member->name != NULL ? member->name : hear_localpart(matrix->arena, user);
    matrix_person_named(matrix, user, name);
    return name;
}

static bool hear_moderates(const struct matrix *matrix, const struct matrix_room *room,
                           const char *user)
{
    int64_t wanted = settings_number(matrix->settings, "matrix", "moderator_power");
    return (room->stated || room->ruled) && room->kind != MATRIX_ROOM_DIRECT &&
           matrix_power_of(room->power, user) >= wanted;
}

/* Only that person and the bot read there: a direct room of ours, as far as we know. Of one whose
 * state does not come it is believed of what they say; what is told them is looked at apart. */
static bool hear_is_private(const struct matrix_room *room, const char *user)
{
    return room->kind == MATRIX_ROOM_DIRECT && strcmp(room->player, user) == 0 &&
           (!room->known || room->joined_count <= 2);
}

/* How long ago it was said, where it is told late. What the sender's server says of the time may be
 * anything: it is believed in no other case, and no further than to when all had been heard. */
static int64_t hear_age_ms(const struct matrix *matrix, const cJSON *event,
                           const struct matrix_hearing *hearing)
{
    const cJSON *said = matrix_get(event, "origin_server_ts");
    int64_t now_ms = matrix_now_ms(matrix);
    bool late = hearing->batch != 0 ? !hearing->fresh : now_ms - matrix->opened_ms < HEAR_LATE_MS;
    double said_ms = cJSON_IsNumber(said) ? said->valuedouble : (double)now_ms;
    said_ms = said_ms > (double)matrix->there_ms ? said_ms : (double)matrix->there_ms;
    return late && matrix->there_ms > 0 && said_ms < (double)now_ms ? now_ms - (int64_t)said_ms : 0;
}

/* What all events of people have in common. */
static bool hear_fill(struct matrix *matrix, const struct matrix_room *room, const cJSON *event,
                      const struct matrix_hearing *hearing, struct heard *heard)
{
    *heard = (struct heard){.adapter = matrix_adapter.name,
                            .event_id = matrix_id(event, "event_id", '$'),
                            .room = room->id,
                            .account = matrix_id(event, "sender", '@'),
                            .at_ms = matrix_now_ms(matrix),
                            .age_ms = hear_age_ms(matrix, event, hearing),
                            .fresh = hearing->fresh};
    if (heard->event_id == NULL || heard->account == NULL) {
        return false;
    }
    heard->name = hear_name(matrix, room, heard->account);
    heard->private_room = hear_is_private(room, heard->account);
    heard->moderator = hear_moderates(matrix, room, heard->account);
    return true;
}

/* Something about a room, or about somebody in it. */
static struct heard hear_about(const struct matrix *matrix, enum heard_kind kind, const char *room,
                               const char *id)
{
    return (struct heard){.kind = kind,
                          .adapter = matrix_adapter.name,
                          .event_id = id,
                          .room = room,
                          .account = "",
                          .name = "",
                          .at_ms = matrix_now_ms(matrix)};
}

/* --- messages --------------------------------------------------------------------------------- */

/* Where an answer belongs: into the thread of what was heard last, or into none. */
static void hear_thread(struct matrix_room *room, const char *root, const struct heard *heard)
{
    free(room->thread);
    free(room->thread_last);
    room->thread = heap_copy(root);
    room->thread_last = root == NULL ? NULL : heap_copy(heard->event_id);
    room->thread_ms = heard->at_ms;
}

static bool hear_is_prefixed(const struct matrix *matrix, const char *text)
{
    const char *prefix = settings_text(matrix->settings, "bot", "prefix");
    return text[0] == '/' || text[0] == '!' || strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Is it meant for the bot, as far as can be told without reading it? */
static bool hear_is_meant(const struct matrix *matrix, const struct heard *heard)
{
    return heard->addressed || heard->private_room || hear_is_prefixed(matrix, heard->text);
}

/* What begins with a mention of the bot begins with its id, whatever the client wrote for it. In a
 * room made for two every word is meant so. */
static const char *hear_words(struct matrix *matrix, const struct matrix_room *room,
                              const struct matrix_message *message)
{
    const struct matrix_member *own = matrix_room_member(room, matrix->user);
    const char *text = message->text;
    const char *rest = NULL;
    if (strncmp(text, matrix->user, strlen(matrix->user)) == 0) {
        return text;
    }
    if (message->mentions_us) {
        const char *name = hear_localpart(matrix->arena, matrix->user);
        rest = matrix_after_name(text, own == NULL ? NULL : own->name);
        rest = rest != NULL ? rest : matrix_after_name(text, name);
    }
    if (room->two && room->joined_count <= 2 && rest == NULL && !hear_is_prefixed(matrix, text)) {
        rest = text;
    }
    if (rest == NULL) {
        return text;
    }
    struct buf words;
    buf_init(&words, HEARD_TEXT_BYTES_MAX);
    buf_text(&words, matrix->user);
    buf_text(&words, " ");
    buf_text(&words, rest);
    text = words.full ? text : arena_text(matrix->arena, words.text, words.len);
    buf_deinit(&words);
    return text;
}

static bool hear_message(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                         const struct matrix_hearing *hearing)
{
    struct matrix_message message;
    struct heard heard;
    if (!matrix_message(matrix->arena, event, matrix->user, &message) ||
        (message.text[0] == '\0' && message.media == NULL) ||
        !hear_fill(matrix, room, event, hearing, &heard)) {
        return true;
    }
    heard.kind = HEARD_TEXT;
    heard.addressed = message.mentions_us || (room->two && room->joined_count <= 2);
    heard.text = hear_words(matrix, room, &message);
    heard.reply_to = message.reply;
    heard.media = message.media;
    heard.mention_count = message.mention_count;
    memcpy(heard.mentions, message.mentions, sizeof heard.mentions);
    hear_thread(room, message.thread, &heard);
    if (hear_is_meant(matrix, &heard)) {
        matrix_person_acted(matrix, heard.account);
    }
    return hear_hand(matrix, room, &heard, hearing);
}

/* --- reactions -------------------------------------------------------------------------------- */

/* One that may be taken back. */
struct hear_reaction {
    char id[MATRIX_ID_BYTES]; /* of the reaction's event */
    char event[MATRIX_ID_BYTES];
    char key[MATRIX_EMOJI_BYTES];
    struct hear_reaction *next; /* the one that came after it */
};

static void hear_drop_oldest(struct matrix *matrix)
{
    struct hear_reaction *oldest = matrix->oldest_reaction;
    matrix->oldest_reaction = oldest->next;
    matrix->newest_reaction = oldest->next == NULL ? NULL : matrix->newest_reaction;
    if (map_get(&matrix->reactions, oldest->id) == oldest) {
        map_remove(&matrix->reactions, oldest->id);
    }
    matrix->reaction_count--;
    free(oldest);
}

static void hear_remember(struct matrix *matrix, const char *id,
                          const struct matrix_reaction *reaction)
{
    if (map_get(&matrix->reactions, id) != NULL) {
        return;
    }
    struct hear_reaction *kept = heap_take(sizeof *kept);
    matrix_copy(kept->id, id);
    matrix_copy(kept->event, reaction->event);
    memcpy(kept->key, reaction->key, sizeof kept->key);
    *(matrix->newest_reaction == NULL ? &matrix->oldest_reaction : &matrix->newest_reaction->next) =
        kept;
    matrix->newest_reaction = kept;
    map_put(&matrix->reactions, kept->id, kept);
    if (++matrix->reaction_count > HEAR_REACTIONS_MAX) {
        hear_drop_oldest(matrix);
    }
}

void matrix_reactions_free(struct matrix *matrix)
{
    while (matrix->oldest_reaction != NULL) {
        hear_drop_oldest(matrix);
    }
    map_deinit(&matrix->reactions);
}

static bool hear_reaction(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                          const struct matrix_hearing *hearing)
{
    struct matrix_reaction reaction;
    struct heard heard;
    if (!matrix_reaction(event, &reaction) || !hear_fill(matrix, room, event, hearing, &heard)) {
        return true;
    }
    heard.control = matrix_choice_at(matrix, reaction.event, reaction.key);
    heard.kind = heard.control != NULL ? HEARD_PRESS : HEARD_REACTION;
    heard.reply_to = reaction.event;
    heard.emoji = reaction.key;
    heard.addressed = heard.control != NULL;
    hear_remember(matrix, heard.event_id, &reaction);
    if (heard.control != NULL) {
        matrix_person_acted(matrix, heard.account);
    }
    return hear_hand(matrix, room, &heard, hearing);
}

static bool hear_redaction(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                           const struct matrix_hearing *hearing)
{
    struct heard heard;
    const char *target = matrix_redacts(event);
    if (target == NULL || !hear_fill(matrix, room, event, hearing, &heard)) {
        return true;
    }
    const struct hear_reaction *reaction = map_get(&matrix->reactions, target);
    if (reaction != NULL) {
        heard.kind = HEARD_REACTION;
        heard.off = true;
        heard.reply_to = reaction->event;
        heard.emoji = reaction->key;
        return hear_hand(matrix, room, &heard, hearing);
    }
    struct heard gone = hear_about(matrix, HEARD_MESSAGE_GONE, room->id, heard.event_id);
    gone.reply_to = target;
    gone.fresh = hearing->fresh;
    return hear_hand(matrix, room, &gone, hearing);
}

/* --- members ---------------------------------------------------------------------------------- */

/* Kept as somebody's, or made for them and not kept yet. */
static bool hear_is_direct(const struct matrix_room *room)
{
    return room->kind == MATRIX_ROOM_DIRECT || matrix_direct_player(room->marker) != NULL;
}

static bool hear_own_member(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                            const struct matrix_hearing *hearing, enum matrix_membership now)
{
    const char *sender = matrix_id(event, "sender", '@');
    const char *id = matrix_id(event, "event_id", '$');
    bool out = now == MATRIX_LEFT || now == MATRIX_BANNED;
    if (!out || sender == NULL || id == NULL || strcmp(sender, matrix->user) == 0 ||
        hear_is_direct(room)) {
        return true;
    }
    struct heard heard = hear_about(matrix, HEARD_ROOM_GONE, room->id, id);
    return hear_hand(matrix, room, &heard, hearing);
}

static bool hear_member(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                        const struct matrix_hearing *hearing, enum matrix_membership before)
{
    struct heard heard;
    const char *user = matrix_id(event, "state_key", '@');
    const char *sender = matrix_id(event, "sender", '@');
    enum matrix_membership now =
        matrix_membership(matrix_text(matrix_get(event, "content"), "membership"));
    if (user == NULL) {
        return true;
    }
    before = matrix_member_before(event, before);
    if (strcmp(user, matrix->user) == 0) {
        return hear_own_member(matrix, room, event, hearing, now);
    }
    if (now == MATRIX_KNOCKING && before != MATRIX_KNOCKING && !matrix_ignores(matrix, user)) {
        matrix_knocked(matrix, room, user);
        return true;
    }
    bool came = now == MATRIX_JOINED && before != MATRIX_JOINED;
    bool went = now != MATRIX_JOINED && before == MATRIX_JOINED;
    bool ours = sender != NULL && strcmp(sender, matrix->user) == 0;
    if ((!came && !went) || ours || hear_is_direct(room) ||
        !hear_fill(matrix, room, event, hearing, &heard)) {
        return true;
    }
    heard.kind = came ? HEARD_ARRIVED : HEARD_DEPARTED;
    heard.account = user;
    heard.name = hear_name(matrix, room, user);
    heard.moderator = hear_moderates(matrix, room, user);
    return hear_hand(matrix, room, &heard, hearing);
}

/* --- rooms ------------------------------------------------------------------------------------ */

static bool hear_can_speak(const struct matrix *matrix, const struct matrix_room *room)
{
    return !room->stated || matrix_power_of(room->power, matrix->user) >=
                                matrix_power_to_send(room->power, "m.room.message", false);
}

static bool hear_power(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                       const struct matrix_hearing *hearing, bool spoke)
{
    const char *id = matrix_id(event, "event_id", '$');
    bool speaks = hear_can_speak(matrix, room);
    if (id == NULL || speaks == spoke || hear_is_direct(room)) {
        return true;
    }
    struct heard heard = hear_about(matrix, HEARD_ROOM_CHANGED, room->id, id);
    heard.text = speaks ? NULL : matrix_words(matrix, "matrix.may.speak");
    return hear_hand(matrix, room, &heard, hearing);
}

/* From here on nothing plain goes there, so nothing at all. */
static bool hear_encrypted(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                           const struct matrix_hearing *hearing)
{
    const char *id = matrix_id(event, "event_id", '$');
    const char *sender = matrix_id(event, "sender", '@');
    if (id == NULL || sender == NULL || hear_is_direct(room)) {
        return true;
    }
    struct heard heard = hear_about(matrix, HEARD_ROOM_GONE, room->id, id);
    if (!hear_hand(matrix, room, &heard, hearing)) {
        return false;
    }
    if (strcmp(sender, matrix->user) != 0) {
        matrix_direct_say(matrix, sender, "matrix.encrypted");
    }
    return true;
}

bool matrix_hear_gone(struct matrix *matrix, struct matrix_room *room,
                      const struct matrix_hearing *hearing)
{
    char id[MATRIX_ID_BYTES + 32];
    snprintf(id, sizeof id, "gone/%s/%lld", room->id, (long long)matrix_now_ms(matrix));
    struct heard heard = hear_about(matrix, HEARD_ROOM_GONE, room->id, id);
    return hear_hand(matrix, room, &heard, hearing);
}

bool matrix_hear_changed(struct matrix *matrix, const char *room)
{
    char id[MATRIX_ID_BYTES + 32];
    snprintf(id, sizeof id, "changed/%s/%lld", room, (long long)matrix_now_ms(matrix));
    struct heard heard = hear_about(matrix, HEARD_ROOM_CHANGED, room, id);
    return house_heard(matrix->house, (struct adapter *)matrix, &heard, NULL, 0, NULL);
}

void matrix_hear_moved(struct matrix *matrix, const char *room, const char *to, const char *id)
{
    struct heard heard = hear_about(matrix, HEARD_ROOM_MOVED, room, id);
    heard.moved_to = to;
    house_heard(matrix->house, (struct adapter *)matrix, &heard, NULL, 0, NULL);
}

/* --- an event --------------------------------------------------------------------------------- */

static bool hear_state(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                       const struct matrix_hearing *hearing)
{
    const char *type = matrix_text(event, "type");
    const char *user = matrix_text(event, "state_key");
    const struct matrix_member *member = matrix_room_member(room, user);
    enum matrix_membership before = member == NULL ? MATRIX_LEFT : member->membership;
    bool plain = room->encryption != MATRIX_ENCRYPTED;
    bool spoke = hear_can_speak(matrix, room);
    bool changed = matrix_room_take(matrix, room, event);
    bool heard = true;
    if (strcmp(type, "m.room.member") == 0) {
        heard = hear_member(matrix, room, event, hearing, before);
    } else if (strcmp(type, "m.room.power_levels") == 0 && user[0] == '\0') {
        heard = hear_power(matrix, room, event, hearing, spoke);
    } else if (plain && room->encryption == MATRIX_ENCRYPTED) {
        heard = hear_encrypted(matrix, room, event, hearing);
    } else if (strcmp(type, "m.room.tombstone") == 0 && user[0] == '\0') {
        matrix_invites_tombstone(matrix, room, event);
    }
    if (changed) {
        matrix_room_changed(matrix, room);
    }
    return heard;
}

/* Our own: what it has become of is told to whoever sent it. */
static void hear_echo(struct matrix *matrix, const struct matrix_room *room, const cJSON *event,
                      bool fresh)
{
    const char *transaction = matrix_text(matrix_get(event, "unsigned"), "transaction_id");
    const char *id = matrix_id(event, "event_id", '$');
    if (transaction != NULL && id != NULL) {
        if (fresh) {
            matrix_twin_heard(matrix, transaction);
        }
        matrix_echoed(matrix, room, transaction, id);
    }
}

bool matrix_hear(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                 const struct matrix_hearing *hearing)
{
    const char *type = matrix_text(event, "type");
    const char *sender = matrix_id(event, "sender", '@');
    if (type == NULL || sender == NULL) {
        return true;
    }
    arena_reset(matrix->arena);
    if (matrix_text(event, "state_key") != NULL) {
        return hear_state(matrix, room, event, hearing);
    }
    bool message = strcmp(type, "m.room.message") == 0 || strcmp(type, "m.sticker") == 0;
    room->seen += message ? 1 : 0;
    if (strcmp(sender, matrix->user) == 0) {
        hear_echo(matrix, room, event, hearing->fresh);
        return true;
    }
    if (matrix->draining || room->encryption == MATRIX_ENCRYPTED ||
        matrix_ignores(matrix, sender)) {
        return true;
    }
    if (message) {
        return hear_message(matrix, room, event, hearing);
    }
    if (strcmp(type, "m.reaction") == 0) {
        return hear_reaction(matrix, room, event, hearing);
    }
    return strcmp(type, "m.room.redaction") != 0 || hear_redaction(matrix, room, event, hearing);
}
