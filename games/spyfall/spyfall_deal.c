/* The deal: the public list of places, drawn from a pack or pinned, and what the runner fixes of
 * the coming rounds. Chance for the rounds is a later part of the seed's sequence than that for the
 * list, so that the same seed plays the same rounds whether the list is drawn or pinned. */
#include "spyfall_private.h"

#include <assert.h>
#include <string.h>

const char *const spyfall_deal_members[] = {"rounds", "leader",  "locations",
                                            "scores", "minutes", NULL};

enum {
    /* of the seed's sequence: the first numbers of a seed with few bits set are alike */
    DEAL_PLACES_FROM = 64,
    DEAL_ROUNDS_FROM = 320,
    DEAL_STOCK_MAX = 4000,
    DEAL_MINUTES_MAX = 1440,
    DEAL_SCORE_MAX = 1000000
};

static enum refusal deal_refuse(struct outcome *out, const char *argument, const char *problem)
{
    struct value_tree *args = outcome_refuse(out, REFUSAL_BAD_INPUT);
    assert(argument != NULL && problem != NULL);
    value_term(args, "argument", argument);
    value_term(args, "problem", problem);
    outcome_end(out);
    return REFUSAL_BAD_INPUT;
}

/* The member called key, VALUE_NONE when it is absent or null. */
static uint16_t deal_member(const struct value_tree *pinned, uint16_t parent, const char *key)
{
    uint16_t at = pinned == NULL ? VALUE_NONE : value_find(pinned, parent, key);
    return at != VALUE_NONE && pinned->fact[at].kind == VALUE_NULL ? VALUE_NONE : at;
}

/* A whole number; what is absent leaves *value_r as it is. */
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

static void deal_chance(struct rng *rng, const struct deal *deal, int from)
{
    rng_init(rng, deal->seed);
    for (int i = 0; i < from; i++) {
        rng_next(rng);
    }
}

static bool deal_is_text(const struct value *fact)
{
    return fact->kind == VALUE_TEXT || fact->kind == VALUE_TERM;
}

static enum refusal deal_pin_places(struct spyfall *state, const struct value_tree *pinned,
                                    uint16_t list, struct outcome *out)
{
    if (pinned->fact[list].kind != VALUE_LIST) {
        return deal_refuse(out, "locations", "not_a_list");
    }
    for (uint16_t at = value_first(pinned, list); at != VALUE_NONE;
         at = value_next(pinned, list, at)) {
        const struct value *fact = &pinned->fact[at];
        const char *problem =
            deal_is_text(fact) ? spyfall_place_add(&state->places, fact->text, NULL) : "not_a_text";
        if (problem != NULL) {
            return deal_refuse(out, "locations", problem);
        }
    }
    return state->places.count > 0 ? REFUSAL_NONE : deal_refuse(out, "locations", "too_few");
}

/* Adds the i-th entry of a pack. */
static const char *deal_add(struct spyfall_places *places, const struct deal_pack *pack, size_t i)
{
    const char *aliases = pack->aliases != NULL ? pack->aliases[i] : NULL;
    return spyfall_place_add(places, pack->entry[i], aliases != NULL ? aliases : "");
}

/* Adds the place of a pinned round: as the pack has it, or by its name alone. */
static bool deal_add_named(struct spyfall *state, const struct deal_pack *pack, const char *name)
{
    struct spyfall_places one;
    for (size_t i = 0; pack != NULL && i < pack->count; i++) {
        memset(&one, 0, sizeof one);
        if (deal_add(&one, pack, i) == NULL && spyfall_place_find(&one, name) != SPYFALL_NO_PLACE) {
            return deal_add(&state->places, pack, i) == NULL;
        }
    }
    return spyfall_place_add(&state->places, name, "") == NULL;
}

/* Which of a pinned round's places are to be on the list, although chance did not put them there.
 */
static bool deal_add_wanted(struct spyfall *state, const struct deal *deal)
{
    uint16_t list = deal_member(deal->pinned, VALUE_NONE, "rounds");
    if (list == VALUE_NONE || deal->pinned->fact[list].kind != VALUE_LIST) {
        return true;
    }
    for (uint16_t at = value_first(deal->pinned, list); at != VALUE_NONE;
         at = value_next(deal->pinned, list, at)) {
        uint16_t place = deal_member(deal->pinned, at, "location");
        if (place == VALUE_NONE || !deal_is_text(&deal->pinned->fact[place]) ||
            spyfall_place_find(&state->places, deal->pinned->fact[place].text) !=
                SPYFALL_NO_PLACE) {
            continue;
        }
        if (!deal_add_named(state, deal->pack, deal->pinned->fact[place].text)) {
            return false;
        }
    }
    return true;
}

