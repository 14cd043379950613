/* What the house sends, by its kinds: posts, edits, answers to what somebody did, private messages.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "heap.h"
#include "log.h"

enum {
    SEND_FORBIDDEN_MS = 60 * 1000,
    SEND_CHECK_AFTER_MS = 100 * 1000 /* enforce_nonce remembers about two minutes */
};

/* --- posts ------------------------------------------------------------------------------------ */

static void send_posted(void *context, const struct answer *answer);

static void send_unarchived(void *context, const struct answer *answer)
{
    struct discord_delivery *delivery = context;
    if (answer->status == ANSWER_DONE) {
        discord_delivery_post(delivery, send_posted);
    } else {
        discord_delivery_ended(delivery, answer);
    }
}

/* All of it stands; who wrote what a filter refused is notified. */
static void send_ended(struct discord_delivery *delivery)
{
    struct discord *discord = delivery->discord;
    char room[DISCORD_ID_BYTES];
    char message[DISCORD_ID_BYTES];
    bool refused = delivery->refused && delivery->sending.kind == SEND_POST;
    discord_copy(room, delivery->channel);
    discord_copy(message, delivery->message);
    discord_delivery_sent(delivery, delivery->base.messages, NULL, 0);
    if (refused) {
        discord_enqueue_message(discord, INBOUND_WORDS_REFUSED, room, message);
    }
}

/* One more part has become this message. */
static void send_part(struct discord_delivery *delivery, const char *id)
{
    delivery_add_message(&delivery->base, id == NULL ? "" : id);
    if (delivery->parts.at == 0) {
        discord_copy(delivery->message, id);
    }
}

static void send_posted(void *context, const struct answer *answer)
{
    struct discord_delivery *delivery = context;
    const char *id = discord_id(answer->json, "id");
    if (answer->status == ANSWER_ARCHIVED && !delivery->unarchived) {
        delivery->unarchived = true;
        discord_thread_unarchive(delivery->discord, delivery->channel, send_unarchived, delivery);
        return;
    }
    if (answer->status == ANSWER_FILTERED && discord_delivery_neutral(delivery)) {
        discord_delivery_post(delivery, send_posted);
        return;
    }
    if (answer->status == ANSWER_FILTERED) {
        discord_delivery_failed(delivery, SEND_GONE, 0, answer->why);
        return;
    }
    if (answer->status == ANSWER_FORBIDDEN && delivery->sending.kind != SEND_PRIVATE) {
        discord_channel_refused(delivery->discord, delivery->channel, answer->code);
    }
    if (answer->status != ANSWER_DONE) {
        discord_delivery_ended(delivery, answer);
        return;
    }
    send_part(delivery, id);
    delivery->neutral = false;
    if (++delivery->parts.at < delivery->parts.count) {
        discord_delivery_post(delivery, send_posted);
    } else {
        if (delivery->sending.head.kind == DOC_BOARD) {
            discord_board_posted(delivery);
        }
        send_ended(delivery);
    }
}

/* Did the first try of an old row arrive after all? Its nonce, or its very words, say so. */
static void send_checked(void *context, const struct answer *answer)
{
    struct discord_delivery *delivery = context;
    const cJSON *message = NULL;
    const cJSON *list = answer->status == ANSWER_DONE ? answer->json : NULL;
    cJSON_ArrayForEach(message, list)
    {
        struct discord_message found;
        if (discord_message(delivery->discord->arena, message, delivery->discord->bot, &found) &&
            found.own && found.nonce != NULL && strcmp(found.nonce, delivery->sending.nonce) == 0) {
            discord_delivery_sent(delivery, found.id, NULL, 0);
            return;
        }
    }
    if (answer->status == ANSWER_DONE || answer->status == ANSWER_FORBIDDEN) {
        discord_delivery_post(delivery, send_posted);
    } else {
        discord_delivery_ended(delivery, answer);
    }
}

static void send_post(struct discord_delivery *delivery)
{
    const struct sending *sending = &delivery->sending;
    if (sending->tries > 0 &&
        discord_now_ms(delivery->discord) - sending->created_ms > SEND_CHECK_AFTER_MS) {
        struct discord_request request = {.method = "GET",
                                          .route = "/channels/{}/messages",
                                          .ids = {delivery->channel},
                                          .query = "limit=50"};
        discord_rest_start(delivery->discord->rest, &request, send_checked, delivery);
        return;
    }
    discord_delivery_post(delivery, send_posted);
}

/* --- more of a line that stands --------------------------------------------------------------- */

static void send_edit(struct discord_delivery *delivery);

static void send_edit_unarchived(void *context, const struct answer *answer)
{
    if (answer->status == ANSWER_DONE) {
        send_edit(context);
    } else {
        discord_delivery_ended(context, answer);
    }
}

static void send_edited(void *context, const struct answer *answer)
{
    struct discord_delivery *delivery = context;
    arena_reset(delivery->discord->arena);
    if (answer->status == ANSWER_ARCHIVED && !delivery->unarchived) {
        delivery->unarchived = true;
        discord_thread_unarchive(delivery->discord, delivery->channel, send_edit_unarchived,
                                 delivery);
    } else if (answer->status == ANSWER_FILTERED && discord_delivery_neutral(delivery)) {
        send_edit(delivery);
    } else if (answer->status == ANSWER_DONE || answer->status == ANSWER_FILTERED) {
        discord_delivery_sent(delivery, delivery->sending.edit_of, NULL, 0);
    } else if (answer->status == ANSWER_OLD) {
        discord_delivery_failed(delivery, SEND_GONE, 0, answer->why);
    } else {
        discord_delivery_ended(delivery, answer);
    }
}

