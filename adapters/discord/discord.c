/* Discord as the house sees it: opening and closing, what is on disk, who the bot is, and what is
 * done when its time has come. */
#include "discord.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_commands.h"
#include "discord_elsewhere.h"
#include "discord_endpoint.h"
#include "discord_locales.h"
#include "discord_members.h"
#include "discord_private.h"
#include "hash.h"
#include "heap.h"
#include "json_at.h"
#include "log.h"
#include "net_client.h"
#include "pictures.h"
#include "table.h"

enum {
    DISCORD_START_MS = 30000,
    DISCORD_INTENT_MEMBERS = 1 << 1,
    DISCORD_INTENT_CONTENT = 1 << 15,
    SYNC_FULL_MS = 24 * 3600 * 1000 /* so many commands are made in a day, and no more */
};

static const char discord_self_key[] = "self";
static const char discord_commands_key[] = "commands";

/* --- the timer -------------------------------------------------------------------------------- */

static void discord_tick(void *context)
{
    struct discord *discord = context;
    int64_t now_ms = discord_now_ms(discord);
    discord->timer_ms = NO_DEADLINE;
    arena_reset(discord->arena);
    discord_boards_tick(discord, now_ms);
    discord_direct_tick(discord, now_ms);
    discord_threads_tick(discord, now_ms);
    discord_elsewhere_tick(discord, now_ms);
    discord_schedule(discord, discord_boards_due_ms(discord));
    discord_schedule(discord, discord_direct_due_ms(discord));
    discord_schedule(discord, discord_threads_due_ms(discord));
    discord_schedule(discord, discord_elsewhere_due_ms(discord));
}

/* --- who we are ------------------------------------------------------------------------------- */

static void discord_know(struct discord *discord, const char *bot, const char *application)
{
    char value[2 * DISCORD_ID_BYTES + 2];
    bool new_bot = bot != NULL && strcmp(bot, discord->bot) != 0;
    bool new_application = application != NULL && strcmp(application, discord->application) != 0;
    if (!new_bot && !new_application) {
        return;
    }
    discord_copy(discord->bot, new_bot ? bot : discord->bot);
    discord_copy(discord->application, new_application ? application : discord->application);
    if (discord->bot[0] == '\0' || discord->application[0] == '\0') {
        return;
    }
    snprintf(discord->mention, sizeof discord->mention, "<@%s>", discord->bot);
    snprintf(value, sizeof value, "%s %s", discord->bot, discord->application);
    discord_store_row(discord, discord_self_key, value);
}

static void discord_synced(void *context, const struct answer *answer)
{
    struct discord *discord = context;
    discord->syncing = false;
    if (answer->status == ANSWER_DONE) {
        discord->sync_ms = NO_DEADLINE;
        memcpy(discord->commands, discord->registering, sizeof discord->commands);
        discord_store_row(discord, discord_commands_key, discord->commands);
        log_event(LEVEL_INFO, "discord.commands_registered", NULL);
    } else {
        if (answer->status == ANSWER_FULL) {
            discord->sync_ms = discord_now_ms(discord) + SYNC_FULL_MS;
        }
        log_event(LEVEL_ERROR, "discord.commands_not_registered",
                  LOG_FIELDS(log_text("why", answer->why)));
    }
}

/* Registers the commands when they are not what they were. */
static void discord_sync(struct discord *discord)
{
    uint8_t hash[HASH_BYTES];
    char where[DISCORD_ID_BYTES * 2 + 8];
    const char *guild = settings_text(discord->settings, "discord", "guild");
    if (discord->syncing || discord_now_ms(discord) < discord->sync_ms) {
        return;
    }
    arena_reset(discord->arena);
    struct discord_locales locales;
    discord_locales_open(&locales);
    const char *json = discord_commands(discord->world->catalogue, locales.language, locales.count,
                                        discord->arena);
    discord_locales_close(&locales);
    struct hash *sum = hash_new();
    int len = snprintf(where, sizeof where, "%.20s/%.20s/", discord->application, guild);
    hash_add(sum, where, (size_t)len);
    hash_add(sum, json, strlen(json));
    hash_end(&sum, hash);
    char hex[HASH_HEX_SIZE];
    hash_hex(hex, hash, sizeof hash);
    if (strcmp(hex, discord->commands) == 0) {
        discord->sync_ms = NO_DEADLINE;
        return;
    }
    memcpy(discord->registering, hex, sizeof hex);
    const struct discord_request request = {.method = "PUT",
                                            .route = guild[0] != '\0'
                                                         ? "/applications/{}/guilds/{}/commands"
                                                         : "/applications/{}/commands",
                                            .ids = {discord->application, guild},
                                            .major = guild[0] != '\0' ? guild : NULL,
                                            .json = json};
    discord->syncing = true;
    discord_rest_start(discord->rest, &request, discord_synced, discord);
}