/* Entries of a pack in the order of their letters, so that people find a place on the list. */
struct deal_list {
    const struct deal_pack *pack;
    uint16_t entry[SPYFALL_PLACES_MAX];
    int count;
};

static void deal_sort_in(struct deal_list *list, uint16_t entry)
{
    int at = list->count++;
    assert(at < SPYFALL_PLACES_MAX);
    while (at > 0 && strcmp(list->pack->entry[list->entry[at - 1]], list->pack->entry[entry]) > 0) {
        list->entry[at] = list->entry[at - 1];
        at--;
    }
    list->entry[at] = entry;
}

/* Draws entries until as many places are on the list as are wanted, or none are left; each of those
 * left is equally likely. */
static void deal_fill(struct spyfall *state, const struct deal *deal, struct rng *rng, int wanted)
{
    uint16_t order[DEAL_STOCK_MAX];
    size_t count = deal->pack->count < DEAL_STOCK_MAX ? deal->pack->count : DEAL_STOCK_MAX;
    struct deal_list list = {.pack = deal->pack};
    struct spyfall_places tried = state->places;
    for (size_t i = 0; i < count; i++) {
        order[i] = (uint16_t)i;
    }
    for (size_t left = count; left > 0 && tried.count < wanted; left--) {
        size_t pick = rng_below(rng, (uint32_t)left);
        uint16_t entry = order[pick];
        order[pick] = order[left - 1];
        if (deal_add(&tried, deal->pack, entry) == NULL) {
            deal_sort_in(&list, entry);
        }
    }
    for (int i = 0; i < list.count; i++) {
        deal_add(&state->places, deal->pack, list.entry[i]);
    }
}

static enum refusal deal_places(struct spyfall *state, const struct deal *deal, struct outcome *out)
{
    struct rng rng;
    uint16_t list = deal_member(deal->pinned, VALUE_NONE, "locations");
    if (list != VALUE_NONE) {
        return deal_pin_places(state, deal->pinned, list, out);
    }
    if (!deal_add_wanted(state, deal)) {
        return deal_refuse(out, "rounds", "not_a_word");
    }
    if (deal->pack != NULL) {
        deal_chance(&rng, deal, DEAL_PLACES_FROM);
        deal_fill(state, deal, &rng, deal->options.value[SPYFALL_LIST]);
    }
    return state->places.count > 0 ? REFUSAL_NONE : deal_refuse(out, "locations", "too_few");
}

/* An object with no members but location and spy. */
static bool deal_is_round(const struct value_tree *pinned, uint16_t at)
{
    if (pinned->fact[at].kind != VALUE_OBJECT) {
        return false;
    }
    for (uint16_t member = value_first(pinned, at); member != VALUE_NONE;
         member = value_next(pinned, at, member)) {
        const char *key = pinned->fact[member].key;
        if (strcmp(key, "location") != 0 && strcmp(key, "spy") != 0) {
            return false;
        }
    }
    return true;
}

/* One pinned round; what it leaves open is drawn when it begins. */
static enum refusal deal_round(struct spyfall *state, const struct value_tree *pinned, uint16_t at,
                               struct outcome *out)
{
    struct spyfall_pin *pin = &state->pin[state->pins];
    if (!deal_is_round(pinned, at)) {
        return deal_refuse(out, "rounds", "not_an_object");
    }
    uint16_t place = deal_member(pinned, at, "location");
    uint16_t spy = deal_member(pinned, at, "spy");
    pin->place = SPYFALL_NO_PLACE;
    pin->spy = SEAT_NONE;
    if (place != VALUE_NONE) {
        bool text = deal_is_text(&pinned->fact[place]);
        pin->place = text ? (uint8_t)spyfall_place_find(&state->places, pinned->fact[place].text)
                          : SPYFALL_NO_PLACE;
        if (pin->place == SPYFALL_NO_PLACE) {
            return deal_refuse(out, "rounds", "unknown");
        }
    }
    if (spy != VALUE_NONE) {
        const struct value *fact = &pinned->fact[spy];
        if (fact->kind != VALUE_NUMBER || fact->number < 0 || fact->number >= state->common.seats) {
            return deal_refuse(out, "rounds", "not_a_seat");
        }
        pin->spy = (int8_t)fact->number;
    }
    state->pins++;
    return REFUSAL_NONE;
}

