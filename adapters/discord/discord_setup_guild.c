/* What the bot may do in the guilds it is in: its roles there, and what the channels make of them.
 * A channel that it cannot read is left alone: nobody is to play there. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_rights.h"
#include "discord_setup_private.h"
#include "heap.h"
#include "json_at.h"
#include "net_wire.h"
#include "print.h"

enum {
    GUILDS_PAGE = 200, /* more Discord does not send at once */
    GUILDS_MAX = 2500, /* more no bot is in with one shard */
    GUILD_CHANNELS_SHOWN = 20,
    GUILD_LINE_MAX = 1024,
    GUILD_PATH_BYTES = 96,
    CHANNEL_TEXT = 0
};

struct setup_guild {
    struct setup_guild *next;
    char id[DISCORD_ID_BYTES];
    char *name;
    uint64_t may;
    cJSON *fetched; /* as the gateway would send it: roles, the bot's own, channels */
};

/* ", View Channels" for each bit; true where there was any. */
static bool guild_list(struct buf *line, uint64_t missing)
{
    bool listed = false;
    for (const struct setup_permission *one = discord_setup_permissions; one->name != NULL; one++) {
        if ((missing & one->bit) != 0) {
            print_to(line, "%s%s", listed ? ", " : " lacks: ", one->name);
            listed = true;
        }
    }
    return listed;
}

/* What a table cannot do without. */
static uint64_t guild_needs(const struct discord_setup *setup)
{
    static const uint64_t spared = DISCORD_MAY_PUBLIC_THREADS | DISCORD_MAY_CREATE_EVENTS;
    return discord_invite_permissions(setup->settings) & ~spared;
}