static void discord_ready(void *context, unsigned shard, const cJSON *ready)
{
    struct discord *discord = context;
    const cJSON *user = json_at(ready, "user");
    const cJSON *application = json_at(ready, "application");
    discord_know(discord, discord_id(user, "id"), discord_id(application, "id"));
    (void)shard;
    discord_unavailable_ready(discord, ready);
}

/* The application as it is set up: whoever set an endpoint there gets nothing by the gateway. */
static void discord_known(void *context, const struct answer *answer)
{
    struct discord *discord = context;
    const cJSON *json = answer->json;
    if (answer->status != ANSWER_DONE) {
        return;
    }
    const char *key = json_at_text(json, "verify_key");
    const cJSON *bot = json_at(json, "bot");
    const char *endpoint = json_at_text(json, "interactions_endpoint_url");
    if (key != NULL && strlen(key) == 64) {
        snprintf(discord->key, sizeof discord->key, "%s", key);
    }
    discord_know(discord, discord_id(bot, "id"), discord_id(json, "id"));
    if (discord->leads && discord->application[0] != '\0') {
        discord_sync(discord);
    }
    if (endpoint != NULL && endpoint[0] != '\0' && discord->endpoint == NULL) {
        log_event(LEVEL_ERROR, "discord.interactions_go_elsewhere",
                  LOG_FIELDS(log_text("mend", "an interactions endpoint URL is set in the "
                                              "developer portal: empty it, or turn on "
                                              "endpoint_port")));
    }
}

static void discord_fetch_application(struct discord *discord)
{
    const struct discord_request request = {
        .method = "GET", .route = "/applications/@me", .time_ms = DISCORD_START_MS};
    discord_rest_start(discord->rest, &request, discord_known, discord);
}

/* --- what the gateway and REST notify of
 * ----------------------------------------------------------- */

static void discord_back(void *context, unsigned shard, enum discord_lost lost, int64_t since_ms,
                         int64_t back_ms)
{
    struct discord *discord = context;
    discord->leads = discord->leads || shard == 0;
    if (shard == 0 && discord->application[0] != '\0') {
        discord_sync(discord); /* also when it has resumed: this program may be another one */
    }
    discord_available_shard(discord, shard,
                            (struct downtime){lost == LOST_SESSION ? since_ms : back_ms, back_ms});
}

static void discord_lost(void *context, unsigned shard)
{
    discord_unavailable_shard(context, shard);
}

static void discord_save(void *context, const struct adapter_row *rows, size_t count, void *token)
{
    struct discord *discord = context;
    struct discord_pending *pending = heap_allocate(sizeof *pending);
    pending->kind = PENDING_SAVE;
    pending->save = token;
    house_store_rows(discord->house, (struct adapter *)discord, rows, count, pending);
}

static void discord_take_slot(void *context, const char *key, const char *holder, int64_t ms,
                              void *token)
{
    struct discord *discord = context;
    struct discord_pending *pending = heap_allocate(sizeof *pending);
    pending->kind = PENDING_SAVE;
    pending->save = token;
    house_take_lease(discord->house, (struct adapter *)discord, key, holder, ms, pending);
}

static void discord_lost_for_good(void *context, const struct fault *fault)
{
    struct discord *discord = context;
    discord->is_gone = true;
    discord->gone = *fault;
    log_event(LEVEL_ERROR, "discord.gone", LOG_FIELDS(log_fault(fault)));
}

static void discord_stored(struct adapter *adapter, void *token, const struct fault *fault)
{
    struct discord *discord = (struct discord *)adapter;
    struct discord_pending *pending = token;
    if (pending == NULL) {
        return;
    }
    if (pending->kind == PENDING_SAVE) {
        discord_gateway_saved(discord->gateway, pending->save, fault);
    } else if (pending->kind == PENDING_DIRECT) {
        discord_direct_may(discord, fault);
    } else {
        if (pending->has_dispatch) {
            discord_dispatch_stored(discord, &pending->dispatch, fault);
        }
        discord_interactions_stored(discord->interactions, pending->interaction, fault);
    }
    free(pending);
}

/* --- opening and closing ---------------------------------------------------------------------- */

