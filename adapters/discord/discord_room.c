/* Room operations: private threads for teams, which nobody can be invited into by their members.
 * Who is muted is taken out of it for a while. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "discord_text.h"
#include "heap.h"
#include "json_at.h"
#include "json_out.h"

enum {
    THREAD_OF_TEAM = 12,
    THREAD_NAME_MAX = 100,
    THREAD_HIDES_MINUTES = 1440,
    OPERATION_JSON_MAX = 2048,
    OPERATION_CLOCKS_MS = 60000
};

/* An operation in flight. Its texts live until the house is notified of its end. */
struct discord_operation {
    struct discord_operation *next;
    struct discord *discord;
    struct room_operation requested;
    char room[DISCORD_ID_BYTES]; /* that was opened */
    unsigned member;             /* the next one to be let in */
    bool gently;                 /* closing without the lock, which we may not set */
    bool unarchived;             /* the thread was taken out of the archive */
};

static void operation_free(struct discord_operation *operation)
{
    struct discord_operation **link = &operation->discord->operations;
    while (*link != operation) {
        link = &(*link)->next;
    }
    *link = operation->next;
    free(operation);
}

static void operation_done(struct discord_operation *operation, const char *id)
{
    struct discord *discord = operation->discord;
    house_delivered(discord->house, (struct adapter *)discord, operation->requested.row, id, NULL,
                    0, NULL);
    operation_free(operation);
}

static void operation_failed(struct discord_operation *operation, const struct answer *answer)
{
    struct discord *discord = operation->discord;
    struct answer_end end = answer_end(answer, ANSWER_ABOUT_ROOM, discord_now_ms(discord));
    house_send_failed(discord->house, (struct adapter *)discord, operation->requested.row,
                      end.status, end.retry_ms, answer->why);
    operation_free(operation);
}

static void operation_member(struct discord_operation *operation, const char *method,
                             const char *room, const char *account, answer_fn done)
{
    const struct discord_request request = {
        .method = method, .route = "/channels/{}/thread-members/{}", .ids = {room, account}};
    discord_rest_start(operation->discord->rest, &request, done, operation);
}

void discord_thread_unarchive(struct discord *discord, const char *thread, answer_fn done,
                              void *context)
{
    static const char body[] = "{\"archived\":false}";
    const struct discord_request request = {
        .method = "PATCH", .route = "/channels/{}", .ids = {thread}, .json = body};
    discord_rest_start(discord->rest, &request, done, context);
}

static void operation_begin(struct discord_operation *operation);

static void operation_unarchived(void *context, const struct answer *answer)
{
    struct discord_operation *operation = context;
    if (answer->status == ANSWER_DONE) {
        operation_begin(operation);
    } else {
        operation_failed(operation, answer);
    }
}

static void operation_ended(void *context, const struct answer *answer)
{
    struct discord_operation *operation = context;
    if (answer->status == ANSWER_ARCHIVED && !operation->unarchived) {
        operation->unarchived = true;
        discord_thread_unarchive(operation->discord, operation->requested.room,
                                 operation_unarchived, operation);
        return;
    }
    bool out = operation->requested.kind == ROOM_REMOVE || operation->requested.kind == ROOM_MUTE;
    bool was_out = out && answer->status == ANSWER_GONE && answer->code != 10003;
    if (answer->status == ANSWER_DONE || was_out) {
        operation_done(operation, "");
    } else {
        operation_failed(operation, answer);
    }
}

/* --- closing ---------------------------------------------------------------------------------- */

static void operation_close(struct discord_operation *operation);

static void operation_closed(void *context, const struct answer *answer)
{
    struct discord_operation *operation = context;
    if (answer->status == ANSWER_FORBIDDEN && !operation->gently) {
        operation->gently = true;
        operation_close(operation);
    } else if (answer->status == ANSWER_GONE ||
               (answer->status == ANSWER_ARCHIVED && operation->unarchived)) {
        operation_done(operation, "");
    } else {
        operation_ended(operation, answer);
    }
}

static void operation_close(struct discord_operation *operation)
{
    const char *json =
        operation->gently ? "{\"archived\":true}" : "{\"archived\":true,\"locked\":true}";
    const struct discord_request request = {.method = "PATCH",
                                            .route = "/channels/{}",
                                            .ids = {operation->requested.room},
                                            .json = json};
    discord_rest_start(operation->discord->rest, &request, operation_closed, operation);
}

/* --- opening ---------------------------------------------------------------------------------- */

static bool operation_is_silent(const struct room_operation *requested, const char *account)
{
    for (unsigned i = 0; i < requested->muted_count; i++) {
        if (strcmp(requested->muted[i], account) == 0) {
            return true;
        }
    }
    return false;
}

static void operation_let_in(struct discord_operation *operation);

static void operation_is_in(void *context, const struct answer *answer)
{
    struct discord_operation *operation = context;
    if (answer->status == ANSWER_DONE) {
        operation_let_in(operation);
    } else {
        operation_failed(operation, answer);
    }
}

