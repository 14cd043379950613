/* The deal: a mission, by its name from a pack or word for word, and the cards, drawn from the seed
 * or pinned by the runner. Of the seed's numbers the first 64 are left out, because a seed with few
 * bits set begins with alike ones. */
#include "infiltrators_private.h"

#include <assert.h>
#include <string.h>

const char *const infiltrators_deal_members[] = {"mission", "hands",   "centre",  "hq",
                                                 "stands",  "bullets", "discard", "first",
                                                 "turns",   "hidden",  NULL};

enum { DEAL_CHANCE_FROM = 64 };

/* A deal being made: what is pinned, and the cards that nobody has yet, in their order. */
struct dealing {
    struct infiltrators *state;
    const struct value_tree *pinned;
    struct outcome *out;
    struct card_row rest; /* top first */
};

static enum refusal deal_refuse(const struct dealing *dealing, const char *argument,
                                const char *problem)
{
    struct value_tree *args = outcome_refuse(dealing->out, REFUSAL_BAD_INPUT);
    assert(argument != NULL && problem != NULL);
    value_term(args, "argument", argument);
    value_term(args, "problem", problem);
    outcome_end(dealing->out);
    return REFUSAL_BAD_INPUT;
}

/* Refuses and names the card. */
static enum refusal deal_refuse_card(const struct dealing *dealing, const char *argument,
                                     const char *problem, const char *card)
{
    struct value_tree *args = outcome_refuse(dealing->out, REFUSAL_BAD_INPUT);
    value_term(args, "argument", argument);
    value_term(args, "problem", problem);
    value_text(args, "card", card, strlen(card));
    outcome_end(dealing->out);
    return REFUSAL_BAD_INPUT;
}

/* The member called key, VALUE_NONE when it is absent or null. */
static uint16_t deal_member(const struct value_tree *pinned, uint16_t parent, const char *key)
{
    uint16_t at = pinned == NULL ? VALUE_NONE : value_find(pinned, parent, key);
    return at != VALUE_NONE && pinned->fact[at].kind == VALUE_NULL ? VALUE_NONE : at;
}

/* Refuses a member of an object that is none of these two, by its name. */
static enum refusal deal_only(const struct dealing *dealing, uint16_t object,
                              const char *const names[2])
{
    const struct value_tree *pinned = dealing->pinned;
    for (uint16_t at = value_first(pinned, object); at != VALUE_NONE;
         at = value_next(pinned, object, at)) {
        const char *key = pinned->fact[at].key;
        if (strcmp(key, names[0]) != 0 && strcmp(key, names[1]) != 0) {
            struct value_tree *args = outcome_refuse(dealing->out, REFUSAL_BAD_INPUT);
            value_text(args, "argument", key, strlen(key));
            value_term(args, "problem", "unknown");
            outcome_end(dealing->out);
            return REFUSAL_BAD_INPUT;
        }
    }
    return REFUSAL_NONE;
}

static bool deal_is_text(const struct value *fact)
{
    return fact->kind == VALUE_TEXT || fact->kind == VALUE_TERM;
}

static bool deal_number(const struct value_tree *pinned, const char *key, int64_t min, int64_t max,
                        int64_t *value_r)
{
    uint16_t at = deal_member(pinned, VALUE_NONE, key);
    if (at == VALUE_NONE) {
        return true;
    }
    *value_r = pinned->fact[at].number;
    return pinned->fact[at].kind == VALUE_NUMBER && *value_r >= min && *value_r <= max;
}

/* --- the mission --------------------------------------------------------------------------------
 */

/* The mission's text: word for word as pinned, else by the pinned name or the option's from the
 * pack. NULL when nobody knows it. */
static const char *deal_mission_text(const struct deal *deal)
{
    char id[32];
    uint16_t at = deal_member(deal->pinned, VALUE_NONE, "mission");
    option_print(&infiltrators_options[INFILTRATORS_MISSION - OPTION_COMMON_COUNT], &deal->options,
                 INFILTRATORS_MISSION, id);
    const char *name = id;
    if (at != VALUE_NONE) {
        name = deal_is_text(&deal->pinned->fact[at]) ? deal->pinned->fact[at].text : "";
        if (strchr(name, '=') != NULL) {
            return name;
        }
    }
    for (size_t i = 0; deal->pack != NULL && i < deal->pack->count; i++) {
        if (mission_is(deal->pack->entry[i], name)) {
            return deal->pack->entry[i];
        }
    }
    return NULL;
}

