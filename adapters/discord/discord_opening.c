/* Where a host wants each table in a thread of its own, the command that opens one is heard in a
 * thread that is made for it first. Whatever stands in the way of that leaves the table in the
 * channel; a thread in which no table was opened after all is put away. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "discord_text.h"
#include "heap.h"
#include "inbound_copy.h"
#include "json_out.h"
#include "log.h"
#include "table.h"

enum {
    OPENING_MS = 2000,        /* longer nobody waits for a thread */
    OPENING_EMPTY_MS = 30000, /* nothing was said there: no table was opened */
    OPENING_JSON_MAX = 1024,
    OPENING_NAME_MAX = 100,
    OPENING_HIDES_MINUTES = 1440,
    OPENING_THREAD = 11
};

struct discord_opening {
    struct discord_opening *next;
    struct discord *discord;
    struct inbound_copy copy;
    struct discord_dispatch dispatch; /* its mark and its row are ours */
    struct adapter_row row;
    char *key; /* its texts */
    char *value;
    bool dispatched; /* it came by the gateway */
    uint64_t interaction;
    char guild[DISCORD_ID_BYTES];
    char *name; /* of the thread */
    uint64_t may;
    char thread[DISCORD_ID_BYTES]; /* "": not made yet */
    int64_t empty_ms;              /* then it is put away, unless something was said there */
};

static void opening_drop(struct discord_opening *opening)
{
    inbound_copy_free(&opening->copy);
    free(opening->key);
    free(opening->value);
    free(opening->name);
    free(opening);
}

static void opening_free(struct discord_opening *opening)
{
    struct discord_opening **link = &opening->discord->openings;
    while (*link != opening) {
        link = &(*link)->next;
    }
    *link = opening->next;
    opening_drop(opening);
}

static void opening_place(struct discord_opening *opening)
{
    struct discord *discord = opening->discord;
    struct discord_place *place = discord_place_at(discord, opening->thread);
    place->type = OPENING_THREAD;
    place->known = true;
    place->may = opening->may;
    free(place->name);
    place->name = heap_copy(opening->name);
    discord_copy(place->guild, opening->guild);
    discord_copy(place->parent, opening->copy.inbound.room);
    discord_place_keep(discord, place);
}

/* The house hears it now. */
static void opening_hand(struct discord_opening *opening)
{
    struct discord *discord = opening->discord;
    struct fault full;
    struct inbound inbound = opening->copy.inbound;
    inbound.room = opening->thread[0] != '\0' ? opening->thread : inbound.room;
    discord_interactions_opened(discord->interactions, opening->interaction, opening->thread);
    if (!discord_enqueue(discord, &inbound, opening->dispatched ? &opening->dispatch : NULL,
                         opening->interaction)) {
        fault_set(&full, FAULT_FULL, "the house takes nothing now");
        discord_interactions_drop(discord->interactions, opening->interaction);
        if (opening->dispatched) {
            discord_gateway_stored(discord->gateway, &opening->dispatch.mark, &full);
        }
    }
}

static void opening_made(void *context, const struct answer *answer)
{
    struct discord_opening *opening = context;
    struct discord *discord = opening->discord;
    const char *id = discord_id(answer->json, "id");
    if (answer->status == ANSWER_DONE && id != NULL) {
        discord_copy(opening->thread, id);
        opening_place(opening);
        opening->empty_ms = discord_now_ms(discord) + OPENING_EMPTY_MS;
        discord_wake_by(discord, opening->empty_ms);
    } else {
        log_event(LEVEL_INFO, "discord.no_thread", LOG_FIELDS(log_text("why", answer->why)));
    }
    arena_reset(discord->arena);
    opening_hand(opening);
    if (opening->thread[0] == '\0') {
        opening_free(opening);
    }
}

bool discord_opening_wanted(const struct discord *discord,
                            const struct discord_interaction *interaction,
                            const struct discord_dispatch *dispatch)
{
    static const uint64_t bits = DISCORD_MAY_PUBLIC_THREADS | DISCORD_MAY_SEND_THREADS;
    bool may =
        (interaction->app_may & DISCORD_MAY_ADMIN) != 0 || (interaction->app_may & bits) == bits;
    /* one that may have been heard before is not given a second thread */
    bool again = dispatch != NULL && dispatch->again;
    return settings_flag(discord->settings, "discord", "table_threads") && may && !again &&
           interaction->kind == DISCORD_SLASH && interaction->guild != NULL &&
           interaction->channel_type == 0 && game_find(interaction->command) != NULL;
}

