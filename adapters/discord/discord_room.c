/* Threads that the house orders: a private one for a team, which nobody can be invited into by its
 * members, a public one for a table. Who is silenced is taken out of it for a while. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "discord_text.h"
#include "heap.h"
#include "json_out.h"

enum {
    THREAD_OF_TABLE = 11,
    THREAD_OF_TEAM = 12,
    THREAD_NAME_MAX = 100,
    THREAD_HIDES_MINUTES = 1440,
    ORDER_JSON_MAX = 2048,
    ORDER_AGAIN_MS = 2000,
    ORDER_CLOCKS_MS = 60000
};

/* An order on its way. The order's texts live until its end is told. */
struct discord_errand {
    struct discord_errand *next;
    struct discord *discord;
    struct room_order order;
    char room[DISCORD_ID_BYTES]; /* that was opened */
    unsigned member;             /* the next one to be let in */
    bool gently;                 /* closing without the lock, which we may not set */
    bool woken;                  /* the thread was taken out of the archive */
};

static void errand_free(struct discord_errand *errand)
{
    struct discord_errand **link = &errand->discord->errands;
    while (*link != errand) {
        link = &(*link)->next;
    }
    *link = errand->next;
    free(errand);
}

static void errand_done(struct discord_errand *errand, const char *id)
{
    struct discord *discord = errand->discord;
    house_sent(discord->house, (struct adapter *)discord, errand->order.row, id, NULL, 0, NULL);
    errand_free(errand);
}

static void errand_failed(struct discord_errand *errand, const struct discord_answer *answer)
{
    struct discord *discord = errand->discord;
    int64_t now_ms = discord_now_ms(discord);
    int64_t retry_ms =
        now_ms + (answer->retry_ms > ORDER_AGAIN_MS ? answer->retry_ms : ORDER_AGAIN_MS);
    enum send_fate fate = SEND_LATER;
    switch (answer->fate) {
    case FATE_UNKNOWN:
        fate = SEND_UNKNOWN;
        break;
    case FATE_GONE:
        fate = SEND_GONE;
        break;
    case FATE_FORBIDDEN:
    case FATE_FULL:
    case FATE_BAD:
    case FATE_CLOSED:
    case FATE_WORDS:
        fate = SEND_REFUSED;
        break;
    case FATE_DONE:
    case FATE_LATE:
    case FATE_REPLACED:
    case FATE_DOWN:
    case FATE_PACED:
    case FATE_EXPIRED:
    case FATE_ANSWERED:
    case FATE_ARCHIVED:
    case FATE_OLD:
    case FATE_TOKEN:
        break;
    }
    house_send_failed(discord->house, (struct adapter *)discord, errand->order.row, fate,
                      fate == SEND_LATER || fate == SEND_UNKNOWN ? retry_ms : 0, answer->why);
    errand_free(errand);
}

static void errand_member(struct discord_errand *errand, const char *method, const char *room,
                          const char *account, discord_answer_fn done)
{
    char path[128];
    const struct discord_request request = {.method = method,
                                            .route = "/channels/{}/thread-members/{}",
                                            .major = room,
                                            .path = path,
                                            .priority = REST_GAME,
                                            .repeat = REPEAT_SAFE};
    snprintf(path, sizeof path, "/channels/%s/thread-members/%s", room, account);
    discord_rest_start(errand->discord->rest, &request, done, errand);
}

void discord_wake(struct discord *discord, const char *thread, discord_answer_fn done,
                  void *context)
{
    static const char body[] = "{\"archived\":false}";
    char path[64];
    const struct discord_request request = {.method = "PATCH",
                                            .route = "/channels/{}",
                                            .major = thread,
                                            .path = path,
                                            .json = body,
                                            .json_len = sizeof body - 1,
                                            .priority = REST_GAME,
                                            .repeat = REPEAT_SAFE};
    snprintf(path, sizeof path, "/channels/%s", thread);
    discord_rest_start(discord->rest, &request, done, context);
}

static void errand_begin(struct discord_errand *errand);

static void errand_woken(void *context, const struct discord_answer *answer)
{
    struct discord_errand *errand = context;
    if (answer->fate == FATE_DONE) {
        errand_begin(errand);
    } else {
        errand_failed(errand, answer);
    }
}

