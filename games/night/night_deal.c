/* People are dealt to tables: how many tables of which size, and who sits with whom. */
#include "night.h"

#include <assert.h>
#include <string.h>

#include "rng.h"

/* How many may sit at a table of the game, as it usually is. */
static unsigned deal_most(const struct game_def *game)
{
    struct options usual;
    options_default(game, &usual);
    return game->seats_most == NULL ? game->seats_max : game->seats_most(&usual);
}

/* How many should sit at a table: by the option, else four, as far as the game lets. */
static unsigned deal_wanted(const struct game_def *game, const struct options *options)
{
    enum { USUAL = 4, LEAST = 2 };
    unsigned wanted = (unsigned)options->value[NIGHT_TABLE_SIZE];
    wanted = wanted < LEAST ? USUAL : wanted;
    wanted = wanted < game->seats_min ? game->seats_min : wanted;
    return wanted > deal_most(game) ? deal_most(game) : wanted;
}

/* Equal sizes, the first ones larger by one where it does not come out even. */
static void deal_even(unsigned people, unsigned tables, struct night_spread *spread)
{
    spread->count = tables;
    for (unsigned i = 0; i < tables; i++) {
        spread->size[i] = people / tables + (i < people % tables);
    }
}

static unsigned deal_off(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

/* How many tables take all of them, as near to the wanted size as that goes; 0: no number does. */
static unsigned deal_tables(unsigned people, const struct game_def *game, unsigned wanted)
{
    unsigned best = 0;
    for (unsigned tables = 1; tables <= NIGHT_GROUPS_MAX && tables <= people; tables++) {
        unsigned least = people / tables;
        unsigned most = least + (people % tables != 0);
        bool fits = least >= game->seats_min && most <= deal_most(game);
        /* by how much all tables together are off */
        if (fits &&
            (best == 0 || deal_off(tables * wanted, people) < deal_off(best * wanted, people))) {
            best = tables;
        }
    }
    return best;
}

static bool deal_fills(const struct options *options)
{
    return options->value[NIGHT_SPARE] == NIGHT_SPARE_FILL && night_plays(options)->player != NULL;
}

unsigned night_least(const struct options *options)
{
    enum { WITH_HOUSE = 2 };
    return deal_fills(options) ? WITH_HOUSE : night_plays(options)->seats_min;
}

void night_spread(unsigned people, const struct options *options, struct night_spread *spread)
{
    const struct game_def *game = night_plays(options);
    unsigned wanted = deal_wanted(game, options);
    bool fill = deal_fills(options);
    memset(spread, 0, sizeof *spread);
    if (people < night_least(options)) {
        spread->left_over = people;
        return;
    }
    if (fill && people < game->seats_min) {
        deal_even(people, 1, spread); /* the house makes it a table */
        return;
    }
    for (unsigned left = 0; left <= people; left++) {
        unsigned tables = deal_tables(people - left, game, wanted);
        if (tables == 0) {
            continue;
        }
        bool more = left > 0 && fill && tables < NIGHT_GROUPS_MAX;
        deal_even(more ? people : people - left, tables + more, spread); /* more: with the house */
        spread->left_over = more ? 0 : left;
        return;
    }
    spread->left_over = people;
}

/* How often two have sat at one table. */
static unsigned deal_met(const struct night *night, const struct night_guest *a,
                         const struct night_guest *b)
{
    unsigned met = 0;
    for (unsigned round = 0; round + 1 < night->round; round++) {
        met += a->group[round] != 0 && a->group[round] == b->group[round];
    }
    return met;
}

/* The people of the round: who sat out most comes first, by chance among equals. */
static unsigned deal_people(const struct night *night, const struct options *options,
                            struct rng *rng, uint8_t people[NIGHT_PEOPLE_MAX])
{
    unsigned count = 0;
    unsigned places = (unsigned)options->value[NIGHT_PLACES];
    for (uint8_t i = 0; i < night->guest_count && count < places; i++) {
        if (night->guest[i].here && !night->guest[i].gone) {
            people[count++] = i;
        }
    }
    rng_shuffle(rng, people, count, sizeof people[0]);
    for (unsigned i = 1; i < count; i++) {
        uint8_t one = people[i];
        unsigned at = i;
        while (at > 0 &&
               night_dealt(&night->guest[people[at - 1]]) > night_dealt(&night->guest[one])) {
            people[at] = people[at - 1];
            at--;
        }
        people[at] = one;
    }
    return count;
}

/* At which table with room does this one meet the fewest again? */
static unsigned deal_place(const struct night *night, const struct night_spread *spread,
                           const unsigned *filled, const struct night_guest *guest)
{
    unsigned best = 0;
    unsigned best_met = UINT32_MAX;
    for (unsigned table = 0; table < spread->count; table++) {
        unsigned met = 0;
        for (unsigned i = 0; i < night->guest_count; i++) {
            bool there = night->guest[i].group[night->round - 1] == table + 1;
            met += there ? deal_met(night, guest, &night->guest[i]) : 0;
        }
        if (filled[table] < spread->size[table] && met < best_met) {
            best = table;
            best_met = met;
        }
    }
    return best;
}

bool night_deal(struct night *night, const struct options *options, const uint8_t seed[SEED_BYTES])
{
    uint8_t people[NIGHT_PEOPLE_MAX];
    unsigned filled[NIGHT_GROUPS_MAX] = {0};
    struct night_spread spread;
    struct rng rng;
    assert(night->round < NIGHT_ROUNDS_MAX);
    rng_init(&rng, seed);
    for (unsigned i = 0; i < night->round; i++) {
        rng_next(&rng); /* each round by a chance of its own */
    }
    unsigned count = deal_people(night, options, &rng, people);
    night_spread(count, options, &spread);
    if (spread.count == 0) {
        return false;
    }
    night->round++;
    memset(night->group, 0, sizeof night->group);
    night->group_count = (uint8_t)spread.count;
    for (unsigned i = 0; i + spread.left_over < count; i++) {
        struct night_guest *guest = &night->guest[people[i]];
        unsigned table = deal_place(night, &spread, filled, guest);
        filled[table]++;
        guest->group[night->round - 1] = (uint8_t)(table + 1);
    }
    return true;
}
