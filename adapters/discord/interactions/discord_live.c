#include "discord_live_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "timers.h"

enum { LIVE_TRY_MS = 2500 /* a first answer takes no longer, with all its tries */ };

const struct transitions live_transitions = {
    .count = LIVE_OVER + 1,
    .any = STATE_BIT(LIVE_OVER),
    .after = {
        [LIVE_OPEN] = STATE_BIT(LIVE_SENDING) | STATE_BIT(LIVE_DEFERRING_REPLY) |
                      STATE_BIT(LIVE_DEFERRING_UPDATE),
        [LIVE_SENDING] = STATE_BIT(LIVE_SEEKING),
        [LIVE_RECALLING] = STATE_BIT(LIVE_SENDING),
        [LIVE_DEFERRING_REPLY] = STATE_BIT(LIVE_REPLY_DEFERRED),
        [LIVE_REPLY_DEFERRED] = STATE_BIT(LIVE_SENDING),
        [LIVE_DEFERRING_UPDATE] = STATE_BIT(LIVE_UPDATE_DEFERRED),
        [LIVE_UPDATE_DEFERRED] = STATE_BIT(LIVE_FOLLOWING),
        [LIVE_FOLLOWING] = STATE_BIT(LIVE_UPDATE_DEFERRED),
    }};

int64_t live_now_ms(const struct discord_interactions *all)
{
    return all->setup.clock->now_ms(all->setup.clock->context);
}

struct live *live_at(const struct discord_interactions *all, uint64_t number)
{
    return number == 0 ? NULL : map_get_number(&all->by_number, number);
}

void live_id(char *into, const char *id)
{
    size_t len = id == NULL ? 0 : strlen(id);
    len = len < DISCORD_ID_BYTES ? len : DISCORD_ID_BYTES - 1;
    memcpy(into, id == NULL ? "" : id, len);
    into[len] = '\0';
}

struct live *live_new(struct discord_interactions *all, uint64_t number, enum live_state state,
                      const char *account, const char *token)
{
    struct live *live = heap_allocate(sizeof *live);
    live->number = number;
    live->state = state;
    live->token = heap_copy(token);
    live_id(live->account, account);
    live->next = all->first;
    all->first = live;
    map_put_number(&all->by_number, number, live);
    return live;
}

void live_free(struct discord_interactions *all, struct live *live)
{
    struct live **link = &all->first;
    while (*link != live) {
        link = &(*link)->next;
    }
    *link = live->next;
    map_remove_number(&all->by_number, live->number);
    explicit_bzero(live->token, strlen(live->token));
    free(live->token);
    free(live->wants);
    free(live);
}

void live_note(struct discord_interactions *all, uint64_t number)
{
    all->answered[all->answered_next++ % LIVE_ANSWERED_MAX] = number;
    if (number > all->answered_newest) {
        all->answered_newest = number;
    }
}

bool live_noted(const struct discord_interactions *all, uint64_t number)
{
    bool was = false;
    if (number > all->answered_newest) {
        return false;
    }
    for (unsigned i = 0; i < LIVE_ANSWERED_MAX; i++) {
        was |= all->answered[i] == number;
    }
    return was;
}

void live_enter(struct live *live, enum live_state state)
{
    assert(transitions_allow(&live_transitions, live->state, state));
    live->state = state;
}

bool live_is_saying(const struct live *live)
{
    return live->state == LIVE_SENDING || live->state == LIVE_SEEKING ||
           live->state == LIVE_RECALLING || live->state == LIVE_FOLLOWING;
}

static void live_fire_at(struct discord_interactions *all, int64_t due_ms)
{
    const struct net_wire *wire = all->setup.wire;
    int64_t now_ms = live_now_ms(all);
    int64_t delay_ms = due_ms == TIMERS_NEVER ? -1 : due_ms <= now_ms ? 0 : due_ms - now_ms;
    all->planned_ms = due_ms;
    wire->timer_set(wire->context, all->timer, delay_ms);
}

void live_due(struct discord_interactions *all, struct live *live, int64_t due_ms)
{
    live->due_ms = due_ms;
    if (due_ms < all->planned_ms) {
        live_fire_at(all, due_ms);
    }
}

void live_plan(struct discord_interactions *all)
{
    int64_t due_ms = TIMERS_NEVER;
    for (const struct live *live = all->first; live != NULL; live = live->next) {
        due_ms = live->due_ms < due_ms ? live->due_ms : due_ms;
    }
    live_fire_at(all, due_ms);
}

void live_over(struct discord_interactions *all, struct live *live)
{
    live_enter(live, LIVE_OVER);
    live_due(all, live, live_now_ms(all));
}

int64_t live_left_ms(const struct discord_interactions *all, const struct live *live)
{
    int64_t left_ms = live->last_ms - live_now_ms(all);
    return left_ms < 0 ? 0 : left_ms < LIVE_TRY_MS ? left_ms : LIVE_TRY_MS;
}

int64_t discord_interactions_age_ms(const struct discord_interactions *all, uint64_t number)
{
    int64_t ahead_ms = discord_rest_ahead_ms(all->setup.rest);
    int64_t age_ms = live_now_ms(all) + ahead_ms - discord_born_ms(number);
    return ahead_ms == 0 || age_ms < 0 || age_ms >= LIVE_UNLIKELY_MS ? 0 : age_ms;
}

const char *live_words(const struct discord_interactions *all, const struct live *live,
                       const char *key)
{
    const struct discord_interactions_hooks *hooks = &all->setup.hooks;
    return catalogue_text(hooks->words(hooks->context, live->channel), all->setup.arena, key, NULL,
                          VALUE_NONE, NULL);
}