/* Lets the next member in; all are in: done. */
static void operation_let_in(struct discord_operation *operation)
{
    const struct room_operation *requested = &operation->requested;
    while (operation->member < requested->member_count &&
           operation_is_silent(requested, requested->members[operation->member])) {
        operation->member++;
    }
    if (operation->member < requested->member_count) {
        const char *account = requested->members[operation->member++];
        operation_member(operation, "PUT", operation->room, account, operation_is_in);
        return;
    }
    struct discord *discord = operation->discord;
    const struct discord_channel *parent = discord_channel_find(discord, requested->room);
    struct discord_channel *channel = discord_channel_at(discord, operation->room);
    channel->type = THREAD_OF_TEAM;
    discord_copy(channel->parent, requested->room);
    if (parent != NULL) {
        channel->rights = parent->rights;
        discord_channel_doubt_rights(channel);
        channel->may = parent->may;
        memcpy(channel->guild, parent->guild, sizeof channel->guild);
    }
    discord_channel_keep(discord, channel);
    operation_done(operation, operation->room);
}

static void operation_opened(void *context, const struct answer *answer)
{
    struct discord_operation *operation = context;
    const char *id = discord_id(answer->json, "id");
    if (answer->status != ANSWER_DONE || id == NULL) {
        operation_failed(operation, answer);
        return;
    }
    discord_copy(operation->room, id);
    operation_let_in(operation);
}

static const char *operation_name(struct discord_operation *operation)
{
    return discord_shorten(operation->discord->arena,
                           operation->requested.name != NULL && operation->requested.name[0] != '\0'
                               ? operation->requested.name
                               : "deaddrop",
                           THREAD_NAME_MAX);
}

static void operation_make(struct discord_operation *operation)
{
    const struct room_operation *requested = &operation->requested;
    struct buf json;
    buf_init(&json, OPERATION_JSON_MAX);
    buf_text(&json, "{");
    json_out_text(&json, "name", operation_name(operation));
    json_out_number(&json, "type", THREAD_OF_TEAM);
    json_out_key(&json, "invitable");
    buf_text(&json, "false");
    json_out_number(&json, "auto_archive_duration", THREAD_HIDES_MINUTES);
    buf_text(&json, "}");
    const struct discord_request request = {.method = "POST",
                                            .route = "/channels/{}/threads",
                                            .ids = {requested->room},
                                            .json = json.text,
                                            .repeat = REPEAT_NEVER};
    discord_rest_start(operation->discord->rest, &request, operation_opened, operation);
    buf_deinit(&json);
}

/* The thread that an earlier try made. */
static const char *operation_find(struct discord_operation *operation, const cJSON *json)
{
    const struct discord *discord = operation->discord;
    const cJSON *thread = NULL;
    int64_t since_ms = operation->requested.created_ms + discord_rest_ahead_ms(discord->rest) -
                       OPERATION_CLOCKS_MS;
    cJSON_ArrayForEach(thread, json_at(json, "threads"))
    {
        const char *id = discord_id(thread, "id");
        const char *name = json_at_text(thread, "name");
        const char *owner = discord_id(thread, "owner_id");
        const char *parent = discord_id(thread, "parent_id");
        if (id != NULL && name != NULL && owner != NULL && parent != NULL &&
            strcmp(name, operation_name(operation)) == 0 && strcmp(owner, discord->bot) == 0 &&
            strcmp(parent, operation->requested.room) == 0 &&
            discord_born_ms(discord_number(id)) >= since_ms) {
            return id;
        }
    }
    return NULL;
}

static void operation_searched(void *context, const struct answer *answer)
{
    struct discord_operation *operation = context;
    arena_reset(operation->discord->arena);
    if (answer->status != ANSWER_DONE) {
        operation_failed(operation, answer);
        return;
    }
    const char *id = operation_find(operation, answer->json);
    if (id == NULL) {
        operation_make(operation);
        return;
    }
    discord_copy(operation->room, id);
    operation_let_in(operation);
}

static void operation_open(struct discord_operation *operation)
{
    const struct discord_channel *channel =
        discord_channel_find(operation->discord, operation->requested.room);
    if (operation->requested.tries == 0 || channel == NULL || channel->guild[0] == '\0') {
        operation_make(operation);
        return;
    }
    const struct discord_request request = {
        .method = "GET", .route = "/guilds/{}/threads/active", .ids = {channel->guild}};
    discord_rest_start(operation->discord->rest, &request, operation_searched, operation);
}

static void operation_begin(struct discord_operation *operation)
{
    const struct room_operation *requested = &operation->requested;
    switch (requested->kind) {
    case ROOM_OPEN:
        operation_open(operation);
        break;
    case ROOM_ADD:
    case ROOM_UNMUTE:
        operation_member(operation, "PUT", requested->room, requested->account, operation_ended);
        break;
    case ROOM_REMOVE:
    case ROOM_MUTE:
        operation_member(operation, "DELETE", requested->room, requested->account, operation_ended);
        break;
    case ROOM_CLOSE:
        operation_close(operation);
        break;
    case ROOM_EVENT_CREATE: /* discord_scheduled_event.c */
    case ROOM_EVENT_CHANGE:
    case ROOM_EVENT_CANCEL:
        break;
    }
}

void discord_operate(struct adapter *adapter, const struct room_operation *requested)
{
    struct discord *discord = (struct discord *)adapter;
    struct discord_operation *operation = heap_allocate(sizeof *operation);
    arena_reset(discord->arena);
    operation->discord = discord;
    operation->requested = *requested;
    operation->next = discord->operations;
    discord->operations = operation;
    operation_begin(operation);
}

void discord_operations_free(struct discord *discord)
{
    struct discord_operation *next = NULL;
    for (struct discord_operation *operation = discord->operations; operation != NULL;
         operation = next) {
        next = operation->next;
        free(operation);
    }
    discord->operations = NULL;
}
