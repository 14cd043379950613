/* What the house sends: each send is a flight, from the outbox's row to the end that is told. The
 * document becomes bodies at once; a message of several parts goes part after part, each with a
 * nonce that follows from the row's, so that repeating all of it repeats nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "heap.h"
#include "log.h"

enum {
    SEND_IDS_MAX = 512,
    SEND_AGAIN_MS = 2000,
    SEND_FORBIDDEN_MS = 60 * 1000,
    SEND_LOOK_AFTER_MS = 100 * 1000 /* enforce_nonce remembers about two minutes */
};

struct discord_flight *discord_flight_new(struct discord *discord, const struct sending *sending)
{
    struct discord_flight *flight = heap_take(sizeof *flight);
    flight->discord = discord;
    flight->sending = *sending;
    flight->next = discord->flights;
    if (discord->flights != NULL) {
        discord->flights->previous = flight;
    }
    discord->flights = flight;
    return flight;
}

void discord_flight_free(struct discord_flight **flight)
{
    struct discord_flight *freed = *flight;
    *flight = NULL;
    if (freed->previous != NULL) {
        freed->previous->next = freed->next;
    } else {
        freed->discord->flights = freed->next;
    }
    if (freed->next != NULL) {
        freed->next->previous = freed->previous;
    }
    if (freed->account != NULL) {
        freed->account->flights--;
    }
    for (unsigned i = 0; i < freed->count; i++) {
        free(freed->body[i]);
    }
    free(freed->messages);
    free(freed->svg);
    free(freed->alt);
    free(freed->file);
    free(freed->file_name);
    free(freed->modal);
    free(freed);
}

void discord_flight_sent(struct discord_flight *flight, const char *id,
                         const struct adapter_row *rows, size_t count)
{
    struct discord *discord = flight->discord;
    house_sent(discord->house, (struct adapter *)discord, flight->sending.row, id, rows, count,
               NULL);
    discord_flight_free(&flight);
}

void discord_flight_failed(struct discord_flight *flight, enum send_fate fate, int64_t retry_ms,
                           const char *why)
{
    struct discord *discord = flight->discord;
    house_send_failed(discord->house, (struct adapter *)discord, flight->sending.row, fate,
                      retry_ms, why);
    discord_flight_free(&flight);
}

void discord_flight_fate(struct discord_flight *flight, const struct discord_answer *answer)
{
    int64_t now_ms = discord_now_ms(flight->discord);
    int64_t retry_ms =
        now_ms + (answer->retry_ms > SEND_AGAIN_MS ? answer->retry_ms : SEND_AGAIN_MS);
    enum send_fate fate = SEND_LATER;
    switch (answer->fate) {
    case FATE_UNKNOWN:
    case FATE_ANSWERED:
        fate = SEND_UNKNOWN;
        break;
    case FATE_GONE:
    case FATE_EXPIRED:
    case FATE_BAD:
    case FATE_FULL:
        fate = SEND_GONE;
        break;
    case FATE_CLOSED:
        fate = SEND_REFUSED;
        break;
    case FATE_FORBIDDEN:
        retry_ms = now_ms + SEND_FORBIDDEN_MS;
        break;
    case FATE_DONE:
    case FATE_LATE:
    case FATE_REPLACED:
    case FATE_DOWN:
    case FATE_PACED:
    case FATE_ARCHIVED:
    case FATE_OLD:
    case FATE_WORDS:
    case FATE_TOKEN:
        break;
    }
    discord_flight_failed(flight, fate, fate == SEND_LATER || fate == SEND_UNKNOWN ? retry_ms : 0,
                          answer->why);
}

static bool send_is(const struct sending *sending, const char *kind)
{
    static const char head[] = "{\"kind\":\"";
    size_t len = strlen(kind);
    return strncmp(sending->doc, head, sizeof head - 1) == 0 &&
           strncmp(sending->doc + sizeof head - 1, kind, len) == 0 &&
           sending->doc[sizeof head - 1 + len] == '"';
}

/* --- posts ------------------------------------------------------------------------------------ */

