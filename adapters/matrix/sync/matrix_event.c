/* From events of a room's timeline to inbound events of the house. Filters what the house must not
 * see (our own events, notices, edits, ignored people), and determines who is alone with the bot in
 * a room and who is a moderator there. */
#include "matrix_event.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "inert.h"
#include "json_at.h"
#include "matrix_create.h"
#include "matrix_decode.h"
#include "matrix_direct.h"
#include "matrix_display_name.h"
#include "matrix_duplicate.h"
#include "matrix_e2ee.h"
#include "matrix_ignored.h"
#include "matrix_invite.h"
#include "matrix_power.h"
#include "matrix_secrecy.h"
#include "matrix_sending.h"
#include "matrix_sync.h"
#include "matrix_team.h"
#include "matrix_unreachable.h"

enum {
    EVENT_NAME_LETTERS = 32,
    EVENT_NAMES_MAX = 50000,
    EVENT_REACTIONS_MAX = 8192,
    EVENT_LATE_MS = 5 * 60 * 1000 /* what an appservice gets so soon after a start may be old */
};

/* --- people ----------------------------------------------------------------------------------- */

static const char *event_localpart(struct arena *arena, const char *user)
{
    size_t len = strcspn(user + 1, ":");
    const char *name = inert_text(arena, user + 1, len, EVENT_NAME_LETTERS, false);
    return name[strspn(name, " ")] == '\0' ? "?" : name;
}

/* Somebody's display name in a room; remembered for mentions and titles. */
static const char *event_display_name(struct matrix *matrix, const struct matrix_room *room,
                                      const char *user)
{
    const struct matrix_member *member = matrix_room_member(room, user);
    const char *name = member != NULL && member->name != NULL
                           ? member->name
                           : event_localpart(matrix->arena, user);
    matrix_display_name_set(matrix, user, name);
    return name;
}

static bool event_is_moderator(const struct matrix *matrix, const struct matrix_room *room,
                               const char *user)
{
    int64_t wanted = settings_number(matrix->settings, "matrix", "moderator_power");
    return room->state >= MATRIX_STATE_POWER && room->kind != MATRIX_ROOM_DIRECT &&
           matrix_power_of(room->power, user) >= wanted;
}

/* Do only that person and the bot read there: is it a direct room of ours? If its state cannot be
 * fetched, that is assumed for what they say; what is sent to them has the leak rule. */
static bool event_is_private(const struct matrix_room *room, const char *user)
{
    return room->kind == MATRIX_ROOM_DIRECT && strcmp(room->player, user) == 0 &&
           (room->state != MATRIX_STATE_COMPLETE || room->joined_count <= 2);
}

/* The age of an event that comes late, else 0. origin_server_ts is the sender's server's and may be
 * anything: it is used for late events only, and never reaches back before caught_up_ms. */
static int64_t event_age_ms(const struct matrix *matrix, const cJSON *event,
                            const struct matrix_source *source)
{
    const cJSON *said = json_at(event, "origin_server_ts");
    int64_t now_ms = matrix_now_ms(matrix);
    bool late = source->batch != 0 ? !source->fresh : now_ms - matrix->opened_ms < EVENT_LATE_MS;
    double said_ms = cJSON_IsNumber(said) ? said->valuedouble : (double)now_ms;
    said_ms = said_ms > (double)matrix->caught_up_ms ? said_ms : (double)matrix->caught_up_ms;
    return late && matrix->caught_up_ms > 0 && said_ms < (double)now_ms ? now_ms - (int64_t)said_ms
                                                                        : 0;
}

/* The members that all inbound events of people have. False: an id is missing. */
static bool inbound_fill(struct matrix *matrix, const struct matrix_room *room, const cJSON *event,
                         const struct matrix_source *source, struct inbound *inbound)
{
    *inbound = (struct inbound){.adapter = MATRIX_ADAPTER,
                                .event_id = matrix_id(event, "event_id", '$'),
                                .room = room->id,
                                .account = matrix_id(event, "sender", '@'),
                                .at_ms = matrix_now_ms(matrix),
                                .age_ms = event_age_ms(matrix, event, source),
                                .fresh = source->fresh};
    if (inbound->event_id == NULL || inbound->account == NULL) {
        return false;
    }
    inbound->name = event_display_name(matrix, room, inbound->account);
    inbound->private_room = event_is_private(room, inbound->account);
    inbound->moderator = event_is_moderator(matrix, room, inbound->account);
    return true;
}

