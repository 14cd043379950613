/* Where a host wants each table in a thread of its own, the command that opens one is received in a
 * thread that is made for it first. Whatever stands in the way of that leaves the table in the
 * channel; a thread in which no table was opened after all is archived. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_elsewhere.h"
#include "discord_private.h"
#include "discord_text.h"
#include "heap.h"
#include "inbound_copy.h"
#include "json_out.h"
#include "log.h"
#include "table.h"

enum {
    CREATION_MS = 2000,        /* longer nobody waits for a thread */
    CREATION_EMPTY_MS = 30000, /* nothing was said there: no table was opened */
    CREATION_JSON_MAX = 1024,
    CREATION_NAME_MAX = 100,
    CREATION_HIDES_MINUTES = 1440,
    CREATION_THREAD = 11
};

struct discord_thread_creation {
    struct discord_thread_creation *next;
    struct discord *discord;
    struct inbound_copy copy;
    struct discord_dispatch dispatch; /* its row is ours */
    struct adapter_row row;
    char *key; /* its texts */
    char *value;
    bool dispatched; /* it came by the gateway */
    uint64_t interaction;
    char guild[DISCORD_ID_BYTES];
    char *name; /* of the thread */
    uint64_t may;
    char thread[DISCORD_ID_BYTES]; /* "": not made yet */
    int64_t empty_ms;              /* then it is archived, unless something was said there */
};

static void creation_drop(struct discord_thread_creation *creation)
{
    inbound_copy_free(&creation->copy);
    free(creation->key);
    free(creation->value);
    free(creation->name);
    free(creation);
}

static void creation_free(struct discord_thread_creation *creation)
{
    struct discord_thread_creation **link = &creation->discord->thread_creations;
    while (*link != creation) {
        link = &(*link)->next;
    }
    *link = creation->next;
    creation_drop(creation);
}

static void creation_keep_channel(struct discord_thread_creation *creation)
{
    struct discord *discord = creation->discord;
    struct discord_channel *channel = discord_channel_at(discord, creation->thread);
    channel->type = CREATION_THREAD;
    channel->rights = CHANNEL_RIGHTS_OLD;
    channel->may = creation->may;
    free(channel->name);
    channel->name = heap_copy(creation->name);
    discord_copy(channel->guild, creation->guild);
    discord_copy(channel->parent, creation->copy.inbound.room);
    discord_channel_keep(discord, channel);
}

/* Enqueues it now. */
static void creation_enqueue(struct discord_thread_creation *creation)
{
    struct discord *discord = creation->discord;
    struct fault full;
    struct inbound inbound = creation->copy.inbound;
    inbound.room = creation->thread[0] != '\0' ? creation->thread : inbound.room;
    discord_interactions_opened(discord->interactions, creation->interaction, creation->thread);
    if (!discord_enqueue(discord, &inbound, creation->dispatched ? &creation->dispatch : NULL,
                         creation->interaction)) {
        fault_set(&full, FAULT_FULL, "the house takes nothing now");
        discord_interactions_drop(discord->interactions, creation->interaction);
        if (creation->dispatched) {
            discord_dispatch_stored(discord, &creation->dispatch.id, &full);
        }
    }
}

static void creation_ended(void *context, const struct answer *answer)
{
    struct discord_thread_creation *creation = context;
    struct discord *discord = creation->discord;
    const char *id = discord_id(answer->json, "id");
    if (answer->status == ANSWER_DONE && id != NULL) {
        discord_copy(creation->thread, id);
        creation_keep_channel(creation);
        creation->empty_ms = discord_now_ms(discord) + CREATION_EMPTY_MS;
        discord_schedule(discord, creation->empty_ms);
    } else {
        log_event(LEVEL_INFO, "discord.no_thread", LOG_FIELDS(log_text("why", answer->why)));
    }
    arena_reset(discord->arena);
    creation_enqueue(creation);
    if (creation->thread[0] == '\0') {
        creation_free(creation);
    }
}

bool discord_thread_is_wanted(const struct discord *discord,
                              const struct discord_interaction *interaction,
                              const struct discord_dispatch *dispatch)
{
    static const uint64_t bits = DISCORD_MAY_PUBLIC_THREADS | DISCORD_MAY_SEND_THREADS;
    bool may =
        (interaction->app_may & DISCORD_MAY_ADMIN) != 0 || (interaction->app_may & bits) == bits;
    const struct game_def *game =
        interaction->kind == DISCORD_SLASH ? game_find(interaction->command) : NULL;
    /* one that may be a duplicate is not given a second thread */
    bool again = dispatch != NULL && dispatch->may_be_stored;
    return settings_flag(discord->settings, "discord", "table_threads") && may && !again &&
           interaction->kind == DISCORD_SLASH && interaction->guild != NULL &&
           interaction->channel_type == 0 && game != NULL && !game->gathers;
}

