/* Accounts: what people are called, their direct channel, what they did last and by which token,
 * and at which tables an answer to them alone has reached them. */
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "heap.h"
#include "json_at.h"
#include "json_out.h"
#include "print.h"

enum { ACCOUNT_JSON_MAX = 4096 };

#define ACCOUNT_KEY "u/"

struct discord_account *discord_account_at(struct discord *discord, const char *id)
{
    struct discord_account *account = map_get(&discord->accounts, id);
    if (account == NULL) {
        account = heap_allocate(sizeof *account);
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
static bool account_token_lives(const struct discord_account *account, int64_t now_ms)
{
    return now_ms - account->interaction_ms < DISCORD_TOKEN_MS;
}

/* --- what is stored --------------------------------------------------------------------------- */

static void account_write_interaction(const struct discord_account *account, struct buf *json)
{
    json_out_key(json, "asked");
    buf_text(json, "{");
    json_out_text(json, "token", account->interaction_token);
    json_out_number(json, "at", account->interaction_ms);
    json_out_key(json, "id");
    buf_text(json, "\"");
    buf_number(json, (int64_t)account->interaction);
    buf_text(json, "\"}");
}

static void account_write(const struct discord *discord, const struct discord_account *account,
                          struct buf *json)
{
    buf_text(json, "{");
    json_out_text(json, "dm", account->dm[0] != '\0' ? account->dm : NULL);
    if (account->closed_ms != 0) {
        json_out_number(json, "closed", account->closed_ms);
    }
    if (account->interaction != 0 && account_token_lives(account, discord_now_ms(discord))) {
        account_write_interaction(account, json);
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
    buf_init(&json, ACCOUNT_JSON_MAX);
    account_write(discord, discord_account_at(discord, id), &json);
    size_t key_len = print_join(key, sizeof key, ACCOUNT_KEY, id, "");
    const struct adapter_row row = {.key = arena_text(discord->arena, key, key_len),
                                    .value = arena_text(discord->arena, json.text, json.len),
                                    .len = json.len};
    buf_deinit(&json);
    return row;
}

void discord_account_keep(struct discord *discord, const struct discord_account *account)
{
    char key[DISCORD_ID_BYTES + 4];
    struct buf json;
    buf_init(&json, ACCOUNT_JSON_MAX);
    account_write(discord, account, &json);
    print_join(key, sizeof key, ACCOUNT_KEY, account->id, "");
    discord_store_row(discord, key, json.text);
    buf_deinit(&json);
}

static void account_forget_interaction(struct discord_account *account)
{
    if (account->interaction_token != NULL) {
        explicit_bzero(account->interaction_token, strlen(account->interaction_token));
    }
    free(account->interaction_token);
    account->interaction_token = NULL;
    account->interaction = 0;
}

void discord_account_acted(struct discord *discord, const char *id, uint64_t number,
                           const char *token)
{
    struct discord_account *account = discord_account_at(discord, id);
    if (account->interaction == number) {
        return; /* sent once more */
    }
    account_forget_interaction(account);
    account->interaction = number;
    account->interaction_ms = discord_now_ms(discord);
    account->interaction_token = heap_copy(token);
}

static void account_read_interaction(struct discord *discord, struct discord_account *account,
                                     const cJSON *json)
{
    const cJSON *at = json_at(json, "at");
    const char *token = json_at_text(json, "token");
    const char *id = discord_id(json, "id");
    if (cJSON_IsNumber(at) && token != NULL && id != NULL) {
        discord_account_acted(discord, account->id, discord_number(id), token);
        account->interaction_ms = (int64_t)at->valuedouble;
    }
}

void discord_account_read(struct discord *discord, const char *id, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(text, len);
    const cJSON *table = NULL;
    if (discord_number(id) != 0 && json != NULL) {
        struct discord_account *account = discord_account_at(discord, id);
        const cJSON *closed = json_at(json, "closed");
        discord_copy(account->dm, discord_id(json, "dm"));
        account->closed_ms = cJSON_IsNumber(closed) ? (int64_t)closed->valuedouble : 0;
        account_read_interaction(discord, account, json_at(json, "asked"));
        cJSON_ArrayForEach(table, json_at(json, "tables"))
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
        discord_account_keep(discord, account);
    }
}

static void account_learn(struct own *own, const char *account, const struct store_row *row)
{
    bool theirs = strncmp(row->extra, ACCOUNT_KEY, sizeof ACCOUNT_KEY - 1) == 0 &&
                  strcmp(row->extra + sizeof ACCOUNT_KEY - 1, account) == 0;
    cJSON *json = theirs ? cJSON_ParseWithLength(row->text, row->text_len) : NULL;
    const char *dm = discord_id(json, "dm");
    if (dm != NULL) {
        own_id(own, dm);
    }
    cJSON_Delete(json);
}

const struct row_rules discord_rows = {.adapter = "discord",
                                       .learn = account_learn,
                                       .room_rows = DISCORD_CHANNEL_KEY,
                                       .room_part = discord_channel_part};

void discord_forgetting(struct adapter *adapter, const char *id)
{
    struct discord *discord = (struct discord *)adapter;
    struct discord_account *account = map_get(&discord->accounts, id);
    if (account != NULL) {
        account_forget_interaction(account);
        free(account->name);
        account->name = NULL;
        account->dm[0] = '\0';
        account->closed_ms = 0;
        account->table_count = 0;
    }
}

void discord_forgotten(struct adapter *adapter, const char *id, bool stored)
{
    (void)stored; /* what was theirs in memory is gone either way */
    discord_forgetting(adapter, id);
}

bool discord_account_proven(const struct discord_account *account, uint64_t table)
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
    if (table == 0 || account->closed_ms == 0 || discord_account_proven(account, table)) {
        return;
    }
    unsigned max = sizeof account->table / sizeof *account->table;
    if (account->table_count == max) {
        memmove(account->table, account->table + 1, (max - 1) * sizeof *account->table);
        account->table_count--;
    }
    account->table[account->table_count++] = table;
    discord_account_keep(discord, account);
}

void discord_accounts_free(struct discord *discord)
{
    size_t at = 0;
    for (struct discord_account *account = NULL;
         (account = map_next(&discord->accounts, &at)) != NULL;) {
        account_forget_interaction(account);
        free(account->name);
        free(account);
    }
    map_deinit(&discord->accounts);
}
