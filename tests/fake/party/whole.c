#include "whole.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "party_told.h"

enum { WHOLE_END_MS = 180000, WHOLE_QUIET_MS = 120000, WHOLE_AWAY_MS = 5000, WHOLE_MOVES = 500 };

void whole_open(struct party *party, const struct whole *whole, uint64_t seed)
{
    memset(party, 0, sizeof *party);
    party->dice = seed;
    party->deal = whole->deal;
    party_open(party, whole->people);
}

void whole_play(struct party *party, const struct whole *whole)
{
    for (unsigned i = 0; whole->part[i] != NULL; i++) {
        whole->part[i](party);
    }
    party_pass(party, WHOLE_END_MS);
}

static struct told whole_undisturbed(struct party *party, const struct whole *whole)
{
    whole_open(party, whole, 1);
    whole_play(party, whole);
    struct told told = told_of(party);
    party_close(party);
    ck_assert_uint_gt(strlen(told.moves), WHOLE_MOVES);
    return told;
}

void whole_troubled(struct party *party, const struct whole *whole, uint64_t first, unsigned seeds,
                    unsigned per_mille)
{
    unsigned struck[PARTY_TROUBLES] = {0};
    struct told told = whole_undisturbed(party, whole);
    for (unsigned i = 0; i < seeds; i++) {
        whole_open(party, whole, first + i);
        party_trouble(party, per_mille);
        whole_play(party, whole);
        party_struck(party, struck);
        fake_discord_mend(party->fake);
        party_pass(party, WHOLE_QUIET_MS);
        struct told other = told_of(party);
        told_same_moves(&told, &other);
        told_same_whispers(&told, &other);
        if (!whole->together) {
            told_same_lines(&told, &other);
        }
        told_free(&other);
        if (i + 1 < seeds) {
            party_close(party);
        }
    }
    told_free(&told);
    for (unsigned i = 0; i < PARTY_TROUBLES; i++) {
        ck_assert_msg(struck[i] > 0, "%s has never struck", party_trouble_name(i));
    }
}

/* From here on one of them takes no direct messages. */
static void whole_close(struct party *party, unsigned who)
{
    char route[80];
    snprintf(route, sizeof route, "POST /channels/%llu/messages",
             (unsigned long long)fake_discord_dm(party->fake, party->person[who]));
    const struct fake_discord_fault fault = {
        .verb = FAKE_DISCORD_REFUSED, .route = route, .code = 50007};
    fake_discord_fault(party->fake, &fault);
    party->hands = true;
}

void whole_closed(struct party *party, const struct whole *whole, unsigned seats)
{
    struct told told = whole_undisturbed(party, whole);
    unsigned struck = 0; /* who acts on their card alone is written to no more */
    for (unsigned who = 0; who < seats; who++) {
        whole_open(party, whole, 1);
        whole->part[0](party);
        whole_close(party, who);
        for (unsigned i = 1; whole->part[i] != NULL; i++) {
            whole->part[i](party);
        }
        struck += fake_discord_struck_as(party->fake, FAKE_DISCORD_REFUSED, 50007);
        struct told other = told_of(party);
        told_same_moves(&told, &other);
        told_free(&other);
        if (who + 1 < seats) {
            party_close(party);
        }
    }
    ck_assert_uint_gt(struck, 0);
    told_free(&told);
}

void whole_killed(struct party *party, const struct whole *whole, uint64_t seed)
{
    struct told told = whole_undisturbed(party, whole);
    whole_open(party, whole, seed);
    for (unsigned i = 0; whole->part[i] != NULL; i++) {
        whole->part[i](party);
        party_restart(party, WHOLE_AWAY_MS << 2 * i);
    }
    party_pass(party, WHOLE_END_MS);
    struct told other = told_of(party);
    told_same_moves(&told, &other);
    told_same_whispers(&told, &other);
    told_free(&told);
    told_free(&other);
}
