/* Discord as the house sees it: opening and closing, what is on disk, who the bot is, and the one
 * timer that all else is planned by. */
#include "discord.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "discord_commands.h"
#include "discord_endpoint.h"
#include "discord_locales.h"
#include "discord_private.h"
#include "hash.h"
#include "heap.h"
#include "log.h"
#include "net_client.h"
#include "pictures.h"
#include "table.h"

enum {
    DISCORD_PROGRAM_BYTES = 4096,
    DISCORD_START_MS = 30000,
    DISCORD_INTENT_CONTENT = 1 << 15,
    SYNC_FULL_MS = 24 * 3600 * 1000 /* so many commands are made in a day, and no more */
};

#define DISCORD_AGENT "DiscordBot (https://deaddrop.invalid, " DD_VERSION ")"

static const char discord_self_key[] = "self";
static const char discord_commands_key[] = "commands";

int64_t discord_now_ms(const struct discord *discord)
{
    return discord->world->clock.now_ms(discord->world->clock.context);
}

char *discord_copy(char *into, const char *id)
{
    size_t len = id == NULL ? 0 : strlen(id);
    len = len < DISCORD_ID_BYTES ? len : DISCORD_ID_BYTES - 1;
    memmove(into, id == NULL ? "" : id, len);
    into[len] = '\0';
    return into;
}

const char *discord_words(struct discord *discord, const char *key)
{
    return catalogue_text(discord->world->catalogue, discord->arena, key, NULL, FACTS_NONE, NULL);
}

static const char *discord_name_of(const void *context, uint64_t person)
{
    const struct discord *discord = context;
    return house_account(discord->house, (const struct adapter *)discord, person);
}

struct discord_names discord_names(struct discord *discord)
{
    return (struct discord_names){discord_name_of, discord,
                                  !settings_flag(discord->settings, "discord", "message_content")};
}

void discord_store_row(struct discord *discord, const char *key, const char *value)
{
    const struct adapter_row row = {.key = key,
                                    .value = value,
                                    .len = value == NULL ? 0 : strlen(value),
                                    .order = discord_now_ms(discord)};
    house_store(discord->house, (struct adapter *)discord, &row, 1, NULL);
}

/* --- the timer -------------------------------------------------------------------------------- */

