#include "discord_pending_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "timers.h"

enum { PENDING_TRY_MS = 2500 /* a first answer takes no longer, with all its tries */ };

const struct transitions pending_transitions = {
    .count = PENDING_OVER + 1,
    .any = STATE_BIT(PENDING_OVER),
    .after = {
        [PENDING_OPEN] = STATE_BIT(PENDING_SENDING) | STATE_BIT(PENDING_DEFERRING_REPLY) |
                         STATE_BIT(PENDING_DEFERRING_UPDATE),
        [PENDING_SENDING] = STATE_BIT(PENDING_SEEKING),
        [PENDING_RECALLING] = STATE_BIT(PENDING_SENDING),
        [PENDING_DEFERRING_REPLY] = STATE_BIT(PENDING_REPLY_DEFERRED),
        [PENDING_REPLY_DEFERRED] = STATE_BIT(PENDING_SENDING),
        [PENDING_DEFERRING_UPDATE] = STATE_BIT(PENDING_UPDATE_DEFERRED),
        [PENDING_UPDATE_DEFERRED] = STATE_BIT(PENDING_FOLLOWING),
        [PENDING_FOLLOWING] = STATE_BIT(PENDING_UPDATE_DEFERRED),
    }};

int64_t pending_now_ms(const struct discord_interactions *all)
{
    return all->setup.clock->now_ms(all->setup.clock->context);
}

struct pending *pending_at(const struct discord_interactions *all, uint64_t number)
{
    return number == 0 ? NULL : map_get_number(&all->by_number, number);
}

void pending_id(char *into, const char *id)
{
    size_t len = id == NULL ? 0 : strlen(id);
    len = len < DISCORD_ID_BYTES ? len : DISCORD_ID_BYTES - 1;
    memcpy(into, id == NULL ? "" : id, len);
    into[len] = '\0';
}

struct pending *pending_new(struct discord_interactions *all, uint64_t number,
                            enum pending_state state, const char *account, const char *token)
{
    struct pending *pending = heap_allocate(sizeof *pending);
    pending->number = number;
    pending->state = state;
    pending->token = heap_copy(token);
    pending_id(pending->account, account);
    pending->next = all->first;
    all->first = pending;
    map_put_number(&all->by_number, number, pending);
    return pending;
}

void pending_free(struct discord_interactions *all, struct pending *pending)
{
    struct pending **link = &all->first;
    while (*link != pending) {
        link = &(*link)->next;
    }
    *link = pending->next;
    map_remove_number(&all->by_number, pending->number);
    explicit_bzero(pending->token, strlen(pending->token));
    free(pending->token);
    free(pending->wants);
    free(pending);
}

void pending_note(struct discord_interactions *all, uint64_t number)
{
    all->answered[all->answered_next++ % PENDING_ANSWERED_MAX] = number;
    if (number > all->answered_newest) {
        all->answered_newest = number;
    }
}

bool pending_noted(const struct discord_interactions *all, uint64_t number)
{
    bool was = false;
    if (number > all->answered_newest) {
        return false;
    }
    for (unsigned i = 0; i < PENDING_ANSWERED_MAX; i++) {
        was |= all->answered[i] == number;
    }
    return was;
}

void pending_enter(struct pending *pending, enum pending_state state)
{
    assert(transitions_allow(&pending_transitions, pending->state, state));
    pending->state = state;
}

bool pending_is_replying(const struct pending *pending)
{
    return pending->state == PENDING_SENDING || pending->state == PENDING_SEEKING ||
           pending->state == PENDING_RECALLING || pending->state == PENDING_FOLLOWING;
}

static void pending_fire_at(struct discord_interactions *all, int64_t due_ms)
{
    const struct net_wire *wire = all->setup.wire;
    int64_t now_ms = pending_now_ms(all);
    int64_t delay_ms = due_ms == TIMERS_NEVER ? -1 : due_ms <= now_ms ? 0 : due_ms - now_ms;
    all->planned_ms = due_ms;
    wire->timer_set(wire->context, all->timer, delay_ms);
}

void pending_due(struct discord_interactions *all, struct pending *pending, int64_t due_ms)
{
    pending->due_ms = due_ms;
    if (due_ms < all->planned_ms) {
        pending_fire_at(all, due_ms);
    }
}

void pending_plan(struct discord_interactions *all)
{
    int64_t due_ms = TIMERS_NEVER;
    for (const struct pending *pending = all->first; pending != NULL; pending = pending->next) {
        due_ms = pending->due_ms < due_ms ? pending->due_ms : due_ms;
    }
    pending_fire_at(all, due_ms);
}

void pending_over(struct discord_interactions *all, struct pending *pending)
{
    pending_enter(pending, PENDING_OVER);
    pending_due(all, pending, pending_now_ms(all));
}

int64_t pending_left_ms(const struct discord_interactions *all, const struct pending *pending)
{
    int64_t left_ms = pending->last_ms - pending_now_ms(all);
    return left_ms < 0 ? 0 : left_ms < PENDING_TRY_MS ? left_ms : PENDING_TRY_MS;
}

int64_t discord_interactions_age_ms(const struct discord_interactions *all, uint64_t number)
{
    int64_t ahead_ms = discord_rest_ahead_ms(all->setup.rest);
    int64_t age_ms = pending_now_ms(all) + ahead_ms - discord_born_ms(number);
    return ahead_ms == 0 || age_ms < 0 || age_ms >= PENDING_UNLIKELY_MS ? 0 : age_ms;
}

const char *pending_words(const struct discord_interactions *all, const struct pending *pending,
                          const char *key)
{
    const struct discord_interactions_hooks *hooks = &all->setup.hooks;
    return catalogue_text(hooks->words(hooks->context, pending->channel), all->setup.arena, key,
                          NULL, VALUE_NONE, NULL);
}