void discord_flight_post(struct discord_flight *flight, discord_answer_fn done)
{
    char path[64];
    struct net_part part;
    struct discord_request request = {.method = "POST",
                                      .route = "/channels/{}/messages",
                                      .major = flight->channel,
                                      .path = path,
                                      .json = flight->body[flight->at],
                                      .json_len = strlen(flight->body[flight->at]),
                                      .priority = REST_GAME,
                                      .repeat = REPEAT_NONCE};
    snprintf(path, sizeof path, "/channels/%s/messages", flight->channel);
    if (flight->file != NULL && flight->at + 1 == flight->count) {
        part = (struct net_part){.filename = flight->file_name,
                                 .type = "text/plain; charset=utf-8",
                                 .bytes = flight->file,
                                 .len = strlen(flight->file)};
        request.files = &part;
        request.file_count = 1;
    }
    discord_rest_start(flight->discord->rest, &request, done, flight);
}

static void send_posted(void *context, const struct discord_answer *answer);

static void send_unarchived(void *context, const struct discord_answer *answer)
{
    struct discord_flight *flight = context;
    if (answer->fate == FATE_DONE) {
        discord_flight_post(flight, send_posted);
    } else {
        discord_flight_fate(flight, answer);
    }
}

/* Its nonce, its buttons and who is meant stay; the words are ours. */
bool discord_flight_neutral(struct discord_flight *flight)
{
    const char *words = discord_words(flight->discord, "discord.blocked");
    if (flight->neutral) {
        return false;
    }
    const char *old = flight->body[flight->at];
    cJSON *body = cJSON_ParseWithLength(old, strlen(old));
    cJSON *content = cJSON_CreateString(words);
    if (!cJSON_ReplaceItemInObjectCaseSensitive(body, "content", content)) {
        cJSON_Delete(content);
    }
    char *text = cJSON_PrintUnformatted(body);
    cJSON_Delete(body);
    if (text != NULL) {
        free(flight->body[flight->at]);
        flight->body[flight->at] = heap_copy(text);
        cJSON_free(text);
    }
    flight->neutral = true;
    flight->refused = true;
    log_event(LEVEL_WARNING, "discord.words_refused",
              LOG_FIELDS(log_text("channel", flight->channel)));
    return text != NULL;
}

/* All of it stands; who wrote what a filter refused hears of it. */
static void send_ended(struct discord_flight *flight)
{
    struct discord *discord = flight->discord;
    char room[DISCORD_ID_BYTES];
    char message[DISCORD_ID_BYTES];
    bool refused = flight->refused && flight->sending.kind == SEND_POST;
    discord_copy(room, flight->channel);
    discord_copy(message, flight->message);
    discord_flight_sent(flight, flight->messages, NULL, 0);
    if (refused) {
        discord_hear_message(discord, HEARD_WORDS_REFUSED, room, message);
    }
}

/* One more part has become this message. */
static void send_part(struct discord_flight *flight, const char *id)
{
    struct buf ids;
    buf_init(&ids, SEND_IDS_MAX);
    if (flight->messages != NULL) {
        buf_text(&ids, flight->messages);
        buf_text(&ids, " ");
    }
    buf_text(&ids, id == NULL ? "" : id);
    free(flight->messages);
    flight->messages = heap_copy(ids.text);
    buf_deinit(&ids);
    if (flight->at == 0) {
        discord_copy(flight->message, id);
    }
}

