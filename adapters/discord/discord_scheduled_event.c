/* Events in a guild's list. All who are in the guild see it: what takes place in a channel that not
 * everybody there may read is not put in, and leaves it when it changes. There is no nonce for
 * events: one that may have been made is looked for by the mark that stands behind its description.
 * What we made is kept as a row until it is over, so that it is found again after a restart; one
 * that people took away is forgotten with it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "discord_scheduled_body.h"
#include "heap.h"
#include "json_at.h"
#include "json_out.h"
#include "log.h"
#include "scheduled_event.h"

enum {
    SCHEDULED_ROW_BYTES = 512,
    SCHEDULED_SWEPT_MAX = 8,              /* rows that go with the making of another */
    SCHEDULED_KEPT_MS = 24 * 3600 * 1000, /* after its end */
    SCHEDULED_KEY_BYTES = SCHEDULED_EVENT_ID_BYTES + 4
};

#define SCHEDULED_LIST  "/guilds/{}/scheduled-events"
#define SCHEDULED_EVENT "/guilds/{}/scheduled-events/{}"

/* One that stands in a list. */
struct discord_scheduled {
    char id[SCHEDULED_EVENT_ID_BYTES]; /* the house's */
    char guild[DISCORD_ID_BYTES];
    char event[DISCORD_ID_BYTES]; /* Discord's */
    char mark[DISCORD_SCHEDULED_MARK_BYTES];
    int64_t end_ms;
};

/* An operation in flight. Its texts live until the house is notified of its end. */
struct discord_scheduled_operation {
    struct discord_scheduled_operation *next;
    struct discord *discord;
    struct room_operation requested;
    char guild[DISCORD_ID_BYTES];
    char mark[DISCORD_SCHEDULED_MARK_BYTES];
    char channel[DISCORD_ID_BYTES]; /* whose readers count: the room, or what it is a thread of */
};

/* Rows that go into the transaction of an end. */
struct scheduled_rows {
    char key[SCHEDULED_SWEPT_MAX + 1][SCHEDULED_KEY_BYTES];
    struct adapter_row row[SCHEDULED_SWEPT_MAX + 1];
    size_t count;
    struct buf value;
};

/* --- what is kept ----------------------------------------------------------------------------- */

static struct discord_scheduled *scheduled_at(struct discord *discord, const char *id)
{
    struct discord_scheduled *scheduled = map_get(&discord->scheduled, id);
    if (scheduled == NULL) {
        scheduled = heap_allocate(sizeof *scheduled);
        snprintf(scheduled->id, sizeof scheduled->id, "%s", id);
        map_put(&discord->scheduled, scheduled->id, scheduled);
    }
    return scheduled;
}

static void scheduled_forget(struct discord *discord, struct discord_scheduled *scheduled)
{
    map_remove(&discord->scheduled, scheduled->id);
    free(scheduled);
}

void discord_scheduled_read(struct discord *discord, const char *id, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(text, len);
    const char *guild = discord_id(json, "guild");
    const char *event = discord_id(json, "event");
    const char *mark = json_at_text(json, "mark");
    if (guild != NULL && event != NULL && mark != NULL && strlen(id) < SCHEDULED_EVENT_ID_BYTES) {
        struct discord_scheduled *scheduled = scheduled_at(discord, id);
        discord_copy(scheduled->guild, guild);
        discord_copy(scheduled->event, event);
        snprintf(scheduled->mark, sizeof scheduled->mark, "%s", mark);
        scheduled->end_ms = json_at_number(json, "end", 0, INT64_C(1) << 52, 0);
    }
    cJSON_Delete(json);
}

static void scheduled_write(const struct discord_scheduled *scheduled, struct buf *json)
{
    buf_text(json, "{");
    json_out_text(json, "guild", scheduled->guild);
    json_out_text(json, "event", scheduled->event);
    json_out_text(json, "mark", scheduled->mark);
    json_out_number(json, "end", scheduled->end_ms);
    buf_text(json, "}");
}

static struct adapter_row *rows_add(struct scheduled_rows *rows, const struct discord *discord,
                                    const char *id)
{
    char *key = rows->key[rows->count];
    struct adapter_row *row = &rows->row[rows->count++];
    snprintf(key, SCHEDULED_KEY_BYTES, DISCORD_SCHEDULED_KEY "%s", id);
    *row = (struct adapter_row){.key = key, .order = discord_now_ms(discord)};
    return row;
}

static void rows_add_kept(struct scheduled_rows *rows, const struct discord *discord,
                          const struct discord_scheduled *scheduled)
{
    struct adapter_row *row = rows_add(rows, discord, scheduled->id);
    scheduled_write(scheduled, &rows->value);
    row->value = rows->value.text;
    row->len = rows->value.len;
}

