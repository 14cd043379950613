/* The draws of a round: its place, its spy, its parts; and what the record says of them. */
#include "spyfall_private.h"

#include <assert.h>

/* From this version of the rules on a record says what was drawn. */
enum { DRAWN_TOLD_SINCE = 2 };

static uint64_t drawn_all_places(const struct spyfall *state)
{
    assert(state->places.count > 0);
    return (UINT64_C(1) << state->places.count) - 1;
}

/* One of the places that had no round yet; of all, once they may come again. */
static int drawn_place(struct spyfall *state)
{
    uint64_t open = drawn_all_places(state) & ~state->played;
    uint32_t count = 0;
    assert(open != 0);
    for (uint64_t left = open; left != 0; left &= left - 1) {
        count++;
    }
    uint32_t pick = rng_below(&state->rng, count);
    for (int place = 0; place < state->places.count; place++) {
        if ((open >> place & 1) != 0 && pick-- == 0) {
            return place;
        }
    }
    assert(false && "as many places as were counted");
    return 0;
}

int spyfall_draw_seat(struct spyfall *state)
{
    uint16_t present = spyfall_present(state);
    uint32_t pick = rng_below(&state->rng, (uint32_t)spyfall_count(present));
    for (int seat = 0; seat < state->common.seats; seat++) {
        if ((present & seat_bit(seat)) != 0 && pick-- == 0) {
            return seat;
        }
    }
    assert(false && "as many seats as were counted");
    return 0;
}

/* With streak=soft the spy of the round before is drawn once more when drawn again. Everybody was
 * told who that was; and as the second draw is out of all who are in, nobody is ruled out. */
static int drawn_spy(struct spyfall *state)
{
    int spy = spyfall_draw_seat(state);
    bool again = spyfall_option_is(state, SPYFALL_STREAK, 1) && spy == state->last.spy;
    return again ? spyfall_draw_seat(state) : spy;
}

int spyfall_still_in(const struct spyfall *state, int seat)
{
    uint16_t present = spyfall_present(state);
    return (present & seat_bit(seat)) != 0 ? seat : spyfall_next_of(state, present, seat);
}

static void drawn_keep(struct spyfall *state)
{
    if (state->common.round <= SPYFALL_ROUNDS_MAX) {
        struct spyfall_drawn *drawn = &state->drawn[state->common.round - 1];
        drawn->in = spyfall_present(state);
        drawn->seats = state->common.seats;
        drawn->place = state->place;
        drawn->spy = state->spy;
    }
}

/* Place, then spy, then the cosmetic roles: the order of the draws (rulebook 4.1). */
void spyfall_draw_round(struct spyfall *state)
{
    struct spyfall_pin pin = {.place = SPYFALL_NO_PLACE, .spy = SEAT_NONE};
    if (state->pin_next < state->pins) {
        pin = state->pin[state->pin_next++];
    }
    if (state->played == drawn_all_places(state) ||
        spyfall_option_is(state, SPYFALL_REPEAT_LOCATIONS, 1)) {
        state->played = 0; /* all have had their round, or may come again */
    }
    state->place = pin.place != SPYFALL_NO_PLACE ? pin.place : (uint8_t)drawn_place(state);
    state->spy =
        (int8_t)(pin.spy != SEAT_NONE ? spyfall_still_in(state, pin.spy) : drawn_spy(state));
    state->played |= UINT64_C(1) << state->place;
    for (int seat = 0; seat < state->common.seats; seat++) {
        bool roles = spyfall_option_is(state, SPYFALL_ROLES, 1);
        state->part[seat] = (uint8_t)(roles ? 1 + rng_below(&state->rng, SPYFALL_PARTS) : 0);
    }
    drawn_keep(state);
}

bool spyfall_drawn(const void *subject, uint32_t nth, struct value_tree *into)
{
    const struct spyfall *state = subject;
    if (state->common.version < DRAWN_TOLD_SINCE || nth >= state->last.round ||
        nth >= SPYFALL_ROUNDS_MAX) {
        return false;
    }
    const struct spyfall_drawn *drawn = &state->drawn[nth];
    spyfall_write_place(state, into, "place", drawn->place);
    value_number(into, "spy", drawn->spy);
    spyfall_write_seats(into, "in", drawn->in);
    value_number(into, "seats", drawn->seats);
    return true;
}
