/* What an interaction is answered with while, or because, nobody speaks to who acted: a press with
 * a deferred update, a command with a deferred reply or, where no words will come, with a sentence.
 */
#include <string.h>

#include "discord_callback_private.h"

enum { ACKNOWLEDGE_REPEAT_MS = 1000, ACKNOWLEDGE_LATEST_MS = 1250 };

static struct callback_about acknowledge_about(const struct pending *pending)
{
    return (struct callback_about){.number = pending->number, .token = pending->token};
}

/* A first answer without words has arrived, or has not: what waited for it is said. */
static void acknowledge_deferred(void *context, const struct answer *answer,
                                 enum pending_state state)
{
    struct callback callback = *(struct callback *)context;
    struct discord_interactions *all = callback.all;
    struct pending *pending = pending_at(all, callback.number);
    callback_end(context);
    if (pending == NULL) {
        return;
    }
    struct discord_reply *reply = pending->waiting;
    pending->waiting = NULL;
    bool inbound = answer->status == ANSWER_DONE || answer->status == ANSWER_AMBIGUOUS;
    pending_enter(pending, inbound ? state : PENDING_OVER);
    pending_due(all, pending, pending_now_ms(all));
    if (reply != NULL && !(inbound && reply_send(all, pending, reply))) {
        all->setup.hooks.reply_ended(all->setup.hooks.context, reply, pending->account, false,
                                     "the interaction is over");
    }
}

static void acknowledge_reply_deferred(void *context, const struct answer *answer)
{
    acknowledge_deferred(context, answer, PENDING_REPLY_DEFERRED);
}

static void acknowledge_update_deferred(void *context, const struct answer *answer)
{
    acknowledge_deferred(context, answer, PENDING_UPDATE_DEFERRED);
}

/* A deferred reply, which only they see: whatever is said later takes its place, and can be a
 * secret. */
static void acknowledge_defer_reply(struct discord_interactions *all, struct pending *pending)
{
    const struct callback_about about = acknowledge_about(pending);
    struct discord_request request = {
        .method = "POST",
        .json = callback_body(all, CALLBACK_DEFERRED_REPLY, "{\"flags\":64}"),
        .repeat = REPEAT_NEVER,
        .time_ms = pending_left_ms(all, pending)};
    pending_enter(pending, PENDING_DEFERRING_REPLY);
    callback_start(all, &about, CALLBACK_FIRST, &request, acknowledge_reply_deferred);
}

static void acknowledge_ended(void *context, const struct answer *answer)
{
    struct callback callback = *(struct callback *)context;
    struct pending *pending = pending_at(callback.all, callback.number);
    (void)answer;
    callback_end(context);
    if (pending != NULL) {
        pending_over(callback.all, pending);
    }
}

static struct discord_ephemeral_body acknowledge_sentence(const struct discord_interactions *all,
                                                          const struct pending *pending)
{
    struct arena *arena = all->setup.arena;
    bool failed = pending->stored == STORED_FAILED;
    if (!failed && pending->opens) {
        bool thread = pending->opened[0] != '\0';
        const char *key = thread ? "discord.opened" : "discord.opened_here";
        return discord_ephemeral_with_room(arena, pending_words(all, pending, key),
                                           thread ? pending->opened : pending->channel);
    }
    const char *key = failed ? "discord.store" : pending->sent ? "discord.sent" : "discord.done";
    return discord_ephemeral_text(arena, pending_words(all, pending, key));
}

/* A press is acknowledged without a word. What is said to them after it, while the token lives, are
 * messages of their own that they alone see. */
static void acknowledge_defer_update(struct discord_interactions *all, struct pending *pending)
{
    const struct callback_about about = acknowledge_about(pending);
    struct discord_request request = {.method = "POST",
                                      .json = callback_body(all, CALLBACK_DEFERRED_UPDATE, NULL),
                                      .repeat = REPEAT_NEVER,
                                      .time_ms = pending_left_ms(all, pending)};
    pending_enter(pending, PENDING_DEFERRING_UPDATE);
    callback_start(all, &about, CALLBACK_FIRST, &request, acknowledge_update_deferred);
}