static void send_posted(void *context, const struct discord_answer *answer)
{
    struct discord_flight *flight = context;
    const char *id = discord_id(answer->json, "id");
    if (answer->fate == FATE_ARCHIVED && !flight->woken) {
        flight->woken = true;
        discord_wake(flight->discord, flight->channel, send_unarchived, flight);
        return;
    }
    if (answer->fate == FATE_WORDS && discord_flight_neutral(flight)) {
        discord_flight_post(flight, send_posted);
        return;
    }
    if (answer->fate == FATE_WORDS) {
        discord_flight_failed(flight, SEND_GONE, 0, answer->why);
        return;
    }
    if (answer->fate == FATE_FORBIDDEN && flight->sending.kind != SEND_PRIVATE) {
        discord_place_refused(flight->discord, flight->channel, answer->code);
    }
    if (answer->fate != FATE_DONE) {
        discord_flight_fate(flight, answer);
        return;
    }
    send_part(flight, id);
    flight->neutral = false;
    if (++flight->at < flight->count) {
        discord_flight_post(flight, send_posted);
    } else {
        if (send_is(&flight->sending, "board")) {
            discord_board_posted(flight);
        }
        send_ended(flight);
    }
}

/* Did the first try of an old row arrive after all? Its nonce, or its very words, say so. */
static void send_looked(void *context, const struct discord_answer *answer)
{
    struct discord_flight *flight = context;
    const cJSON *message = NULL;
    const cJSON *list = answer->fate == FATE_DONE ? answer->json : NULL;
    cJSON_ArrayForEach(message, list)
    {
        struct discord_message found;
        if (discord_message(flight->discord->arena, message, flight->discord->bot, &found) &&
            found.own && found.nonce != NULL && strcmp(found.nonce, flight->sending.nonce) == 0) {
            discord_flight_sent(flight, found.id, NULL, 0);
            return;
        }
    }
    if (answer->fate == FATE_DONE || answer->fate == FATE_FORBIDDEN) {
        discord_flight_post(flight, send_posted);
    } else {
        discord_flight_fate(flight, answer);
    }
}

static void send_post(struct discord_flight *flight)
{
    const struct sending *sending = &flight->sending;
    if (sending->tries > 0 &&
        discord_now_ms(flight->discord) - sending->created_ms > SEND_LOOK_AFTER_MS) {
        char path[64];
        struct discord_request request = {.method = "GET",
                                          .route = "/channels/{}/messages",
                                          .major = flight->channel,
                                          .path = path,
                                          .priority = REST_GAME,
                                          .repeat = REPEAT_SAFE};
        snprintf(path, sizeof path, "/channels/%s/messages?limit=50", flight->channel);
        discord_rest_start(flight->discord->rest, &request, send_looked, flight);
        return;
    }
    discord_flight_post(flight, send_posted);
}

/* --- what is sent ----------------------------------------------------------------------------- */

static void send_keep_extras(struct discord_flight *flight, const struct discord_shape *shape)
{
    free(flight->svg);
    free(flight->alt);
    free(flight->file);
    free(flight->file_name);
    flight->svg = heap_copy(shape->svg);
    flight->alt = heap_copy(shape->alt);
    flight->file = heap_copy(shape->file);
    flight->file_name = heap_copy(shape->file_name);
}

static void send_forget(struct discord_flight *flight)
{
    for (unsigned i = 0; i < flight->count; i++) {
        free(flight->body[i]);
        flight->body[i] = NULL;
    }
    flight->count = 0;
    flight->at = 0;
}

bool discord_flight_public(struct discord_flight *flight, bool edits)
{
    struct discord *discord = flight->discord;
    const struct sending *sending = &flight->sending;
    struct discord_public_doc doc;
    struct discord_public_shape shape;
    bool board = send_is(sending, "board");
    const struct discord_names names = discord_names(discord);
    if (!discord_public_doc(discord->arena, sending, &doc)) {
        return false;
    }
    send_forget(flight);
    discord_public_shape(doc, &names, board || edits, &shape);
    discord_forms_keep(discord, sending->room, doc.doc);
    for (unsigned i = 0; i < shape.shape.count; i++) {
        const struct discord_part part = {.part = i,
                                          .nonce = edits ? NULL : sending->nonce,
                                          .notify = !board && !edits,
                                          .with_file = shape.shape.file != NULL};
        flight->body[i] = heap_copy(discord_post(discord->arena, &shape, &part).json);
        flight->count++;
    }
    send_keep_extras(flight, &shape.shape);
    discord_copy(flight->channel, sending->room);
    discord_opening_used(discord, sending->room);
    return true;
}

