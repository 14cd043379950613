/* The deal: teams, keywords and the first codes, drawn from the seed or pinned by the runner. */
#include "decrypto_private.h"

#include <assert.h>
#include <string.h>

#include "text_form.h"

const char *const decrypto_deal_members[] = {"teams",  "keywords",  "codes", "round",
                                             "tokens", "published", NULL};

enum {
    DEAL_DRAWS_MAX = 32, /* eight words, and some that cannot be used */
    /* of the seed's sequence: the first numbers of a seed with few bits set are alike */
    DEAL_WORDS_FROM = 64,
    DEAL_CODES_FROM = 128
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

/* Is the fact at at an object with no members but these two? */
static bool deal_is_pair(const struct value_tree *pinned, uint16_t at, const char *const names[2])
{
    if (pinned->fact[at].kind != VALUE_OBJECT) {
        return false;
    }
    for (uint16_t member = value_first(pinned, at); member != VALUE_NONE;
         member = value_next(pinned, at, member)) {
        const char *key = pinned->fact[member].key;
        if (strcmp(key, names[0]) != 0 && strcmp(key, names[1]) != 0) {
            return false;
        }
    }
    return true;
}

/* The object under key with a member for each team. False when it is something else; *at_r is
 * VALUE_NONE when there is none. */
static bool deal_by_team(const struct value_tree *pinned, const char *key, uint16_t *at_r)
{
    *at_r = deal_member(pinned, VALUE_NONE, key);
    return *at_r == VALUE_NONE || deal_is_pair(pinned, *at_r, decrypto_teams);
}

static bool deal_number(const struct value_tree *pinned, uint16_t parent, const char *key,
                        int64_t min, int64_t max, int64_t *value_r)
{
    uint16_t at = deal_member(pinned, parent, key);
    if (at == VALUE_NONE) {
        return true;
    }
    *value_r = pinned->fact[at].number;
    return pinned->fact[at].kind == VALUE_NUMBER && *value_r >= min && *value_r <= max;
}

static bool deal_is_text(const struct value *fact)
{
    return fact->kind == VALUE_TEXT || fact->kind == VALUE_TERM;
}

/* Even seats are White, odd ones Black. */
static void deal_default_teams(struct decrypto *state)
{
    for (int seat = 0; seat < state->common.seats; seat++) {
        struct decrypto_team *side = &state->team[seat % DECRYPTO_TEAMS];
        side->seats = (uint16_t)(side->seats | seat_bit(seat));
    }
}

static bool deal_read_team(struct decrypto *state, const struct value_tree *pinned, uint16_t list,
                           int team)
{
    if (list == VALUE_NONE || pinned->fact[list].kind != VALUE_LIST) {
        return false;
    }
    for (uint16_t at = value_first(pinned, list); at != VALUE_NONE;
         at = value_next(pinned, list, at)) {
        const struct value *fact = &pinned->fact[at];
        uint16_t taken = state->team[DECRYPTO_WHITE].seats | state->team[DECRYPTO_BLACK].seats;
        if (fact->kind != VALUE_NUMBER || fact->number < 0 || fact->number >= state->common.seats ||
            (taken & seat_bit((int)fact->number)) != 0) {
            return false;
        }
        struct decrypto_team *side = &state->team[team];
        side->seats = (uint16_t)(side->seats | seat_bit((int)fact->number));
    }
    return true;
}

/* Are the teams as even as can be, and no larger than agreed? */
static bool deal_teams_fit(const struct decrypto *state)
{
    int white = decrypto_count(state->team[DECRYPTO_WHITE].seats);
    int black = decrypto_count(state->team[DECRYPTO_BLACK].seats);
    if (white + black != state->common.seats) {
        return false;
    }
    if (state->solo) {
        return white == 2;
    }
    int larger = white > black ? white : black;
    return larger - (white + black - larger) <= 1 &&
           larger <= state->common.options.value[DECRYPTO_MAX_TEAM];
}

static enum refusal deal_teams(struct decrypto *state, const struct value_tree *pinned,
                               struct outcome *out)
{
    uint16_t teams = VALUE_NONE;
    bool fits = deal_by_team(pinned, "teams", &teams);
    if (fits && teams == VALUE_NONE) {
        deal_default_teams(state);
        return deal_teams_fit(state) ? REFUSAL_NONE : deal_refuse(out, "seats", "out_of_range");
    }
    for (int team = 0; team < DECRYPTO_TEAMS && fits; team++) {
        fits =
            deal_read_team(state, pinned, deal_member(pinned, teams, decrypto_teams[team]), team);
    }
    return fits && deal_teams_fit(state) ? REFUSAL_NONE : deal_refuse(out, "teams", "not_fitting");
}

/* Is it a word to play with: something to read, not too long? */
static bool deal_keyword_fits(const char *word)
{
    struct text compared;
    int count = text_count(word);
    return count > 0 && count <= DECRYPTO_KEYWORD_CHARACTERS_MAX &&
           strlen(word) < DECRYPTO_KEYWORD_BYTES && form_compared(word, &compared) &&
           compared.count > 0;
}

/* Has a team this keyword already? */
static bool deal_keyword_taken(const struct decrypto *state, const char *word)
{
    struct text wanted;
    form_compared(word, &wanted);
    for (int i = 0; i < DECRYPTO_TEAMS * DECRYPTO_SLOTS; i++) {
        const char *keyword = state->team[i / DECRYPTO_SLOTS].keyword[i % DECRYPTO_SLOTS];
        struct text there;
        if (keyword[0] != '\0' && form_compared(keyword, &there) && form_same(&wanted, &there)) {
            return true;
        }
    }
    return false;
}

static void deal_keep_keyword(struct decrypto *state, int team, int slot, const char *word)
{
    assert(strlen(word) < DECRYPTO_KEYWORD_BYTES);
    memcpy(state->team[team].keyword[slot], word, strlen(word) + 1);
}

static enum refusal deal_pin_keywords(struct decrypto *state, const struct value_tree *pinned,
                                      uint16_t list, int team, struct outcome *out)
{
    if (pinned->fact[list].kind != VALUE_LIST || pinned->fact[list].number != DECRYPTO_SLOTS) {
        return deal_refuse(out, "keywords", "not_a_list");
    }
    for (unsigned slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        const struct value *fact = &pinned->fact[value_member(pinned, list, slot)];
        if (!deal_is_text(fact) || !deal_keyword_fits(fact->text)) {
            return deal_refuse(out, "keywords", "not_a_word");
        }
        if (deal_keyword_taken(state, fact->text)) {
            return deal_refuse(out, "keywords", "twice");
        }
        if (decrypto_has_code(state, team)) { /* the Interceptor needs none */
            deal_keep_keyword(state, team, (int)slot, fact->text);
        }
    }
    return REFUSAL_NONE;
}

/* Candidates not dealt yet, in their order. */
struct deal_stock {
    const struct deal_pack *pack;
    struct rng rng;
    size_t drawn[DEAL_DRAWS_MAX]; /* rising */
    size_t drawn_count;
};

/* Draws one of those left, each equally likely. */
static const char *deal_draw(struct deal_stock *stock)
{
    size_t left = stock->pack->count - stock->drawn_count;
    size_t at = rng_below(&stock->rng, (uint32_t)left);
    size_t place = 0;
    while (place < stock->drawn_count && stock->drawn[place] <= at) {
        at++;
        place++;
    }
    memmove(stock->drawn + place + 1, stock->drawn + place,
            (stock->drawn_count - place) * sizeof stock->drawn[0]);
    stock->drawn[place] = at;
    stock->drawn_count++;
    return stock->pack->entry[at];
}

static enum refusal deal_draw_keyword(struct decrypto *state, struct deal_stock *stock, int team,
                                      int slot, struct outcome *out)
{
    while (stock->pack != NULL && stock->drawn_count < stock->pack->count &&
           stock->drawn_count < DEAL_DRAWS_MAX) {
        const char *word = deal_draw(stock);
        if (deal_keyword_fits(word) && !deal_keyword_taken(state, word)) {
            deal_keep_keyword(state, team, slot, word);
            return REFUSAL_NONE;
        }
    }
    return deal_refuse(out, "keywords", "too_few");
}

/* Chance from the seed, after so many numbers of its sequence. Words have a part of it and codes
 * a later one, so that a table deals the same codes whether its words are drawn or pinned, and no
 * word tells of a code. */
static void deal_chance(struct rng *rng, const struct deal *deal, int from)
{
    rng_init(rng, deal->seed);
    for (int i = 0; i < from; i++) {
        rng_next(rng);
    }
}

static enum refusal deal_keywords(struct decrypto *state, const struct deal *deal,
                                  struct outcome *out)
{
    struct deal_stock stock = {.pack = deal->pack};
    uint16_t keywords = VALUE_NONE;
    deal_chance(&stock.rng, deal, DEAL_WORDS_FROM);
    if (!deal_by_team(deal->pinned, "keywords", &keywords)) {
        return deal_refuse(out, "keywords", "not_an_object");
    }
    enum refusal refusal = REFUSAL_NONE;
    for (int team = 0; team < DECRYPTO_TEAMS && keywords != VALUE_NONE; team++) {
        uint16_t list = deal_member(deal->pinned, keywords, decrypto_teams[team]);
        if (list != VALUE_NONE && refusal == REFUSAL_NONE) {
            refusal = deal_pin_keywords(state, deal->pinned, list, team, out);
        }
    }
    for (int i = 0; i < DECRYPTO_TEAMS * DECRYPTO_SLOTS && refusal == REFUSAL_NONE; i++) {
        int team = i / DECRYPTO_SLOTS;
        int slot = i % DECRYPTO_SLOTS;
        if (decrypto_has_code(state, team) && state->team[team].keyword[slot][0] == '\0') {
            refusal = deal_draw_keyword(state, &stock, team, slot, out);
        }
    }
    return refusal;
}

static enum refusal deal_team_codes(struct decrypto *state, const struct value_tree *pinned,
                                    uint16_t list, int team, struct outcome *out)
{
    struct decrypto_team *side = &state->team[team];
    if (pinned->fact[list].kind != VALUE_LIST) {
        return deal_refuse(out, "codes", "not_a_list");
    }
    if (pinned->fact[list].number > DECRYPTO_PINNED_CODES_MAX) {
        return deal_refuse(out, "codes", "too_many");
    }
    for (uint16_t at = value_first(pinned, list); at != VALUE_NONE;
         at = value_next(pinned, list, at)) {
        const struct value *fact = &pinned->fact[at];
        int code = deal_is_text(fact) ? decrypto_code_read(fact->text) : CODE_NONE;
        if (code == CODE_NONE) {
            return deal_refuse(out, "codes", "not_a_code");
        }
        side->pinned[side->pinned_count++] = (int16_t)code;
    }
    return REFUSAL_NONE;
}

static enum refusal deal_codes(struct decrypto *state, const struct value_tree *pinned,
                               struct outcome *out)
{
    uint16_t codes = VALUE_NONE;
    enum refusal refusal = REFUSAL_NONE;
    if (!deal_by_team(pinned, "codes", &codes)) {
        return deal_refuse(out, "codes", "not_an_object");
    }
    for (int team = 0; team < DECRYPTO_TEAMS && codes != VALUE_NONE; team++) {
        uint16_t list = deal_member(pinned, codes, decrypto_teams[team]);
        if (list != VALUE_NONE && refusal == REFUSAL_NONE) {
            refusal = deal_team_codes(state, pinned, list, team, out);
        }
    }
    return refusal;
}

static enum refusal deal_tokens(struct decrypto *state, const struct value_tree *pinned,
                                struct outcome *out)
{
    static const char *const kinds[2] = {"interceptions", "miscommunications"};
    uint16_t tokens = VALUE_NONE;
    if (!deal_by_team(pinned, "tokens", &tokens)) {
        return deal_refuse(out, "tokens", "not_an_object");
    }
    for (int team = 0; team < DECRYPTO_TEAMS && tokens != VALUE_NONE; team++) {
        uint16_t at = deal_member(pinned, tokens, decrypto_teams[team]);
        int64_t number[2] = {0, 0};
        if (at == VALUE_NONE) {
            continue;
        }
        if (!deal_is_pair(pinned, at, kinds)) {
            return deal_refuse(out, "tokens", "not_an_object");
        }
        for (int kind = 0; kind < 2; kind++) {
            bool known = !state->solo || (team == DECRYPTO_BLACK && kind == 0);
            if (!deal_number(pinned, at, kinds[kind], 0, known ? DECRYPTO_TOKENS_MAX : 0,
                             &number[kind])) {
                return deal_refuse(out, "tokens", "out_of_range");
            }
        }
        state->team[team].interceptions = (uint8_t)number[0];
        state->team[team].miscommunications = (uint8_t)number[1];
    }
    return REFUSAL_NONE;
}

static enum refusal deal_published(struct decrypto *state, const struct value_tree *pinned,
                                   struct outcome *out)
{
    uint16_t list = deal_member(pinned, VALUE_NONE, "published");
    struct clue_entry entry = {.team = CLUE_BY_BOTH, .flags = CLUE_PUBLISHED};
    if (list == VALUE_NONE) {
        return REFUSAL_NONE;
    }
    if (pinned->fact[list].kind != VALUE_LIST) {
        return deal_refuse(out, "published", "not_a_list");
    }
    for (uint16_t at = value_first(pinned, list); at != VALUE_NONE;
         at = value_next(pinned, list, at)) {
        const struct value *fact = &pinned->fact[at];
        if (!deal_is_text(fact) || text_count(fact->text) < 1 ||
            text_count(fact->text) > DECRYPTO_CLUE_CHARACTERS_MAX) {
            return deal_refuse(out, "published", "not_a_text");
        }
        clue_log_add(&state->log, entry, fact->text);
        if (!decrypto_has_room(state)) {
            return deal_refuse(out, "published", "too_many");
        }
    }
    return REFUSAL_NONE;
}

static enum refusal deal_round(struct decrypto *state, const struct value_tree *pinned,
                               struct outcome *out)
{
    int32_t agreed = state->common.options.value[DECRYPTO_MAX_ROUNDS];
    int64_t most = state->solo ? DECRYPTO_SOLO_ROUNDS : agreed > 0 ? agreed : INT32_MAX;
    int64_t round = 1;
    if (!deal_number(pinned, VALUE_NONE, "round", 1, most, &round)) {
        return deal_refuse(out, "round", "out_of_range");
    }
    state->common.round = (uint32_t)round;
    return REFUSAL_NONE;
}

/* Who of a team would have encrypted in the round before the first one played. */
static int deal_encryptor_before(const struct decrypto *state, int team)
{
    int members = decrypto_count(state->team[team].seats);
    int turn =
        members == 0 ? 0 : (int)((state->common.round + (uint32_t)members - 2) % (uint32_t)members);
    for (int seat = 0; seat < state->common.seats && state->common.round > 1; seat++) {
        if ((state->team[team].seats & seat_bit(seat)) != 0 && turn-- == 0) {
            return seat;
        }
    }
    return SEAT_NONE;
}

static void deal_say(const struct decrypto *state, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_DEALT);
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        value_list(args, decrypto_teams[team]);
        for (int seat = 0; seat < state->common.seats; seat++) {
            if ((state->team[team].seats & seat_bit(seat)) != 0) {
                value_number(args, NULL, seat);
            }
        }
        value_end(args);
    }
    outcome_end(out);
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        if (!decrypto_has_code(state, team)) {
            continue;
        }
        args = outcome_say(out, state->team[team].seats, MSG_DECRYPTO_KEYWORDS);
        value_list(args, "words");
        for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
            const char *word = state->team[team].keyword[slot];
            value_text(args, NULL, word, strlen(word));
        }
        value_end(args);
        outcome_end(out);
    }
}

