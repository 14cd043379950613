/* Which moves all could see: only they are counted, and can be taken back by their number. How many
 * others there were is nobody's business. */
#include "table_private.h"
#include "table_view.h"

#include <assert.h>
#include <string.h>

static bool undo_reveals(const struct outcome *out)
{
    bool reveals = false;
    for (unsigned i = 0; i < out->event_count; i++) {
        reveals = reveals || message_reveals(out->event[i].message);
    }
    return reveals;
}

/* A reminder is no move; what happens by time is one where it changes who is waited for. */
static bool undo_is_move(const struct table *before, const struct table *table,
                         const struct move *move, const struct outcome *out)
{
    bool by_time = (move->row->traits & BY_TIME) != 0;
    if (rules_state(before->state)->step == rules_state(table->state)->step) {
        return false;
    }
    return (!by_time && outcome_is_public(out)) || table_waits_changed(before, table, false);
}

static void undo_note(struct table *table, const struct table *before, const struct move *move,
                      const struct outcome *out)
{
    struct table_undo *undo = &table->undo;
    bool reveals = undo_reveals(out);
    assert(!reveals || outcome_is_public(out) || table_waits_changed(before, table, false));
    if (!undo_is_move(before, table, move, out) && !reveals) {
        return;
    }
    if (undo->count == UNDO_STEPS_MAX) {
        undo->count--;
        memmove(undo->step, undo->step + 1, undo->count * sizeof undo->step[0]);
    }
    undo->seen++;
    undo->step[undo->count++] = (struct undo_step){table->step, reveals};
}

void table_undo_note(struct table *table, const struct table *before, const struct move *move,
                     const struct outcome *out)
{
    struct table_undo *undo = &table->undo;
    if (before->phase != TABLE_PLAYING || table->phase != TABLE_PLAYING) {
        return;
    }
    const struct game_state *was = rules_state(before->state);
    const struct game_state *now = rules_state(table->state);
    if (out != NULL) {
        undo_note(table, before, move, out);
    }
    if (was->gone != now->gone || was->seats != now->seats) {
        undo->count = 0;
    }
}
