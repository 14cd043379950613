/* People: what they are called, and the private way to each. A direct channel is opened when the
 * house first has something to tell a person, which is when they sit down, and never faster than
 * one a second. Where it is closed, what is private is an ephemeral answer to their own press. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "heap.h"
#include "json_out.h"
#include "log.h"
#include "table.h"

enum {
    DM_EACH_MS = 1000,
    DM_CLOSED_MS = 24 * 3600 * 1000, /* then it is tried again */
    DM_PAUSE_MS = 10 * 60 * 1000,
    PEOPLE_JSON_MAX = 4096
};

#define PEOPLE_KEY ADAPTER_ACCOUNT_ROW

struct discord_account *discord_account_at(struct discord *discord, const char *id)
{
    struct discord_account *account = map_get(&discord->accounts, id);
    if (account == NULL) {
        account = heap_take(sizeof *account);
        discord_copy(account->id, id);
        map_put(&discord->accounts, account->id, account);
    }
    return account;
}

void discord_account_named(struct discord *discord, const struct discord_person *person)
{
    struct discord_account *account = discord_account_at(discord, person->id);
    if (account->name == NULL || strcmp(account->name, person->name) != 0) {
        free(account->name);
        account->name = heap_copy(person->name);
    }
}

/* Does the token of what they did last still live? */
static bool people_can_ask(const struct discord_account *account, int64_t now_ms)
{
    return now_ms - account->asked_ms < DISCORD_TOKEN_MS;
}

/* --- what is stored --------------------------------------------------------------------------- */

static void people_write_asked(const struct discord_account *account, struct buf *json)
{
    json_out_key(json, "asked");
    buf_text(json, "{");
    json_out_text(json, "token", account->asked_token);
    json_out_number(json, "at", account->asked_ms);
    json_out_key(json, "id");
    buf_text(json, "\"");
    buf_number(json, (int64_t)account->asked);
    buf_text(json, "\"}");
}

static void people_write(const struct discord *discord, const struct discord_account *account,
                         struct buf *json)
{
    buf_text(json, "{");
    json_out_text(json, "dm", account->dm[0] != '\0' ? account->dm : NULL);
    if (account->closed_ms != 0) {
        json_out_number(json, "closed", account->closed_ms);
    }
    if (account->asked != 0 && people_can_ask(account, discord_now_ms(discord))) {
        people_write_asked(account, json);
    }
    json_out_key(json, "tables");
    buf_text(json, "[");
    for (unsigned i = 0; i < account->table_count; i++) {
        json_out_next(json);
        buf_number(json, (int64_t)account->table[i]);
    }
    buf_text(json, "]}");
}

struct adapter_row discord_account_row(struct discord *discord, const char *id)
{
    char key[DISCORD_ID_BYTES + 4];
    struct buf json;
    buf_init(&json, PEOPLE_JSON_MAX);
    people_write(discord, discord_account_at(discord, id), &json);
    int key_len = snprintf(key, sizeof key, PEOPLE_KEY "%s", id);
    const struct adapter_row row = {.key = arena_text(discord->arena, key, (size_t)key_len),
                                    .value = arena_text(discord->arena, json.text, json.len),
                                    .len = json.len};
    buf_deinit(&json);
    return row;
}

static void people_store(struct discord *discord, const struct discord_account *account)
{
    char key[DISCORD_ID_BYTES + 4];
    struct buf json;
    buf_init(&json, PEOPLE_JSON_MAX);
    people_write(discord, account, &json);
    snprintf(key, sizeof key, PEOPLE_KEY "%s", account->id);
    discord_store_row(discord, key, json.text);
    buf_deinit(&json);
}

static void people_forget_asked(struct discord_account *account)
{
    if (account->asked_token != NULL) {
        explicit_bzero(account->asked_token, strlen(account->asked_token));
    }
    free(account->asked_token);
    account->asked_token = NULL;
    account->asked = 0;
}

void discord_account_asks(struct discord *discord, const char *id, uint64_t number,
                          const char *token)
{
    struct discord_account *account = discord_account_at(discord, id);
    if (account->asked == number) {
        return; /* told once more */
    }
    people_forget_asked(account);
    account->asked = number;
    account->asked_ms = discord_now_ms(discord);
    account->asked_token = heap_copy(token);
}

static void people_read_asked(struct discord *discord, struct discord_account *account,
                              const cJSON *json)
{
    const cJSON *at = cJSON_GetObjectItemCaseSensitive(json, "at");
    const char *token = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "token"));
    const char *id = discord_id(json, "id");
    if (cJSON_IsNumber(at) && token != NULL && id != NULL) {
        discord_account_asks(discord, account->id, discord_number(id), token);
        account->asked_ms = (int64_t)at->valuedouble;
    }
}