static void discord_read_self(struct discord *discord, const struct store_row *row)
{
    char bot[DISCORD_ID_BYTES] = "";
    size_t len = strcspn(row->text, " ");
    if (len < sizeof bot && row->text[len] == ' ') {
        memcpy(bot, row->text, len);
        bot[len] = '\0';
        discord_copy(discord->bot, bot);
        discord_copy(discord->application, row->text + len + 1);
        snprintf(discord->mention, sizeof discord->mention, "<@%s>", discord->bot);
    }
}

/* All that is kept can be asked for again, but for what was missed while nobody was connected: a
 * session that is lost begins anew. The row is set aside when the next is written. */
static void discord_read_damaged(const char *key)
{
    bool gateway = strncmp(key, DISCORD_GATEWAY_KEY, sizeof DISCORD_GATEWAY_KEY - 1) == 0;
    const char *lost = gateway ? "a gateway session: it begins anew, and what was done on Discord "
                                 "since the last stop has to be done again"
                       : strcmp(key, discord_self_key) == 0 ? "who the bot is: it is asked for"
                       : strcmp(key, discord_commands_key) == 0
                           ? "which commands are registered: they are registered once more"
                       : strncmp(key, "u/", 2) == 0 ? "the way to somebody: it is opened anew"
                       : strncmp(key, DISCORD_SCHEDULED_KEY, 2) == 0
                           ? "an event of a server: it stays there as it is"
                           : "a channel: Discord tells of it again";
    log_event(LEVEL_ERROR, "discord.row_damaged",
              LOG_FIELDS(log_text("lost", lost),
                         log_text("mend", "nothing has to be done; `deaddrop check` names it")));
}

static void discord_read_row(void *context, const struct store_row *row)
{
    struct discord *discord = context;
    const char *key = row->extra;
    if (row->damaged) {
        discord_read_damaged(key);
        return;
    }
    if (strncmp(key, DISCORD_GATEWAY_KEY, sizeof DISCORD_GATEWAY_KEY - 1) == 0) {
        discord_gateway_restore(discord->gateway, key, row->text, row->text_len);
    } else if (strcmp(key, discord_self_key) == 0) {
        discord_read_self(discord, row);
    } else if (strcmp(key, discord_commands_key) == 0) {
        snprintf(discord->commands, sizeof discord->commands, "%s", row->text);
    } else if (strncmp(key, "u/", 2) == 0) {
        discord_account_read(discord, key + 2, row->text, row->text_len);
    } else if (strncmp(key, DISCORD_CHANNEL_KEY, 2) == 0) {
        discord_channel_read(discord, key + 2, row->text, row->text_len);
    } else if (strncmp(key, DISCORD_SCHEDULED_KEY, 2) == 0) {
        discord_scheduled_read(discord, key + 2, row->text, row->text_len);
    }
}

static void discord_make_maps(struct discord *discord)
{
    const struct entropy *entropy = &discord->world->entropy;
    map_init(&discord->accounts, entropy);
    map_init(&discord->channels, entropy);
    map_init(&discord->boards, entropy);
    map_init(&discord->threads, entropy);
    map_init(&discord->scheduled, entropy);
    map_init(&discord->unavailable, entropy);
}

/* As whom this process takes what all parts share. */
static void discord_name_holder(struct discord *discord)
{
    uint64_t number = 0;
    const struct entropy *entropy = &discord->world->entropy;
    if (discord->world->parts > 1) {
        entropy->fill(entropy->context, &number, sizeof number);
        snprintf(discord->dm_holder, sizeof discord->dm_holder, "%016llx",
                 (unsigned long long)number);
    }
}

static enum discord_compression discord_compression(const char *setting)
{
    bool plain = strcmp(setting, "no") == 0;
    bool zstd = strcmp(setting, "zstd") == 0;
    return plain ? COMPRESSION_NONE : zstd ? COMPRESSION_ZSTD : COMPRESSION_ZLIB;
}

static const struct catalogue *discord_words_of(const void *context, const char *channel)
{
    return discord_catalogue(context, channel);
}