static enum refusal deal_rounds(struct spyfall *state, const struct value_tree *pinned,
                                struct outcome *out)
{
    uint16_t list = deal_member(pinned, VALUE_NONE, "rounds");
    enum refusal refusal = REFUSAL_NONE;
    if (list == VALUE_NONE) {
        return REFUSAL_NONE;
    }
    if (pinned->fact[list].kind != VALUE_LIST) {
        return deal_refuse(out, "rounds", "not_a_list");
    }
    if (pinned->fact[list].number > SPYFALL_PINNED_ROUNDS_MAX) {
        return deal_refuse(out, "rounds", "too_many");
    }
    for (uint16_t at = value_first(pinned, list); at != VALUE_NONE && refusal == REFUSAL_NONE;
         at = value_next(pinned, list, at)) {
        refusal = deal_round(state, pinned, at, out);
    }
    return refusal;
}

static enum refusal deal_scores(struct spyfall *state, const struct value_tree *pinned,
                                struct outcome *out)
{
    uint16_t list = deal_member(pinned, VALUE_NONE, "scores");
    int seat = 0;
    if (list == VALUE_NONE) {
        return REFUSAL_NONE;
    }
    if (pinned->fact[list].kind != VALUE_LIST || pinned->fact[list].number != state->common.seats) {
        return deal_refuse(out, "scores", "not_a_list");
    }
    for (uint16_t at = value_first(pinned, list); at != VALUE_NONE;
         at = value_next(pinned, list, at)) {
        const struct value *fact = &pinned->fact[at];
        if (fact->kind != VALUE_NUMBER || fact->number < 0 || fact->number > DEAL_SCORE_MAX) {
            return deal_refuse(out, "scores", "out_of_range");
        }
        state->scores[seat++] = (int32_t)fact->number;
    }
    return REFUSAL_NONE;
}

static enum refusal deal_rest(struct spyfall *state, const struct value_tree *pinned,
                              struct outcome *out)
{
    int64_t leader = 0;
    int64_t minutes = 0;
    if (!deal_number(pinned, "leader", 0, state->common.seats - 1, &leader)) {
        return deal_refuse(out, "leader", "not_a_seat");
    }
    if (!deal_number(pinned, "minutes", 1, DEAL_MINUTES_MAX, &minutes)) {
        return deal_refuse(out, "minutes", "out_of_range");
    }
    state->leader = (int8_t)leader;
    state->minutes = (int32_t)minutes;
    enum refusal refusal = deal_rounds(state, pinned, out);
    return refusal != REFUSAL_NONE ? refusal : deal_scores(state, pinned, out);
}

static void deal_say(const struct spyfall *state, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_DEALT);
    value_number(args, "rounds", state->planned);
    value_number(args, "leader", state->leader);
    value_list(args, "locations");
    for (int place = 0; place < state->places.count; place++) {
        spyfall_write_place(state, args, NULL, place);
    }
    value_end(args);
    outcome_end(out);
}

enum refusal spyfall_deal(void *subject, const struct deal *deal, struct outcome *out)
{
    struct spyfall *state = subject;
    enum refusal refusal = deal_places(state, deal, out);
    if (refusal == REFUSAL_NONE) {
        refusal = deal_rest(state, deal->pinned, out);
    }
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    deal_chance(&state->rng, deal, DEAL_ROUNDS_FROM);
    state->planned = (uint32_t)state->common.options.value[SPYFALL_ROUNDS];
    state->vote.accuser = SEAT_NONE;
    state->spy = SEAT_NONE;
    state->first = state->leader;
    state->last.spy = SEAT_NONE;
    deal_say(state, out);
    spyfall_begin_round(state, out);
    return REFUSAL_NONE;
}

/* Writes text behind the len bytes of line; how many there are then. */
static size_t deal_append(char line[SPYFALL_PLACE_BYTES], size_t len, const char *text)
{
    for (; *text != '\0'; text++) {
        assert(len < SPYFALL_PLACE_BYTES);
        line[len++] = *text;
    }
    return len;
}

/* A place as a line of a pack. */
static void deal_write_line(const struct spyfall_places *places, int place, struct value_tree *into)
{
    char line[SPYFALL_PLACE_BYTES];
    const char *part = spyfall_place_name(places, place);
    size_t len = 0;
    for (int n = 0; part != NULL; n++) {
        len = deal_append(line, len, n == 0 ? "" : n == 1 ? " = " : ", ");
        len = deal_append(line, len, part);
        part = spyfall_place_alias(places, place, n);
    }
    value_text(into, NULL, line, len);
}

bool spyfall_draw(const struct deal *deal, struct value_tree *into)
{
    struct spyfall state;
    struct outcome out;
    memset(&state, 0, sizeof state);
    outcome_init(&out);
    state.common.seats = deal->seats;
    state.common.options = deal->options;
    if (deal_places(&state, deal, &out) != REFUSAL_NONE) {
        return false;
    }
    value_list(into, "locations");
    for (int place = 0; place < state.places.count; place++) {
        deal_write_line(&state.places, place, into);
    }
    value_end(into);
    return true;
}