void discord_account_read(struct discord *discord, const char *id, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(text, len);
    const cJSON *table = NULL;
    if (discord_number(id) != 0 && json != NULL) {
        struct discord_account *account = discord_account_at(discord, id);
        const cJSON *closed = cJSON_GetObjectItemCaseSensitive(json, "closed");
        discord_copy(account->dm, discord_id(json, "dm"));
        account->closed_ms = cJSON_IsNumber(closed) ? (int64_t)closed->valuedouble : 0;
        people_read_asked(discord, account, cJSON_GetObjectItemCaseSensitive(json, "asked"));
        cJSON_ArrayForEach(table, cJSON_GetObjectItemCaseSensitive(json, "tables"))
        {
            if (cJSON_IsNumber(table) && account->table_count < 32) {
                account->table[account->table_count++] = (uint64_t)table->valuedouble;
            }
        }
    }
    cJSON_Delete(json);
}

void discord_account_dm(struct discord *discord, const char *id, const char *channel)
{
    struct discord_account *account = discord_account_at(discord, id);
    if (strcmp(account->dm, channel) != 0 || account->closed_ms != 0) {
        discord_copy(account->dm, channel);
        account->closed_ms = 0;
        people_store(discord, account);
    }
}

static bool people_proven(const struct discord_account *account, uint64_t table)
{
    for (unsigned i = 0; i < account->table_count; i++) {
        if (account->table[i] == table) {
            return true;
        }
    }
    return false;
}

void discord_account_prove(struct discord *discord, const char *id, uint64_t table)
{
    struct discord_account *account = discord_account_at(discord, id);
    if (table == 0 || account->closed_ms == 0 || people_proven(account, table)) {
        return;
    }
    unsigned max = sizeof account->table / sizeof *account->table;
    if (account->table_count == max) {
        memmove(account->table, account->table + 1, (max - 1) * sizeof *account->table);
        account->table_count--;
    }
    account->table[account->table_count++] = table;
    people_store(discord, account);
}

/* --- the private way -------------------------------------------------------------------------- */

/* The direct channel takes nothing: what they did last is answered instead, so that only they see
 * it; or it is kept behind "My hand", where that has been proven to work; or it cannot be said. */
static void private_aside(struct discord_flight *flight, const char *why)
{
    struct discord *discord = flight->discord;
    struct discord_account *account = flight->account;
    struct discord_ask *ask = discord_ask_of(discord, account->id);
    if (people_proven(account, flight->sending.table)) {
        discord_flight_sent(flight, "", NULL, 0); /* what they do is answered by other sends */
        return;
    }
    if (ask != NULL && discord_flight_secret(flight, true) && discord_ask_say(ask, flight)) {
        return;
    }
    discord_flight_failed(flight, SEND_REFUSED, 0, why);
}

static void private_closed(struct discord_flight *flight, const char *why)
{
    struct discord *discord = flight->discord;
    struct discord_account *account = flight->account;
    if (account->closed_ms == 0) {
        account->closed_ms = discord_now_ms(discord);
        people_store(discord, account);
    }
    private_aside(flight, why);
}

static void private_posted(void *context, const struct discord_answer *answer)
{
    struct discord_flight *flight = context;
    struct discord *discord = flight->discord;
    if (answer->fate == FATE_CLOSED) {
        private_closed(flight, answer->why);
        return;
    }
    if (answer->fate == FATE_GONE || answer->fate == FATE_FORBIDDEN) {
        flight->account->dm[0] = '\0';
        private_closed(flight, answer->why);
        return;
    }
    if (answer->fate == FATE_WORDS) {
        discord_flight_failed(flight, SEND_GONE, 0, answer->why);
        return;
    }
    if (answer->fate != FATE_DONE) {
        discord_flight_fate(flight, answer);
        return;
    }
    if (flight->at == 0) {
        discord_copy(flight->message, discord_id(answer->json, "id"));
    }
    if (++flight->at < flight->count) {
        discord_flight_post(flight, private_posted);
        return;
    }
    struct discord_ask *ask = discord_ask_of(discord, flight->account->id);
    if (ask != NULL) {
        ask->private_done = true;
    }
    discord_flight_sent(flight, flight->message, NULL, 0);
    discord_plan(discord);
}

static void private_post(struct discord_flight *flight)
{
    if (!discord_flight_secret(flight, false)) {
        discord_flight_failed(flight, SEND_GONE, 0, "this is no document");
        return;
    }
    discord_copy(flight->channel, flight->account->dm);
    discord_flight_post(flight, private_posted);
}

