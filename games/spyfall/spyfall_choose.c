/* What the forms of Spyfall say: the places that a guess can name, to the one who may guess. */
#include "spyfall_private.h"

#include <assert.h>

static void choose_places(const struct spyfall *state, struct value_tree *into)
{
    value_list(into, "choices");
    for (int place = 0; place < state->places.count; place++) {
        spyfall_write_place(state, into, NULL, place);
    }
    value_end(into);
}

/* The question that is to be answered. */
static void choose_question(const struct spyfall *state, int seat, struct value_tree *into)
{
    struct spyfall_exchange exchange;
    const char *words = NULL;
    uint16_t next = 0;
    while (spyfall_talk_next(&state->talk, &next, &exchange, &words)) {
        bool pending = (exchange.flags & SPYFALL_TALK_ANSWERED) == 0;
        if (pending && exchange.target == seat && state->pending == seat) {
            value_object(into, "about");
            value_number(into, "asker", exchange.asker);
            value_text(into, "question", words, exchange.question_len);
            value_end(into);
            return;
        }
    }
}

/* Everybody may type a guess and is answered alike; it is offered to the spy alone, whose card says
 * who they are anyway. */
static bool choose_may_guess(const struct spyfall *state, int seat)
{
    bool blocked = state->common.phase == SPYFALL_AT_VOTE &&
                   spyfall_option_is(state, SPYFALL_GUESS_DURING_VOTE, 1);
    return seat == state->spy && !blocked && !spyfall_waits(state, seat);
}

void spyfall_choose(const void *subject, int seat, const struct choosing *choosing,
                    struct value_tree *into)
{
    const struct spyfall *state = subject;
    assert(seat_is_person(seat));
    if (choosing_is(choosing, "guess", NULL)) {
        value_bool(into, "closed", !choose_may_guess(state, seat));
    } else if (choosing_is(choosing, "answer", "text")) {
        choose_question(state, seat, into);
    } else if (choosing_is(choosing, "guess", "location")) {
        choose_places(state, into);
    }
}
