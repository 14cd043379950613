/* Events on their way to sessions, and what the tests push by hand. */
#include "dfake_link.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DFAKE_BOMB_STEP = 1 << 20 };

static const uint64_t dfake_content_intent = UINT64_C(1) << 15;

static bool dfake_wants(const struct dfake_session *session, uint64_t guild, uint64_t intents)
{
    int shard = guild == 0 ? 0 : (int)((guild >> 22) % (uint64_t)session->shards);
    return !session->dead && session->shard == shard &&
           (intents == 0 || (session->intents & intents) != 0);
}

static bool dfake_wanted(const struct fake_discord *fake, uint64_t guild, uint64_t intents)
{
    for (size_t i = 0; i < fake->sessions.count; i++) {
        if (dfake_wants(fake->sessions.items[i], guild, intents)) {
            return true;
        }
    }
    return false;
}

void dfake_event(struct fake_discord *fake, uint64_t guild, uint64_t intents, const char *name,
                 cJSON *d)
{
    const struct dfake_guild *in = dfake_guild_find(fake, guild);
    bool hidden = in != NULL && (!in->bot_in || (in->out && strcmp(name, "GUILD_DELETE") != 0));
    if (hidden || !dfake_wanted(fake, guild, intents)) {
        cJSON_Delete(d);
        return;
    }
    struct fake_text *text = fake_text_json(d);
    for (size_t i = 0; i < fake->sessions.count; i++) {
        if (dfake_wants(fake->sessions.items[i], guild, intents)) {
            dfake_session_event(fake, fake->sessions.items[i], name, text->bytes);
        }
    }
    fake_text_drop(&text);
}

/* The message as events have it: with its guild and the author's membership. */
static char *dfake_message_event(const struct fake_discord *fake,
                                 const struct dfake_message *message, bool bare)
{
    cJSON *json = NULL;
    if (bare) {
        static const char *const lists[] = {"embeds", "attachments", "components"};
        json = cJSON_ParseWithLength(message->json->bytes, message->json->len);
        fake_put(json, "content", cJSON_CreateString(""));
        for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
            fake_put(json, lists[i], cJSON_CreateArray());
        }
    }
    struct fake_text *base = bare ? fake_text_json(json) : fake_text_hold(message->json);
    const struct dfake_guild *guild =
        message->seer == 0 ? dfake_guild_find(fake, message->guild) : NULL;
    const struct dfake_member *member = dfake_member_find(guild, message->author);
    struct fake_text *about =
        member == NULL ? NULL : fake_text_json(dfake_member_json(fake, guild, member, false));
    size_t size = base->len + (about == NULL ? 0 : about->len) + 100;
    char *text = fake_take(size);
    int len = snprintf(text, size, "%.*s", (int)base->len - 1, base->bytes);
    if (guild != NULL) {
        len += snprintf(text + len, size - (size_t)len, ",\"guild_id\":\"%" PRIu64 "\"", guild->id);
    }
    if (about != NULL) {
        len += snprintf(text + len, size - (size_t)len, ",\"member\":%s", about->bytes);
    }
    const struct dfake_channel *channel = dfake_channel_find(fake, message->channel);
    snprintf(text + len, size - (size_t)len, ",\"channel_type\":%d}", channel->type);
    fake_text_drop(&about);
    fake_text_drop(&base);
    return text;
}

/* May a bot without the intent read it? Its own, direct ones, those that mention or answer it. */
static bool dfake_open_words(const struct fake_discord *fake, const struct dfake_message *message)
{
    char mention[40];
    char nick[40];
    snprintf(mention, sizeof mention, "<@%" PRIu64 ">", fake->bot);
    snprintf(nick, sizeof nick, "<@!%" PRIu64 ">", fake->bot);
    return message->guild == 0 || message->author == fake->bot || message->reply_to == fake->bot ||
           strstr(message->json->bytes, mention) != NULL ||
           strstr(message->json->bytes, nick) != NULL;
}