/* Teams and words, as far as the seed decides them, and what is pinned. */
static enum refusal deal_parts(struct decrypto *state, const struct deal *deal, struct outcome *out)
{
    static enum refusal (*const parts[])(struct decrypto * state, const struct value_tree *pinned,
                                         struct outcome *out) = {
        deal_teams, deal_round, deal_tokens, deal_codes, deal_published};
    enum refusal refusal = REFUSAL_NONE;
    state->solo = deal->seats == DECRYPTO_SEATS_MIN;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && refusal == REFUSAL_NONE; i++) {
        refusal = parts[i](state, deal->pinned, out);
    }
    return refusal != REFUSAL_NONE ? refusal : deal_keywords(state, deal, out);
}

enum refusal decrypto_deal(void *subject, const struct deal *deal, struct outcome *out)
{
    struct decrypto *state = subject;
    enum refusal refusal = deal_parts(state, deal, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    state->rewriting = DECRYPTO_NO_TEAM;
    state->ruling_team = DECRYPTO_NO_TEAM;
    deal_chance(&state->rng, deal, DEAL_CODES_FROM);
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        state->team[team].encryptor = SEAT_NONE;
        state->team[team].last = (int8_t)deal_encryptor_before(state, team);
    }
    deal_say(state, out);
    decrypto_begin_round(state, out);
    return REFUSAL_NONE;
}

bool decrypto_draw(const struct deal *deal, struct value_tree *into)
{
    struct decrypto state;
    struct outcome out;
    memset(&state, 0, sizeof state);
    outcome_init(&out);
    state.common.seats = deal->seats;
    state.common.options = deal->options;
    if (deal_parts(&state, deal, &out) != REFUSAL_NONE) {
        return false;
    }
    value_object(into, "keywords");
    decrypto_write_words(&state, into);
    value_end(into);
    return true;
}