static int64_t discord_sooner(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

void discord_plan(struct discord *discord)
{
    int64_t due_ms = discord_asks_due_ms(discord);
    due_ms = discord_sooner(due_ms, discord_boards_due_ms(discord));
    due_ms = discord_sooner(due_ms, discord_people_due_ms(discord));
    due_ms = discord_sooner(due_ms, discord_openings_due_ms(discord));
    int64_t now_ms = discord_now_ms(discord);
    int64_t delay_ms = due_ms == NO_DEADLINE ? -1 : due_ms <= now_ms ? 0 : due_ms - now_ms;
    discord->wire->timer_set(discord->wire->context, discord->timer, delay_ms);
}

static void discord_tick(void *context)
{
    struct discord *discord = context;
    int64_t now_ms = discord_now_ms(discord);
    arena_reset(discord->arena);
    discord_asks_tick(discord, now_ms);
    discord_boards_tick(discord, now_ms);
    discord_people_tick(discord, now_ms);
    discord_openings_tick(discord, now_ms);
    discord_plan(discord);
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

static void discord_synced(void *context, const struct discord_answer *answer)
{
    struct discord *discord = context;
    discord->syncing = false;
    if (answer->fate == FATE_DONE) {
        discord->sync_ms = NO_DEADLINE;
        memcpy(discord->commands, discord->asked, sizeof discord->commands);
        discord_store_row(discord, discord_commands_key, discord->commands);
        log_event(LEVEL_INFO, "discord.commands_registered", NULL);
    } else {
        if (answer->fate == FATE_FULL) {
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
    char path[128];
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
    memcpy(discord->asked, hex, sizeof hex);
    const struct discord_request request = {.method = "PUT",
                                            .route = guild[0] != '\0'
                                                         ? "/applications/{}/guilds/{}/commands"
                                                         : "/applications/{}/commands",
                                            .major = guild[0] != '\0' ? guild : NULL,
                                            .path = path,
                                            .json = json,
                                            .json_len = strlen(json),
                                            .priority = REST_GAME,
                                            .repeat = REPEAT_SAFE};
    if (guild[0] != '\0') {
        snprintf(path, sizeof path, "/applications/%s/guilds/%.20s/commands", discord->application,
                 guild);
    } else {
        snprintf(path, sizeof path, "/applications/%s/commands", discord->application);
    }
    discord->syncing = true;
    discord_rest_start(discord->rest, &request, discord_synced, discord);
}

static void discord_ready(void *context, unsigned shard, const cJSON *ready)
{
    struct discord *discord = context;
    const cJSON *user = cJSON_GetObjectItemCaseSensitive(ready, "user");
    const cJSON *application = cJSON_GetObjectItemCaseSensitive(ready, "application");
    discord_know(discord, discord_id(user, "id"), discord_id(application, "id"));
    (void)shard;
    discord_away_ready(discord, ready);
}

/* The application as it is set up: whoever set an endpoint there gets nothing by the gateway. */
static void discord_known(void *context, const struct discord_answer *answer)
{
    struct discord *discord = context;
    const cJSON *json = answer->json;
    if (answer->fate != FATE_DONE) {
        return;
    }
    const char *key = discord_text(json, "verify_key");
    const cJSON *bot = cJSON_GetObjectItemCaseSensitive(json, "bot");
    const char *endpoint = discord_text(json, "interactions_endpoint_url");
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

static void discord_ask_who(struct discord *discord)
{
    const struct discord_request request = {.method = "GET",
                                            .route = "/applications/@me",
                                            .path = "/applications/@me",
                                            .priority = REST_GAME,
                                            .repeat = REPEAT_SAFE,
                                            .time_ms = DISCORD_START_MS};
    discord_rest_start(discord->rest, &request, discord_known, discord);
}

/* --- what the gateway and REST tell ----------------------------------------------------------- */

static void discord_back(void *context, unsigned shard, enum discord_lost lost, int64_t since_ms,
                         int64_t back_ms)
{
    struct discord *discord = context;
    discord->leads = discord->leads || shard == 0;
    if (shard == 0 && discord->application[0] != '\0') {
        discord_sync(discord); /* also when it has resumed: this program may be another one */
    }
    discord_back_shard(discord, shard,
                       (struct away){lost == LOST_SESSION ? since_ms : back_ms, back_ms});
}

static void discord_lost(void *context, unsigned shard)
{
    discord_away_shard(context, shard);
}

static void discord_save(void *context, const struct adapter_row *rows, size_t count, void *token)
{
    struct discord *discord = context;
    struct discord_pending *pending = heap_take(sizeof *pending);
    pending->kind = PENDING_SAVE;
    pending->save = token;
    house_store(discord->house, (struct adapter *)discord, rows, count, pending);
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
    } else {
        if (pending->marked) {
            discord_gateway_stored(discord->gateway, &pending->mark, fault);
        }
        discord_ask_stored(discord, pending->ask, fault);
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

static void discord_read_row(void *context, const struct store_row *row)
{
    struct discord *discord = context;
    const char *key = row->extra;
    if (strncmp(key, DISCORD_GATEWAY_KEY, sizeof DISCORD_GATEWAY_KEY - 1) == 0) {
        discord_gateway_restore(discord->gateway, key, row->text, row->text_len);
    } else if (strcmp(key, discord_self_key) == 0) {
        discord_read_self(discord, row);
    } else if (strcmp(key, discord_commands_key) == 0) {
        snprintf(discord->commands, sizeof discord->commands, "%s", row->text);
    } else if (strncmp(key, "u/", 2) == 0) {
        discord_account_read(discord, key + 2, row->text, row->text_len);
    } else if (strncmp(key, "c/", 2) == 0) {
        discord_place_read(discord, key + 2, row->text, row->text_len);
    }
}

static void discord_make_maps(struct discord *discord)
{
    const struct entropy *entropy = &discord->world->entropy;
    map_init(&discord->accounts, entropy);
    map_init(&discord->places, entropy);
    map_init(&discord->boards, entropy);
    map_init(&discord->asks, entropy);
    map_init(&discord->forms, entropy);
    map_init(&discord->aways, entropy);
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
                                            .agent = DISCORD_AGENT,
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
        .compress = strcmp(settings_text(settings, "discord", "compress"), "no") != 0,
        .zstd = strcmp(settings_text(settings, "discord", "compress"), "zstd") == 0,
        .activity = settings_text(settings, "discord", "activity"),
        .hooks = {.context = discord,
                  .dispatch = discord_dispatch,
                  .ready = discord_ready,
                  .lost = discord_lost,
                  .back = discord_back,
                  .save = discord_save,
                  .gone = discord_lost_for_good}};
    discord->gateway = discord_gateway_new(&gateway);
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
    }
    while (discord->flights != NULL) {
        struct discord_flight *flight = discord->flights;
        discord_flight_free(&flight);
    }
    discord_errands_free(discord);
    discord_openings_free(discord);
    discord_asks_free(discord);
    discord_boards_free(discord);
    discord_forms_free(discord);
    discord_aways_free(discord);
    discord_rights_free(&discord->rights);
    discord_places_free(discord);
    discord_people_free(discord);
    arena_free(&discord->arena);
    if (discord->client != NULL) {
        net_client_close(&discord->client);
    }
    free(discord);
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
    struct discord *discord = heap_take(sizeof *discord);
    discord->house = house;
    discord->world = house_world(house);
    discord->settings = settings;
    discord->wire = on->wire;
    discord->pictures = on->pictures;
    discord->arena = arena_new();
    discord_make_maps(discord);
    discord->rights = discord_rights_new(&discord->world->entropy);
    discord->timer = on->wire->timer_new(on->wire->context, discord_tick, discord);
    discord_make_ends(discord);
    *adapter = (struct adapter *)discord;
    if (store_read_now(discord->world->store, &rows, discord_read_row, discord, fault) != 0) {
        discord_close(adapter);
        return -1;
    }
    discord_ask_who(discord);
    discord_gateway_start(discord->gateway);
    discord_rest_keep_warm(discord->rest, true);
    return 0;
}

/* Boards are drawn where the program that draws them stands beside ours. */
static struct pictures *discord_draws(struct loop *loop, const struct settings *settings)
{
    char program[DISCORD_PROGRAM_BYTES];
    if (!settings_flag(settings, "discord", "pictures") ||
        !pictures_program("", program, sizeof program) || access(program, X_OK) != 0) {
        return NULL;
    }
    const struct pictures_setup setup = {.loop = loop, .program = program, .at_once = 1};
    return pictures_new(&setup);
}

static int discord_open(struct adapter **adapter, struct house *house, struct loop *loop,
                        const struct settings *settings, struct fault *fault)
{
    const struct house_setup *world = house_world(house);
    const struct net_client_setup setup = {.loop = loop,
                                           .clock = world->clock,
                                           .entropy = world->entropy,
                                           .ca_file = settings_text(settings, "discord", "ca_file"),
                                           .agent = DISCORD_AGENT};
    struct net_client *client = net_client_open(&setup, fault);
    if (client == NULL) {
        return fault_wrap(fault, "[discord] ca_file");
    }
    struct pictures *pictures = discord_draws(loop, settings);
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
    const struct discord_place *place = map_get(&discord->places, room);
    return place == NULL ? NULL : place->name;
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

bool discord_is_down(const struct adapter *adapter)
{
    return discord_gateway_is_down(((const struct discord *)adapter)->gateway);
}

const struct fault *discord_gone(const struct adapter *adapter)
{
    const struct discord *discord = (const struct discord *)adapter;
    return discord->is_gone ? &discord->gone : NULL;
}

const struct adapter_def discord_adapter = {
    .name = "discord",
    .open = discord_open,
    .caps = discord_caps,
    .server = discord_server,
    .lacks = discord_lacks,
    .send = discord_send,
    .order = discord_order,
    .stored = discord_stored,
    .room_name = discord_room_name,
    .person_name = discord_account_name,
    .mention = discord_mention,
    .drain = discord_drain,
    .close = discord_close,
};