static void creation_start(struct discord_thread_creation *creation)
{
    struct discord *discord = creation->discord;
    const struct inbound *inbound = &creation->copy.inbound;
    char name[512];
    struct buf json;
    snprintf(name, sizeof name, "%s · %s",
             catalogue_term(discord_catalogue(discord, inbound->room), inbound->command),
             inbound->name);
    creation->name = heap_copy(discord_shorten(discord->arena, name, CREATION_NAME_MAX));
    buf_init(&json, CREATION_JSON_MAX);
    buf_text(&json, "{");
    json_out_text(&json, "name", creation->name);
    json_out_number(&json, "type", CREATION_THREAD);
    json_out_number(&json, "auto_archive_duration", CREATION_HIDES_MINUTES);
    buf_text(&json, "}");
    const struct discord_request request = {.method = "POST",
                                            .route = "/channels/{}/threads",
                                            .ids = {inbound->room},
                                            .json = json.text,
                                            .repeat = REPEAT_NEVER,
                                            .time_ms = CREATION_MS};
    discord_rest_start(discord->rest, &request, creation_ended, creation);
    buf_deinit(&json);
}

bool discord_thread_create(struct discord *discord, const struct discord_interaction *interaction,
                           const struct inbound *inbound, const struct discord_dispatch *dispatch,
                           uint64_t number)
{
    struct discord_thread_creation *creation = heap_allocate(sizeof *creation);
    if (!inbound_copy(&creation->copy, inbound)) {
        free(creation);
        return false;
    }
    creation->discord = discord;
    creation->interaction = number;
    creation->may = interaction->app_may;
    creation->dispatched = dispatch != NULL;
    discord_copy(creation->guild, interaction->guild);
    if (dispatch != NULL && dispatch->row_count > 0) {
        const struct adapter_row *row = dispatch->rows;
        creation->key = heap_copy(row->key);
        creation->value = heap_text(row->value, row->len);
        creation->row = (struct adapter_row){
            .key = creation->key, .value = creation->value, .len = row->len, .order = row->order};
    }
    if (dispatch != NULL) {
        creation->dispatch = (struct discord_dispatch){
            .id = dispatch->id, .rows = &creation->row, .row_count = dispatch->row_count};
    }
    creation->next = discord->thread_creations;
    discord->thread_creations = creation;
    creation_start(creation);
    return true;
}

/* --- threads without a table ------------------------------------------------------------------ */

void discord_thread_used(struct discord *discord, const char *room)
{
    struct discord_thread_creation *next = NULL;
    for (struct discord_thread_creation *one = discord->thread_creations; one != NULL; one = next) {
        next = one->next;
        if (one->thread[0] != '\0' && strcmp(one->thread, room) == 0) {
            creation_free(one);
        }
    }
}

static void creation_close(const struct discord_thread_creation *creation)
{
    static const char body[] = "{\"archived\":true}";
    const struct discord_request request = {.method = "PATCH",
                                            .route = "/channels/{}",
                                            .ids = {creation->thread},
                                            .json = body,
                                            .priority = REST_COSMETIC};
    discord_rest_start(creation->discord->rest, &request, NULL, NULL);
}

int64_t discord_threads_due_ms(const struct discord *discord)
{
    int64_t due_ms = NO_DEADLINE;
    for (const struct discord_thread_creation *one = discord->thread_creations; one != NULL;
         one = one->next) {
        if (one->thread[0] != '\0' && one->empty_ms < due_ms) {
            due_ms = one->empty_ms;
        }
    }
    return due_ms;
}

void discord_threads_tick(struct discord *discord, int64_t now_ms)
{
    struct discord_thread_creation *next = NULL;
    for (struct discord_thread_creation *one = discord->thread_creations; one != NULL; one = next) {
        next = one->next;
        if (one->thread[0] != '\0' && one->empty_ms <= now_ms) {
            creation_close(one);
            creation_free(one);
        }
    }
}

void discord_threads_free(struct discord *discord)
{
    struct discord_thread_creation *next = NULL;
    for (struct discord_thread_creation *one = discord->thread_creations; one != NULL; one = next) {
        next = one->next;
        creation_drop(one);
    }
    discord->thread_creations = NULL;
}
