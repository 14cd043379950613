/* Who has signed up, and who of them has a place. */
#include "night.h"

#include <assert.h>

int night_find(const struct night *night, uint64_t person)
{
    for (int i = 0; i < night->guest_count && person != 0; i++) {
        if (night->guest[i].person == person && !night->guest[i].gone) {
            return i;
        }
    }
    return -1;
}

unsigned night_before(const struct night *night, int guest)
{
    unsigned before = 0;
    assert(guest >= 0 && guest <= night->guest_count);
    for (int i = 0; i < guest; i++) {
        before += !night->guest[i].gone;
    }
    return before;
}

bool night_waits(const struct night *night, const struct options *options, int guest)
{
    return night_before(night, guest) >= (unsigned)options->value[NIGHT_PLACES];
}

unsigned night_signed(const struct night *night)
{
    return night_before(night, night->guest_count);
}

unsigned night_placed(const struct night *night, const struct options *options)
{
    unsigned all = night_signed(night);
    unsigned places = (unsigned)options->value[NIGHT_PLACES];
    return all < places ? all : places;
}

unsigned night_present(const struct night *night, const struct options *options)
{
    unsigned present = 0;
    for (int i = 0; i < night->guest_count; i++) {
        present += night->guest[i].here && !night->guest[i].gone;
    }
    unsigned places = (unsigned)options->value[NIGHT_PLACES];
    return present < places ? present : places;
}

unsigned night_dealt(const struct night_guest *guest)
{
    unsigned dealt = 0;
    for (unsigned round = 0; round < NIGHT_ROUNDS_MAX; round++) {
        dealt += guest->group[round] != 0;
    }
    return dealt;
}

unsigned night_points(const struct night_guest *guest)
{
    return (unsigned)guest->wins * NIGHT_WIN_POINTS + (unsigned)guest->ties * NIGHT_TIE_POINTS;
}

unsigned night_standing(const struct night *night, uint8_t order[NIGHT_PEOPLE_MAX])
{
    unsigned count = 0;
    for (uint8_t i = 0; i < night->guest_count; i++) {
        if (night->guest[i].played == 0) {
            continue;
        }
        unsigned at = count++;
        while (at > 0 &&
               night_points(&night->guest[order[at - 1]]) < night_points(&night->guest[i])) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
    return count;
}