void dfake_event_message(struct fake_discord *fake, const struct dfake_message *message,
                         const char *name)
{
    const struct dfake_channel *channel = dfake_channel_find(fake, message->channel);
    const struct dfake_guild *in = dfake_guild_find(fake, message->guild);
    uint64_t guild = message->seer == 0 ? message->guild : 0;
    uint64_t intents = guild != 0 ? 512 : 4096;
    if ((in != NULL && (!in->bot_in || in->out)) ||
        (message->seer == 0 && !dfake_sees_channel(fake, fake->bot, channel))) {
        return;
    }
    char *texts[2] = {NULL, NULL};
    bool open = dfake_open_words(fake, message);
    for (size_t i = 0; i < fake->sessions.count; i++) {
        struct dfake_session *session = fake->sessions.items[i];
        if (!dfake_wants(session, guild, intents)) {
            continue;
        }
        bool bare = !open && ((session->intents & dfake_content_intent) == 0 || !fake->knobs.words);
        if (texts[bare] == NULL) {
            texts[bare] = dfake_message_event(fake, message, bare);
        }
        dfake_session_event(fake, session, name, texts[bare]);
    }
    free(texts[0]);
    free(texts[1]);
}

void fake_discord_weather(struct fake_discord *fake, const struct fake_discord_weather *weather)
{
    fake->weather = *weather;
}

void fake_discord_push_op(struct fake_discord *fake, int shard, int op, const char *d)
{
    for (size_t i = 0; i < fake->links.count; i++) {
        struct fake_link *link = fake->links.items[i];
        if (dfake_link_is_of(link, shard)) {
            dfake_link_send_op(link, op, d);
        }
    }
}

void fake_discord_push_event(struct fake_discord *fake, int shard, const char *name, const char *d)
{
    for (size_t i = 0; i < fake->sessions.count; i++) {
        struct dfake_session *session = fake->sessions.items[i];
        if (!session->dead && (shard == DFAKE_ALL_SHARDS || session->shard == shard)) {
            dfake_session_event(fake, session, name, d);
        }
    }
}

void fake_discord_push_raw(struct fake_discord *fake, int shard, const char *bytes, size_t len,
                           bool binary)
{
    struct fake_text *text = fake_text_new(bytes, len);
    for (size_t i = 0; i < fake->links.count; i++) {
        struct fake_link *link = fake->links.items[i];
        if (dfake_link_is_of(link, shard)) {
            dfake_link_queue(link, binary ? FAKE_FRAME_BINARY : FAKE_FRAME_TEXT, text);
        }
    }
    fake_text_drop(&text);
}

/* So many zeros, deflated on the link's stream as one message. */
static void dfake_link_bomb(struct fake_link *link, size_t bytes)
{
    size_t room = bytes / 500 + DFAKE_BOMB_STEP;
    unsigned char *zeros = fake_take(DFAKE_BOMB_STEP);
    unsigned char *out = fake_take(room);
    link->stream.next_out = out;
    link->stream.avail_out = (uInt)room;
    while (bytes > 0) {
        size_t part = bytes < DFAKE_BOMB_STEP ? bytes : DFAKE_BOMB_STEP;
        bytes -= part;
        link->stream.next_in = zeros;
        link->stream.avail_in = (uInt)part;
        deflate(&link->stream, bytes == 0 ? Z_SYNC_FLUSH : Z_NO_FLUSH);
    }
    struct fake_text *text = fake_text_new((const char *)out, room - link->stream.avail_out);
    dfake_link_queue(link, FAKE_FRAME_BINARY, text);
    fake_text_drop(&text);
    free(out);
    free(zeros);
}

void fake_discord_push_bomb(struct fake_discord *fake, int shard, size_t bytes)
{
    for (size_t i = 0; i < fake->links.count; i++) {
        struct fake_link *link = fake->links.items[i];
        if (dfake_link_is_of(link, shard) && link->compressed && !link->ended) {
            dfake_link_bomb(link, bytes);
        }
    }
}

void fake_discord_push_close(struct fake_discord *fake, int shard, unsigned code)
{
    for (size_t i = 0; i < fake->links.count; i++) {
        struct fake_link *link = fake->links.items[i];
        if (dfake_link_is_of(link, shard)) {
            dfake_link_end(link, code);
        }
    }
}

void fake_discord_push_silence(struct fake_discord *fake, int shard)
{
    for (size_t i = 0; i < fake->links.count; i++) {
        struct fake_link *link = fake->links.items[i];
        if (dfake_link_is_of(link, shard)) {
            link->silent = true;
        }
    }
}
