/* A list in the order of the last time they were seen to sit: who sits now is never pushed out. */
#include "sat.h"

#include <string.h>

#include "night.h"
#include "table_night.h"

static unsigned sat_at(const struct sat *sat, uint64_t person)
{
    unsigned at = 0;
    while (at < sat->count && sat->person[at] != person) {
        at++;
    }
    return at;
}

bool sat_has(const struct sat *sat, uint64_t person)
{
    return person != 0 && sat_at(sat, person) < sat->count;
}

void sat_add(struct sat *sat, uint64_t person)
{
    unsigned at = sat_at(sat, person);
    if (person == 0 || person >= TABLE_BOT_PERSON) {
        return;
    }
    if (at == sat->count && sat->count < SAT_MAX) {
        sat->count++;
    } else {
        at = at == sat->count ? 0 : at; /* its place is given up */
        memmove(&sat->person[at], &sat->person[at + 1],
                (sat->count - at - 1u) * sizeof sat->person[0]);
    }
    sat->person[sat->count - 1] = person;
}

void sat_note(struct sat *sat, const struct table *table)
{
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        if (!table->seat[i].house && !table->seat[i].left) {
            sat_add(sat, table->seat[i].person);
        }
    }
    const struct night *night = table_night_of(table);
    for (int i = 0; night != NULL && i < night->guest_count; i++) {
        sat_add(sat, night->guest[i].person);
    }
}