/* Takes some of those away that are long over. */
static void rows_sweep(struct scheduled_rows *rows, struct discord *discord)
{
    int64_t before_ms = discord_now_ms(discord) - SCHEDULED_KEPT_MS;
    struct discord_scheduled *over[SCHEDULED_SWEPT_MAX];
    size_t count = 0;
    size_t at = 0;
    for (struct discord_scheduled *one = NULL;
         count < SCHEDULED_SWEPT_MAX && (one = map_next(&discord->scheduled, &at)) != NULL;) {
        if (one->end_ms < before_ms) {
            over[count++] = one;
        }
    }
    for (size_t i = 0; i < count; i++) {
        rows_add(rows, discord, over[i]->id);
        scheduled_forget(discord, over[i]);
    }
}

/* --- how an operation ends -------------------------------------------------------------------- */

static void scheduled_free(struct discord_scheduled_operation *operation)
{
    struct discord_scheduled_operation **link = &operation->discord->scheduled_operations;
    while (*link != operation) {
        link = &(*link)->next;
    }
    *link = operation->next;
    free(operation);
}

static void scheduled_done(struct discord_scheduled_operation *operation,
                           const struct scheduled_rows *rows)
{
    struct discord *discord = operation->discord;
    house_delivered(discord->house, (struct adapter *)discord, operation->requested.row, "",
                    rows == NULL ? NULL : rows->row, rows == NULL ? 0 : rows->count, NULL);
    scheduled_free(operation);
}

static void scheduled_failed(struct discord_scheduled_operation *operation, enum send_status status,
                             int64_t retry_ms, const char *why)
{
    struct discord *discord = operation->discord;
    if (status == SEND_REFUSED || status == SEND_GONE) {
        log_event(LEVEL_INFO, "discord.no_event", LOG_FIELDS(log_text("why", why)));
    }
    house_send_failed(discord->house, (struct adapter *)discord, operation->requested.row, status,
                      retry_ms, why);
    scheduled_free(operation);
}

static void scheduled_answered_badly(struct discord_scheduled_operation *operation,
                                     const struct answer *answer)
{
    struct answer_end end =
        answer_end(answer, ANSWER_ABOUT_ROOM, discord_now_ms(operation->discord));
    scheduled_failed(operation, end.status, end.retry_ms, answer->why);
}

/* It stands in the list as that. */
static void scheduled_made(struct discord_scheduled_operation *operation, const char *event)
{
    struct discord *discord = operation->discord;
    const struct scheduled_event *wanted = operation->requested.event;
    struct scheduled_rows rows = {.count = 0};
    buf_init(&rows.value, SCHEDULED_ROW_BYTES);
    struct discord_scheduled *scheduled = scheduled_at(discord, wanted->id);
    discord_copy(scheduled->guild, operation->guild);
    discord_copy(scheduled->event, event);
    memcpy(scheduled->mark, operation->mark, sizeof scheduled->mark);
    scheduled->end_ms = wanted->end_ms;
    rows_add_kept(&rows, discord, scheduled);
    rows_sweep(&rows, discord);
    scheduled_done(operation, &rows);
    buf_deinit(&rows.value);
}

/* It is not in the list, or not any more. */
static void scheduled_left(struct discord_scheduled_operation *operation)
{
    struct discord *discord = operation->discord;
    struct scheduled_rows rows = {.count = 0};
    struct discord_scheduled *scheduled =
        map_get(&discord->scheduled, operation->requested.event->id);
    rows_add(&rows, discord, operation->requested.event->id);
    if (scheduled != NULL) {
        scheduled_forget(discord, scheduled);
    }
    scheduled_done(operation, &rows);
}

/* What is kept of the event that it is about; NULL: it is not in a list, as far as is known. */
static const struct discord_scheduled *scheduled_known(
    const struct discord_scheduled_operation *operation)
{
    return map_get(&operation->discord->scheduled, operation->requested.event->id);
}

/* --- making, changing, cancelling ------------------------------------------------------------- */

static int64_t scheduled_now_ms(const struct discord *discord)
{
    return discord_now_ms(discord) + discord_rest_ahead_ms(discord->rest);
}

/* Starts a request with what it says now; the arena is reset. */
static void scheduled_start(struct discord_scheduled_operation *operation,
                            const struct discord_request *wanted, answer_fn done)
{
    struct discord *discord = operation->discord;
    const struct discord_scheduled_body body = {.event = operation->requested.event,
                                                .mark = operation->mark,
                                                .now_ms = scheduled_now_ms(discord),
                                                .change = strcmp(wanted->method, "PATCH") == 0};
    struct discord_request request = *wanted;
    struct buf json;
    arena_reset(discord->arena);
    buf_init(&json, DISCORD_SCHEDULED_BODY_BYTES);
    discord_scheduled_body(&json, discord->arena, &body);
    request.json = json.text;
    discord_rest_start(discord->rest, &request, done, operation);
    buf_deinit(&json);
}