static void errand_ended(void *context, const struct discord_answer *answer)
{
    struct discord_errand *errand = context;
    if (answer->fate == FATE_ARCHIVED && !errand->woken) {
        errand->woken = true;
        discord_wake(errand->discord, errand->order.room, errand_woken, errand);
        return;
    }
    bool out = errand->order.act == ROOM_REMOVE || errand->order.act == ROOM_SILENCE;
    bool was_out = out && answer->fate == FATE_GONE && answer->code != 10003;
    if (answer->fate == FATE_DONE || was_out) {
        errand_done(errand, "");
    } else {
        errand_failed(errand, answer);
    }
}

/* --- closing ---------------------------------------------------------------------------------- */

static void errand_close(struct discord_errand *errand);

static void errand_closed(void *context, const struct discord_answer *answer)
{
    struct discord_errand *errand = context;
    if (answer->fate == FATE_FORBIDDEN && !errand->gently) {
        errand->gently = true;
        errand_close(errand);
    } else if (answer->fate == FATE_GONE || (answer->fate == FATE_ARCHIVED && errand->woken)) {
        errand_done(errand, "");
    } else {
        errand_ended(errand, answer);
    }
}

static void errand_close(struct discord_errand *errand)
{
    char path[64];
    const char *json =
        errand->gently ? "{\"archived\":true}" : "{\"archived\":true,\"locked\":true}";
    const struct discord_request request = {.method = "PATCH",
                                            .route = "/channels/{}",
                                            .major = errand->order.room,
                                            .path = path,
                                            .json = json,
                                            .json_len = strlen(json),
                                            .priority = REST_GAME,
                                            .repeat = REPEAT_SAFE};
    snprintf(path, sizeof path, "/channels/%s", errand->order.room);
    discord_rest_start(errand->discord->rest, &request, errand_closed, errand);
}

/* --- opening ---------------------------------------------------------------------------------- */

static bool errand_is_silent(const struct room_order *order, const char *account)
{
    for (unsigned i = 0; order->kind == ROOM_OF_TEAM && i < order->silent_count; i++) {
        if (strcmp(order->silent[i], account) == 0) {
            return true;
        }
    }
    return false;
}

static void errand_let_in(struct discord_errand *errand);

static void errand_is_in(void *context, const struct discord_answer *answer)
{
    struct discord_errand *errand = context;
    if (answer->fate == FATE_DONE) {
        errand_let_in(errand);
    } else {
        errand_failed(errand, answer);
    }
}

/* Lets the next member in; all are in: done. */
static void errand_let_in(struct discord_errand *errand)
{
    const struct room_order *order = &errand->order;
    while (errand->member < order->member_count &&
           errand_is_silent(order, order->members[errand->member])) {
        errand->member++;
    }
    if (errand->member < order->member_count) {
        const char *account = order->members[errand->member++];
        errand_member(errand, "PUT", errand->room, account, errand_is_in);
        return;
    }
    struct discord *discord = errand->discord;
    const struct discord_place *parent = discord_place_find(discord, order->room);
    struct discord_place *place = discord_place_at(discord, errand->room);
    place->type = order->kind == ROOM_OF_TEAM ? THREAD_OF_TEAM : THREAD_OF_TABLE;
    discord_copy(place->parent, order->room);
    if (parent != NULL) {
        place->known = parent->known;
        place->may = parent->may;
        memcpy(place->guild, parent->guild, sizeof place->guild);
    }
    discord_place_keep(discord, place);
    errand_done(errand, errand->room);
}

static void errand_opened(void *context, const struct discord_answer *answer)
{
    struct discord_errand *errand = context;
    const char *id = discord_id(answer->json, "id");
    if (answer->fate != FATE_DONE || id == NULL) {
        errand_failed(errand, answer);
        return;
    }
    discord_copy(errand->room, id);
    errand_let_in(errand);
}

static const char *errand_name(struct discord_errand *errand)
{
    return discord_shorten(errand->discord->arena,
                           errand->order.name != NULL && errand->order.name[0] != '\0'
                               ? errand->order.name
                               : "deaddrop",
                           THREAD_NAME_MAX);
}