/* What the options make of the mission. */
static void deal_mission_options(struct infiltrators *state)
{
    struct mission *mission = &state->mission;
    int32_t suits = state->common.options.value[INFILTRATORS_SUITS];
    if (infiltrators_option_is(state, INFILTRATORS_SPECIALS, 1)) {
        mission->rules = (uint8_t)(mission->rules | 1u << MISSION_SPECIALS);
    }
    if (infiltrators_option_is(state, INFILTRATORS_T1_SCALE, 1) && strcmp(mission->id, "T1") == 0) {
        mission->suspects = (struct mission_amount){.times = 1, .plus = -1, .of = 1};
        mission->bullets = (struct mission_amount){.times = 1, .plus = 3, .of = 2};
    }
    if (suits != 0) {
        char letters[32];
        mission->suits = 0;
        option_print(&infiltrators_options[INFILTRATORS_SUITS - OPTION_COMMON_COUNT],
                     &state->common.options, INFILTRATORS_SUITS, letters);
        for (int suit = 0; suit < SUITS; suit++) {
            if (strchr(letters, card_suit_letter(suit)) != NULL) {
                mission->suits = (uint8_t)(mission->suits | 1u << suit);
            }
        }
    }
}

static enum refusal deal_mission(const struct dealing *dealing, const struct deal *deal)
{
    struct infiltrators *state = dealing->state;
    unsigned item = 0;
    const char *text = deal_mission_text(deal);
    if (text == NULL) {
        return deal_refuse(dealing, "mission", "unknown");
    }
    if (mission_read(text, &state->mission, &item) != NULL) {
        return deal_refuse(dealing, "mission", "not_fitting");
    }
    deal_mission_options(state);
    state->suits_known = state->mission.suits;
    return REFUSAL_NONE;
}

/* The suit that nobody names: one of those that the mission does not. */
static enum refusal deal_hidden_suit(const struct dealing *dealing)
{
    struct infiltrators *state = dealing->state;
    uint16_t at = deal_member(dealing->pinned, VALUE_NONE, "hidden");
    int others[SUITS];
    int count = 0;
    state->suit_hidden = SUITS;
    if (!mission_has(&state->mission, MISSION_HIDDEN_SUIT)) {
        return at == VALUE_NONE ? REFUSAL_NONE : deal_refuse(dealing, "hidden", "not_now");
    }
    for (int suit = 0; suit < SUITS; suit++) {
        if ((state->suits_known >> suit & 1) == 0) {
            others[count++] = suit;
        }
    }
    if (count < 2) { /* of one that is left everybody would know which */
        return deal_refuse(dealing, "suits", "too_many");
    }
    state->suit_hidden = (uint8_t)others[rng_below(&state->rng, (uint32_t)count)];
    for (int i = 0; i < count && at != VALUE_NONE; i++) {
        const struct value *fact = &dealing->pinned->fact[at];
        if (deal_is_text(fact) && fact->text[0] == card_suit_letter(others[i]) &&
            fact->text[1] == '\0') {
            state->suit_hidden = (uint8_t)others[i];
            return REFUSAL_NONE;
        }
    }
    return at == VALUE_NONE ? REFUSAL_NONE : deal_refuse(dealing, "hidden", "not_a_choice");
}

/* The cards of the mission, with or without specials. */
static void deal_deck(struct infiltrators *state)
{
    unsigned suits = state->suits_known;
    if (state->suit_hidden < SUITS) {
        suits |= 1u << state->suit_hidden;
    }
    for (int suit = 0; suit < SUITS; suit++) {
        int lowest =
            mission_has(&state->mission, MISSION_SPECIALS) ? NUMBER_SPECIAL : state->mission.lowest;
        for (int number = lowest; number <= state->mission.highest && (suits >> suit & 1) != 0;
             number++) {
            if (number == NUMBER_SPECIAL || number >= state->mission.lowest) {
                card_set_add(&state->deck, card_of(suit, number));
            }
        }
    }
}

