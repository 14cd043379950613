/* What a finished mission is told of by: its course in one line, the sharpest shot, the clue that
 * helped most. From shots and clues that everybody has seen. */
#include "infiltrators_private.h"

#include <assert.h>
#include <string.h>

const char *const infiltrators_marks[] = {"hit", "miss", NULL};

static enum message story_of(const struct infiltrators *state)
{
    bool won = state->common.result.outcome == OUTCOME_WIN;
    if (!won) {
        return infiltrators_left(state) == 1 ? MSG_INFILTRATORS_STORY_CLOSE
                                             : MSG_INFILTRATORS_STORY_LOST;
    }
    return state->misses == 0    ? MSG_INFILTRATORS_STORY_CLEAN
           : state->bullets == 0 ? MSG_INFILTRATORS_STORY_LAST
                                 : MSG_INFILTRATORS_STORY_SOLVED;
}

static void retell_story(const struct infiltrators *state, struct outcome *out)
{
    const struct result *result = &state->common.result;
    if (result->outcome == OUTCOME_NONE || strcmp(result->reason, "conceded") == 0) {
        return;
    }
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, story_of(state));
    value_number(args, "hits", state->hits);
    value_number(args, "misses", state->misses);
    value_number(args, "turns", state->common.round);
    value_number(args, "left", infiltrators_left(state));
    outcome_end(out);
}

/* Most hits; of equal ones fewest misses. Nobody where two are alike. */
static int retell_shot(const struct infiltrators *state)
{
    int best = SEAT_NONE;
    int most = 0;
    for (int seat = 0; seat < state->common.seats; seat++) {
        const struct agent_deeds *deeds = &state->deeds[seat];
        int worth = deeds->hits == 0 ? 0 : (deeds->hits << 8) - deeds->misses;
        if (worth > 0 && worth >= most) {
            best = worth == most ? SEAT_NONE : seat;
            most = worth;
        }
    }
    return best;
}

static int retell_source(const struct infiltrators *state)
{
    int best = SEAT_NONE;
    int most = 1; /* one clue is no source */
    for (int seat = 0; seat < state->common.seats; seat++) {
        int count = state->deeds[seat].clues;
        if (count > 1 && count >= most) {
            best = count == most ? SEAT_NONE : seat;
            most = count;
        }
    }
    return best;
}

static void retell_agents(const struct infiltrators *state, struct outcome *out)
{
    const struct best_clue *best = &state->best;
    int shot = retell_shot(state);
    int source = retell_source(state);
    if (shot != SEAT_NONE) {
        struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_AWARD_SHOT);
        value_number(args, "seat", shot);
        value_number(args, "count", state->deeds[shot].hits);
        value_number(args, "misses", state->deeds[shot].misses);
        outcome_end(out);
    }
    if (best->count > 0) {
        struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_AWARD_CLUE);
        value_number(args, "seat", best->seat);
        value_number(args, "owner", best->owner);
        value_bool(args, "own", best->owner == best->seat);
        infiltrators_write_card(args, "card", best->card);
        value_number(args, "count", best->count);
        outcome_end(out);
    }
    if (source != SEAT_NONE) {
        struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_AWARD_SOURCE);
        value_number(args, "seat", source);
        value_number(args, "count", state->deeds[source].clues);
        outcome_end(out);
    }
}

void infiltrators_retell(const void *subject, struct outcome *out)
{
    const struct infiltrators *state = subject;
    assert(state->common.over);
    retell_story(state, out);
    retell_agents(state, out);
    if (state->common.result.outcome == OUTCOME_WIN && state->bullets > 0) {
        value_number(outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_AWARD_THRIFT), "count",
                     state->bullets);
        outcome_end(out);
    }
}

const struct course *infiltrators_course(const void *subject)
{
    const struct infiltrators *state = subject;
    return &state->course;
}
