/* What the house says to who acted: as the first answer, in the place of a deferred reply,
 * or after a deferred update; part after part. */
#include "discord_callback_private.h"
#include "json_at.h"

enum {
    REPLY_REPEAT_MS = 1000,
    REPLY_SETTLED_MS = 4000, /* Discord takes no first answer any more */
    MESSAGE_EPHEMERAL = 1 << 6,
    MESSAGE_LOADING = 1 << 7
};

static struct callback_about reply_about(const struct live *live, struct discord_saying *saying)
{
    return (struct callback_about){.number = live->number, .token = live->token, .saying = saying};
}

static void reply_said(struct discord_interactions *all, struct discord_saying *saying,
                       const char *account, bool arrived, const char *why)
{
    all->setup.hooks.said(all->setup.hooks.context, saying, account, arrived, why);
}

static void reply_more(struct discord_interactions *all, struct live *live,
                       struct discord_saying *saying);

/* All of it stands: after a deferred update there may be more to say. */
static void reply_whole(struct discord_interactions *all, struct live *live)
{
    if (live->state == LIVE_FOLLOWING) {
        live_enter(live, LIVE_UPDATE_DEFERRED);
        live_due(all, live, live_now_ms(all));
    } else {
        live_over(all, live);
    }
}

/* One part has arrived, or has not. */
static void reply_part_done(void *context, const struct answer *answer)
{
    struct callback callback = *(struct callback *)context;
    struct discord_interactions *all = callback.all;
    struct live *live = live_at(all, callback.number);
    struct discord_parts *parts = callback.saying->parts;
    callback_end(context);
    bool arrived = answer->status == ANSWER_DONE || answer->status == ANSWER_ANSWERED ||
                   (answer->status == ANSWER_AMBIGUOUS && parts->at > 0);
    if (live == NULL) {
        return;
    }
    if (!arrived) {
        live_over(all, live);
        reply_said(all, callback.saying, live->account, false, answer->why);
        return;
    }
    parts->at++;
    if (parts->at < parts->count) {
        reply_more(all, live, callback.saying);
        return;
    }
    reply_whole(all, live);
    reply_said(all, callback.saying, live->account, true, "");
}

static bool reply_is_sought(const struct live *live)
{
    return live->state == LIVE_SEEKING || live->state == LIVE_RECALLING;
}

/* It is not there, and a first answer that is still on its way could bring it about. */
static bool reply_is_early(const struct discord_interactions *all, const struct live *live,
                           const struct answer *answer)
{
    return reply_is_sought(live) &&
           (answer->status == ANSWER_EXPIRED || answer->status == ANSWER_GONE) &&
           live_now_ms(all) < live->dead_ms - DISCORD_TOKEN_MS + REPLY_SETTLED_MS;
}

/* Is it still open whether what was asked has happened? While the token lives it is asked again. */
static bool reply_is_open(struct discord_interactions *all, struct live *live,
                          struct discord_saying *saying, const struct answer *answer)
{
    int64_t again_ms = live_now_ms(all) + REPLY_REPEAT_MS;
    bool sought = reply_is_sought(live) &&
                  (answer->status == ANSWER_DOWN || answer->status == ANSWER_NOT_SENT ||
                   answer->status == ANSWER_LIMITED);
    sought = sought || reply_is_early(all, live, answer);
    if ((answer->status != ANSWER_AMBIGUOUS && !sought) || again_ms >= live->dead_ms) {
        return false;
    }
    live->repeat = saying;
    live_due(all, live, again_ms);
    return true;
}

static void reply_edit(struct discord_interactions *all, const struct live *live,
                       struct discord_saying *saying);

/* What became of it in another life: an answer of ours is seen by them alone, a deferred one waits
 * for its text, and any other message is the one that they pressed something of. True: it becomes
 * what is said now. */
static bool reply_recalled(struct discord_interactions *all, struct live *live,
                           struct discord_saying *saying, struct answer *answer)
{
    const cJSON *flags = json_at(answer->json, "flags");
    int set = cJSON_IsNumber(flags) ? flags->valueint : 0;
    if (answer->status != ANSWER_DONE || live->state != LIVE_RECALLING) {
        return false;
    }
    live_enter(live, LIVE_SENDING);
    if ((set & MESSAGE_EPHEMERAL) == 0) {
        answer->status = ANSWER_GONE;
    } else if ((set & MESSAGE_LOADING) != 0) {
        reply_edit(all, live, saying);
        return true;
    }
    return false;
}

static void reply_original_done(void *context, const struct answer *answer)
{
    struct callback callback = *(struct callback *)context;
    struct live *live = live_at(callback.all, callback.number);
    struct answer seen = *answer;
    if (live != NULL && (reply_is_open(callback.all, live, callback.saying, answer) ||
                         reply_recalled(callback.all, live, callback.saying, &seen))) {
        callback_end(context);
    } else {
        reply_part_done(context, &seen);
    }
}