/* --- pinned cards -------------------------------------------------------------------------------
 */

/* Moves a card from those left to where it is pinned. */
static enum refusal deal_card(struct dealing *dealing, const char *argument, uint16_t at,
                              struct card_row *into)
{
    const struct value *fact = &dealing->pinned->fact[at];
    uint8_t card = deal_is_text(fact) ? card_read(fact->text) : CARD_NONE;
    if (card == CARD_NONE || !card_set_has(&dealing->state->deck, card)) {
        return deal_refuse_card(dealing, argument, "unknown",
                                deal_is_text(fact) ? fact->text : "-");
    }
    if (!card_row_take(&dealing->rest, card)) {
        return deal_refuse_card(dealing, argument, "twice", card_name(card));
    }
    card_row_add(into, card);
    return REFUSAL_NONE;
}

static enum refusal deal_cards(struct dealing *dealing, const char *argument, uint16_t list,
                               struct card_row *into)
{
    enum refusal refusal = REFUSAL_NONE;
    if (list == VALUE_NONE) {
        return REFUSAL_NONE;
    }
    if (dealing->pinned->fact[list].kind != VALUE_LIST) {
        return deal_refuse(dealing, argument, "not_a_list");
    }
    for (uint16_t at = value_first(dealing->pinned, list);
         at != VALUE_NONE && refusal == REFUSAL_NONE; at = value_next(dealing->pinned, list, at)) {
        refusal = deal_card(dealing, argument, at, into);
    }
    return refusal;
}

static uint16_t deal_list_of_seats(const struct dealing *dealing, const char *key)
{
    uint16_t list = deal_member(dealing->pinned, VALUE_NONE, key);
    bool fits = list != VALUE_NONE && dealing->pinned->fact[list].kind == VALUE_LIST &&
                dealing->pinned->fact[list].number == dealing->state->common.seats;
    return fits ? list : VALUE_NONE;
}

static enum refusal deal_pin_hands(struct dealing *dealing)
{
    enum refusal refusal = REFUSAL_NONE;
    uint16_t list = deal_list_of_seats(dealing, "hands");
    if (list == VALUE_NONE) {
        return deal_member(dealing->pinned, VALUE_NONE, "hands") == VALUE_NONE
                   ? REFUSAL_NONE
                   : deal_refuse(dealing, "hands", "not_a_list");
    }
    for (int seat = 0; seat < dealing->state->common.seats && refusal == REFUSAL_NONE; seat++) {
        struct card_row *hand = &dealing->state->agent[seat].hand;
        refusal =
            deal_cards(dealing, "hands", value_member(dealing->pinned, list, (unsigned)seat), hand);
        if (refusal == REFUSAL_NONE && hand->count > dealing->state->mission.hand_limit) {
            refusal = deal_refuse(dealing, "hands", "too_many");
        }
    }
    return refusal;
}

static enum refusal deal_pin_stand(struct dealing *dealing, int seat, uint16_t at)
{
    struct agent *agent = &dealing->state->agent[seat];
    struct card_row suspect = {0};
    if (dealing->pinned->fact[at].kind == VALUE_NULL) {
        return REFUSAL_NONE;
    }
    uint16_t card = dealing->pinned->fact[at].kind == VALUE_OBJECT
                        ? deal_member(dealing->pinned, at, "suspect")
                        : VALUE_NONE;
    if (card == VALUE_NONE) {
        return deal_refuse(dealing, "stands", "missing");
    }
    enum refusal refusal = deal_only(dealing, at, (const char *const[]){"suspect", "clues"});
    if (refusal == REFUSAL_NONE) {
        refusal = deal_card(dealing, "stands", card, &suspect);
    }
    if (refusal == REFUSAL_NONE && card_number(suspect.card[0]) == NUMBER_SPECIAL) {
        refusal = deal_refuse_card(dealing, "stands", "not_fitting", card_name(suspect.card[0]));
    }
    if (refusal == REFUSAL_NONE) {
        agent->suspect = suspect.card[0];
        refusal =
            deal_cards(dealing, "stands", deal_member(dealing->pinned, at, "clues"), &agent->clues);
    }
    return refusal;
}