static void scheduled_created(void *context, const struct answer *answer)
{
    struct discord_scheduled_operation *operation = context;
    const char *id = discord_id(answer->json, "id");
    if (answer->status == ANSWER_DONE && id != NULL) {
        scheduled_made(operation, id);
    } else {
        scheduled_answered_badly(operation, answer);
    }
}

static void scheduled_make(struct discord_scheduled_operation *operation)
{
    const struct discord_request request = {.method = "POST",
                                            .route = SCHEDULED_LIST,
                                            .ids = {operation->guild},
                                            .repeat = REPEAT_NEVER};
    scheduled_start(operation, &request, scheduled_created);
}

/* What an earlier try made; what people copied is not ours. */
static const char *scheduled_find(const struct discord_scheduled_operation *operation,
                                  const cJSON *list)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, list)
    {
        const char *id = discord_id(one, "id");
        const char *creator = discord_id(one, "creator_id");
        if (id != NULL && creator != NULL && strcmp(creator, operation->discord->bot) == 0 &&
            discord_scheduled_is_marked(json_at_text(one, "description"), operation->mark)) {
            return id;
        }
    }
    return NULL;
}

static void scheduled_searched(void *context, const struct answer *answer)
{
    struct discord_scheduled_operation *operation = context;
    if (answer->status != ANSWER_DONE) {
        scheduled_answered_badly(operation, answer);
        return;
    }
    const char *id = scheduled_find(operation, answer->json);
    if (id != NULL) {
        scheduled_made(operation, id);
    } else {
        scheduled_make(operation);
    }
}

static void scheduled_changed(void *context, const struct answer *answer)
{
    struct discord_scheduled_operation *operation = context;
    const struct discord_scheduled *scheduled = scheduled_known(operation);
    if (answer->status == ANSWER_GONE || scheduled == NULL) {
        scheduled_left(operation);
    } else if (answer->status == ANSWER_DONE) {
        scheduled_made(operation, scheduled->event);
    } else {
        scheduled_answered_badly(operation, answer);
    }
}

static void scheduled_change(struct discord_scheduled_operation *operation,
                             const struct discord_scheduled *scheduled)
{
    const struct discord_request request = {
        .method = "PATCH", .route = SCHEDULED_EVENT, .ids = {scheduled->guild, scheduled->event}};
    memcpy(operation->guild, scheduled->guild, sizeof operation->guild);
    memcpy(operation->mark, scheduled->mark, sizeof operation->mark);
    scheduled_start(operation, &request, scheduled_changed);
}

static void scheduled_cancelled(void *context, const struct answer *answer)
{
    struct discord_scheduled_operation *operation = context;
    if (answer->status == ANSWER_DONE || answer->status == ANSWER_GONE) {
        scheduled_left(operation);
    } else {
        scheduled_answered_badly(operation, answer);
    }
}

static void scheduled_cancel(struct discord_scheduled_operation *operation,
                             const struct discord_scheduled *scheduled)
{
    const struct discord_request request = {
        .method = "DELETE", .route = SCHEDULED_EVENT, .ids = {scheduled->guild, scheduled->event}};
    discord_rest_start(operation->discord->rest, &request, scheduled_cancelled, operation);
}

/* --- who would learn of it -------------------------------------------------------------------- */

/* Everybody in the guild may read of it. */
static void scheduled_open(struct discord_scheduled_operation *operation)
{
    const struct discord_scheduled *scheduled = scheduled_known(operation);
    if (scheduled != NULL) {
        scheduled_change(operation, scheduled);
        return;
    }
    if (operation->requested.kind != ROOM_EVENT_CREATE) {
        scheduled_done(operation, NULL);
        return;
    }
    discord_scheduled_mark(operation->requested.nonce, operation->mark);
    if (operation->requested.tries == 0) {
        scheduled_make(operation);
        return;
    }
    const struct discord_request request = {
        .method = "GET", .route = SCHEDULED_LIST, .ids = {operation->guild}};
    discord_rest_start(operation->discord->rest, &request, scheduled_searched, operation);
}

/* Not everybody: it is not in the list, or not any more. */
static void scheduled_closed(struct discord_scheduled_operation *operation)
{
    const struct discord_scheduled *scheduled = scheduled_known(operation);
    if (scheduled != NULL) {
        scheduled_cancel(operation, scheduled);
    } else {
        scheduled_failed(operation, SEND_REFUSED, 0,
                         "not everybody in the server may read the channel");
    }
}