static void discord_make_ends(struct discord *discord)
{
    const struct settings *settings = discord->settings;
    const char *token = settings_text(settings, "discord", "token");
    bool content = settings_flag(settings, "discord", "message_content");
    bool shard_all = strcmp(settings_text(settings, "discord", "shard_id"), "auto") == 0;
    const struct discord_rest_setup rest = {.wire = discord->wire,
                                            .api_base =
                                                settings_text(settings, "discord", "api_base"),
                                            .token = token,
                                            .agent = DISCORD_AGENT(DD_VERSION),
                                            .parts = discord->world->parts,
                                            .context = discord,
                                            .refused = discord_lost_for_good};
    discord->rest = discord_rest_new(&rest);
    const struct discord_gateway_setup gateway = {
        .wire = discord->wire,
        .rest = discord->rest,
        .token = token,
        .intents = (uint32_t)settings_number(settings, "discord", "intents") |
                   (content ? DISCORD_INTENT_CONTENT : 0),
        .shard_id = (unsigned)settings_number(settings, "discord", "shard_id"),
        .shard_all = shard_all,
        .shard_count = (unsigned)settings_number(settings, "discord", "shard_count"),
        .part = discord->world->part,
        .parts = discord->world->parts,
        .compression = discord_compression(settings_text(settings, "discord", "compress")),
        .activity = settings_text(settings, "discord", "activity"),
        .hooks = {.context = discord,
                  .dispatch = discord_dispatch,
                  .ready = discord_ready,
                  .lost = discord_lost,
                  .back = discord_back,
                  .save = discord_save,
                  .take_slot = discord->world->parts > 1 ? discord_take_slot : NULL,
                  .gone = discord_lost_for_good}};
    discord->gateway = discord_gateway_new(&gateway);
    const struct discord_interactions_setup interactions = {
        .wire = discord->wire,
        .clock = &discord->world->clock,
        .entropy = &discord->world->entropy,
        .rest = discord->rest,
        .arena = discord->arena,
        .application = discord->application,
        .hooks = {.context = discord,
                  .reply_ended = discord_delivery_reply_ended,
                  .waits = discord_delivery_waits,
                  .words = discord_words_of}};
    discord->interactions = discord_interactions_new(&interactions);
    discord->forms = discord_forms_new(&discord->world->entropy);
}

static void discord_close(struct adapter **adapter)
{
    struct discord *discord = (struct discord *)*adapter;
    if (discord == NULL) {
        return;
    }
    *adapter = NULL;
    if (discord->endpoint != NULL) {
        discord_endpoint_close(&discord->endpoint);
    }
    discord_gateway_free(&discord->gateway);
    discord_rest_free(&discord->rest);
    discord->wire->timer_free(discord->wire->context, &discord->timer);
    if (discord->own_pictures != NULL) {
        pictures_free(&discord->own_pictures);
        discord->pictures = NULL;
    }
    while (discord->deliveries.first != NULL) {
        struct discord_delivery *delivery = (struct discord_delivery *)discord->deliveries.first;
        discord_delivery_free(&delivery);
    }
    discord_operations_free(discord);
    discord_scheduled_free(discord);
    discord_threads_free(discord);
    discord_elsewhere_free(discord);
    discord_seats_free(discord);
    discord_interactions_free(&discord->interactions);
    discord_boards_free(discord);
    discord_forms_free(&discord->forms);
    discord_unavailable_free(discord);
    discord_rights_free(&discord->rights);
    discord_members_free(&discord->members);
    discord_channels_free(discord);
    discord_accounts_free(discord);
    arena_free(&discord->arena);
    if (discord->client != NULL) {
        net_client_close(&discord->client);
    }
    free(discord);
}

/* What a house of several parts rules out: they run their shards themselves, and whose an
 * interaction is is found by where it comes from. */
static int discord_check_parts(const struct house_setup *world, const struct settings *settings,
                               struct fault *fault)
{
    if (world->parts <= 1) {
        return 0;
    }
    if (strcmp(settings_text(settings, "discord", "shard_id"), "auto") != 0) {
        return fault_set(fault, FAULT_CONFIG,
                         "[discord] shard_id has to be auto where [store] parts is more than 1: "
                         "each part runs its own shards");
    }
    if (settings_number(settings, "discord", "shard_count") % world->parts != 0) {
        return fault_set(fault, FAULT_CONFIG,
                         "[discord] shard_count has to be auto or a multiple of [store] parts (%u)",
                         world->parts);
    }
    if (settings_flag(settings, "discord", "endpoint")) {
        return fault_set(fault, FAULT_CONFIG,
                         "[discord] endpoint has to be no where [store] parts is more than 1: "
                         "interactions come by the gateway then");
    }
    return 0;
}