/* Lines stay where they were said; only boards are posted anew. */
static void send_edit(struct discord_delivery *delivery)
{
    const struct discord_request request = {.method = "PATCH",
                                            .route = "/channels/{}/messages/{}",
                                            .ids = {delivery->channel, delivery->sending.edit_of},
                                            .json = delivery->parts.body[0]};
    discord_rest_start(delivery->discord->rest, &request, send_edited, delivery);
}

/* --- what is sent ----------------------------------------------------------------------------- */

/* An answer that is a form, and nothing but, opens at once; so does the one they pressed for. */
static void send_form(struct discord_delivery *delivery, const char *wants)
{
    struct secret_doc doc;
    if (!secret_doc_of(delivery->discord->arena, &delivery->sending, &doc)) {
        return;
    }
    const struct choice *only = doc.doc->panel;
    bool form = delivery->sending.head.kind == DOC_FORM && only != NULL && only->next == NULL;
    for (const struct choice *choice = only; choice != NULL; choice = choice->next) {
        bool wanted = wants != NULL && strcmp(choice->control, wants) == 0;
        if (choice->fields != NULL && (form || wanted)) {
            delivery->parts.modal = heap_copy(discord_modal(delivery->discord->arena, choice));
            return;
        }
    }
}

/* What its interaction was answered with in an earlier life, if it was, is asked for first. */
static bool send_recalled(struct discord_delivery *delivery)
{
    struct discord *discord = delivery->discord;
    const struct discord_account *account = map_get(&discord->accounts, delivery->sending.account);
    if (account == NULL || account->interaction == 0 ||
        delivery->sending.created_ms < account->interaction_ms) {
        return false;
    }
    const struct discord_recalled recalled = {.number = account->interaction,
                                              .token = account->interaction_token,
                                              .account = account->id,
                                              .since_ms = account->interaction_ms};
    return discord_interactions_recall(discord->interactions, &recalled, &delivery->reply);
}

static bool send_reply(struct discord_delivery *delivery, uint64_t number)
{
    struct discord_interactions *interactions = delivery->discord->interactions;
    const char *wants = NULL;
    if (discord_interactions_form(interactions, number, &wants)) {
        send_form(delivery, wants);
    }
    return discord_interactions_reply(interactions, number, &delivery->reply);
}

static void send_answer(struct discord_delivery *delivery)
{
    uint64_t number = (uint64_t)(uintptr_t)delivery->sending.answer;
    bool there = discord_interactions_has(delivery->discord->interactions, number);
    bool recall = !there && delivery->sending.answer == NULL;
    bool said = (there || recall) && discord_delivery_secret(delivery, SECRET_EPHEMERAL) &&
                (recall ? send_recalled(delivery) : send_reply(delivery, number));
    if (!said) {
        discord_delivery_failed(delivery, SEND_REFUSED, 0, "the interaction is over");
    }
}

static void send_private(struct discord_delivery *delivery)
{
    struct discord *discord = delivery->discord;
    discord_delivery_count(delivery);
    if (delivery->sending.head.kind == DOC_CARD) {
        discord_seats_add(discord, delivery->sending.table, delivery->sending.account);
    }
    discord_private_send(delivery);
}

static void send_public(struct discord_delivery *delivery)
{
    struct discord *discord = delivery->discord;
    const struct sending *sending = &delivery->sending;
    bool board = delivery->sending.head.kind == DOC_BOARD;
    bool edits = sending->kind == SEND_EDIT || sending->kind == SEND_REDACT;
    if (!discord_delivery_public(delivery, edits)) {
        discord_delivery_failed(delivery, SEND_GONE, 0, "this is no document");
        return;
    }
    discord_thread_used(discord, sending->room);
    if (board) {
        discord_seats_room(discord, sending->table, sending->room);
    }
    if (sending->kind == SEND_EDIT && sending->edit_of != NULL) {
        (board ? discord_board_send : send_edit)(delivery);
    } else if (sending->kind == SEND_REDACT) {
        discord_hide_send(delivery);
    } else {
        send_post(delivery);
    }
}

void discord_delivery_start(struct discord_delivery *delivery)
{
    struct discord *discord = delivery->discord;
    if (discord->is_gone) {
        discord_delivery_failed(delivery, SEND_NOT_SENT,
                                discord_now_ms(discord) + SEND_FORBIDDEN_MS,
                                "Discord has refused the bot");
    } else if (discord_attached_awaited(delivery)) {
        return;
    } else if (delivery->sending.kind == SEND_ANSWER) {
        send_answer(delivery);
    } else if (delivery->sending.kind == SEND_PRIVATE) {
        send_private(delivery);
    } else {
        send_public(delivery);
    }
}

void discord_send(struct adapter *adapter, const struct sending *sending)
{
    struct discord *discord = (struct discord *)adapter;
    struct discord_delivery *delivery = discord_delivery_new(discord, sending);
    arena_reset(discord->arena);
    discord_delivery_start(delivery);
}

/* --- answers to what somebody did ------------------------------------------------------------- */

void discord_delivery_reply_ended(void *context, struct discord_reply *reply, const char *account,
                                  bool arrived, const char *why)
{
    struct discord_delivery *delivery =
        (struct discord_delivery *)((char *)reply - offsetof(struct discord_delivery, reply));
    if (arrived) {
        discord_account_prove(context, account, delivery->sending.table);
        discord_delivery_sent(delivery, "", NULL, 0);
    } else {
        discord_delivery_failed(delivery, SEND_REFUSED, 0, why);
    }
}

bool discord_delivery_waits(const void *context, const char *account)
{
    const struct discord *discord = context;
    const struct discord_account *known = map_get(&discord->accounts, account);
    return known != NULL && known->deliveries > 0;
}
