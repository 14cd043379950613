/* What a finished game is told of by: its course in one line, who heard well, who dared, who holds
 * most. From calls, hands and rounds that everybody has seen; never from a signal. */
#include "interceptor_private.h"

#include <assert.h>
#include <string.h>

enum { RETELL_PAIR_MIN = 2 };

/* Whose call was right; SEAT_NONE when no call ended the game. */
static int retell_caller(const struct interceptor *state)
{
    const struct interceptor_call *last =
        state->call_count > 0 ? &state->call[state->call_count - 1] : NULL;
    return last != NULL && last->result == CALL_RIGHT ? last->seat : SEAT_NONE;
}

const char *const interceptor_marks[] = {"officials", "journalists", "nobody", "call", NULL};

/* --- the story -------------------------------------------------------------------------------- */

static void story_tie(const struct interceptor *state, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_STORY_TIE);
    value_number(args, "round", state->common.round);
    value_number(args, "changes", state->course.changes);
    outcome_end(out);
}

static enum message story_of(const struct course *course, uint32_t round)
{
    int former = course_former(course);
    bool last = course->since == round;
    if (former == COURSE_NOBODY) {
        return last ? MSG_INTERCEPTOR_STORY_SUDDEN : MSG_INTERCEPTOR_STORY_LED;
    }
    if (former == course_leader(course)) {
        return MSG_INTERCEPTOR_STORY_LED;
    }
    return last ? MSG_INTERCEPTOR_STORY_CAUGHT : MSG_INTERCEPTOR_STORY_TURNED;
}

static void story_win(const struct interceptor *state, struct outcome *out)
{
    const struct course *course = &state->course;
    int caller = retell_caller(state);
    int former = course_former(course);
    int winner = course_leader(course);
    bool behind = course->since == state->common.round && former == 1 - winner;
    struct value_tree *args = outcome_say(
        out, AUDIENCE_CROWD,
        caller != SEAT_NONE ? MSG_INTERCEPTOR_STORY_CALL : story_of(course, state->common.round));
    value_term(args, "winner", interceptor_teams[winner]);
    value_number(args, "since", course->since);
    if (former != COURSE_NOBODY) {
        value_term(args, "former", interceptor_teams[former]);
        value_number(args, "former_since", course->led_since);
    }
    value_number(args, "changes", course->changes);
    value_number(args, "round", state->common.round);
    if (caller != SEAT_NONE) {
        value_number(args, "seat", caller);
        value_bool(args, "behind", behind);
    }
    outcome_end(out);
}

static void retell_story(const struct interceptor *state, struct outcome *out)
{
    const struct result *result = &state->common.result;
    bool given = strcmp(result->reason, "conceded") == 0 || strcmp(result->reason, "forfeit") == 0;
    if (result->outcome == OUTCOME_TIE) {
        story_tie(state, out);
    } else if (result->outcome == OUTCOME_WIN && !given) {
        story_win(state, out);
    }
}

/* --- awards ----------------------------------------------------------------------------------- */

/* The seat with most of something, SEAT_NONE when nobody has any or two have as much. */
static int retell_most(const int count[INTERCEPTOR_SEATS])
{
    int most = 0;
    int seat = SEAT_NONE;
    for (int at = 0; at < INTERCEPTOR_SEATS; at++) {
        if (count[at] > most) {
            most = count[at];
            seat = at;
        } else if (count[at] == most) {
            seat = SEAT_NONE;
        }
    }
    return seat;
}

static void retell_award(enum message message, const int count[INTERCEPTOR_SEATS],
                         struct outcome *out)
{
    int seat = retell_most(count);
    if (seat != SEAT_NONE) {
        struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, message);
        value_number(args, "seat", seat);
        value_number(args, "count", count[seat]);
        outcome_end(out);
    }
}

static void retell_calls(const struct interceptor *state, struct outcome *out)
{
    int wrong[INTERCEPTOR_SEATS] = {0};
    int caller = retell_caller(state);
    if (caller != SEAT_NONE) {
        struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_AWARD_EAR);
        value_number(args, "seat", caller);
        outcome_end(out);
    }
    for (int i = 0; i < state->call_count; i++) {
        wrong[state->call[i].seat] += state->call[i].result == CALL_WRONG;
    }
    retell_award(MSG_INTERCEPTOR_AWARD_WOLF, wrong, out);
}

static void retell_pair(const struct interceptor *state, struct outcome *out)
{
    const uint16_t *matches = state->matches;
    bool officials = matches[INTERCEPTOR_OFFICIALS] > matches[INTERCEPTOR_JOURNALISTS];
    int team = officials ? INTERCEPTOR_OFFICIALS : INTERCEPTOR_JOURNALISTS;
    if (matches[team] >= RETELL_PAIR_MIN && matches[team] > matches[1 - team]) {
        struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_AWARD_PAIR);
        value_term(args, "team", interceptor_teams[team]);
        value_number(args, "count", matches[team]);
        outcome_end(out);
    }
}

void interceptor_retell(const void *subject, struct outcome *out)
{
    const struct interceptor *state = subject;
    int hand[INTERCEPTOR_SEATS];
    assert(state->common.over);
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        hand[seat] = state->hand[seat];
    }
    retell_story(state, out);
    retell_calls(state, out);
    retell_award(MSG_INTERCEPTOR_AWARD_HAND, hand, out);
    retell_pair(state, out);
}

const struct course *interceptor_course(const void *subject)
{
    const struct interceptor *state = subject;
    return &state->course;
}