/* Of roles or overwrites: those of everybody, whose role has the id of the guild. */
static const cJSON *scheduled_everybody(const struct discord_scheduled_operation *operation,
                                        const cJSON *list)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, list)
    {
        const char *id = discord_id(one, "id");
        if (id != NULL && strcmp(id, operation->guild) == 0) {
            return one;
        }
    }
    return NULL;
}

static void scheduled_roles(void *context, const struct answer *answer)
{
    struct discord_scheduled_operation *operation = context;
    uint64_t may = discord_bits(scheduled_everybody(operation, answer->json), "permissions");
    if (answer->status != ANSWER_DONE) {
        scheduled_answered_badly(operation, answer);
    } else if ((may & (DISCORD_MAY_VIEW | DISCORD_MAY_ADMIN)) != 0) {
        scheduled_open(operation);
    } else {
        scheduled_closed(operation);
    }
}

/* What the channel says of everybody; where it says nothing, the guild's roles do. */
static void scheduled_judge(struct discord_scheduled_operation *operation, const cJSON *channel)
{
    const cJSON *everybody =
        scheduled_everybody(operation, json_at(channel, "permission_overwrites"));
    if ((discord_bits(everybody, "allow") & DISCORD_MAY_VIEW) != 0) {
        scheduled_open(operation);
    } else if ((discord_bits(everybody, "deny") & DISCORD_MAY_VIEW) != 0) {
        scheduled_closed(operation);
    } else {
        const struct discord_request request = {
            .method = "GET", .route = "/guilds/{}/roles", .ids = {operation->guild}};
        discord_rest_start(operation->discord->rest, &request, scheduled_roles, operation);
    }
}

static void scheduled_look(struct discord_scheduled_operation *operation);

static void scheduled_looked(void *context, const struct answer *answer)
{
    struct discord_scheduled_operation *operation = context;
    int64_t type = json_at_number(answer->json, "type", 0, INT16_MAX, CHANNEL_DM);
    const char *guild = discord_id(answer->json, "guild_id");
    const char *parent = discord_id(answer->json, "parent_id");
    bool thread = type == THREAD_NEWS || type == THREAD_PUBLIC;
    bool first = strcmp(operation->channel, operation->requested.room) == 0;
    bool no_channel = answer->status == ANSWER_GONE && scheduled_known(operation) != NULL;
    bool nobodys =
        guild == NULL || type == THREAD_PRIVATE || (thread && (parent == NULL || !first));
    if (answer->status != ANSWER_DONE && !no_channel) {
        scheduled_answered_badly(operation, answer);
    } else if (no_channel || nobodys) {
        scheduled_closed(operation);
    } else if (thread) {
        discord_copy(operation->channel, parent);
        scheduled_look(operation);
    } else {
        discord_copy(operation->guild, guild);
        scheduled_judge(operation, answer->json);
    }
}

static void scheduled_look(struct discord_scheduled_operation *operation)
{
    const struct discord_request request = {
        .method = "GET", .route = "/channels/{}", .ids = {operation->channel}};
    discord_rest_start(operation->discord->rest, &request, scheduled_looked, operation);
}

static void scheduled_create(struct discord_scheduled_operation *operation)
{
    if (operation->requested.event->start_ms <= scheduled_now_ms(operation->discord)) {
        scheduled_failed(operation, SEND_REFUSED, 0, "it has begun");
    } else {
        scheduled_look(operation);
    }
}

void discord_schedule_event(struct adapter *adapter, const struct room_operation *requested)
{
    struct discord *discord = (struct discord *)adapter;
    struct discord_scheduled_operation *operation = heap_allocate(sizeof *operation);
    operation->discord = discord;
    operation->requested = *requested;
    const struct discord_scheduled *scheduled = scheduled_known(operation);
    operation->next = discord->scheduled_operations;
    discord->scheduled_operations = operation;
    discord_copy(operation->channel, requested->room);
    bool over = requested->event->end_ms <= scheduled_now_ms(discord);
    if (requested->kind == ROOM_EVENT_CANCEL && scheduled != NULL) {
        scheduled_cancel(operation, scheduled);
    } else if (scheduled != NULL && !over) {
        scheduled_look(operation); /* also one that is made again, under its id */
    } else if (scheduled == NULL && requested->kind == ROOM_EVENT_CREATE) {
        scheduled_create(operation);
    } else {
        scheduled_done(operation, NULL);
    }
}

void discord_scheduled_free(struct discord *discord)
{
    struct discord_scheduled_operation *next = NULL;
    for (struct discord_scheduled_operation *operation = discord->scheduled_operations;
         operation != NULL; operation = next) {
        next = operation->next;
        free(operation);
    }
    discord->scheduled_operations = NULL;
    size_t at = 0;
    for (struct discord_scheduled *one = NULL;
         (one = map_next(&discord->scheduled, &at)) != NULL;) {
        free(one);
    }
    map_deinit(&discord->scheduled);
}