/* --- messages --------------------------------------------------------------------------------- */

/* Remembers where answers belong: the thread of the last message, or none. */
static void event_thread(struct matrix_room *room, const char *root, const struct inbound *inbound)
{
    free(room->thread);
    free(room->thread_last);
    room->thread = heap_copy(root);
    room->thread_last = root == NULL ? NULL : heap_copy(inbound->event_id);
    room->thread_ms = inbound->at_ms;
}

static bool event_is_prefixed(const struct matrix *matrix, const char *room, const char *text)
{
    const char *prefix = house_prefix(matrix->house, (const struct adapter *)matrix, room);
    return text[0] == '/' || text[0] == '!' || strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Is it addressed to the bot, by a mention, the prefix or the room? */
static bool event_is_for_us(const struct matrix *matrix, const struct inbound *inbound)
{
    return inbound->addressed || inbound->private_room ||
           event_is_prefixed(matrix, inbound->room, inbound->text);
}

/* The message's text; if it begins with a mention of the bot, in whatever form the client wrote it,
 * the mention is replaced by the bot's id. In a room for two every text is taken as such. */
static const char *event_text(struct matrix *matrix, const struct matrix_room *room,
                              const struct matrix_message *message)
{
    const struct matrix_member *own = matrix_room_member(room, matrix->user);
    const char *text = message->text;
    const char *rest = NULL;
    if (strncmp(text, matrix->user, strlen(matrix->user)) == 0) {
        return text;
    }
    if (message->mentions_us) {
        const char *name = event_localpart(matrix->arena, matrix->user);
        rest = matrix_after_name(text, own == NULL ? NULL : own->name);
        rest = rest != NULL ? rest : matrix_after_name(text, name);
    }
    if (room->two && room->joined_count <= 2 && rest == NULL &&
        !event_is_prefixed(matrix, room->id, text)) {
        rest = text;
    }
    if (rest == NULL) {
        return text;
    }
    struct buf words;
    buf_init(&words, INBOUND_TEXT_BYTES_MAX);
    buf_text(&words, matrix->user);
    buf_text(&words, " ");
    buf_text(&words, rest);
    text = words.full ? text : arena_text(matrix->arena, words.text, words.len);
    buf_deinit(&words);
    return text;
}

static bool event_message(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                          const struct matrix_source *source)
{
    struct matrix_message message;
    struct inbound inbound;
    if (matrix->e2ee->verifies(matrix->e2ee, room, event) ||
        !matrix_message(matrix->arena, event, matrix->user, &message) ||
        (message.text[0] == '\0' && message.media == NULL) ||
        !inbound_fill(matrix, room, event, source, &inbound)) {
        return true;
    }
    inbound.kind = INBOUND_TEXT;
    inbound.addressed = message.mentions_us || (room->two && room->joined_count <= 2);
    inbound.text = event_text(matrix, room, &message);
    inbound.reply_to = message.reply;
    inbound.media = message.media;
    inbound.control =
        inbound.private_room ? matrix_person_offered(matrix, inbound.account, inbound.text) : NULL;
    inbound.kind = inbound.control != NULL ? INBOUND_PRESS : INBOUND_TEXT;
    inbound.mention_count = message.mention_count;
    memcpy(inbound.mentions, message.mentions, sizeof inbound.mentions);
    event_thread(room, message.thread, &inbound);
    if (event_is_for_us(matrix, &inbound)) {
        matrix_person_acted(matrix, inbound.account);
    }
    return matrix_inbound_enqueue(matrix, room, &inbound, source);
}

/* --- reactions -------------------------------------------------------------------------------- */

/* A reaction of somebody's, kept so that its redaction is recognized. */
struct known_reaction {
    char id[MATRIX_ID_BYTES]; /* of the reaction's event */
    char event[MATRIX_ID_BYTES];
    char key[MATRIX_EMOJI_BYTES];
    struct known_reaction *next; /* the next newer one */
};

struct matrix_reactions {
    struct map reactions; /* of struct known_reaction, by its event */
    struct known_reaction *oldest;
    struct known_reaction *newest;
    unsigned count;
};

static void reaction_drop_oldest(struct matrix *matrix)
{
    struct known_reaction *oldest = matrix->reactions->oldest;
    matrix->reactions->oldest = oldest->next;
    matrix->reactions->newest = oldest->next == NULL ? NULL : matrix->reactions->newest;
    if (map_get(&matrix->reactions->reactions, oldest->id) == oldest) {
        map_remove(&matrix->reactions->reactions, oldest->id);
    }
    matrix->reactions->count--;
    free(oldest);
}

static void reaction_remember(struct matrix *matrix, const char *id,
                              const struct matrix_reaction *reaction)
{
    if (map_get(&matrix->reactions->reactions, id) != NULL) {
        return;
    }
    struct known_reaction *kept = heap_allocate(sizeof *kept);
    matrix_copy(kept->id, id);
    matrix_copy(kept->event, reaction->event);
    memcpy(kept->key, reaction->key, sizeof kept->key);
    *(matrix->reactions->newest == NULL ? &matrix->reactions->oldest
                                        : &matrix->reactions->newest->next) = kept;
    matrix->reactions->newest = kept;
    map_put(&matrix->reactions->reactions, kept->id, kept);
    if (++matrix->reactions->count > EVENT_REACTIONS_MAX) {
        reaction_drop_oldest(matrix);
    }
}

void matrix_reactions_new(struct matrix *matrix)
{
    matrix->reactions = heap_allocate(sizeof *matrix->reactions);
    map_init(&matrix->reactions->reactions, &matrix->world->entropy);
}

void matrix_reactions_free(struct matrix *matrix)
{
    while (matrix->reactions->oldest != NULL) {
        reaction_drop_oldest(matrix);
    }
    map_deinit(&matrix->reactions->reactions);
    free(matrix->reactions);
    matrix->reactions = NULL;
}

static bool event_reaction(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                           const struct matrix_source *source)
{
    struct matrix_reaction reaction;
    struct inbound inbound;
    if (!matrix_reaction(event, &reaction) ||
        !inbound_fill(matrix, room, event, source, &inbound)) {
        return true;
    }
    inbound.control = matrix_choice_at(matrix, reaction.event, reaction.key);
    inbound.kind = inbound.control != NULL ? INBOUND_PRESS : INBOUND_REACTION;
    inbound.reply_to = reaction.event;
    inbound.emoji = reaction.key;
    inbound.addressed = inbound.control != NULL;
    reaction_remember(matrix, inbound.event_id, &reaction);
    if (inbound.control != NULL) {
        matrix_person_acted(matrix, inbound.account);
    }
    return matrix_inbound_enqueue(matrix, room, &inbound, source);
}

static bool event_redaction(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                            const struct matrix_source *source)
{
    struct inbound inbound;
    const char *target = matrix_redacts(event);
    if (target == NULL || !inbound_fill(matrix, room, event, source, &inbound)) {
        return true;
    }
    const struct known_reaction *reaction = map_get(&matrix->reactions->reactions, target);
    if (reaction != NULL) {
        inbound.kind = INBOUND_REACTION;
        inbound.off = true;
        inbound.reply_to = reaction->event;
        inbound.emoji = reaction->key;
        return matrix_inbound_enqueue(matrix, room, &inbound, source);
    }
    struct inbound gone =
        matrix_inbound_about(matrix, INBOUND_MESSAGE_GONE, room->id, inbound.event_id);
    gone.reply_to = target;
    gone.fresh = source->fresh;
    return matrix_inbound_enqueue(matrix, room, &gone, source);
}

/* --- members ---------------------------------------------------------------------------------- */

/* A direct room, in the making or whose row is not written yet included. */
static bool event_in_direct_room(const struct matrix_room *room)
{
    return room->kind == MATRIX_ROOM_DIRECT || matrix_direct_player(room->marker) != NULL;
}

static bool event_own_member(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                             const struct matrix_source *source, enum matrix_membership now)
{
    const char *sender = matrix_id(event, "sender", '@');
    const char *id = matrix_id(event, "event_id", '$');
    bool out = now == MATRIX_LEFT || now == MATRIX_BANNED;
    if (!out || sender == NULL || id == NULL || strcmp(sender, matrix->user) == 0 ||
        event_in_direct_room(room)) {
        return true;
    }
    struct inbound inbound = matrix_inbound_about(matrix, INBOUND_ROOM_GONE, room->id, id);
    return matrix_inbound_enqueue(matrix, room, &inbound, source);
}

static bool event_member(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                         const struct matrix_source *source, enum matrix_membership before)
{
    struct inbound inbound;
    const char *user = matrix_id(event, "state_key", '@');
    const char *sender = matrix_id(event, "sender", '@');
    enum matrix_membership now =
        matrix_membership(json_at_text(json_at(event, "content"), "membership"));
    if (user == NULL) {
        return true;
    }
    before = matrix_member_before(event, before);
    if (strcmp(user, matrix->user) == 0) {
        return event_own_member(matrix, room, event, source, now);
    }
    if (now == MATRIX_KNOCKING && before != MATRIX_KNOCKING && !matrix_ignores(matrix, user)) {
        matrix_knocked(matrix, room, user);
        return true;
    }
    bool came = now == MATRIX_JOINED && before != MATRIX_JOINED;
    bool went = now != MATRIX_JOINED && before == MATRIX_JOINED;
    bool ours = sender != NULL && strcmp(sender, matrix->user) == 0;
    if ((!came && !went) || ours || event_in_direct_room(room) ||
        !inbound_fill(matrix, room, event, source, &inbound)) {
        return true;
    }
    inbound.kind = came ? INBOUND_ARRIVED : INBOUND_DEPARTED;
    inbound.account = user;
    inbound.name = event_display_name(matrix, room, user);
    inbound.moderator = event_is_moderator(matrix, room, user);
    return matrix_inbound_enqueue(matrix, room, &inbound, source);
}

/* --- rooms ------------------------------------------------------------------------------------ */

static bool event_power_levels(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                               const struct matrix_source *source, bool spoke)
{
    const char *id = matrix_id(event, "event_id", '$');
    bool speaks = matrix_room_speaks(room, matrix->user);
    if (id == NULL || speaks == spoke || event_in_direct_room(room) || room->unreachable_ms != 0) {
        return true;
    }
    struct inbound inbound = matrix_inbound_about(matrix, INBOUND_ROOM_CHANGED, room->id, id);
    inbound.text = speaks ? NULL : matrix_words(matrix, room->id, "matrix.may.speak");
    return matrix_inbound_enqueue(matrix, room, &inbound, source);
}

/* The room became encrypted. With encryption off nothing can be sent there any more: its tables
 * pause until somebody moves them to another room. */
static bool event_encryption(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                             const struct matrix_source *source)
{
    const char *id = matrix_id(event, "event_id", '$');
    const char *sender = matrix_id(event, "sender", '@');
    if (id == NULL || sender == NULL || event_in_direct_room(room) || matrix->e2ee->reads) {
        return true;
    }
    struct inbound inbound = matrix_inbound_about(matrix, INBOUND_ROOM_SHUT, room->id, id);
    inbound.account = sender;
    if (!matrix_inbound_enqueue(matrix, room, &inbound, source)) {
        return false;
    }
    matrix_unreachable_begin(matrix, room);
    if (strcmp(sender, matrix->user) != 0) {
        matrix_direct_say(matrix, sender, "matrix.sealed");
    }
    return true;
}

/* --- an event --------------------------------------------------------------------------------- */

static bool event_state(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                        const struct matrix_source *source)
{
    const char *type = json_at_text(event, "type");
    const char *user = json_at_text(event, "state_key");
    const struct matrix_member *member = matrix_room_member(room, user);
    enum matrix_membership before = member == NULL ? MATRIX_LEFT : member->membership;
    bool plain = room->encryption != MATRIX_ENCRYPTED;
    bool spoke = matrix_room_speaks(room, matrix->user);
    bool changed = matrix_room_apply(matrix, room, event);
    bool enqueued = true;
    if (strcmp(type, "m.room.member") == 0) {
        enqueued = event_member(matrix, room, event, source, before);
    } else if (strcmp(type, "m.room.power_levels") == 0 && user[0] == '\0') {
        enqueued = event_power_levels(matrix, room, event, source, spoke);
    } else if (plain && room->encryption == MATRIX_ENCRYPTED) {
        enqueued = event_encryption(matrix, room, event, source);
    } else if (strcmp(type, "m.room.tombstone") == 0 && user[0] == '\0') {
        matrix_invites_tombstone(matrix, room, event);
    }
    if (changed) {
        matrix_room_has_changed(matrix, room);
    }
    return enqueued;
}

/* Local echo: ends the delivery whose transaction id it carries. */
static void event_local_echo(struct matrix *matrix, const struct matrix_room *room,
                             const cJSON *event, bool fresh)
{
    const char *transaction = json_at_text(json_at(event, "unsigned"), "transaction_id");
    const char *id = matrix_id(event, "event_id", '$');
    if (transaction != NULL && id != NULL) {
        if (fresh) {
            matrix_duplicate_inbound(matrix, transaction);
        }
        matrix_local_echo(matrix, room, transaction, id);
    }
}

/* Does it scroll the timeline? Edits do not, nor reactions, which may be encrypted. */
static bool event_scrolls(const cJSON *event, const char *type)
{
    const cJSON *content = json_at(event, "content");
    const char *how = json_at_text(json_at(content, "m.relates_to"), "rel_type");
    bool message = strcmp(type, "m.room.message") == 0 || strcmp(type, "m.sticker") == 0 ||
                   strcmp(type, "m.room.encrypted") == 0;
    return message &&
           (how == NULL || (strcmp(how, "m.replace") != 0 && strcmp(how, "m.annotation") != 0));
}

/* What somebody says or does in a room, as it came or as it was decrypted. */
static bool event_of_person(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                            const struct matrix_source *source)
{
    const char *type = json_at_text(event, "type");
    if (type == NULL) {
        return true;
    }
    if (strcmp(type, "m.room.message") == 0 || strcmp(type, "m.sticker") == 0) {
        return event_message(matrix, room, event, source);
    }
    if (strcmp(type, "m.reaction") == 0) {
        return event_reaction(matrix, room, event, source);
    }
    if (matrix->e2ee->verifies(matrix->e2ee, room, event)) {
        return true;
    }
    return strcmp(type, "m.room.redaction") != 0 || event_redaction(matrix, room, event, source);
}

/* In an encrypted room. What was written there without encryption may be anybody's, and is not
 * read; but reactions and redactions are never encrypted, and Element does not encrypt what it says
 * to verify somebody, which proves itself. */
static bool event_encrypted(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                            const struct matrix_source *source)
{
    const char *type = json_at_text(event, "type");
    struct matrix_source once = *source;
    cJSON *plain = NULL;
    if (strcmp(type, "m.reaction") == 0 || strcmp(type, "m.room.redaction") == 0) {
        return event_of_person(matrix, room, event, source);
    }
    if (strcmp(type, "m.room.encrypted") != 0) {
        (void)matrix->e2ee->verifies(matrix->e2ee, room, event);
        return true;
    }
    enum matrix_opened opened = matrix->e2ee->open(matrix->e2ee, room, event, &plain);
    once.fresh = source->fresh && opened == MATRIX_OPENED;
    bool taken = plain == NULL || event_of_person(matrix, room, plain, &once);
    cJSON_Delete(plain);
    return taken;
}

bool matrix_event_decrypted(struct matrix *matrix, struct matrix_room *room, const cJSON *event)
{
    const struct matrix_source source = {.batch = 0};
    arena_reset(matrix->arena);
    return !matrix->draining && event_of_person(matrix, room, event, &source);
}

bool matrix_event_process(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                          const struct matrix_source *source)
{
    const char *type = json_at_text(event, "type");
    const char *sender = matrix_id(event, "sender", '@');
    if (type == NULL || sender == NULL) {
        return true;
    }
    arena_reset(matrix->arena);
    if (json_at_text(event, "state_key") != NULL) {
        return event_state(matrix, room, event, source);
    }
    room->seen += event_scrolls(event, type) ? 1 : 0;
    if (strcmp(sender, matrix->user) == 0) {
        event_local_echo(matrix, room, event, source->fresh);
        return true;
    }
    bool encrypted = room->encryption == MATRIX_ENCRYPTED;
    if (matrix->draining || (encrypted && !matrix->e2ee->reads) || matrix_ignores(matrix, sender)) {
        return true;
    }
    return encrypted ? event_encrypted(matrix, room, event, source)
                     : event_of_person(matrix, room, event, source);
}