void reply_seek(struct discord_interactions *all, const struct live *live,
                struct discord_saying *saying)
{
    const struct callback_about about = reply_about(live, saying);
    struct discord_request request = {.method = "GET"};
    callback_start(all, &about, CALLBACK_ORIGINAL, &request, reply_original_done);
}

static void reply_first_done(void *context, const struct answer *answer)
{
    const struct callback *callback = context;
    struct live *live = live_at(callback->all, callback->number);
    if (answer->status == ANSWER_AMBIGUOUS && live != NULL) {
        live_enter(live, LIVE_SEEKING);
        reply_seek(callback->all, live, callback->saying);
        callback_end(context);
        return;
    }
    reply_part_done(context, answer);
}

static void reply_file(const struct discord_saying *saying, struct discord_request *request,
                       struct net_part *file)
{
    if (discord_parts_file(saying->parts, file)) {
        request->files = file;
        request->file_count = 1;
    }
}

/* A further part: a new message that only they see. */
static void reply_more(struct discord_interactions *all, struct live *live,
                       struct discord_saying *saying)
{
    struct net_part file;
    const struct callback_about about = reply_about(live, saying);
    struct discord_request request = {
        .method = "POST", .json = saying->parts->body[saying->parts->at], .repeat = REPEAT_NEVER};
    reply_file(saying, &request, &file);
    callback_start(all, &about, CALLBACK_MORE, &request, reply_part_done);
}

/* The deferred reply becomes this. */
static void reply_edit(struct discord_interactions *all, const struct live *live,
                       struct discord_saying *saying)
{
    struct net_part file;
    const struct callback_about about = reply_about(live, saying);
    struct discord_request request = {
        .method = "PATCH",
        .json = discord_aside_edit(all->setup.arena, saying->parts->body[0]).json};
    reply_file(saying, &request, &file);
    callback_start(all, &about, CALLBACK_ORIGINAL, &request, reply_original_done);
}

/* They pressed something that they alone see where they act: their card, or what is over. It
 * becomes this, so that no button stays there that does nothing. */
static bool reply_updates(const struct live *live, const struct discord_saying *saying)
{
    return live->from_message && live->on_ephemeral && saying->parts->count == 1 &&
           saying->parts->modal == NULL && (live->wants != NULL || saying->renews);
}

static void reply_first(struct discord_interactions *all, const struct live *live,
                        struct discord_saying *saying)
{
    struct net_part file;
    const struct callback_about about = reply_about(live, saying);
    const struct discord_parts *parts = saying->parts;
    bool modal = parts->modal != NULL;
    bool updates = reply_updates(live, saying);
    struct discord_request request = {
        .method = "POST", .repeat = REPEAT_NEVER, .time_ms = live_left_ms(all, live)};
    reply_file(saying, &request, &file);
    const char *body =
        updates ? discord_aside_edit(all->setup.arena, parts->body[0]).json : parts->body[0];
    int type = modal ? CALLBACK_MODAL : updates ? CALLBACK_UPDATE : CALLBACK_MESSAGE;
    request.json = callback_body(all, type, modal ? parts->modal : body);
    callback_start(all, &about, CALLBACK_FIRST, &request, reply_first_done);
}

void reply_repeat(struct discord_interactions *all, struct live *live)
{
    struct discord_saying *saying = live->repeat;
    live->repeat = NULL;
    if (reply_is_sought(live)) {
        reply_seek(all, live, saying);
    } else {
        reply_edit(all, live, saying);
    }
}

bool reply_say(struct discord_interactions *all, struct live *live, struct discord_saying *saying)
{
    if (live->dead_ms <= live_now_ms(all) || live->waiting != NULL) {
        return false;
    }
    if (live->state == LIVE_DEFERRING_REPLY || live->state == LIVE_DEFERRING_UPDATE) {
        live->waiting = saying;
        return true;
    }
    if (live->state == LIVE_OPEN && live_left_ms(all, live) > 0) {
        live_enter(live, LIVE_SENDING);
        reply_first(all, live, saying);
    } else if (live->state == LIVE_REPLY_DEFERRED) {
        live_enter(live, LIVE_SENDING);
        reply_edit(all, live, saying);
    } else if (live->state == LIVE_UPDATE_DEFERRED) {
        bool updates = reply_updates(live, saying);
        live_enter(live, LIVE_FOLLOWING);
        if (updates) {
            reply_edit(all, live, saying);
        } else {
            reply_more(all, live, saying);
        }
    } else {
        return false;
    }
    return true;
}
