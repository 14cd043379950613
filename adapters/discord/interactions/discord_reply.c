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

static struct callback_about reply_about(const struct pending *pending, struct discord_reply *reply)
{
    return (struct callback_about){
        .number = pending->number, .token = pending->token, .reply = reply};
}

static void reply_ended(struct discord_interactions *all, struct discord_reply *reply,
                        const char *account, bool arrived, const char *why)
{
    all->setup.hooks.reply_ended(all->setup.hooks.context, reply, account, arrived, why);
}

static void reply_more(struct discord_interactions *all, struct pending *pending,
                       struct discord_reply *reply);

/* All of it stands: after a deferred update there may be more to say. */
static void reply_whole(struct discord_interactions *all, struct pending *pending)
{
    if (pending->state == PENDING_FOLLOWING) {
        pending_enter(pending, PENDING_UPDATE_DEFERRED);
        pending_due(all, pending, pending_now_ms(all));
    } else {
        pending_over(all, pending);
    }
}

/* One part has arrived, or has not. */
static void reply_part_done(void *context, const struct answer *answer)
{
    struct callback callback = *(struct callback *)context;
    struct discord_interactions *all = callback.all;
    struct pending *pending = pending_at(all, callback.number);
    struct discord_parts *parts = callback.reply->parts;
    callback_end(context);
    bool arrived = answer->status == ANSWER_DONE || answer->status == ANSWER_ANSWERED ||
                   (answer->status == ANSWER_AMBIGUOUS && parts->at > 0);
    if (pending == NULL) {
        return;
    }
    if (!arrived) {
        pending_over(all, pending);
        reply_ended(all, callback.reply, pending->account, false, answer->why);
        return;
    }
    parts->at++;
    if (parts->at < parts->count) {
        reply_more(all, pending, callback.reply);
        return;
    }
    reply_whole(all, pending);
    reply_ended(all, callback.reply, pending->account, true, "");
}

static bool reply_is_sought(const struct pending *pending)
{
    return pending->state == PENDING_SEEKING || pending->state == PENDING_RECALLING;
}

/* It is not there, and a first answer that is still on its way could bring it about. */
static bool reply_is_early(const struct discord_interactions *all, const struct pending *pending,
                           const struct answer *answer)
{
    return reply_is_sought(pending) &&
           (answer->status == ANSWER_EXPIRED || answer->status == ANSWER_GONE) &&
           pending_now_ms(all) < pending->dead_ms - DISCORD_TOKEN_MS + REPLY_SETTLED_MS;
}

/* Is it still open whether what was asked has happened? While the token lives it is asked again. */
static bool reply_is_open(struct discord_interactions *all, struct pending *pending,
                          struct discord_reply *reply, const struct answer *answer)
{
    int64_t again_ms = pending_now_ms(all) + REPLY_REPEAT_MS;
    bool sought = reply_is_sought(pending) &&
                  (answer->status == ANSWER_DOWN || answer->status == ANSWER_NOT_SENT ||
                   answer->status == ANSWER_LIMITED);
    sought = sought || reply_is_early(all, pending, answer);
    if ((answer->status != ANSWER_AMBIGUOUS && !sought) || again_ms >= pending->dead_ms) {
        return false;
    }
    pending->repeat = reply;
    pending_due(all, pending, again_ms);
    return true;
}

static void reply_edit(struct discord_interactions *all, const struct pending *pending,
                       struct discord_reply *reply);

/* What became of it in another life: an answer of ours is seen by them alone, a deferred one waits
 * for its text, and any other message is the one that they pressed something of. True: it becomes
 * what is said now. */
static bool reply_recalled(struct discord_interactions *all, struct pending *pending,
                           struct discord_reply *reply, struct answer *answer)
{
    const cJSON *flags = json_at(answer->json, "flags");
    int set = cJSON_IsNumber(flags) ? flags->valueint : 0;
    if (answer->status != ANSWER_DONE || pending->state != PENDING_RECALLING) {
        return false;
    }
    pending_enter(pending, PENDING_SENDING);
    if ((set & MESSAGE_EPHEMERAL) == 0) {
        answer->status = ANSWER_GONE;
    } else if ((set & MESSAGE_LOADING) != 0) {
        reply_edit(all, pending, reply);
        return true;
    }
    return false;
}

static void reply_original_done(void *context, const struct answer *answer)
{
    struct callback callback = *(struct callback *)context;
    struct pending *pending = pending_at(callback.all, callback.number);
    struct answer seen = *answer;
    if (pending != NULL && (reply_is_open(callback.all, pending, callback.reply, answer) ||
                            reply_recalled(callback.all, pending, callback.reply, &seen))) {
        callback_end(context);
    } else {
        reply_part_done(context, &seen);
    }
}

