/* The private way to each person. A direct channel is opened when the house first has something to
 * tell a person, which is when they sit down, and never faster than one a second. Where it is
 * closed, what is private is an ephemeral answer to their own press. */
#include <stdio.h>
#include <string.h>

#include "discord_private.h"
#include "heap.h"
#include "house_part.h"
#include "json_at.h"
#include "log.h"
#include "table.h"

enum {
    DM_EACH_MS = 1000,
    DM_RETRY_MS = 300,               /* another part opens one now */
    DM_CLOSED_MS = 24 * 3600 * 1000, /* then it is tried again */
    DM_PAUSE_MS = 10 * 60 * 1000,
    DIRECT_CHANNEL_GONE = 10003
};

/* The direct channel takes nothing: what they did last is answered instead, so that only they see
 * it; or it is kept behind "My hand", where that has been proven to work; or it cannot be said. */
static void direct_falls_back(struct discord_delivery *delivery, const char *why)
{
    struct discord *discord = delivery->discord;
    struct discord_account *account = delivery->account;
    uint64_t number = discord_interactions_of(discord->interactions, account->id);
    if (delivery->sending.head.kind == DOC_CARD) {
        discord_delivery_failed(delivery, SEND_REFUSED, 0, why); /* it is behind "My hand" then */
        return;
    }
    if (discord_account_proven(account, delivery->sending.table)) {
        discord_delivery_sent(delivery, "", NULL, 0); /* what they do is answered by other sends */
        return;
    }
    if (number != 0 && discord_delivery_secret(delivery, SECRET_EPHEMERAL) &&
        discord_interactions_reply(discord->interactions, number, &delivery->reply)) {
        return;
    }
    discord_delivery_failed(delivery, SEND_REFUSED, 0, why);
}

static void private_closed(struct discord_delivery *delivery, const char *why)
{
    struct discord *discord = delivery->discord;
    struct discord_account *account = delivery->account;
    if (account->closed_ms == 0) {
        account->closed_ms = discord_now_ms(discord);
        discord_account_keep(discord, account);
    }
    direct_falls_back(delivery, why);
}

static void private_start(struct discord_delivery *delivery);

static void private_posted(void *context, const struct answer *answer)
{
    struct discord_delivery *delivery = context;
    struct discord *discord = delivery->discord;
    if (answer->status == ANSWER_CLOSED) {
        private_closed(delivery, answer->why);
        return;
    }
    if (answer->status == ANSWER_GONE || answer->status == ANSWER_FORBIDDEN) {
        delivery->account->dm[0] = '\0';
        private_closed(delivery, answer->why);
        return;
    }
    if (answer->status == ANSWER_FILTERED) {
        discord_delivery_failed(delivery, SEND_GONE, 0, answer->why);
        return;
    }
    if (answer->status != ANSWER_DONE) {
        discord_delivery_ended(delivery, answer);
        return;
    }
    if (delivery->parts.at == 0) {
        discord_copy(delivery->message, discord_id(answer->json, "id"));
    }
    if (++delivery->parts.at < delivery->parts.count) {
        discord_delivery_post(delivery, private_posted);
        return;
    }
    if (delivery->is_new && !delivery->stays) {
        discord_message_delete(delivery->discord, delivery->channel, delivery->edited);
    }
    discord_interactions_sent(discord->interactions, delivery->account->id);
    discord_delivery_sent(delivery, delivery->message, NULL, 0);
}

static void private_post(struct discord_delivery *delivery)
{
    if (!discord_delivery_secret(delivery, SECRET_DIRECT_MESSAGE)) {
        discord_delivery_failed(delivery, SEND_GONE, 0, "this is no document");
        return;
    }
    discord_copy(delivery->channel, delivery->account->dm);
    discord_delivery_post(delivery, private_posted);
}

/* The message that stands is not there any more, or takes no edit: another takes its place. */
static void private_renew(struct discord_delivery *delivery, bool gone)
{
    delivery->is_new = true;
    delivery->stays = gone;
    arena_reset(delivery->discord->arena);
    private_post(delivery);
}

/* Nothing takes the place of a message that is only to be changed: one that takes no edit any more
 * goes, since its buttons are not to stay. True: that is dealt with. */