/* A person's flights that wait for their channel. They carry on with what has come of it. */
static void people_release(struct discord_account *account,
                           void (*each)(struct discord_flight *, const char *), const char *why)
{
    struct discord *discord = NULL;
    struct discord_flight *flight = NULL;
    account->opening = false;
    /* flights of one person are few: at most one is waiting in each of their two lanes */
    while ((flight = account->first) != NULL) {
        account->first = flight->waits;
        flight->waits = NULL;
        discord = flight->discord;
        arena_reset(discord->arena);
        each(flight, why);
    }
}

static void release_post(struct discord_flight *flight, const char *why)
{
    (void)why;
    private_post(flight);
}

static void people_opened(void *context, const struct discord_answer *answer)
{
    struct discord_account *account = context;
    struct discord *discord = account->first == NULL ? NULL : account->first->discord;
    const char *id = discord_id(answer->json, "id");
    account->opening = false;
    if (discord == NULL) {
        return;
    }
    if (answer->fate == FATE_DONE && id != NULL) {
        discord_account_dm(discord, account->id, id);
        people_release(account, release_post, "");
    } else if (answer->fate == FATE_PACED) {
        int64_t pause_ms = answer->retry_ms > DM_PAUSE_MS ? answer->retry_ms : DM_PAUSE_MS;
        discord->dm_next_ms = discord_now_ms(discord) + pause_ms;
        log_event(LEVEL_WARNING, "discord.direct_channels_paused", NULL);
        people_release(account, private_aside, answer->why);
    } else if (answer->fate == FATE_DOWN || answer->fate == FATE_LATE ||
               answer->fate == FATE_UNKNOWN || answer->fate == FATE_TOKEN) {
        struct discord_flight *flight = NULL;
        while ((flight = account->first) != NULL) {
            account->first = flight->waits;
            discord_flight_fate(flight, answer);
        }
    } else {
        people_release(account, private_closed, answer->why);
    }
    discord_plan(discord);
}

static void people_open(struct discord *discord, struct discord_account *account)
{
    char body[64];
    struct discord_request request = {.method = "POST",
                                      .route = "/users/@me/channels",
                                      .path = "/users/@me/channels",
                                      .json = body,
                                      .priority = REST_GAME,
                                      .repeat = REPEAT_SAFE};
    request.json_len =
        (size_t)snprintf(body, sizeof body, "{\"recipient_id\":\"%s\"}", account->id);
    discord_rest_start(discord->rest, &request, people_opened, account);
}

static bool people_queue(struct discord *discord, struct discord_account *account)
{
    unsigned max = DISCORD_DM_QUEUE_MAX;
    if (discord->dm_count == max) {
        return false;
    }
    discord->dm_queue[(discord->dm_first + discord->dm_count++) % max] = account;
    account->opening = true;
    return true;
}

void discord_private_send(struct discord_flight *flight)
{
    struct discord *discord = flight->discord;
    struct discord_account *account = flight->account;
    int64_t now_ms = discord_now_ms(discord);
    bool closed = account->closed_ms != 0 && now_ms - account->closed_ms < DM_CLOSED_MS;
    bool paused = account->dm[0] == '\0' && discord->dm_next_ms > now_ms + DM_PAUSE_MS / 2;
    if (closed || paused) {
        private_aside(flight, "their direct channel is closed");
    } else if (account->dm[0] != '\0') {
        private_post(flight);
    } else if (account->opening || people_queue(discord, account)) {
        flight->waits = account->first;
        account->first = flight;
    } else {
        discord_flight_failed(flight, SEND_LATER, now_ms + DM_EACH_MS, "too many wait");
    }
}

int64_t discord_people_due_ms(const struct discord *discord)
{
    return discord->dm_count == 0 ? NO_DEADLINE : discord->dm_next_ms;
}

void discord_people_tick(struct discord *discord, int64_t now_ms)
{
    unsigned max = DISCORD_DM_QUEUE_MAX;
    if (discord->dm_count > 0 && discord->dm_next_ms <= now_ms) {
        struct discord_account *account = discord->dm_queue[discord->dm_first];
        discord->dm_first = (discord->dm_first + 1) % max;
        discord->dm_count--;
        discord->dm_next_ms = now_ms + DM_EACH_MS;
        people_open(discord, account);
    }
}

void discord_people_free(struct discord *discord)
{
    size_t at = 0;
    for (struct discord_account *account = NULL;
         (account = map_next(&discord->accounts, &at)) != NULL;) {
        people_forget_asked(account);
        free(account->name);
        free(account);
    }
    map_deinit(&discord->accounts);
}