static enum refusal deal_pin_stands(struct dealing *dealing)
{
    enum refusal refusal = REFUSAL_NONE;
    uint16_t list = deal_list_of_seats(dealing, "stands");
    if (list == VALUE_NONE) {
        return deal_member(dealing->pinned, VALUE_NONE, "stands") == VALUE_NONE
                   ? REFUSAL_NONE
                   : deal_refuse(dealing, "stands", "not_a_list");
    }
    for (int seat = 0; seat < dealing->state->common.seats && refusal == REFUSAL_NONE; seat++) {
        refusal =
            deal_pin_stand(dealing, seat, value_member(dealing->pinned, list, (unsigned)seat));
    }
    return refusal;
}

static enum refusal deal_pin_discard(struct dealing *dealing)
{
    uint16_t at = deal_member(dealing->pinned, VALUE_NONE, "discard");
    if (at == VALUE_NONE) {
        return REFUSAL_NONE;
    }
    if (dealing->pinned->fact[at].kind != VALUE_OBJECT) {
        return deal_refuse(dealing, "discard", "not_an_object");
    }
    enum refusal refusal = deal_only(dealing, at, (const char *const[]){"up", "down"});
    if (refusal == REFUSAL_NONE) {
        refusal = deal_cards(dealing, "discard", deal_member(dealing->pinned, at, "up"),
                             &dealing->state->up);
    }
    return refusal != REFUSAL_NONE
               ? refusal
               : deal_cards(dealing, "discard", deal_member(dealing->pinned, at, "down"),
                            &dealing->state->down);
}

static enum refusal deal_pin_piles(struct dealing *dealing)
{
    struct infiltrators *state = dealing->state;
    enum refusal refusal = deal_cards(
        dealing, "centre", deal_member(dealing->pinned, VALUE_NONE, "centre"), &state->centre);
    for (int i = 0; i < state->centre.count && refusal == REFUSAL_NONE; i++) {
        if (card_number(state->centre.card[i]) == NUMBER_SPECIAL) {
            refusal = deal_refuse_card(dealing, "centre", "not_fitting",
                                       card_name(state->centre.card[i]));
        }
    }
    return refusal != REFUSAL_NONE
               ? refusal
               : deal_cards(dealing, "hq", deal_member(dealing->pinned, VALUE_NONE, "hq"),
                            &state->hq);
}

/* --- what is drawn ------------------------------------------------------------------------------
 */

/* The next card from the top of those left; a Suspect is a number card. */
static uint8_t deal_next(struct card_row *rest, bool suspect)
{
    for (int i = 0; i < rest->count; i++) {
        uint8_t card = rest->card[i];
        if (!suspect || card_number(card) != NUMBER_SPECIAL) {
            card_row_take(rest, card);
            return card;
        }
    }
    return CARD_NONE;
}

static enum refusal deal_draw_centre(struct dealing *dealing, int suspects)
{
    struct infiltrators *state = dealing->state;
    for (int left = suspects - infiltrators_left(state); left > 0; left--) {
        uint8_t card = deal_next(&dealing->rest, true);
        if (card == CARD_NONE) {
            return deal_refuse(dealing, "centre", "too_few");
        }
        card_row_add(&state->centre, card);
    }
    return REFUSAL_NONE;
}

static enum refusal deal_draw_hands(struct dealing *dealing)
{
    struct infiltrators *state = dealing->state;
    int size = state->mission.hand_limit < MISSION_HAND ? state->mission.hand_limit : MISSION_HAND;
    for (int i = 0; i < size * state->common.seats; i++) {
        uint8_t card = deal_next(&dealing->rest, false);
        if (card == CARD_NONE) {
            return deal_refuse(dealing, "hands", "too_few");
        }
        card_row_add(&state->agent[i / size].hand, card);
    }
    return REFUSAL_NONE;
}