static bool private_only(struct discord_delivery *delivery, const struct answer *answer)
{
    bool lost = answer->status == ANSWER_GONE || answer->status == ANSWER_OLD ||
                answer->status == ANSWER_BAD || answer->status == ANSWER_CLOSED ||
                answer->status == ANSWER_FORBIDDEN;
    if (!delivery->sending.only_edit || !lost) {
        return false;
    }
    if (answer->status == ANSWER_OLD || answer->status == ANSWER_BAD) {
        discord_message_delete(delivery->discord, delivery->channel, delivery->edited);
    }
    discord_delivery_failed(delivery, SEND_GONE, 0, answer->why);
    return true;
}

static void private_edited(void *context, const struct answer *answer)
{
    struct discord_delivery *delivery = context;
    if (private_only(delivery, answer)) {
        return;
    }
    if (answer->status == ANSWER_DONE) {
        discord_delivery_sent(delivery, delivery->edited, NULL, 0);
    } else if (answer->status == ANSWER_GONE && answer->code == DIRECT_CHANNEL_GONE) {
        delivery->account->dm[0] = '\0'; /* they are asked for another channel */
        delivery->edited[0] = '\0';
        private_start(delivery);
    } else if (answer->status == ANSWER_GONE || answer->status == ANSWER_OLD ||
               answer->status == ANSWER_BAD) {
        private_renew(delivery, answer->status == ANSWER_GONE);
    } else if (answer->status == ANSWER_CLOSED || answer->status == ANSWER_FORBIDDEN) {
        private_closed(delivery, answer->why);
    } else {
        discord_delivery_ended(delivery, answer);
    }
}

/* In place, which notifies nobody. */
static void private_edit(struct discord_delivery *delivery)
{
    if (!discord_delivery_secret(delivery, SECRET_EDIT)) {
        discord_delivery_failed(delivery, SEND_GONE, 0, "this is no document");
        return;
    }
    discord_copy(delivery->channel, delivery->account->dm);
    const struct discord_request request = {.method = "PATCH",
                                            .route = "/channels/{}/messages/{}",
                                            .ids = {delivery->channel, delivery->edited},
                                            .json = delivery->parts.body[0],
                                            .priority = delivery->sending.routine ? REST_COSMETIC
                                                                                  : REST_GAME};
    discord_rest_start(delivery->discord->rest, &request, private_edited, delivery);
}

/* The message that is to be edited, of several the first; none: "". */
static void private_which(struct discord_delivery *delivery)
{
    const char *ids = delivery->sending.edit_of != NULL ? delivery->sending.edit_of : "";
    size_t len = strcspn(ids, " ");
    snprintf(delivery->edited, sizeof delivery->edited, "%.*s",
             len < DISCORD_ID_BYTES ? (int)len : 0, ids);
}

/* A person's flights that wait for their channel. They carry on with what has come of it. */
static void direct_release(struct discord_account *account,
                           void (*each)(struct discord_delivery *, const char *), const char *why)
{
    struct discord *discord = NULL;
    struct discord_delivery *delivery = NULL;
    account->opening = false;
    /* flights of one person are few: at most one is waiting in each of their two lanes */
    while ((delivery = account->first) != NULL) {
        account->first = delivery->waits;
        delivery->waits = NULL;
        discord = delivery->discord;
        arena_reset(discord->arena);
        each(delivery, why);
    }
}

static void release_post(struct discord_delivery *delivery, const char *why)
{
    (void)why;
    private_start(delivery);
}

static void direct_opened(void *context, const struct answer *answer)
{
    struct discord_account *account = context;
    struct discord *discord = account->first == NULL ? NULL : account->first->discord;
    const char *id = discord_id(answer->json, "id");
    account->opening = false;
    if (discord == NULL) {
        return;
    }
    if (answer->status == ANSWER_DONE && id != NULL) {
        discord_account_dm(discord, account->id, id);
        direct_release(account, release_post, "");
    } else if (answer->status == ANSWER_LIMITED) {
        int64_t pause_ms = answer->retry_ms > DM_PAUSE_MS ? answer->retry_ms : DM_PAUSE_MS;
        discord->dm_next_ms = discord_now_ms(discord) + pause_ms;
        log_event(LEVEL_WARNING, "discord.direct_channels_paused", NULL);
        direct_release(account, direct_falls_back, answer->why);
    } else if (answer->status == ANSWER_DOWN || answer->status == ANSWER_NOT_SENT ||
               answer->status == ANSWER_AMBIGUOUS || answer->status == ANSWER_UNAUTHORIZED) {
        struct discord_delivery *delivery = NULL;
        while ((delivery = account->first) != NULL) {
            account->first = delivery->waits;
            discord_delivery_ended(delivery, answer);
        }
    } else {
        direct_release(account, private_closed, answer->why);
    }
}