static void errand_make(struct discord_errand *errand)
{
    const struct room_order *order = &errand->order;
    char path[64];
    struct buf json;
    buf_init(&json, ORDER_JSON_MAX);
    buf_text(&json, "{");
    json_out_text(&json, "name", errand_name(errand));
    json_out_number(&json, "type", order->kind == ROOM_OF_TEAM ? THREAD_OF_TEAM : THREAD_OF_TABLE);
    if (order->kind == ROOM_OF_TEAM) {
        json_out_key(&json, "invitable");
        buf_text(&json, "false");
    }
    json_out_number(&json, "auto_archive_duration", THREAD_HIDES_MINUTES);
    buf_text(&json, "}");
    const struct discord_request request = {.method = "POST",
                                            .route = "/channels/{}/threads",
                                            .major = order->room,
                                            .path = path,
                                            .json = json.text,
                                            .json_len = json.len,
                                            .priority = REST_GAME,
                                            .repeat = REPEAT_NEVER};
    snprintf(path, sizeof path, "/channels/%s/threads", order->room);
    discord_rest_start(errand->discord->rest, &request, errand_opened, errand);
    buf_deinit(&json);
}

/* The thread that an earlier try made. */
static const char *errand_find(struct discord_errand *errand, const cJSON *json)
{
    const struct discord *discord = errand->discord;
    const cJSON *thread = NULL;
    int64_t since_ms =
        errand->order.created_ms + discord_rest_ahead_ms(discord->rest) - ORDER_CLOCKS_MS;
    cJSON_ArrayForEach(thread, cJSON_GetObjectItemCaseSensitive(json, "threads"))
    {
        const char *id = discord_id(thread, "id");
        const char *name = discord_text(thread, "name");
        const char *owner = discord_id(thread, "owner_id");
        const char *parent = discord_id(thread, "parent_id");
        if (id != NULL && name != NULL && owner != NULL && parent != NULL &&
            strcmp(name, errand_name(errand)) == 0 && strcmp(owner, discord->bot) == 0 &&
            strcmp(parent, errand->order.room) == 0 &&
            discord_born_ms(discord_number(id)) >= since_ms) {
            return id;
        }
    }
    return NULL;
}

static void errand_looked(void *context, const struct discord_answer *answer)
{
    struct discord_errand *errand = context;
    arena_reset(errand->discord->arena);
    if (answer->fate != FATE_DONE) {
        errand_failed(errand, answer);
        return;
    }
    const char *id = errand_find(errand, answer->json);
    if (id == NULL) {
        errand_make(errand);
        return;
    }
    discord_copy(errand->room, id);
    errand_let_in(errand);
}

static void errand_open(struct discord_errand *errand)
{
    const struct discord_place *place = discord_place_find(errand->discord, errand->order.room);
    if (errand->order.tries == 0 || place == NULL || place->guild[0] == '\0') {
        errand_make(errand);
        return;
    }
    char path[80];
    const struct discord_request request = {.method = "GET",
                                            .route = "/guilds/{}/threads/active",
                                            .major = place->guild,
                                            .path = path,
                                            .priority = REST_GAME,
                                            .repeat = REPEAT_SAFE};
    snprintf(path, sizeof path, "/guilds/%s/threads/active", place->guild);
    discord_rest_start(errand->discord->rest, &request, errand_looked, errand);
}

static void errand_begin(struct discord_errand *errand)
{
    const struct room_order *order = &errand->order;
    switch (order->act) {
    case ROOM_OPEN:
        errand_open(errand);
        break;
    case ROOM_ADD:
    case ROOM_VOICE:
        errand_member(errand, "PUT", order->room, order->account, errand_ended);
        break;
    case ROOM_REMOVE:
    case ROOM_SILENCE:
        errand_member(errand, "DELETE", order->room, order->account, errand_ended);
        break;
    case ROOM_CLOSE:
        errand_close(errand);
        break;
    }
}

void discord_order(struct adapter *adapter, const struct room_order *order)
{
    struct discord *discord = (struct discord *)adapter;
    struct discord_errand *errand = heap_take(sizeof *errand);
    arena_reset(discord->arena);
    errand->discord = discord;
    errand->order = *order;
    errand->next = discord->errands;
    discord->errands = errand;
    errand_begin(errand);
}

void discord_errands_free(struct discord *discord)
{
    struct discord_errand *next = NULL;
    for (struct discord_errand *errand = discord->errands; errand != NULL; errand = next) {
        next = errand->next;
        free(errand);
    }
    discord->errands = NULL;
}