/* Deals what is not pinned. With specials the Suspects are taken first, from number cards alone. */
static enum refusal deal_draw_rest(struct dealing *dealing, int suspects)
{
    bool specials = mission_has(&dealing->state->mission, MISSION_SPECIALS);
    bool hands = deal_member(dealing->pinned, VALUE_NONE, "hands") == VALUE_NONE;
    bool centre = deal_member(dealing->pinned, VALUE_NONE, "centre") == VALUE_NONE;
    enum refusal refusal = REFUSAL_NONE;
    for (int part = 0; part < 2 && refusal == REFUSAL_NONE; part++) {
        bool suspects_now = (part == 0) == specials;
        if (centre && suspects_now) {
            refusal = deal_draw_centre(dealing, suspects);
        } else if (hands && !suspects_now) {
            refusal = deal_draw_hands(dealing);
        }
    }
    return refusal;
}

/* What is left is the Headquarters; a pinned one leaves nothing over. */
static enum refusal deal_headquarters(struct dealing *dealing)
{
    if (deal_member(dealing->pinned, VALUE_NONE, "hq") == VALUE_NONE) {
        dealing->state->hq = dealing->rest;
        return REFUSAL_NONE;
    }
    return dealing->rest.count == 0
               ? REFUSAL_NONE
               : deal_refuse_card(dealing, "hq", "missing", card_name(dealing->rest.card[0]));
}

/* Suspects from number cards first, then specials shuffled in: a shuffle of the numbers, Suspects
 * from its top, and a shuffle of the rest with the specials, all in one row. */
static void deal_shuffle(struct dealing *dealing, int suspects)
{
    struct infiltrators *state = dealing->state;
    struct card_row specials = {0};
    for (uint8_t card = card_set_next(&state->deck, CARD_NONE); card != CARD_NONE;
         card = card_set_next(&state->deck, card)) {
        card_row_add(card_number(card) == NUMBER_SPECIAL ? &specials : &dealing->rest, card);
    }
    rng_shuffle(&state->rng, dealing->rest.card, dealing->rest.count, 1);
    if (specials.count == 0) {
        return;
    }
    for (int i = 0; i < specials.count; i++) {
        card_row_add(&dealing->rest, specials.card[i]);
    }
    int from = suspects < dealing->rest.count ? suspects : dealing->rest.count;
    rng_shuffle(&state->rng, dealing->rest.card + from, (size_t)(dealing->rest.count - from), 1);
}

static void deal_see(struct infiltrators *state)
{
    for (int i = 0; i < state->up.count; i++) {
        card_set_add(&state->seen, state->up.card[i]);
    }
    for (int seat = 0; seat < state->common.seats; seat++) {
        const struct card_row *clues = &state->agent[seat].clues;
        for (int i = 0; i < clues->count; i++) {
            card_set_add(&state->seen, clues->card[i]);
        }
    }
}

static enum refusal deal_numbers(struct dealing *dealing, int suspects)
{
    struct infiltrators *state = dealing->state;
    int agents = state->common.seats;
    int64_t bullets = mission_count(&state->mission.bullets, agents, suspects);
    int64_t turns = 0;
    int64_t first = -1;
    if (!deal_number(dealing->pinned, "bullets", 0, 99, &bullets)) {
        return deal_refuse(dealing, "bullets", "out_of_range");
    }
    if (!deal_number(dealing->pinned, "turns", 0, MISSION_TURNS_MAX, &turns)) {
        return deal_refuse(dealing, "turns", "out_of_range");
    }
    if (!deal_number(dealing->pinned, "first", 0, agents - 1, &first)) {
        return deal_refuse(dealing, "first", "not_a_seat");
    }
    state->bullets = (uint8_t)bullets;
    state->turns = (uint16_t)turns;
    int drawn = (int)rng_below(&state->rng, (uint32_t)agents);
    drawn = infiltrators_option_is(state, INFILTRATORS_FIRST, 1) ? 0 : drawn;
    state->turn = (uint8_t)(first >= 0 ? first : drawn);
    state->bullets_first = state->bullets;
    state->left_first = (uint8_t)infiltrators_left(state);
    state->turns_first = state->turns;
    return REFUSAL_NONE;
}

