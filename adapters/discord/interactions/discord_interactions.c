/* All interactions that are answered, as the adapter has them; and the one timer by which they are
 * looked after. */
#include "discord_interactions.h"

#include <stdlib.h>
#include <string.h>

#include "discord_callback_private.h"
#include "heap.h"
#include "table.h"
#include "timers.h"

enum { INTERACTIONS_QUIET_MS = 5 /* after the commit, when nothing is said to who pressed */ };

static void interactions_tick(void *context)
{
    struct discord_interactions *all = context;
    int64_t now_ms = live_now_ms(all);
    struct live *next = NULL;
    all->planned_ms = TIMERS_NEVER;
    arena_reset(all->setup.arena);
    for (struct live *live = all->first; live != NULL; live = next) {
        next = live->next;
        if (live->due_ms <= now_ms) {
            acknowledge_tick(all, live, now_ms);
        }
    }
    live_plan(all);
}

struct discord_interactions *discord_interactions_new(
    const struct discord_interactions_setup *setup)
{
    struct discord_interactions *all = heap_allocate(sizeof *all);
    all->setup = *setup;
    all->planned_ms = TIMERS_NEVER;
    all->timer = setup->wire->timer_new(setup->wire->context, interactions_tick, all);
    map_init(&all->by_number, setup->entropy);
    return all;
}

void discord_interactions_free(struct discord_interactions **all)
{
    struct discord_interactions *freed = *all;
    if (freed == NULL) {
        return;
    }
    *all = NULL;
    while (freed->first != NULL) {
        live_free(freed, freed->first);
    }
    while (freed->callbacks != NULL) {
        callback_end(freed->callbacks);
    }
    freed->setup.wire->timer_free(freed->setup.wire->context, &freed->timer);
    map_deinit(&freed->by_number);
    free(freed);
}

/* --- what has come ---------------------------------------------------------------------------- */

void discord_interactions_begin(struct discord_interactions *all,
                                const struct discord_interaction *interaction)
{
    int64_t now_ms = live_now_ms(all);
    struct live *live =
        live_new(all, interaction->number, LIVE_OPEN, interaction->who.id, interaction->token);
    live->kind = interaction->kind;
    live->from_message = interaction->message != NULL;
    live->on_ephemeral = interaction->on_ephemeral;
    live->opens = interaction->kind == DISCORD_SLASH && game_find(interaction->command) != NULL;
    live->last_ms = now_ms + LIVE_FIRST_MS - discord_interactions_age_ms(all, live->number);
    live->dead_ms = now_ms + DISCORD_TOKEN_MS;
    live_id(live->channel, interaction->channel);
    live_due(all, live, now_ms + LIVE_DEFER_MS);
}

void discord_interactions_drop(struct discord_interactions *all, uint64_t number)
{
    struct live *live = live_at(all, number);
    if (live != NULL) {
        live_free(all, live);
    }
}

bool discord_interactions_has(const struct discord_interactions *all, uint64_t number)
{
    return live_at(all, number) != NULL;
}

bool discord_interactions_known(const struct discord_interactions *all, uint64_t number)
{
    return live_at(all, number) != NULL || live_noted(all, number);
}

void discord_interactions_stored(struct discord_interactions *all, uint64_t number,
                                 const struct fault *fault)
{
    struct live *live = live_at(all, number);
    bool failed = fault != NULL && fault->code != FAULT_GONE;
    if (live != NULL && !failed) {
        live_note(all, number); /* one that could not be stored is sent once more */
    }
    if (live == NULL || live->state == LIVE_OVER) {
        return;
    }
    live->stored = failed ? LIVE_NOT_STORED : LIVE_STORED;
    if (live->state == LIVE_OPEN || live->state == LIVE_REPLY_DEFERRED) {
        live_due(all, live, live_now_ms(all) + INTERACTIONS_QUIET_MS);
    }
}

/* --- what is known of them -------------------------------------------------------------------- */

void discord_interactions_want(struct discord_interactions *all, uint64_t number,
                               const char *control)
{
    struct live *live = live_at(all, number);
    if (live != NULL) {
        free(live->wants);
        live->wants = heap_copy(control);
    }
}

bool discord_interactions_form(const struct discord_interactions *all, uint64_t number,
                               const char **control_r)
{
    const struct live *live = live_at(all, number);
    *control_r = live == NULL ? NULL : live->wants;
    return live != NULL && live->state == LIVE_OPEN && live->kind != DISCORD_FORM;
}

void discord_interactions_opened(struct discord_interactions *all, uint64_t number,
                                 const char *thread)
{
    struct live *live = live_at(all, number);
    if (live != NULL) {
        live_id(live->opened, thread);
    }
}

/* One of this person that can still be answered, the newest. */
static struct live *interactions_of(const struct discord_interactions *all, const char *account)
{
    struct live *newest = NULL;
    int64_t now_ms = live_now_ms(all);
    for (struct live *live = all->first; live != NULL; live = live->next) {
        bool can = !live_is_saying(live) && live->state != LIVE_OVER && live->waiting == NULL &&
                   live->dead_ms > now_ms;
        if (can && strcmp(live->account, account) == 0 &&
            (newest == NULL || live->number > newest->number)) {
            newest = live;
        }
    }
    return newest;
}

uint64_t discord_interactions_of(const struct discord_interactions *all, const char *account)
{
    const struct live *live = interactions_of(all, account);
    return live == NULL ? 0 : live->number;
}

void discord_interactions_sent(struct discord_interactions *all, const char *account)
{
    struct live *live = interactions_of(all, account);
    if (live != NULL) {
        live->sent = true;
        live_due(all, live, live_now_ms(all));
    }
}

/* --- what is said ----------------------------------------------------------------------------- */

bool discord_interactions_say(struct discord_interactions *all, uint64_t number,
                              struct discord_saying *saying)
{
    struct live *live = live_at(all, number);
    return live != NULL && reply_say(all, live, saying);
}

bool discord_interactions_recall(struct discord_interactions *all,
                                 const struct discord_recalled *recalled,
                                 struct discord_saying *saying)
{
    if (live_now_ms(all) - recalled->since_ms >= DISCORD_TOKEN_MS) {
        return false;
    }
    struct live *live = live_at(all, recalled->number);
    if (live != NULL) { /* sent once more, and open: Discord takes one answer */
        return reply_say(all, live, saying);
    }
    live = live_new(all, recalled->number, LIVE_RECALLING, recalled->account, recalled->token);
    live->dead_ms = recalled->since_ms + DISCORD_TOKEN_MS;
    live_due(all, live, live->dead_ms);
    reply_seek(all, live, saying);
    return true;
}
