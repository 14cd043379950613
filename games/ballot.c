/* Counting votes. A ballot decides as soon as the missing votes cannot matter. */
#include "ballot.h"

#include <assert.h>
#include <string.h>

void ballot_open(struct ballot *ballot, const struct ballot_rules *rules, uint16_t electorate,
                 int first)
{
    assert(rules->choices >= 2 && rules->choices <= BALLOT_CHOICES_MAX);
    assert(electorate < 1u << SEATS_MAX);
    memset(ballot, 0, sizeof *ballot);
    memcpy(&ballot->rules, rules, sizeof *rules);
    ballot->electorate = electorate;
    ballot->first = (int8_t)first;
    memset(ballot->vote, BALLOT_SILENT, sizeof ballot->vote);
}

uint16_t ballot_missing(const struct ballot *ballot)
{
    uint16_t missing = 0;
    assert(ballot != NULL);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if ((ballot->electorate & seat_bit(seat)) != 0 && ballot->vote[seat] == BALLOT_SILENT) {
            missing = (uint16_t)(missing | seat_bit(seat));
        }
    }
    return missing;
}

int ballot_next(const struct ballot *ballot)
{
    uint16_t missing = ballot_missing(ballot);
    int start = ballot->rules.ordered ? ballot->first : 0;
    assert(start >= 0 && start < SEATS_MAX);
    for (int i = 0; i < SEATS_MAX; i++) {
        int seat = (start + i) % SEATS_MAX;
        if ((missing & seat_bit(seat)) != 0) {
            return seat;
        }
    }
    return -1;
}

static enum refusal ballot_put(struct ballot *ballot, int seat, int vote)
{
    assert(ballot_result(ballot) == BALLOT_RUNNING);
    if ((ballot->electorate & seat_bit(seat)) == 0) {
        return REFUSAL_NOT_YOURS;
    }
    if (ballot->vote[seat] != BALLOT_SILENT && !ballot->rules.change) {
        return REFUSAL_ALREADY_DONE;
    }
    if (ballot->rules.ordered && ballot->vote[seat] == BALLOT_SILENT &&
        ballot_next(ballot) != seat) {
        return REFUSAL_NOT_YOUR_TURN;
    }
    ballot->vote[seat] = (int8_t)vote;
    return REFUSAL_NONE;
}

enum refusal ballot_cast(struct ballot *ballot, int seat, int choice)
{
    assert(choice >= 0 && choice < ballot->rules.choices);
    return ballot_put(ballot, seat, choice);
}

enum refusal ballot_abstain(struct ballot *ballot, int seat)
{
    return ballot_put(ballot, seat, BALLOT_ABSTAINED);
}

enum refusal ballot_withdraw(struct ballot *ballot, int seat)
{
    assert(ballot_result(ballot) == BALLOT_RUNNING);
    if ((ballot->electorate & seat_bit(seat)) == 0 || ballot->vote[seat] == BALLOT_SILENT) {
        return REFUSAL_NOT_YOURS;
    }
    if (!ballot->rules.change) {
        return REFUSAL_ALREADY_DONE;
    }
    ballot->vote[seat] = BALLOT_SILENT;
    return REFUSAL_NONE;
}

void ballot_drop(struct ballot *ballot, int seat)
{
    assert(seat_is_person(seat));
    ballot->electorate = (uint16_t)(ballot->electorate & ~seat_bit(seat));
    ballot->vote[seat] = BALLOT_SILENT;
    assert(ballot_count(ballot, 0) <= SEATS_MAX);
}

void ballot_close(struct ballot *ballot)
{
    uint16_t missing = ballot_missing(ballot);
    assert(!ballot->closed);
    ballot->closed = true;
    for (int seat = 0; seat < SEATS_MAX && ballot->rules.silence_counts; seat++) {
        if ((missing & seat_bit(seat)) != 0) {
            ballot->vote[seat] = ballot->rules.silence;
        }
    }
    assert(ballot_result(ballot) != BALLOT_RUNNING);
}

int ballot_count(const struct ballot *ballot, int choice)
{
    int count = 0;
    assert(choice >= 0 && choice < ballot->rules.choices);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        count += (ballot->electorate & seat_bit(seat)) != 0 && ballot->vote[seat] == choice;
    }
    return count;
}

/* The one choice with most votes, BALLOT_NOBODY when two have as many or none has any. */
static int ballot_most(const struct ballot *ballot)
{
    int best = BALLOT_NOBODY;
    int votes = 0;
    for (int choice = 0; choice < ballot->rules.choices; choice++) {
        int count = ballot_count(ballot, choice);
        if (count > votes) {
            best = choice;
            votes = count;
        } else if (count == votes) {
            best = BALLOT_NOBODY;
        }
    }
    return best;
}

static int ballot_voted(const struct ballot *ballot)
{
    int count = 0;
    for (int choice = 0; choice < ballot->rules.choices; choice++) {
        count += ballot_count(ballot, choice);
    }
    return count;
}

/* Can a choice still reach the threshold, with every vote that is missing? */
static bool ballot_is_open(const struct ballot *ballot)
{
    uint16_t missing = ballot_missing(ballot);
    int left = 0;
    bool open = !ballot->rules.early || ballot->rules.threshold == 0 || ballot->rules.all_no;
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        left += (missing & seat_bit(seat)) != 0;
    }
    for (int choice = 1; choice < ballot->rules.choices && !open; choice++) {
        open = ballot_count(ballot, choice) + left >= ballot->rules.threshold;
    }
    return open;
}

int ballot_result(const struct ballot *ballot)
{
    const struct ballot_rules *rules = &ballot->rules;
    bool finished = ballot->closed || ballot_missing(ballot) == 0 || !ballot_is_open(ballot);
    bool quorate = ballot_voted(ballot) >= rules->quorum;
    assert(rules->choices >= 2);
    for (int choice = rules->all_no ? 1 : 0; choice < rules->choices && quorate; choice++) {
        if (rules->threshold > 0 && ballot_count(ballot, choice) >= rules->threshold) {
            return choice;
        }
    }
    if (!finished) {
        return BALLOT_RUNNING;
    }
    if (!quorate) {
        return BALLOT_NOBODY;
    }
    if (rules->all_no) {
        return 0;
    }
    return rules->threshold > 0 ? BALLOT_NOBODY : ballot_most(ballot);
}
