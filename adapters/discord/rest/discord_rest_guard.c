/* What keeps the whole machine from being banned: Discord counts 401, 403 and 429 for each address,
 * and hides behind its gate who collects ten thousand of them in ten minutes. */
#include "discord_rest_private.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "log.h"

/* Empties the slots that have become too old. */
static void guard_turn(struct discord_rest *rest)
{
    int64_t slot = rest_now_ms(rest) / REST_INVALID_SLOT_MS;
    int64_t gap = slot - rest->invalid_slot;
    if (gap <= 0) {
        return;
    }
    for (int64_t i = 0; i < gap && i < REST_INVALID_SLOTS; i++) {
        rest->invalid[(slot - i) % REST_INVALID_SLOTS] = 0;
    }
    rest->invalid_slot = slot;
}

unsigned rest_guard_invalid(struct discord_rest *rest)
{
    guard_turn(rest);
    unsigned sum = 0;
    for (unsigned i = 0; i < REST_INVALID_SLOTS; i++) {
        sum += rest->invalid[i];
    }
    return sum;
}

unsigned rest_guard_held_max(const struct discord_rest *rest)
{
    unsigned most = REST_INVALID_HELD / rest->parts;
    return most > REST_INVALID_HELD_LEAST ? most : REST_INVALID_HELD_LEAST;
}

static unsigned guard_stop_max(const struct discord_rest *rest)
{
    unsigned most = REST_INVALID_STOP / rest->parts;
    return most > REST_INVALID_STOP_LEAST ? most : REST_INVALID_STOP_LEAST;
}

void rest_guard_count(struct discord_rest *rest, int status, bool shared)
{
    if ((status != 401 && status != 403 && status != 429) || (status == 429 && shared)) {
        return;
    }
    unsigned before = rest_guard_invalid(rest);
    rest->invalid[rest->invalid_slot % REST_INVALID_SLOTS]++;
    if (before + 1 == rest_guard_held_max(rest)) {
        log_event(LEVEL_WARNING, "discord.held", LOG_FIELDS(log_number("invalid", before + 1)));
    }
    if (before + 1 >= guard_stop_max(rest)) {
        int64_t until = rest_now_ms(rest) + REST_STOP_MS;
        rest->stop_ms = until > rest->stop_ms ? until : rest->stop_ms;
        memset(rest->invalid, 0, sizeof rest->invalid);
        log_event(LEVEL_ERROR, "discord.stopped", LOG_FIELDS(log_number("ms", REST_STOP_MS)));
    }
}

static const struct rest_channel *guard_channel(struct discord_rest *rest, const char *id)
{
    struct rest_channel *channel = id != NULL ? map_get(&rest->channels, id) : NULL;
    if (channel != NULL && rest_now_ms(rest) - channel->since_ms >= REST_CHANNEL_MS) {
        map_remove(&rest->channels, id);
        free(channel);
        return NULL;
    }
    return channel;
}

bool rest_guard_holds(struct discord_rest *rest, const struct rest_request *request,
                      int64_t *retry_ms, const char **why)
{
    int64_t now_ms = rest_now_ms(rest);
    if (now_ms < rest->stop_ms) {
        *retry_ms = rest->stop_ms - now_ms;
        *why = "too many refused requests: nothing is sent for a while";
        return true;
    }
    if (request->wanted.priority == REST_ANSWER) {
        return false;
    }
    if (rest_guard_invalid(rest) >= rest_guard_held_max(rest)) {
        *retry_ms = REST_INVALID_SLOT_MS;
        *why = "too many refused requests: answers alone are sent";
        return true;
    }
    return false;
}

bool rest_guard_refuses(struct discord_rest *rest, const struct rest_request *request)
{
    const char *route = request->request.route;
    if (request->wanted.priority == REST_ANSWER || strncmp(route, "/channels/", 10) != 0) {
        return false;
    }
    const struct rest_channel *channel = guard_channel(rest, request->major);
    return channel != NULL && channel->refusals >= REST_REFUSALS_MAX;
}

static void guard_channels_drop_one(struct discord_rest *rest)
{
    size_t at = 0;
    struct rest_channel *oldest = NULL;
    for (struct rest_channel *one = map_next(&rest->channels, &at); one != NULL;
         one = map_next(&rest->channels, &at)) {
        if (oldest == NULL || one->since_ms < oldest->since_ms) {
            oldest = one;
        }
    }
    map_remove(&rest->channels, oldest->id);
    free(oldest);
}

void rest_guard_channel(struct discord_rest *rest, const struct rest_request *request,
                        enum answer_status status)
{
    const char *id = request->major;
    if (id == NULL || strncmp(request->request.route, "/channels/", 10) != 0) {
        return;
    }
    struct rest_channel *channel = map_get(&rest->channels, id);
    if (status != ANSWER_FORBIDDEN) {
        /* a board may be edited where nothing may be posted */
        bool posted = strcmp(request->request.method, "POST") == 0;
        if (channel != NULL && status == ANSWER_DONE && posted) {
            map_remove(&rest->channels, id);
            free(channel);
        }
        return;
    }
    if (channel == NULL) {
        if (rest->channels.count >= REST_CHANNELS_MAX) {
            guard_channels_drop_one(rest);
        }
        size_t len = strlen(id);
        channel = heap_allocate(sizeof *channel + len + 1);
        memcpy(channel->id, id, len + 1);
        map_put(&rest->channels, channel->id, channel);
    }
    channel->refusals++;
    channel->since_ms = rest_now_ms(rest);
}

void discord_rest_forgive(struct discord_rest *rest, const char *channel)
{
    struct rest_channel *found = map_get(&rest->channels, channel);
    if (found != NULL) {
        map_remove(&rest->channels, channel);
        free(found);
    }
}
