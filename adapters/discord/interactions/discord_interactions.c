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
    int64_t now_ms = pending_now_ms(all);
    struct pending *next = NULL;
    all->planned_ms = TIMERS_NEVER;
    arena_reset(all->setup.arena);
    for (struct pending *pending = all->first; pending != NULL; pending = next) {
        next = pending->next;
        if (pending->due_ms <= now_ms) {
            acknowledge_tick(all, pending, now_ms);
        }
    }
    pending_plan(all);
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
        pending_free(freed, freed->first);
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
    int64_t now_ms = pending_now_ms(all);
    struct pending *pending = pending_new(all, interaction->number, PENDING_OPEN,
                                          interaction->who.id, interaction->token);
    pending->kind = interaction->kind;
    pending->from_message = interaction->message != NULL;
    pending->on_ephemeral = interaction->on_ephemeral;
    pending->opens = interaction->kind == DISCORD_SLASH && game_find(interaction->command) != NULL;
    pending->last_ms =
        now_ms + PENDING_FIRST_MS - discord_interactions_age_ms(all, pending->number);
    pending->dead_ms = now_ms + DISCORD_TOKEN_MS;
    pending_id(pending->channel, interaction->channel);
    pending_due(all, pending, now_ms + PENDING_DEFER_MS);
}

void discord_interactions_drop(struct discord_interactions *all, uint64_t number)
{
    struct pending *pending = pending_at(all, number);
    if (pending != NULL) {
        pending_free(all, pending);
    }
}

bool discord_interactions_has(const struct discord_interactions *all, uint64_t number)
{
    return pending_at(all, number) != NULL;
}

bool discord_interactions_known(const struct discord_interactions *all, uint64_t number)
{
    return pending_at(all, number) != NULL || pending_noted(all, number);
}

void discord_interactions_stored(struct discord_interactions *all, uint64_t number,
                                 const struct fault *fault)
{
    struct pending *pending = pending_at(all, number);
    bool failed = fault != NULL && fault->code != FAULT_GONE;
    if (pending != NULL && !failed) {
        pending_note(all, number); /* one that could not be stored is sent once more */
    }
    if (pending == NULL || pending->state == PENDING_OVER) {
        return;
    }
    pending->stored = failed ? STORED_FAILED : STORED_DONE;
    if (pending->state == PENDING_OPEN || pending->state == PENDING_REPLY_DEFERRED) {
        pending_due(all, pending, pending_now_ms(all) + INTERACTIONS_QUIET_MS);
    }
}

/* --- what is known of them -------------------------------------------------------------------- */

void discord_interactions_want(struct discord_interactions *all, uint64_t number,
                               const char *control)
{
    struct pending *pending = pending_at(all, number);
    if (pending != NULL) {
        free(pending->wants);
        pending->wants = heap_copy(control);
    }
}

bool discord_interactions_form(const struct discord_interactions *all, uint64_t number,
                               const char **control_r)
{
    const struct pending *pending = pending_at(all, number);
    *control_r = pending == NULL ? NULL : pending->wants;
    return pending != NULL && pending->state == PENDING_OPEN && pending->kind != DISCORD_FORM;
}

void discord_interactions_opened(struct discord_interactions *all, uint64_t number,
                                 const char *thread)
{
    struct pending *pending = pending_at(all, number);
    if (pending != NULL) {
        pending_id(pending->opened, thread);
    }
}

/* One of this person that can still be answered, the newest. */
static struct pending *interactions_of(const struct discord_interactions *all, const char *account)
{
    struct pending *newest = NULL;
    int64_t now_ms = pending_now_ms(all);
    for (struct pending *pending = all->first; pending != NULL; pending = pending->next) {
        bool can = !pending_is_replying(pending) && pending->state != PENDING_OVER &&
                   pending->waiting == NULL && pending->dead_ms > now_ms;
        if (can && strcmp(pending->account, account) == 0 &&
            (newest == NULL || pending->number > newest->number)) {
            newest = pending;
        }
    }
    return newest;
}

uint64_t discord_interactions_of(const struct discord_interactions *all, const char *account)
{
    const struct pending *pending = interactions_of(all, account);
    return pending == NULL ? 0 : pending->number;
}

void discord_interactions_sent(struct discord_interactions *all, const char *account)
{
    struct pending *pending = interactions_of(all, account);
    if (pending != NULL) {
        pending->sent = true;
        pending_due(all, pending, pending_now_ms(all));
    }
}

/* --- what is said ----------------------------------------------------------------------------- */

bool discord_interactions_reply(struct discord_interactions *all, uint64_t number,
                                struct discord_reply *reply)
{
    struct pending *pending = pending_at(all, number);
    return pending != NULL && reply_send(all, pending, reply);
}

bool discord_interactions_recall(struct discord_interactions *all,
                                 const struct discord_recalled *recalled,
                                 struct discord_reply *reply)
{
    if (pending_now_ms(all) - recalled->since_ms >= DISCORD_TOKEN_MS) {
        return false;
    }
    struct pending *pending = pending_at(all, recalled->number);
    if (pending != NULL) { /* sent once more, and open: Discord takes one answer */
        return reply_send(all, pending, reply);
    }
    pending =
        pending_new(all, recalled->number, PENDING_RECALLING, recalled->account, recalled->token);
    pending->dead_ms = recalled->since_ms + DISCORD_TOKEN_MS;
    pending_due(all, pending, pending->dead_ms);
    reply_seek(all, pending, reply);
    return true;
}