int discord_open_on(struct adapter **adapter, struct house *house, const struct discord_on *on,
                    const struct settings *settings, struct fault *fault)
{
    const struct store_question rows = {.query = STORE_ADAPTER_ROWS, .key = discord_adapter.name};
    if (settings_text(settings, "discord", "token")[0] == '\0') {
        return fault_set(fault, FAULT_CONFIG,
                         "[discord] token is empty: set token_file to a file that holds it "
                         "(`deaddrop discord setup` says where to get it)");
    }
    if (discord_check_parts(house_world(house), settings, fault) != 0) {
        return -1;
    }
    struct discord *discord = heap_allocate(sizeof *discord);
    discord->house = house;
    discord->deliveries.house = house;
    discord->deliveries.adapter = (struct adapter *)discord;
    discord->world = house_world(house);
    discord->settings = settings;
    discord->wire = on->wire;
    discord->pictures = on->pictures;
    discord->arena = arena_new();
    discord->timer_ms = NO_DEADLINE;
    discord_make_maps(discord);
    discord->rights = discord_rights_new(&discord->world->entropy);
    int64_t intents = settings_number(settings, "discord", "intents");
    discord->members =
        discord_members_new(&discord->world->entropy, (intents & DISCORD_INTENT_MEMBERS) != 0);
    discord_name_holder(discord);
    discord->timer = on->wire->timer_new(on->wire->context, discord_tick, discord);
    discord_make_ends(discord);
    *adapter = (struct adapter *)discord;
    if (store_read_now(discord->world->store, &rows, discord_read_row, discord, fault) != 0) {
        discord_close(adapter);
        return -1;
    }
    discord_fetch_application(discord);
    discord_gateway_start(discord->gateway);
    discord_rest_keep_warm(discord->rest, true);
    return 0;
}

static int discord_open(struct adapter **adapter, struct house *house, struct loop *loop,
                        const struct settings *settings, struct fault *fault)
{
    const struct house_setup *world = house_world(house);
    const struct net_client_setup setup = {.loop = loop,
                                           .clock = world->clock,
                                           .entropy = world->entropy,
                                           .ca_file = settings_text(settings, "discord", "ca_file"),
                                           .agent = DISCORD_AGENT(DD_VERSION)};
    struct net_client *client = net_client_open(&setup, fault);
    if (client == NULL) {
        return fault_wrap(fault, "[discord] ca_file");
    }
    struct pictures *pictures =
        settings_flag(settings, "discord", "pictures") ? pictures_beside(loop) : NULL;
    const struct discord_on on = {.wire = net_client_wire(client), .pictures = pictures};
    if (discord_open_on(adapter, house, &on, settings, fault) != 0) {
        if (pictures != NULL) {
            pictures_free(&pictures);
        }
        net_client_close(&client);
        return -1;
    }
    struct discord *discord = (struct discord *)*adapter;
    discord->client = client;
    discord->own_pictures = pictures;
    if (settings_flag(settings, "discord", "endpoint")) {
        discord->endpoint = discord_endpoint_open(discord, loop, fault);
        if (discord->endpoint == NULL) {
            discord_close(adapter);
            return -1;
        }
    }
    return 0;
}

static const char *discord_room_name(const struct adapter *adapter, const char *room)
{
    const struct discord *discord = (const struct discord *)adapter;
    const struct discord_channel *channel = map_get(&discord->channels, room);
    return channel == NULL ? NULL : channel->name;
}

static const char *discord_account_name(const struct adapter *adapter, const char *account)
{
    const struct discord *discord = (const struct discord *)adapter;
    const struct discord_account *found = map_get(&discord->accounts, account);
    return found == NULL ? NULL : found->name;
}

static const char *discord_mention(const struct adapter *adapter)
{
    const struct discord *discord = (const struct discord *)adapter;
    return discord->mention[0] == '\0' ? NULL : discord->mention;
}

static void discord_drain(struct adapter *adapter)
{
    struct discord *discord = (struct discord *)adapter;
    discord->draining = true;
    discord_gateway_stop(discord->gateway);
    discord_rest_keep_warm(discord->rest, false);
}

const struct fault *discord_gone(const struct adapter *adapter)
{
    const struct discord *discord = (const struct discord *)adapter;
    return discord->is_gone ? &discord->gone : NULL;
}

const struct adapter_def discord_adapter = {
    .name = "discord",
    .open = discord_open,
    .capabilities = discord_capabilities,
    .community = discord_community,
    .opened_from = discord_opened_from,
    .may_read = discord_may_read,
    .missing_permissions = discord_missing_permissions,
    .send = discord_send,
    .operate = discord_operate,
    .schedule = discord_schedule_event,
    .stored = discord_stored,
    .room_name = discord_room_name,
    .person_name = discord_account_name,
    .mention = discord_mention,
    .rows = &discord_rows,
    .forgetting = discord_forgetting,
    .forgotten = discord_forgotten,
    .passed = discord_passed,
    .drain = discord_drain,
    .close = discord_close,
};
