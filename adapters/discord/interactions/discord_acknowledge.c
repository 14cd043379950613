/* What an interaction is answered with while, or because, nobody speaks to who acted: a press with
 * a deferred update, a command with a deferred reply or, where no words will come, with a sentence.
 */
#include <string.h>

#include "discord_callback_private.h"

enum { ACKNOWLEDGE_REPEAT_MS = 1000, ACKNOWLEDGE_LATEST_MS = 1250 };

static struct callback_about acknowledge_about(const struct live *live)
{
    return (struct callback_about){.number = live->number, .token = live->token};
}

/* A first answer without words has arrived, or has not: what waited for it is said. */
static void acknowledge_deferred(void *context, const struct answer *answer, enum live_state state)
{
    struct callback callback = *(struct callback *)context;
    struct discord_interactions *all = callback.all;
    struct live *live = live_at(all, callback.number);
    callback_end(context);
    if (live == NULL) {
        return;
    }
    struct discord_saying *saying = live->waiting;
    live->waiting = NULL;
    bool inbound = answer->status == ANSWER_DONE || answer->status == ANSWER_AMBIGUOUS;
    live_enter(live, inbound ? state : LIVE_OVER);
    live_due(all, live, live_now_ms(all));
    if (saying != NULL && !(inbound && reply_say(all, live, saying))) {
        all->setup.hooks.said(all->setup.hooks.context, saying, live->account, false,
                              "the interaction is over");
    }
}

static void acknowledge_reply_deferred(void *context, const struct answer *answer)
{
    acknowledge_deferred(context, answer, LIVE_REPLY_DEFERRED);
}

static void acknowledge_update_deferred(void *context, const struct answer *answer)
{
    acknowledge_deferred(context, answer, LIVE_UPDATE_DEFERRED);
}

/* A deferred reply, which only they see: whatever is said later takes its place, and can be a
 * secret. */
static void acknowledge_defer_reply(struct discord_interactions *all, struct live *live)
{
    const struct callback_about about = acknowledge_about(live);
    struct discord_request request = {
        .method = "POST",
        .json = callback_body(all, CALLBACK_DEFERRED_REPLY, "{\"flags\":64}"),
        .repeat = REPEAT_NEVER,
        .time_ms = live_left_ms(all, live)};
    live_enter(live, LIVE_DEFERRING_REPLY);
    callback_start(all, &about, CALLBACK_FIRST, &request, acknowledge_reply_deferred);
}

static void acknowledge_ended(void *context, const struct answer *answer)
{
    struct callback callback = *(struct callback *)context;
    struct live *live = live_at(callback.all, callback.number);
    (void)answer;
    callback_end(context);
    if (live != NULL) {
        live_over(callback.all, live);
    }
}

static struct discord_aside acknowledge_sentence(const struct discord_interactions *all,
                                                 const struct live *live)
{
    struct arena *arena = all->setup.arena;
    bool failed = live->stored == LIVE_NOT_STORED;
    if (!failed && live->opens) {
        bool thread = live->opened[0] != '\0';
        const char *key = thread ? "discord.opened" : "discord.opened_here";
        return discord_aside_room(arena, live_words(all, live, key),
                                  thread ? live->opened : live->channel);
    }
    const char *key = failed ? "discord.store" : live->sent ? "discord.sent" : "discord.done";
    return discord_aside_text(arena, live_words(all, live, key));
}

/* A press is acknowledged without a word. What is said to them after it, while the token lives, are
 * messages of their own that they alone see. */
static void acknowledge_defer_update(struct discord_interactions *all, struct live *live)
{
    const struct callback_about about = acknowledge_about(live);
    struct discord_request request = {.method = "POST",
                                      .json = callback_body(all, CALLBACK_DEFERRED_UPDATE, NULL),
                                      .repeat = REPEAT_NEVER,
                                      .time_ms = live_left_ms(all, live)};
    live_enter(live, LIVE_DEFERRING_UPDATE);
    callback_start(all, &about, CALLBACK_FIRST, &request, acknowledge_update_deferred);
}