bool discord_flight_secret(struct discord_flight *flight, bool aside)
{
    struct discord *discord = flight->discord;
    const struct sending *sending = &flight->sending;
    struct discord_secret_doc doc;
    struct discord_secret_shape shape;
    const struct discord_names names = discord_names(discord);
    if (!discord_secret_doc(discord->arena, sending, &doc)) {
        return false;
    }
    send_forget(flight);
    discord_secret_shape(doc, &names, &shape);
    discord_forms_keep(discord, sending->account, doc.doc);
    for (unsigned i = 0; i < shape.shape.count; i++) {
        const struct discord_part part = {.part = i,
                                          .nonce = aside ? NULL : sending->nonce,
                                          .with_file = shape.shape.file != NULL};
        flight->body[i] = heap_copy(aside ? discord_aside(discord->arena, &shape, &part).json
                                          : discord_whisper(discord->arena, &shape, &part).json);
        flight->count++;
    }
    send_keep_extras(flight, &shape.shape);
    return true;
}

/* An answer that is a form, and nothing but, opens at once; so does the one they pressed for. */
static void send_form(struct discord_flight *flight, const char *wants)
{
    struct discord_secret_doc doc;
    if (!discord_secret_doc(flight->discord->arena, &flight->sending, &doc)) {
        return;
    }
    const struct choice *only = doc.doc->panel;
    bool form = send_is(&flight->sending, "form") && only != NULL && only->next == NULL;
    for (const struct choice *choice = only; choice != NULL; choice = choice->next) {
        bool wanted = wants != NULL && strcmp(choice->control, wants) == 0;
        if (choice->fields != NULL && (form || wanted)) {
            flight->modal = heap_copy(discord_modal(flight->discord->arena, choice));
            return;
        }
    }
}

static void send_answer(struct discord_flight *flight)
{
    struct discord *discord = flight->discord;
    struct discord_ask *ask = discord_ask_at(discord, (uint64_t)(uintptr_t)flight->sending.answer);
    bool recall = ask == NULL && flight->sending.answer == NULL;
    if ((ask == NULL && !recall) || !discord_flight_secret(flight, true)) {
        discord_flight_failed(flight, SEND_REFUSED, 0, "the interaction is over");
        return;
    }
    if (recall && discord_ask_recall(flight)) {
        return;
    }
    if (recall) {
        discord_flight_failed(flight, SEND_REFUSED, 0, "the interaction is over");
        return;
    }
    if (ask->state == ASK_OPEN && ask->kind != DISCORD_FORM) {
        send_form(flight, ask->wants);
    }
    if (!discord_ask_say(ask, flight)) {
        discord_flight_failed(flight, SEND_REFUSED, 0, "the interaction is over");
    }
}

static void send_private(struct discord_flight *flight)
{
    struct discord *discord = flight->discord;
    flight->account = discord_account_at(discord, flight->sending.account);
    flight->account->flights++;
    discord_private_send(flight);
}

void discord_send(struct adapter *adapter, const struct sending *sending)
{
    struct discord *discord = (struct discord *)adapter;
    struct discord_flight *flight = discord_flight_new(discord, sending);
    arena_reset(discord->arena);
    if (discord->is_gone) {
        discord_flight_failed(flight, SEND_LATER, discord_now_ms(discord) + SEND_FORBIDDEN_MS,
                              "Discord has refused the bot");
    } else if (sending->kind == SEND_ANSWER) {
        send_answer(flight);
    } else if (sending->kind == SEND_PRIVATE) {
        send_private(flight);
    } else if (!discord_flight_public(flight,
                                      sending->kind == SEND_EDIT || sending->kind == SEND_HIDE)) {
        discord_flight_failed(flight, SEND_GONE, 0, "this is no document");
    } else if (sending->kind == SEND_EDIT && sending->edit_of != NULL) {
        discord_board_send(flight);
    } else if (sending->kind == SEND_HIDE) {
        discord_hide_send(flight);
    } else {
        send_post(flight);
    }
    discord_plan(discord);
}
