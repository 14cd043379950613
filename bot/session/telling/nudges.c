#include "nudges.h"

#include "cards.h"
#include "commit.h"
#include "downtime.h"
#include "handling.h"
#include "house_private.h"
#include "show_view.h"
#include "tables.h"

enum nudge { NUDGE_AT_HALF, NUDGE_AT_LAST, NUDGE_KINDS };

/* Where an ask of a card stands among what is owed; NULL: it is owed no more, or has no deadline.
 */
static const struct owed *nudge_owed(const struct owed_list *owed, const struct card *card,
                                     const struct card_ask *ask)
{
    for (size_t i = 0; i < owed->count; i++) {
        const struct owed *one = &owed->owed[i];
        if (one->seat == card->seat && one->ask == ask->ask && one->deadline_ms != NO_DEADLINE) {
            return one;
        }
    }
    return NULL;
}

/* When somebody wants to hear of it, by their own clock; NO_DEADLINE: not at all. */
static int64_t nudge_wanted_ms(const struct own_choices *choices, enum nudge nudge, int64_t from_ms,
                               int64_t deadline_ms)
{
    static const struct own_choices usual = {.nudges = NUDGES_ALL};
    choices = choices == NULL ? &usual : choices;
    int64_t length_ms = own_clock_length(&choices->clock, from_ms, deadline_ms);
    int64_t part_ms = nudge == NUDGE_AT_HALF ? length_ms / 2 : length_ms - length_ms / 10;
    bool wanted =
        choices->nudges == NUDGES_ALL || (choices->nudges == NUDGES_ONCE && nudge == NUDGE_AT_LAST);
    int64_t at_ms = own_clock_later(&choices->clock, from_ms, part_ms);
    at_ms = own_clock_runs_ms(&choices->clock, at_ms);
    return wanted && at_ms < deadline_ms ? at_ms : NO_DEADLINE;
}

/* Since when they know of it; before they were told, since they owe it. 0: not known. */
static int64_t nudge_from_ms(const struct card_ask *ask)
{
    return ask->call == CARD_CALL_TOLD ? ask->notified_ms : ask->noted_ms;
}

/* The next reminder about an ask, and which it is; NO_DEADLINE: none. */
static int64_t nudge_next_ms(const struct house *house, const struct card *card,
                             const struct card_ask *ask, const struct owed_list *owed,
                             enum nudge *nudge_r)
{
    const struct owed *one = ask->ask == 0 ? NULL : nudge_owed(owed, card, ask);
    const struct person *person = people_find(house->people, card->person);
    int64_t from_ms = nudge_from_ms(ask);
    if (one == NULL || person == NULL || card->closed || from_ms <= 0 ||
        one->deadline_ms - from_ms < NUDGE_WAIT_MIN_MS) {
        return NO_DEADLINE;
    }
    for (unsigned nudge = ask->nudged; nudge < NUDGE_KINDS; nudge++) {
        int64_t at_ms =
            nudge_wanted_ms(person_choices(person), (enum nudge)nudge, from_ms, one->deadline_ms);
        if (at_ms != NO_DEADLINE) {
            *nudge_r = (enum nudge)nudge;
            return at_ms;
        }
    }
    return NO_DEADLINE;
}

static bool nudges_have_reason(const struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    return table->phase == TABLE_PLAYING && !table->frozen && !entry->held;
}

void nudges_plan(struct house *house, struct table_entry *entry, const struct owed_list *owed)
{
    enum nudge nudge = NUDGE_AT_HALF;
    int64_t due_ms = NO_DEADLINE;
    for (const struct card *card = nudges_have_reason(entry) ? entry->cards : NULL; card != NULL;
         card = card->next) {
        for (unsigned i = 0; i < CARD_ASKS_MAX; i++) {
            int64_t at_ms = nudge_next_ms(house, card, &card->ask[i], owed, &nudge);
            due_ms = at_ms < due_ms ? at_ms : due_ms;
        }
    }
    if (entry->nudge_due_ms != due_ms) {
        entry->nudge_due_ms = due_ms;
        tables_refresh(&house->tables, entry, downtime_ms(house, entry));
    }
}

/* The card comes anew, with a line about it before what it has told. */
static void nudge_card(struct handling *handling, struct card *card, enum nudge nudge)
{
    struct house *house = handling->house;
    struct compose compose = house_compose(house, handling->entry);
    house_compose_own(house, people_find(house->people, card->person), &compose);
    enum message message = nudge == NUDGE_AT_HALF ? MSG_NUDGE_HALF : MSG_NUDGE_LAST;
    cards_news(handling, card->person, compose_say(&compose, message, NULL, VALUE_NONE));
    card->anew = true;
    cards_put(handling->commit, handling->entry, card);
}

/* The latest reminder that is due about what this card asks for, of each ask one. */
static bool nudge_is_due(const struct house *house, struct card *card, const struct owed_list *owed,
                         enum nudge *nudge_r)
{
    bool due = false;
    for (unsigned i = 0; i < CARD_ASKS_MAX; i++) {
        enum nudge nudge = NUDGE_AT_HALF;
        while (nudge_next_ms(house, card, &card->ask[i], owed, &nudge) <= house->now_ms) {
            card->ask[i].nudged = (uint8_t)(nudge + 1);
            if (card->ask[i].call == CARD_CALL_TOLD) { /* else it is what still tells them */
                *nudge_r = !due || nudge > *nudge_r ? nudge : *nudge_r;
                due = true;
            }
        }
    }
    return due;
}

void nudges_run(struct house *house, struct table_entry *entry)
{
    struct owed_list owed;
    if (house->down || entry->load != ENTRY_RESIDENT || entry->nudge_due_ms > house->now_ms ||
        !nudges_have_reason(entry)) {
        return;
    }
    struct commit *commit = commit_new(house);
    struct handling handling = {.house = house, .entry = entry, .commit = commit};
    table_owed(&entry->resident->table, &owed);
    for (struct card *card = entry->cards; card != NULL; card = card->next) {
        enum nudge nudge = NUDGE_AT_HALF;
        if (nudge_is_due(house, card, &owed, &nudge)) {
            nudge_card(&handling, card, nudge);
        }
    }
    nudges_plan(house, entry, &owed);
    tables_store(entry, commit->batch);
    commit_submit(&commit);
}