static void direct_open(struct discord *discord, struct discord_account *account)
{
    const struct discord_request request = {
        .method = "POST",
        .route = "/users/@me/channels",
        .json = json_one(discord->arena, "recipient_id", account->id)};
    discord_rest_start(discord->rest, &request, direct_opened, account);
}

static bool direct_queue(struct discord *discord, struct discord_account *account)
{
    unsigned max = DISCORD_DM_QUEUE_MAX;
    if (discord->dm_count == max) {
        return false;
    }
    discord->dm_queue[(discord->dm_first + discord->dm_count++) % max] = account;
    account->opening = true;
    discord_schedule(discord, discord->dm_next_ms);
    return true;
}

static void private_start(struct discord_delivery *delivery)
{
    struct discord *discord = delivery->discord;
    struct discord_account *account = delivery->account;
    int64_t now_ms = discord_now_ms(discord);
    bool closed = account->closed_ms != 0 && now_ms - account->closed_ms < DM_CLOSED_MS;
    bool paused = account->dm[0] == '\0' && discord->dm_next_ms > now_ms + DM_PAUSE_MS / 2;
    if (closed || paused) {
        direct_falls_back(delivery, "their direct channel is closed");
    } else if (account->dm[0] != '\0' && delivery->edited[0] != '\0') {
        private_edit(delivery);
    } else if (account->dm[0] != '\0') {
        private_post(delivery);
    } else if (account->opening || direct_queue(discord, account)) {
        delivery->waits = account->first;
        account->first = delivery;
    } else {
        discord_delivery_failed(delivery, SEND_NOT_SENT, now_ms + DM_EACH_MS, "too many wait");
    }
}

void discord_private_send(struct discord_delivery *delivery)
{
    private_which(delivery);
    bool stands = delivery->edited[0] != '\0' && delivery->account->dm[0] != '\0';
    if (delivery->sending.only_edit && !stands) {
        discord_delivery_failed(delivery, SEND_GONE, 0, "there is no such message");
    } else if (delivery->sending.only_edit) {
        private_edit(delivery);
    } else {
        private_start(delivery);
    }
}

int64_t discord_direct_due_ms(const struct discord *discord)
{
    return discord->dm_count == 0 || discord->dm_asks ? NO_DEADLINE : discord->dm_next_ms;
}

static void direct_open_next(struct discord *discord, int64_t now_ms)
{
    struct discord_account *account = discord->dm_queue[discord->dm_first];
    discord->dm_first = (discord->dm_first + 1) % DISCORD_DM_QUEUE_MAX;
    discord->dm_count--;
    discord->dm_next_ms = now_ms + DM_EACH_MS;
    direct_open(discord, account);
}

/* One a second is for all parts of a house together. */
static void direct_ask(struct discord *discord)
{
    struct discord_pending *pending = heap_allocate(sizeof *pending);
    pending->kind = PENDING_DIRECT;
    discord->dm_asks = true;
    house_take_lease(discord->house, (struct adapter *)discord, "direct", discord->dm_holder,
                     DM_EACH_MS, pending);
}

void discord_direct_tick(struct discord *discord, int64_t now_ms)
{
    if (discord->dm_count == 0 || discord->dm_next_ms > now_ms || discord->dm_asks) {
        return;
    }
    if (discord->world->parts > 1) {
        direct_ask(discord);
    } else {
        direct_open_next(discord, now_ms);
    }
}

void discord_direct_may(struct discord *discord, const struct fault *fault)
{
    int64_t now_ms = discord_now_ms(discord);
    discord->dm_asks = false;
    if (fault != NULL) {
        discord->dm_next_ms = now_ms + DM_RETRY_MS;
    } else if (discord->dm_count > 0) {
        arena_reset(discord->arena);
        direct_open_next(discord, now_ms);
    }
    discord_schedule(discord, discord_direct_due_ms(discord));
}
