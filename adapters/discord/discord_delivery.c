/* A send on its way, from the outbox's row to the end that the house is notified of. Its document
 * becomes bodies at once; a message of several parts goes part after part, each with a nonce that
 * follows from the row's, so that repeating all of it repeats nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "heap.h"
#include "log.h"

struct discord_delivery *discord_delivery_new(struct discord *discord,
                                              const struct sending *sending)
{
    struct discord_delivery *delivery = heap_allocate(sizeof *delivery);
    delivery->discord = discord;
    delivery->sending = *sending;
    delivery->reply.parts = &delivery->parts;
    delivery_begin(&delivery->base, &discord->deliveries, sending->row);
    return delivery;
}

void discord_delivery_count(struct discord_delivery *delivery)
{
    if (delivery->account == NULL) {
        delivery->account = discord_account_at(delivery->discord, delivery->sending.account);
        delivery->account->deliveries++;
    }
}

void discord_delivery_free(struct discord_delivery **delivery)
{
    struct discord_delivery *freed = *delivery;
    *delivery = NULL;
    delivery_end(&freed->base);
    if (freed->account != NULL) {
        freed->account->deliveries--;
    }
    discord_attached_free(freed);
    discord_parts_deinit(&freed->parts);
    free(freed->brief);
    free(freed->full);
    free(freed->brief_body);
    free(freed);
}

void discord_delivery_sent(struct discord_delivery *delivery, const char *id,
                           const struct adapter_row *rows, size_t count)
{
    delivery_sent(&delivery->base, id, rows, count);
    discord_delivery_free(&delivery);
}

void discord_delivery_failed(struct discord_delivery *delivery, enum send_status status,
                             int64_t retry_ms, const char *why)
{
    delivery_failed(&delivery->base, status, retry_ms, why);
    discord_delivery_free(&delivery);
}

void discord_delivery_ended(struct discord_delivery *delivery, const struct answer *answer)
{
    struct answer_end end =
        answer_end(answer, ANSWER_ABOUT_MESSAGE, discord_now_ms(delivery->discord));
    discord_delivery_failed(delivery, end.status, end.retry_ms, answer->why);
}

/* --- the document ------------------------------------------------------------------------------
 */

static void delivery_keep_extras(struct discord_delivery *delivery,
                                 const struct discord_shape *shape)
{
    delivery_set_drawing(&delivery->base, shape->svg, shape->alt);
    discord_parts_keep_file(&delivery->parts, shape);
}

/* A board's words beside its picture. */
static void delivery_keep_brief(struct discord_delivery *delivery,
                                const struct discord_public_shape *shape)
{
    struct discord_public_shape brief = *shape;
    const struct discord_part part = {.part = 0};
    free(delivery->brief);
    free(delivery->full);
    free(delivery->brief_body);
    delivery->brief = NULL;
    delivery->brief_body = NULL;
    delivery->full = heap_copy(shape->shape.content[0]);
    if (shape->shape.brief != NULL && shape->shape.count == 1) {
        brief.shape.content[0] = shape->shape.brief;
        delivery->brief = heap_copy(shape->shape.brief);
        delivery->brief_body =
            heap_copy(discord_channel_body(delivery->discord->arena, &brief, &part).json);
    }
}

bool discord_delivery_public(struct discord_delivery *delivery, bool edits)
{
    struct discord *discord = delivery->discord;
    const struct sending *sending = &delivery->sending;
    struct public_doc doc;
    struct discord_public_shape shape;
    bool board = delivery->sending.head.kind == DOC_BOARD;
    const struct discord_names names = discord_names(discord);
    if (!public_doc_of(discord->arena, sending, &doc)) {
        return false;
    }
    discord_parts_clear(&delivery->parts);
    discord_public_shape(doc, &names, board || edits, &shape);
    discord_forms_keep(discord->forms, discord->arena,
                       &(struct discord_scope){sending->room, sending->table}, doc.doc);
    for (unsigned i = 0; i < shape.shape.count; i++) {
        const struct discord_part part = {.part = i,
                                          .nonce = edits ? NULL : sending->nonce,
                                          .notify = sending->notify && !board && !edits,
                                          .with_file = shape.shape.file != NULL};
        discord_parts_add(&delivery->parts,
                          discord_channel_body(discord->arena, &shape, &part).json);
    }
    delivery_keep_extras(delivery, &shape.shape);
    if (board) {
        delivery_keep_brief(delivery, &shape);
    }
    discord_copy(delivery->channel, sending->room);
    return true;
}