/* Nobody speaks to who acted: it is acknowledged, without a message where there was a press. */
static void acknowledge_silently(struct discord_interactions *all, struct pending *pending)
{
    const struct callback_about about = acknowledge_about(pending);
    bool silent = pending->stored != STORED_FAILED && pending->from_message;
    bool fresh = pending->state == PENDING_OPEN;
    struct discord_request request = {.method = "POST", .repeat = REPEAT_NEVER};
    if (fresh && silent) {
        acknowledge_defer_update(all, pending);
        return;
    }
    pending_enter(pending, PENDING_SENDING);
    if (fresh) {
        request.time_ms = pending_left_ms(all, pending);
        request.json =
            callback_body(all, CALLBACK_MESSAGE, acknowledge_sentence(all, pending).json);
        callback_start(all, &about, CALLBACK_FIRST, &request, acknowledge_ended);
        return;
    }
    request.method = silent ? "DELETE" : "PATCH";
    request.repeat = REPEAT_SAFE;
    if (!silent) {
        request.json =
            discord_ephemeral_edit(all->setup.arena, acknowledge_sentence(all, pending).json).json;
    }
    callback_start(all, &about, CALLBACK_ORIGINAL, &request, acknowledge_ended);
}

/* Is another answer on its way to this person? What answers this one may stand behind it. */
static bool acknowledge_is_behind(const struct discord_interactions *all,
                                  const struct pending *pending)
{
    for (const struct pending *one = all->first; one != NULL; one = one->next) {
        if (one != pending && pending_is_replying(one) &&
            strcmp(one->account, pending->account) == 0) {
            return true;
        }
    }
    return false;
}

/* Is something on its way to this person that may want this interaction? */
static bool acknowledge_waits(const struct discord_interactions *all, const struct pending *pending)
{
    return all->setup.hooks.waits(all->setup.hooks.context, pending->account) ||
           acknowledge_is_behind(all, pending);
}

/* Nothing has been said to them so far. The first answer waits for nothing but the turn's own
 * commit: what may still come follows it, or takes the place of the deferred reply. A form alone
 * cannot follow anything, so that who pressed for one waits for the answer before it. */
static void acknowledge_tick_open(struct discord_interactions *all, struct pending *pending,
                                  int64_t now_ms)
{
    int64_t defer_ms = pending->dead_ms - DISCORD_TOKEN_MS + PENDING_DEFER_MS;
    defer_ms = defer_ms < pending->last_ms - ACKNOWLEDGE_LATEST_MS
                   ? defer_ms
                   : pending->last_ms - ACKNOWLEDGE_LATEST_MS;
    /* what stands behind another answer becomes a deferred reply, whose edit can be repeated; a
     * message that follows cannot */
    bool behind = acknowledge_is_behind(all, pending);
    bool stored = pending->stored != STORED_NOT_YET;
    bool form = pending->wants != NULL && behind && now_ms < defer_ms;
    bool silently = pending->from_message && !behind;
    if (pending_left_ms(all, pending) == 0) {
        pending_over(all, pending);
    } else if (stored && !form && (silently || !acknowledge_waits(all, pending))) {
        acknowledge_silently(all, pending);
    } else if ((stored && !form) || now_ms >= defer_ms) {
        acknowledge_defer_reply(all, pending);
    } else {
        pending->due_ms = defer_ms;
    }
}

void acknowledge_tick(struct discord_interactions *all, struct pending *pending, int64_t now_ms)
{
    switch (pending->state) {
    case PENDING_OPEN:
        acknowledge_tick_open(all, pending, now_ms);
        break;
    case PENDING_REPLY_DEFERRED:
        if (pending->stored != STORED_NOT_YET && !acknowledge_waits(all, pending)) {
            acknowledge_silently(all, pending);
        } else {
            pending->due_ms = now_ms + ACKNOWLEDGE_REPEAT_MS;
        }
        if (now_ms >= pending->dead_ms) {
            pending_over(all, pending);
        }
        break;
    case PENDING_UPDATE_DEFERRED:
        pending->due_ms = now_ms + ACKNOWLEDGE_REPEAT_MS;
        if (!acknowledge_waits(all, pending) || now_ms >= pending->dead_ms) {
            pending_over(all, pending);
        }
        break;
    case PENDING_SENDING:
    case PENDING_SEEKING:
    case PENDING_RECALLING:
    case PENDING_FOLLOWING:
    case PENDING_DEFERRING_REPLY:
    case PENDING_DEFERRING_UPDATE:
        pending->due_ms = now_ms + ACKNOWLEDGE_REPEAT_MS;
        if (pending->repeat != NULL) {
            reply_repeat(all, pending);
        }
        break;
    case PENDING_OVER:
        pending_free(all, pending);
        break;
    }
}