/* The mission's clock, or a number of turns in its place. */
static void deal_clock(struct infiltrators *state, int suspects)
{
    int agents = state->common.seats;
    int32_t how = state->common.options.value[INFILTRATORS_T3_CLOCK];
    if (how == CLOCK_BY_PACE) {
        bool async = infiltrators_option_is(state, OPTION_PACE, PACE_ASYNC);
        how = async ? CLOCK_TURNS : CLOCK_REAL;
    }
    if (state->mission.clock_s > 0 && how == CLOCK_REAL) {
        game_clock_start(&state->mission_clock, state->common.now_ms,
                         (int64_t)state->mission.clock_s * 1000);
        state->clock_called = infiltrators_clock_marks_over(state->mission.clock_s);
    } else if (state->mission.clock_s > 0 && how == CLOCK_TURNS) {
        state->turns_max = (uint16_t)mission_count(&state->mission.turns, agents, suspects);
    }
}

/* --- the whole -----------------------------------------------------------------------------------
 */

static enum refusal deal_all_cards(struct dealing *dealing, int suspects)
{
    static enum refusal (*const parts[])(struct dealing * dealing) = {
        deal_pin_stands, deal_pin_hands, deal_pin_discard, deal_pin_piles};
    enum refusal refusal = REFUSAL_NONE;
    deal_shuffle(dealing, suspects);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && refusal == REFUSAL_NONE; i++) {
        refusal = parts[i](dealing);
    }
    refusal = refusal != REFUSAL_NONE ? refusal : deal_draw_rest(dealing, suspects);
    return refusal != REFUSAL_NONE ? refusal : deal_headquarters(dealing);
}

static void deal_say(const struct infiltrators *state, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_DEALT);
    value_text(args, "mission", state->mission.id, strlen(state->mission.id));
    value_text(args, "title", state->mission.title, strlen(state->mission.title));
    value_number(args, "left", infiltrators_left(state));
    if (mission_has(&state->mission, MISSION_HIDDEN_BULLETS)) {
        value_null(args, "bullets");
    } else {
        value_number(args, "bullets", state->bullets);
    }
    value_number(args, "hq", state->hq.count);
    infiltrators_write_rules(args, "rules", &state->mission);
    outcome_end(out);
    if (state->mission.story[0] != '\0') {
        args = outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_BRIEFING);
        value_text(args, "story", state->mission.story, strlen(state->mission.story));
        outcome_end(out);
    }
    for (int seat = 0; seat < state->common.seats; seat++) {
        args = outcome_say(out, seat_bit(seat), MSG_INFILTRATORS_HAND);
        infiltrators_write_row(args, "cards", &state->agent[seat].hand);
        outcome_end(out);
    }
}

enum refusal infiltrators_deal(void *subject, const struct deal *deal, struct outcome *out)
{
    struct infiltrators *state = subject;
    struct dealing dealing = {.state = state, .pinned = deal->pinned, .out = out};
    rng_init(&state->rng, deal->seed);
    for (int i = 0; i < DEAL_CHANCE_FROM; i++) {
        rng_next(&state->rng);
    }
    enum refusal refusal = deal_mission(&dealing, deal);
    refusal = refusal != REFUSAL_NONE ? refusal : deal_hidden_suit(&dealing);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    int suspects = mission_count(&state->mission.suspects, deal->seats, 0);
    deal_deck(state);
    refusal = deal_all_cards(&dealing, suspects);
    refusal = refusal != REFUSAL_NONE ? refusal : deal_numbers(&dealing, suspects);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    deal_see(state);
    deal_clock(state, suspects);
    deal_say(state, out);
    if (!infiltrators_check_end(state, out)) {
        infiltrators_begin_turn(state, state->turn, out);
    }
    return REFUSAL_NONE;
}

bool infiltrators_draw(const struct deal *deal, struct value_tree *into)
{
    const char *text = deal_mission_text(deal);
    if (text == NULL) {
        return false;
    }
    value_text(into, "mission", text, strlen(text));
    return true;
}
