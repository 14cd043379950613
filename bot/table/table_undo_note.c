/* Which moves all could see: only they are counted, and can be taken back by their number. How many
 * others there were is nobody's business. */
#include "table_private.h"
#include "table_view.h"

#include <assert.h>
#include <string.h>

static bool undo_owed_is_same(const struct owed_list *one, const struct owed_list *other)
{
    bool same = one->count == other->count;
    for (size_t i = 0; i < one->count && same; i++) {
        same = one->owed[i].seat == other->owed[i].seat && one->owed[i].ask == other->owed[i].ask;
    }
    return same;
}

/* Has what everybody is waited for changed? */
static bool undo_asks_changed(const struct table *before, const struct table *table)
{
    struct owed_list was;
    struct owed_list now;
    table_owed_to(before, SEAT_CROWD, &was);
    table_owed_to(table, SEAT_CROWD, &now);
    return !undo_owed_is_same(&was, &now);
}

static bool undo_says(const struct outcome *out, bool reveals)
{
    bool says = false;
    for (unsigned i = 0; i < out->event_count; i++) {
        bool crowd = (out->event[i].to & AUDIENCE_CROWD) != 0;
        says = says || (reveals ? message_reveals(out->event[i].message) : crowd);
    }
    return says;
}

static bool undo_is_by_time(const struct action_def *row)
{
    return strcmp(row->name, "tick") == 0 || strcmp(row->name, "skip") == 0 ||
           strcmp(row->name, "force") == 0;
}

/* A reminder is no move; what happens by time is one where it changes who is waited for. */
static bool undo_is_move(const struct table *before, const struct table *table,
                         const struct move *move, const struct outcome *out)
{
    bool by_time = undo_is_by_time(move->row);
    if (rules_state(before->state)->step == rules_state(table->state)->step) {
        return false;
    }
    return (!by_time && undo_says(out, false)) || undo_asks_changed(before, table);
}

static void undo_note(struct table *table, const struct table *before, const struct move *move,
                      const struct outcome *out)
{
    struct table_undo *undo = &table->undo;
    bool reveals = undo_says(out, true);
    assert(!reveals || undo_says(out, false) || undo_asks_changed(before, table));
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
