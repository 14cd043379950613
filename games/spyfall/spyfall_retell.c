/* What a finished game is told of by: its course in one line, who got away, who unmasked whom, whom
 * everybody suspected. From ends of rounds, at which everybody is told who the spy was; a round
 * that was broken off tells nothing. */
#include "spyfall_private.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* --- the story -------------------------------------------------------------------------------- */

/* Was it the spy's round (1), the others' (0), or nobody's (-1)? */
static int story_side(int mark)
{
    switch ((enum spyfall_end)(mark - 1)) {
    case SPYFALL_SPY_INDICTED:
    case SPYFALL_SPY_GUESSED_WRONG:
        return 0;
    case SPYFALL_INNOCENT_INDICTED:
    case SPYFALL_SPY_GUESSED:
    case SPYFALL_CLOCK:
        return 1;
    case SPYFALL_VOID:
    case SPYFALL_ENDS:
        break;
    }
    return -1;
}

/* Were all rounds of one side? */
static bool story_all(const struct course *course, int side)
{
    bool all = course->marks[0] > 0;
    for (int i = 0; i < course->marks[0]; i++) {
        all = all && story_side(course->mark[0][i]) == side;
    }
    return all;
}

static void story_one(const struct spyfall *state, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_STORY_ONE);
    value_term(args, "end", spyfall_ends[state->last.end]);
    value_number(args, "spy_seat", state->last.spy);
    outcome_end(out);
}

static void story_count(enum message message, int count, struct outcome *out)
{
    value_number(outcome_say(out, AUDIENCE_CROWD, message), "count", count);
    outcome_end(out);
}

static void story_lead(const struct course *course, uint32_t round, struct outcome *out)
{
    int former = course_former(course);
    bool alone = former == COURSE_NOBODY || former == course_leader(course);
    enum message message = alone                    ? MSG_SPYFALL_STORY_LED
                           : course->since == round ? MSG_SPYFALL_STORY_CAUGHT
                                                    : MSG_SPYFALL_STORY_TURNED;
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, message);
    value_number(args, "seat", course_leader(course));
    value_number(args, "since", course->since);
    if (!alone) {
        value_number(args, "former_seat", former);
        value_number(args, "former_since", course->led_since);
    }
    value_number(args, "changes", course->changes);
    outcome_end(out);
}

static void retell_story(const struct spyfall *state, struct outcome *out)
{
    const struct course *course = &state->course;
    int rounds = course->marks[0];
    if (rounds == 0 || strcmp(state->common.result.reason, "points") != 0) {
        return;
    }
    if (rounds == 1) {
        story_one(state, out);
    } else if (story_all(course, 1)) {
        story_count(MSG_SPYFALL_STORY_SPIES, rounds, out);
    } else if (story_all(course, 0)) {
        story_count(MSG_SPYFALL_STORY_AGENTS, rounds, out);
    } else if (course_leader(course) == COURSE_NOBODY) {
        story_count(MSG_SPYFALL_STORY_LEVEL, rounds, out);
    } else {
        story_lead(course, state->common.round, out);
    }
}

/* --- awards ----------------------------------------------------------------------------------- */

static uint8_t retell_deed(const struct spyfall *state, int seat, size_t deed)
{
    return ((const uint8_t *)&state->deeds[seat])[deed];
}

/* To whoever did it most; to nobody where nobody did, or two as often. */
static void retell_award(const struct spyfall *state, enum message message, size_t deed,
                         struct outcome *out)
{
    int most = 0;
    int best = SEAT_NONE;
    for (int seat = 0; seat < state->common.seats; seat++) {
        int count = retell_deed(state, seat, deed);
        if (count >= most && count > 0) {
            best = count == most ? SEAT_NONE : seat;
            most = count;
        }
    }
    if (best != SEAT_NONE) {
        struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, message);
        value_number(args, "seat", best);
        value_number(args, "count", most);
        outcome_end(out);
    }
}

void spyfall_retell(const void *subject, struct outcome *out)
{
    static const struct {
        enum message message;
        size_t deed;
    } awards[AWARDS_MAX] = {
        {MSG_SPYFALL_AWARD_AWAY, offsetof(struct spyfall_deeds, away)},
        {MSG_SPYFALL_AWARD_UNMASKED, offsetof(struct spyfall_deeds, unmasked)},
        {MSG_SPYFALL_AWARD_GUESSED, offsetof(struct spyfall_deeds, guessed)},
        {MSG_SPYFALL_AWARD_NAMED, offsetof(struct spyfall_deeds, named)},
    };
    const struct spyfall *state = subject;
    assert(state->common.over);
    retell_story(state, out);
    for (int i = 0; i < AWARDS_MAX; i++) {
        retell_award(state, awards[i].message, awards[i].deed, out);
    }
}

const struct course *spyfall_course(const void *subject)
{
    const struct spyfall *state = subject;
    return &state->course;
}