bool discord_delivery_secret(struct discord_delivery *delivery, enum discord_secret as)
{
    struct discord *discord = delivery->discord;
    const struct sending *sending = &delivery->sending;
    struct secret_doc doc;
    struct discord_secret_shape shape;
    bool ephemeral = as == SECRET_EPHEMERAL;
    const struct discord_names names = discord_names(discord);
    if (!secret_doc_of(discord->arena, sending, &doc)) {
        return false;
    }
    discord_parts_clear(&delivery->parts);
    discord_secret_shape(doc, &names, as == SECRET_EDIT || delivery->sending.head.kind == DOC_CARD,
                         &shape);
    discord_attached_shape(delivery, &shape.shape);
    discord_forms_keep(discord->forms, discord->arena,
                       &(struct discord_scope){sending->account, sending->table}, doc.doc);
    for (unsigned i = 0; i < shape.shape.count; i++) {
        const struct discord_part part = {.part = i,
                                          .nonce =
                                              as == SECRET_DIRECT_MESSAGE ? sending->nonce : NULL,
                                          .notify = sending->notify && as == SECRET_DIRECT_MESSAGE,
                                          .with_file = shape.shape.file != NULL};
        discord_parts_add(&delivery->parts,
                          ephemeral ? discord_ephemeral_body(discord->arena, &shape, &part).json
                                    : discord_direct_body(discord->arena, &shape, &part).json);
    }
    delivery_keep_extras(delivery, &shape.shape);
    enum doc_kind kind = delivery->sending.head.kind;
    delivery->reply.renews = kind == DOC_CARD || kind == DOC_OVER || kind == DOC_CONSOLE;
    return true;
}

/* Its nonce, its buttons and who is meant stay; the words are ours. */
bool discord_delivery_neutral(struct discord_delivery *delivery)
{
    const char *words = discord_words(delivery->discord, delivery->sending.room, "discord.blocked");
    if (delivery->neutral) {
        return false;
    }
    const char *old = delivery->parts.body[delivery->parts.at];
    cJSON *body = cJSON_ParseWithLength(old, strlen(old));
    cJSON *content = cJSON_CreateString(words);
    if (!cJSON_ReplaceItemInObjectCaseSensitive(body, "content", content)) {
        cJSON_Delete(content);
    }
    char *text = cJSON_PrintUnformatted(body);
    cJSON_Delete(body);
    if (text != NULL) {
        free(delivery->parts.body[delivery->parts.at]);
        delivery->parts.body[delivery->parts.at] = heap_copy(text);
        cJSON_free(text);
    }
    delivery->neutral = true;
    delivery->refused = true;
    log_event(LEVEL_WARNING, "discord.words_refused",
              LOG_FIELDS(log_text("channel", delivery->channel)));
    return text != NULL;
}

void discord_delivery_post(struct discord_delivery *delivery, answer_fn done)
{
    struct net_part part;
    struct discord_request request = {.method = "POST",
                                      .route = "/channels/{}/messages",
                                      .ids = {delivery->channel},
                                      .json = delivery->parts.body[delivery->parts.at],
                                      .priority =
                                          delivery->sending.routine ? REST_COSMETIC : REST_GAME,
                                      .repeat = REPEAT_NONCE};
    if (discord_parts_file(&delivery->parts, &part)) {
        request.files = &part;
        request.file_count = 1;
    }
    discord_rest_start(delivery->discord->rest, &request, done, delivery);
}

void discord_message_delete(struct discord *discord, const char *channel, const char *id)
{
    const struct discord_request request = {.method = "DELETE",
                                            .route = "/channels/{}/messages/{}",
                                            .ids = {channel, id},
                                            .priority = REST_COSMETIC};
    discord_rest_start(discord->rest, &request, NULL, NULL);
}