/* What it does without, and what that means. */
static void guild_spared(struct discord_setup *setup, const struct setup_guild *guild,
                         uint64_t wants)
{
    static const struct {
        uint64_t bit;
        const char *so;
    } rows[] = {
        {DISCORD_MAY_PUBLIC_THREADS, ": tables stay in the channel, without a thread of their own"},
        {DISCORD_MAY_CREATE_EVENTS, ": game nights stand in no list of events"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct buf line;
        buf_init(&line, GUILD_LINE_MAX);
        print_to(&line, "server \"%.80s\"", guild->name);
        if ((rows[i].bit & wants) != 0 && guild_list(&line, rows[i].bit & ~guild->may)) {
            buf_text(&line, rows[i].so);
            checks_note(&setup->checks, "%s", line.text);
        }
        buf_deinit(&line);
    }
}

static void guild_roles(struct discord_setup *setup, const struct setup_guild *guild)
{
    bool all = (guild->may & DISCORD_MAY_ADMIN) != 0;
    uint64_t wants = discord_invite_permissions(setup->settings);
    struct buf line;
    buf_init(&line, GUILD_LINE_MAX);
    print_to(&line, "server \"%.80s\"", guild->name);
    if (all) {
        buf_text(&line, ": the bot is Administrator there, which is far more than it needs: take "
                        "that from its role, and leave what the link above asks for");
        checks_note(&setup->checks, "%s", line.text);
    } else if (guild_list(&line, guild_needs(setup) & ~guild->may)) {
        buf_text(&line, " (give them to the bot's role there)");
        checks_mend(&setup->checks, "%s", line.text);
    } else {
        checks_ok(&setup->checks, "%s", line.text);
        guild_spared(setup, guild, wants);
    }
    buf_deinit(&line);
}

static void guild_next(struct discord_setup *setup);

/* A channel whose overwrites take away what the bot's roles give. */
static bool guild_channel(struct discord_setup *setup, const struct discord_rights *rights,
                          const cJSON *channel)
{
    const struct setup_guild *guild = setup->at;
    const char *name = json_at_text(channel, "name");
    const struct discord_rights_query query = {
        .guild = guild->id,
        .channel = discord_id(channel, "id"),
        .now_ms = setup->wire->clock.now_ms(setup->wire->clock.context)};
    uint64_t may = 0;
    struct buf line;
    if (query.channel == NULL || !discord_rights_of(rights, &query, &may) ||
        (may & DISCORD_MAY_VIEW) == 0) {
        return false;
    }
    uint64_t missing = guild_needs(setup) & guild->may & ~may;
    buf_init(&line, GUILD_LINE_MAX);
    print_to(&line, "server \"%.80s\", channel #%.80s", guild->name, name != NULL ? name : "?");
    bool lacks = guild_list(&line, missing);
    if (lacks) {
        buf_text(&line, " (permissions of the channel or its category take it away: allow it to "
                        "the bot's role there, or View Channel to it no more)");
        checks_mend(&setup->checks, "%s", line.text);
    }
    buf_deinit(&line);
    return lacks;
}

static void guild_channels_fetched(void *context, const struct answer *answer)
{
    struct discord_setup *setup = context;
    struct setup_guild *guild = setup->at;
    const cJSON *channel = NULL;
    unsigned shown = 0;
    if (answer->status != ANSWER_DONE || !cJSON_IsArray(answer->json)) {
        discord_setup_failed(setup, "/guilds/…/channels", answer);
        guild_next(setup);
        return;
    }
    cJSON_AddItemToObject(guild->fetched, "channels", cJSON_Duplicate(answer->json, true));
    struct discord_rights *rights = discord_rights_new(&setup->wire->entropy);
    discord_rights_update(rights, "GUILD_CREATE", guild->fetched, setup->bot);
    cJSON_ArrayForEach(channel, answer->json)
    {
        const cJSON *type = json_at(channel, "type");
        if (cJSON_IsNumber(type) && type->valueint == CHANNEL_TEXT &&
            shown < GUILD_CHANNELS_SHOWN) {
            shown += guild_channel(setup, rights, channel);
        }
    }
    discord_rights_free(&rights);
    guild_next(setup);
}

static void guild_member_fetched(void *context, const struct answer *answer)
{
    struct discord_setup *setup = context;
    char path[GUILD_PATH_BYTES];
    if (answer->status != ANSWER_DONE || !cJSON_IsObject(answer->json)) {
        discord_setup_failed(setup, "/guilds/…/members/…", answer);
        guild_next(setup);
        return;
    }
    cJSON *members = cJSON_AddArrayToObject(setup->at->fetched, "members");
    cJSON_AddItemToArray(members, cJSON_Duplicate(answer->json, true));
    snprintf(path, sizeof path, "/guilds/%s/channels", setup->at->id);
    discord_setup_ask(setup, path, guild_channels_fetched);
}

static void guild_fetched(void *context, const struct answer *answer)
{
    struct discord_setup *setup = context;
    char path[GUILD_PATH_BYTES];
    if (answer->status != ANSWER_DONE || !cJSON_IsObject(answer->json)) {
        discord_setup_failed(setup, "/guilds/…", answer);
        guild_next(setup);
        return;
    }
    setup->at->fetched = cJSON_Duplicate(answer->json, true);
    snprintf(path, sizeof path, "/guilds/%s/members/%s", setup->at->id, setup->bot);
    discord_setup_ask(setup, path, guild_member_fetched);
}

/* The next guild; after the last the end. Of one where we may everything, channels are not checked.
 */
static void guild_next(struct discord_setup *setup)
{
    char path[GUILD_PATH_BYTES];
    do {
        setup->at = setup->at == NULL ? setup->first : setup->at->next;
        if (setup->at == NULL) {
            discord_setup_end(setup);
            return;
        }
        guild_roles(setup, setup->at);
    } while ((setup->at->may & DISCORD_MAY_ADMIN) != 0 || setup->bot[0] == '\0');
    snprintf(path, sizeof path, "/guilds/%s", setup->at->id);
    discord_setup_ask(setup, path, guild_fetched);
}

static void guild_add(struct discord_setup *setup, const cJSON *json)
{
    const char *id = discord_id(json, "id");
    const char *name = json_at_text(json, "name");
    if (id == NULL) {
        return;
    }
    struct setup_guild *guild = heap_allocate(sizeof *guild);
    snprintf(guild->id, sizeof guild->id, "%s", id);
    guild->name = heap_copy(name != NULL ? name : "?");
    guild->may = discord_bits(json, "permissions");
    *(setup->last != NULL ? &setup->last->next : &setup->first) = guild;
    setup->last = guild;
}

static unsigned guild_count(const struct discord_setup *setup)
{
    unsigned count = 0;
    for (const struct setup_guild *one = setup->first; one != NULL; one = one->next) {
        count++;
    }
    return count;
}

/* A page of guilds: behind a whole one there may be another. */
static void guilds_fetched(void *context, const struct answer *answer)
{
    struct discord_setup *setup = context;
    const cJSON *json = NULL;
    if (answer->status != ANSWER_DONE || !cJSON_IsArray(answer->json)) {
        checks_mend(&setup->checks,
                    "Discord does not say in which servers the bot is; try again later");
        discord_setup_failed(setup, "/users/@me/guilds", answer);
        discord_setup_end(setup);
        return;
    }
    cJSON_ArrayForEach(json, answer->json)
    {
        guild_add(setup, json);
    }
    if (cJSON_GetArraySize(answer->json) >= GUILDS_PAGE && guild_count(setup) < GUILDS_MAX) {
        discord_setup_guilds(setup);
        return;
    }
    if (setup->first == NULL) {
        checks_mend(&setup->checks, "the bot is in no server: open the link above and choose one");
    }
    guild_next(setup);
}

void discord_setup_guilds(struct discord_setup *setup)
{
    char path[GUILD_PATH_BYTES];
    snprintf(path, sizeof path, "/users/@me/guilds?limit=%d%s%s", GUILDS_PAGE,
             setup->last != NULL ? "&after=" : "", setup->last != NULL ? setup->last->id : "");
    discord_setup_ask(setup, path, guilds_fetched);
}

void discord_setup_guilds_free(struct discord_setup *setup)
{
    while (setup->first != NULL) {
        struct setup_guild *guild = setup->first;
        setup->first = guild->next;
        cJSON_Delete(guild->fetched);
        free(guild->name);
        free(guild);
    }
}