static void opening_ask(struct discord_opening *opening)
{
    struct discord *discord = opening->discord;
    const struct inbound *inbound = &opening->copy.inbound;
    char name[512];
    struct buf json;
    snprintf(name, sizeof name, "%s · %s",
             catalogue_term(discord_catalogue(discord, inbound->room), inbound->command),
             inbound->name);
    opening->name = heap_copy(discord_shorten(discord->arena, name, OPENING_NAME_MAX));
    buf_init(&json, OPENING_JSON_MAX);
    buf_text(&json, "{");
    json_out_text(&json, "name", opening->name);
    json_out_number(&json, "type", OPENING_THREAD);
    json_out_number(&json, "auto_archive_duration", OPENING_HIDES_MINUTES);
    buf_text(&json, "}");
    const struct discord_request request = {.method = "POST",
                                            .route = "/channels/{}/threads",
                                            .ids = {inbound->room},
                                            .json = json.text,
                                            .repeat = REPEAT_NEVER,
                                            .time_ms = OPENING_MS};
    discord_rest_start(discord->rest, &request, opening_made, opening);
    buf_deinit(&json);
}

bool discord_opening_begin(struct discord *discord, const struct discord_interaction *interaction,
                           const struct inbound *inbound, const struct discord_dispatch *dispatch,
                           uint64_t number)
{
    struct discord_opening *opening = heap_allocate(sizeof *opening);
    if (!inbound_copy(&opening->copy, inbound)) {
        free(opening);
        return false;
    }
    opening->discord = discord;
    opening->interaction = number;
    opening->may = interaction->app_may;
    opening->dispatched = dispatch != NULL;
    discord_copy(opening->guild, interaction->guild);
    if (dispatch != NULL && dispatch->row_count > 0) {
        const struct adapter_row *row = dispatch->rows;
        opening->key = heap_copy(row->key);
        opening->value = heap_text(row->value, row->len);
        opening->row = (struct adapter_row){
            .key = opening->key, .value = opening->value, .len = row->len, .order = row->order};
    }
    if (dispatch != NULL) {
        opening->dispatch = (struct discord_dispatch){
            .mark = dispatch->mark, .rows = &opening->row, .row_count = dispatch->row_count};
    }
    opening->next = discord->openings;
    discord->openings = opening;
    opening_ask(opening);
    return true;
}

/* --- threads without a table ------------------------------------------------------------------ */

void discord_opening_used(struct discord *discord, const char *room)
{
    struct discord_opening *next = NULL;
    for (struct discord_opening *one = discord->openings; one != NULL; one = next) {
        next = one->next;
        if (one->thread[0] != '\0' && strcmp(one->thread, room) == 0) {
            opening_free(one);
        }
    }
}

static void opening_close(const struct discord_opening *opening)
{
    static const char body[] = "{\"archived\":true}";
    const struct discord_request request = {.method = "PATCH",
                                            .route = "/channels/{}",
                                            .ids = {opening->thread},
                                            .json = body,
                                            .priority = REST_COSMETIC};
    discord_rest_start(opening->discord->rest, &request, NULL, NULL);
}

int64_t discord_openings_due_ms(const struct discord *discord)
{
    int64_t due_ms = NO_DEADLINE;
    for (const struct discord_opening *one = discord->openings; one != NULL; one = one->next) {
        if (one->thread[0] != '\0' && one->empty_ms < due_ms) {
            due_ms = one->empty_ms;
        }
    }
    return due_ms;
}

void discord_openings_tick(struct discord *discord, int64_t now_ms)
{
    struct discord_opening *next = NULL;
    for (struct discord_opening *one = discord->openings; one != NULL; one = next) {
        next = one->next;
        if (one->thread[0] != '\0' && one->empty_ms <= now_ms) {
            opening_close(one);
            opening_free(one);
        }
    }
}

void discord_openings_free(struct discord *discord)
{
    struct discord_opening *next = NULL;
    for (struct discord_opening *one = discord->openings; one != NULL; one = next) {
        next = one->next;
        opening_drop(one);
    }
    discord->openings = NULL;
}