/* Nobody speaks to who acted: it is acknowledged, without a message where there was a press. */
static void acknowledge_silently(struct discord_interactions *all, struct live *live)
{
    const struct callback_about about = acknowledge_about(live);
    bool silent = live->stored != LIVE_NOT_STORED && live->from_message;
    bool fresh = live->state == LIVE_OPEN;
    struct discord_request request = {.method = "POST", .repeat = REPEAT_NEVER};
    if (fresh && silent) {
        acknowledge_defer_update(all, live);
        return;
    }
    live_enter(live, LIVE_SENDING);
    if (fresh) {
        request.time_ms = live_left_ms(all, live);
        request.json = callback_body(all, CALLBACK_MESSAGE, acknowledge_sentence(all, live).json);
        callback_start(all, &about, CALLBACK_FIRST, &request, acknowledge_ended);
        return;
    }
    request.method = silent ? "DELETE" : "PATCH";
    request.repeat = REPEAT_SAFE;
    if (!silent) {
        request.json =
            discord_aside_edit(all->setup.arena, acknowledge_sentence(all, live).json).json;
    }
    callback_start(all, &about, CALLBACK_ORIGINAL, &request, acknowledge_ended);
}

/* Is another answer on its way to this person? What answers this one may stand behind it. */
static bool acknowledge_is_behind(const struct discord_interactions *all, const struct live *live)
{
    for (const struct live *one = all->first; one != NULL; one = one->next) {
        if (one != live && live_is_saying(one) && strcmp(one->account, live->account) == 0) {
            return true;
        }
    }
    return false;
}

/* Is something on its way to this person that may want this interaction? */
static bool acknowledge_waits(const struct discord_interactions *all, const struct live *live)
{
    return all->setup.hooks.waits(all->setup.hooks.context, live->account) ||
           acknowledge_is_behind(all, live);
}

/* Nothing has been said to them so far. The first answer waits for nothing but the turn's own
 * commit: what may still come follows it, or takes the place of the deferred reply. A form alone
 * cannot follow anything, so that who pressed for one waits for the answer before it. */
static void acknowledge_tick_open(struct discord_interactions *all, struct live *live,
                                  int64_t now_ms)
{
    int64_t defer_ms = live->dead_ms - DISCORD_TOKEN_MS + LIVE_DEFER_MS;
    defer_ms = defer_ms < live->last_ms - ACKNOWLEDGE_LATEST_MS
                   ? defer_ms
                   : live->last_ms - ACKNOWLEDGE_LATEST_MS;
    /* what stands behind another answer becomes a deferred reply, whose edit can be repeated; a
     * message that follows cannot */
    bool behind = acknowledge_is_behind(all, live);
    bool stored = live->stored != LIVE_NOT_YET;
    bool form = live->wants != NULL && behind && now_ms < defer_ms;
    bool silently = live->from_message && !behind;
    if (live_left_ms(all, live) == 0) {
        live_over(all, live);
    } else if (stored && !form && (silently || !acknowledge_waits(all, live))) {
        acknowledge_silently(all, live);
    } else if ((stored && !form) || now_ms >= defer_ms) {
        acknowledge_defer_reply(all, live);
    } else {
        live->due_ms = defer_ms;
    }
}

void acknowledge_tick(struct discord_interactions *all, struct live *live, int64_t now_ms)
{
    switch (live->state) {
    case LIVE_OPEN:
        acknowledge_tick_open(all, live, now_ms);
        break;
    case LIVE_REPLY_DEFERRED:
        if (live->stored != LIVE_NOT_YET && !acknowledge_waits(all, live)) {
            acknowledge_silently(all, live);
        } else {
            live->due_ms = now_ms + ACKNOWLEDGE_REPEAT_MS;
        }
        if (now_ms >= live->dead_ms) {
            live_over(all, live);
        }
        break;
    case LIVE_UPDATE_DEFERRED:
        live->due_ms = now_ms + ACKNOWLEDGE_REPEAT_MS;
        if (!acknowledge_waits(all, live) || now_ms >= live->dead_ms) {
            live_over(all, live);
        }
        break;
    case LIVE_SENDING:
    case LIVE_SEEKING:
    case LIVE_RECALLING:
    case LIVE_FOLLOWING:
    case LIVE_DEFERRING_REPLY:
    case LIVE_DEFERRING_UPDATE:
        live->due_ms = now_ms + ACKNOWLEDGE_REPEAT_MS;
        if (live->repeat != NULL) {
            reply_repeat(all, live);
        }
        break;
    case LIVE_OVER:
        live_free(all, live);
        break;
    }
}
