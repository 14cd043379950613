/* The spy's guess. Everybody has the same button, the same form and the same private answers up to
 * the last moment, so that nobody is betrayed by trying. */
#include "spyfall_private.h"

#include <assert.h>
#include <string.h>

enum refusal spyfall_guess_resolve(const void *subject, struct move *move, struct outcome *out)
{
    const struct spyfall *state = subject;
    if (spyfall_waits(state, move->seat)) {
        return REFUSAL_NOT_IN_ROUND;
    }
    const char *words = value_text_at(&move->args, "location", NULL);
    if (words == NULL) {
        return outcome_bad_argument(out, "location", "missing");
    }
    int place = spyfall_place_find(&state->places, words);
    if (place == SPYFALL_NO_PLACE) {
        int nearest = spyfall_place_nearest(&state->places, words);
        struct value_tree *args = outcome_refuse(out, REFUSAL_UNKNOWN_LOCATION);
        value_text(args, "location", words, strlen(words));
        if (nearest == SPYFALL_NO_PLACE) {
            value_null(args, "nearest");
        } else {
            spyfall_write_place(state, args, "nearest", nearest);
        }
        outcome_end(out);
        return REFUSAL_UNKNOWN_LOCATION;
    }
    move->judgement_count = 1;
    move->judgement[0] = place;
    return REFUSAL_NONE;
}

/* What a guess of this place brings. In his last guess the spy is indicted already. */
static enum spyfall_end guess_end(const struct spyfall *state, int place)
{
    if (place == state->place) {
        return SPYFALL_SPY_GUESSED;
    }
    return state->common.phase == SPYFALL_AT_LAST_GUESS ? SPYFALL_SPY_INDICTED
                                                        : SPYFALL_SPY_GUESSED_WRONG;
}

enum refusal spyfall_guess(void *subject, const struct move *move, struct outcome *out)
{
    struct spyfall *state = subject;
    int place = move->judgement_count > 0 ? move->judgement[0] : -1;
    if (place < 0 || place >= state->places.count) {
        return REFUSAL_UNKNOWN_LOCATION;
    }
    if (state->common.phase == SPYFALL_AT_VOTE &&
        spyfall_option_is(state, SPYFALL_GUESS_DURING_VOTE, 1)) {
        return REFUSAL_VOTE_OPEN;
    }
    if (move->seat != state->spy) {
        return REFUSAL_NOT_THE_SPY;
    }
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_GUESSED);
    value_number(args, "seat", move->seat);
    spyfall_write_place(state, args, "location", place);
    value_bool(args, "right", place == state->place);
    outcome_end(out);
    spyfall_end_round(state, guess_end(state, place), out);
    return REFUSAL_NONE;
}