void reply_seek(struct discord_interactions *all, const struct pending *pending,
                struct discord_reply *reply)
{
    const struct callback_about about = reply_about(pending, reply);
    struct discord_request request = {.method = "GET"};
    callback_start(all, &about, CALLBACK_ORIGINAL, &request, reply_original_done);
}

static void reply_first_done(void *context, const struct answer *answer)
{
    const struct callback *callback = context;
    struct pending *pending = pending_at(callback->all, callback->number);
    if (answer->status == ANSWER_AMBIGUOUS && pending != NULL) {
        pending_enter(pending, PENDING_SEEKING);
        reply_seek(callback->all, pending, callback->reply);
        callback_end(context);
        return;
    }
    reply_part_done(context, answer);
}

static void reply_file(const struct discord_reply *reply, struct discord_request *request,
                       struct net_part *file)
{
    if (discord_parts_file(reply->parts, file)) {
        request->files = file;
        request->file_count = 1;
    }
}

/* A further part: a new message that only they see. */
static void reply_more(struct discord_interactions *all, struct pending *pending,
                       struct discord_reply *reply)
{
    struct net_part file;
    const struct callback_about about = reply_about(pending, reply);
    struct discord_request request = {
        .method = "POST", .json = reply->parts->body[reply->parts->at], .repeat = REPEAT_NEVER};
    reply_file(reply, &request, &file);
    callback_start(all, &about, CALLBACK_MORE, &request, reply_part_done);
}

/* The deferred reply becomes this. */
static void reply_edit(struct discord_interactions *all, const struct pending *pending,
                       struct discord_reply *reply)
{
    struct net_part file;
    const struct callback_about about = reply_about(pending, reply);
    struct discord_request request = {
        .method = "PATCH",
        .json = discord_ephemeral_edit(all->setup.arena, reply->parts->body[0]).json};
    reply_file(reply, &request, &file);
    callback_start(all, &about, CALLBACK_ORIGINAL, &request, reply_original_done);
}

/* They pressed something that they alone see where they act: their card, or what is over. It
 * becomes this, so that no button stays there that does nothing. */
static bool reply_updates(const struct pending *pending, const struct discord_reply *reply)
{
    return pending->from_message && pending->on_ephemeral && reply->parts->count == 1 &&
           reply->parts->modal == NULL && (pending->wants != NULL || reply->renews);
}

static void reply_first(struct discord_interactions *all, const struct pending *pending,
                        struct discord_reply *reply)
{
    struct net_part file;
    const struct callback_about about = reply_about(pending, reply);
    const struct discord_parts *parts = reply->parts;
    bool modal = parts->modal != NULL;
    bool updates = reply_updates(pending, reply);
    struct discord_request request = {
        .method = "POST", .repeat = REPEAT_NEVER, .time_ms = pending_left_ms(all, pending)};
    reply_file(reply, &request, &file);
    const char *body =
        updates ? discord_ephemeral_edit(all->setup.arena, parts->body[0]).json : parts->body[0];
    int type = modal ? CALLBACK_MODAL : updates ? CALLBACK_UPDATE : CALLBACK_MESSAGE;
    request.json = callback_body(all, type, modal ? parts->modal : body);
    callback_start(all, &about, CALLBACK_FIRST, &request, reply_first_done);
}

void reply_repeat(struct discord_interactions *all, struct pending *pending)
{
    struct discord_reply *reply = pending->repeat;
    pending->repeat = NULL;
    if (reply_is_sought(pending)) {
        reply_seek(all, pending, reply);
    } else {
        reply_edit(all, pending, reply);
    }
}

bool reply_send(struct discord_interactions *all, struct pending *pending,
                struct discord_reply *reply)
{
    if (pending->dead_ms <= pending_now_ms(all) || pending->waiting != NULL) {
        return false;
    }
    if (pending->state == PENDING_DEFERRING_REPLY || pending->state == PENDING_DEFERRING_UPDATE) {
        pending->waiting = reply;
        return true;
    }
    if (pending->state == PENDING_OPEN && pending_left_ms(all, pending) > 0) {
        pending_enter(pending, PENDING_SENDING);
        reply_first(all, pending, reply);
    } else if (pending->state == PENDING_REPLY_DEFERRED) {
        pending_enter(pending, PENDING_SENDING);
        reply_edit(all, pending, reply);
    } else if (pending->state == PENDING_UPDATE_DEFERRED) {
        bool updates = reply_updates(pending, reply);
        pending_enter(pending, PENDING_FOLLOWING);
        if (updates) {
            reply_edit(all, pending, reply);
        } else {
            reply_more(all, pending, reply);
        }
    } else {
        return false;
    }
    return true;
}
