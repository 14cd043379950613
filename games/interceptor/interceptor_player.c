/* House players of Interceptor. They agree on signals that ordinary sentences have (and take a
 * partner's, if a message can carry them), lay what their partner has signalled, and listen to the
 * other team, each as well as its nature lets it: they miss some of what is said, want to have
 * heard a signal a few times, and do not always dare to call. */
#include "interceptor_player.h"

#include <assert.h>
#include <string.h>

#include "interceptor_ear.h"
#include "interceptor_private.h"
#include "interceptor_speech.h"

enum {
    LIKELY_LAST_CARD = 850, /* thousandths, with no card to spare */
    LIKELY_DOOMED = 30,     /* the game is lost anyway */
    HEARD_DOOMED = 2,
    THINKS_WITH_A_PERSON_MS = 25 * 1000
};

/* How somebody listens. */
struct nature {
    uint8_t misses; /* per cent of the other team's messages */
    uint8_t heard;  /* messages with the card in question before a call */
    uint8_t dares;  /* per cent of the rounds in which a guess would do */
    int16_t likely; /* thousandths: how likely a guess must be */
};

static const struct nature natures[] = {
    {25, 3, 45, 550}, /* sharp */
    {45, 3, 30, 300}, /* as most are */
    {60, 2, 25, 200}, /* dreamy */
    {45, 1, 9, 60},   /* rash */
};

/* What a house player remembers. */
struct listener {
    int8_t nature;         /* counted from 1; 0: not drawn yet */
    bool dares;            /* to call, this round */
    int8_t partner_symbol; /* what the partner's message of this round stood for, SYMBOL_NONE */
    bool partner_spoke;
    struct ear_guess guess; /* the likelier one, likely 0: none yet */
    struct ear ear;
};

static_assert(sizeof(struct listener) <= PLAYER_MEMORY_MAX, "a listener remembers too much");

static int team_at(int seat)
{
    return seat & 1;
}

static const struct value_tree *view_of(const struct player_sight *sight)
{
    return &sight->view->facts;
}

static int symbol_named(const char *name)
{
    for (int symbol = 0; name != NULL && symbol < SYMBOLS; symbol++) {
        if (strcmp(name, interceptor_symbols[symbol]) == 0) {
            return symbol;
        }
    }
    return SYMBOL_NONE;
}

/* Reads two signals out of an object {documents, money}; false when there are none. */
static bool read_pair(const struct value_tree *facts, uint16_t object,
                      struct interceptor_signal pair[SYMBOLS])
{
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        uint16_t at =
            object == VALUE_NONE ? object : value_find(facts, object, interceptor_symbols[symbol]);
        if (at == VALUE_NONE || signal_read(facts, at, &pair[symbol]) != NULL) {
            return false;
        }
    }
    return true;
}

static bool own_pair(const struct player_sight *sight, struct interceptor_signal pair[SYMBOLS])
{
    const struct value_tree *view = view_of(sight);
    uint16_t at = value_find(view, VALUE_NONE, "signals");
    return at != VALUE_NONE && view->fact[at].kind == VALUE_OBJECT && read_pair(view, at, pair);
}

static const struct nature *nature_of(const struct listener *listener)
{
    return &natures[listener->nature == 0 ? 0 : listener->nature - 1];
}

/* --- what is remembered ----------------------------------------------------------------------- */

static void hear_partner(struct listener *listener, const struct player_sight *sight,
                         const char *text)
{
    struct interceptor_signal pair[SYMBOLS];
    const struct evidence evidence = {
        .text = text, .seat = (int8_t)interceptor_partner(sight->seat), .reply_to = SEAT_NONE};
    listener->partner_spoke = true;
    listener->partner_symbol = SYMBOL_NONE;
    for (int symbol = 0; own_pair(sight, pair) && symbol < SYMBOLS; symbol++) {
        if (signal_carried(&pair[symbol], &evidence)) {
            listener->partner_symbol = (int8_t)symbol;
        }
    }
}

static void hear(struct listener *listener, const struct player_sight *sight,
                 const struct value_tree *facts, uint16_t args)
{
    uint16_t who = value_find(facts, args, "seat");
    uint16_t said = value_find(facts, args, "text");
    if (who == VALUE_NONE || said == VALUE_NONE || facts->fact[said].text == NULL) {
        return; /* the words were taken back */
    }
    int seat = (int)facts->fact[who].number;
    if (team_at(seat) != team_at(sight->seat)) {
        if (rng_below(sight->rng, 100) >= nature_of(listener)->misses) {
            ear_hears(&listener->ear, seat, facts->fact[said].text);
        }
    } else if (seat != sight->seat) {
        hear_partner(listener, sight, facts->fact[said].text);
    }
}

static void see(struct listener *listener, const struct value_tree *facts, uint16_t args)
{
    int8_t symbols[INTERCEPTOR_SEATS];
    uint16_t plays = value_find(facts, args, "plays");
    for (unsigned seat = 0; plays != VALUE_NONE && seat < INTERCEPTOR_SEATS; seat++) {
        uint16_t at = value_member(facts, plays, seat);
        bool laid = at != VALUE_NONE && facts->fact[at].kind != VALUE_NULL;
        symbols[seat] = (int8_t)symbol_named(laid ? facts->fact[at].text : NULL);
    }
    if (plays != VALUE_NONE) {
        ear_sees(&listener->ear, symbols);
    }
}

/* --- what they mean --------------------------------------------------------------------------- */

/* What would be refused, or was wrong before. */
static bool useless(const void *context, const struct interceptor_signal *signal, int symbol)
{
    const struct player_sight *sight = context;
    const struct value_tree *view = view_of(sight);
    struct interceptor_signal pair[SYMBOLS];
    struct interceptor_signal guess;
    bool strict = sight->options->value[INTERCEPTOR_MATCH] == MATCH_STRICT;
    if (!signal_fits(signal) ||
        (own_pair(sight, pair) && signal_same(signal, &pair[symbol], strict))) {
        return true;
    }
    uint16_t calls = value_find(view, VALUE_NONE, "calls");
    for (uint16_t at = calls == VALUE_NONE ? calls : value_first(view, calls); at != VALUE_NONE;
         at = value_next(view, calls, at)) {
        uint16_t who = value_find(view, at, "seat");
        uint16_t what = value_find(view, at, "symbol");
        bool ours = team_at((int)view->fact[who].number) == team_at(sight->seat);
        if (ours && symbol_named(view->fact[what].text) == symbol &&
            signal_read(view, at, &guess) == NULL && signal_same(signal, &guess, strict)) {
            return true;
        }
    }
    return false;
}

/* The likelier of the two guesses. */
static void weigh(struct listener *listener, const struct player_sight *sight)
{
    listener->guess.likely = 0;
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        struct ear_guess guess;
        if (ear_guess(&listener->ear, symbol, useless, sight, &guess) &&
            guess.likely > listener->guess.likely) {
            listener->guess = guess;
        }
    }
}

static void player_notice(void *memory, const struct player_sight *sight, enum message message,
                          const struct value_tree *facts, uint16_t args)
{
    struct listener *listener = memory;
    if (listener->nature == 0) {
        listener->nature = (int8_t)(1 + rng_below(sight->rng, sizeof natures / sizeof natures[0]));
    }
    if (message == MSG_INTERCEPTOR_POSTED) {
        hear(listener, sight, facts, args);
    } else if (message == MSG_INTERCEPTOR_REVEALED) {
        see(listener, facts, args);
        listener->dares = rng_below(sight->rng, 100) < nature_of(listener)->dares;
        weigh(listener, sight);
    } else if (message == MSG_INTERCEPTOR_WRONG) {
        weigh(listener, sight);
    } else if (message == MSG_INTERCEPTOR_ROUND) {
        listener->partner_spoke = false;
        listener->partner_symbol = SYMBOL_NONE;
    }
}

/* --- what is done ----------------------------------------------------------------------------- */

static void act(const struct player_sight *sight, struct move *move, const char *name)
{
    move->row = action_find(sight->game->actions, sight->game->action_count, name);
    assert(move->row != NULL);
}

static bool is_asked(const struct player_sight *sight, const char *name)
{
    for (size_t i = 0; i < sight->owed->count; i++) {
        for (unsigned k = 0; k < OWED_ACTIONS_MAX && sight->owed->owed[i].actions[k] != NULL; k++) {
            if (strcmp(sight->owed->owed[i].actions[k], name) == 0) {
                return true;
            }
        }
    }
    return false;
}

static bool choose_register(const struct player_sight *sight, struct move *move)
{
    struct interceptor_signal pair[SYMBOLS];
    if (!speech_choose_signals(sight->rng, sight->book, sight->voice, pair)) {
        return false;
    }
    act(sight, move, "register");
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        value_object(&move->args, interceptor_symbols[symbol]);
        signal_write(&move->args, &pair[symbol]);
        value_end(&move->args);
    }
    return true;
}

/* A partner's signals are taken when a message alone can carry them. */
static bool choose_confirm(const struct player_sight *sight, struct move *move)
{
    struct interceptor_signal pair[SYMBOLS];
    char text[SPEECH_BYTES_MAX];
    const struct value_tree *view = view_of(sight);
    if (strcmp(value_text_at(view, "phase", ""), "signals") == 0) {
        uint16_t at = value_find(view, VALUE_NONE, "proposal");
        bool can = at != VALUE_NONE && read_pair(view, at, pair);
        for (int symbol = 0; can && symbol < SYMBOLS; symbol++) {
            can = speech_can(&pair[symbol]) && speech_write(sight->rng, sight->book, sight->voice,
                                                            &pair[symbol], &pair[1 - symbol], text);
        }
        if (!can) {
            return choose_register(sight, move);
        }
    }
    act(sight, move, "confirm");
    return true;
}

static bool choose_leader(const struct player_sight *sight, struct move *move)
{
    act(sight, move, "choose_leader");
    value_number(&move->args, "seat", 2 * (int64_t)rng_below(sight->rng, 2));
    return true;
}

/* Is this turn one with a signal? The leader of a round gives one, and the first of the others. */
static bool signals_now(const struct player_sight *sight)
{
    const struct value_tree *view = view_of(sight);
    int leader = (int)value_number_at(view, "leader", SEAT_NONE);
    return sight->seat == leader || sight->seat == (leader + 1) % INTERCEPTOR_SEATS;
}

static bool choose_play(const struct listener *listener, const struct player_sight *sight,
                        struct move *move)
{
    struct interceptor_signal pair[SYMBOLS];
    char text[SPEECH_BYTES_MAX];
    int symbol = (int)rng_below(sight->rng, SYMBOLS);
    act(sight, move, "play");
    if (!signals_now(sight)) {
        bool told = listener->partner_spoke && listener->partner_symbol != SYMBOL_NONE;
        symbol = told ? listener->partner_symbol : symbol;
    } else {
        if (!own_pair(sight, pair)) {
            return false;
        }
        bool said = speech_write(sight->rng, sight->book, sight->voice, &pair[symbol],
                                 &pair[1 - symbol], text);
        if (!said) { /* a substitute's team may have signals of another kind */
            symbol = 1 - symbol;
            said = speech_write(sight->rng, sight->book, sight->voice, &pair[symbol],
                                &pair[1 - symbol], text);
        }
        if (!said) {
            return false;
        }
    }
    value_term(&move->args, "symbol", interceptor_symbols[symbol]);
    if (signals_now(sight)) {
        value_text(&move->args, "say", text, strlen(text));
    }
    return true;
}

static int hand_of(const struct player_sight *sight, int seat)
{
    const struct value_tree *view = view_of(sight);
    uint16_t hands = value_find(view, VALUE_NONE, "hands");
    uint16_t at = hands == VALUE_NONE ? hands : value_member(view, hands, (unsigned)seat);
    return at == VALUE_NONE ? 0 : (int)view->fact[at].number;
}

/* Each card goes to whoever of the two has fewer. */
static bool choose_split(const struct player_sight *sight, struct move *move)
{
    int low = team_at(sight->seat);
    int hand[2] = {hand_of(sight, low), hand_of(sight, low + 2)};
    int given[2] = {0, 0};
    int cards = (int)value_number_at(view_of(sight), "pot.cards", 0);
    for (int i = 0; i < cards; i++) {
        int to = hand[0] + given[0] <= hand[1] + given[1] ? 0 : 1;
        given[to]++;
    }
    act(sight, move, "split");
    value_number(&move->args, "a", given[0]);
    value_number(&move->args, "b", given[1]);
    return true;
}

/* A guess that is not quite a signal: would somebody at a table say "that is ours"? For a word that
 * is a form of theirs, or stands in what was guessed whole; not for more. */
static bool is_ours(const struct interceptor_signal *guess, const struct interceptor_signal *own)
{
    const struct evidence evidence = {.text = guess->value, .reply_to = SEAT_NONE};
    size_t guessed = strlen(guess->value);
    size_t length = strlen(own->value);
    size_t most = guessed > length ? guessed : length;
    size_t least = guessed > length ? length : guessed;
    if (signal_same(guess, own, false)) {
        return true;
    }
    if (guess->kind == SIGNAL_CUSTOM || !signal_near(guess, own)) {
        return false;
    }
    bool phrase = strchr(guess->value, ' ') != NULL;
    return phrase ? own->kind == SIGNAL_WORD && signal_carried(own, &evidence)
                  : strchr(own->value, ' ') == NULL && most - least <= 2;
}

static bool choose_rule(const struct player_sight *sight, struct move *move)
{
    struct interceptor_signal pair[SYMBOLS];
    struct interceptor_signal guess;
    const struct value_tree *view = view_of(sight);
    uint16_t calls = value_find(view, VALUE_NONE, "calls");
    uint16_t last = VALUE_NONE;
    for (uint16_t at = calls == VALUE_NONE ? calls : value_first(view, calls); at != VALUE_NONE;
         at = value_next(view, calls, at)) {
        last = at;
    }
    if (last == VALUE_NONE || signal_read(view, last, &guess) != NULL || !own_pair(sight, pair)) {
        return false;
    }
    int symbol = symbol_named(view->fact[value_find(view, last, "symbol")].text);
    assert(symbol != SYMBOL_NONE);
    bool yes = is_ours(&guess, &pair[symbol]);
    act(sight, move, "rule");
    value_term(&move->args, "answer", yes ? "yes" : "no");
    return true;
}

/* --- "Interceptor!" --------------------------------------------------------------------------- */

/* Is the own team about to lose, with nothing left to keep cards for? */
static bool is_doomed(const struct player_sight *sight)
{
    const struct value_tree *view = view_of(sight);
    const char *phase = value_text_at(view, "phase", "");
    const char *pot = value_text_at(view, "pot.team", NULL);
    int partner = interceptor_partner(sight->seat);
    bool out = hand_of(sight, sight->seat) == 0 || hand_of(sight, partner) == 0;
    bool theirs = pot != NULL && strcmp(pot, interceptor_teams[team_at(sight->seat)]) != 0;
    return strcmp(phase, "last_call") == 0 || (strcmp(phase, "split") == 0 && out && theirs);
}

static bool may_call(const struct player_sight *sight)
{
    const char *phase = value_text_at(view_of(sight), "phase", "");
    const int32_t *option = sight->options->value;
    int hand = hand_of(sight, sight->seat);
    if (strcmp(phase, "last_call") == 0) {
        return is_asked(sight, "call");
    }
    bool time = strcmp(phase, "play") == 0 || strcmp(phase, "split") == 0;
    return time && hand >= (option[INTERCEPTOR_CALL_NEEDS_SPARE] != 0 ? 2 : 1);
}

static bool choose_call(const struct listener *listener, const struct player_sight *sight,
                        struct move *move)
{
    if (!may_call(sight)) {
        return false;
    }
    const struct ear_guess *guess = &listener->guess;
    const struct nature *nature = nature_of(listener);
    bool last_card = hand_of(sight, sight->seat) < 2;
    bool doomed = is_doomed(sight);
    int enough = doomed ? LIKELY_DOOMED : last_card ? LIKELY_LAST_CARD : nature->likely;
    int heard = doomed ? HEARD_DOOMED : nature->heard;
    if (guess->likely < enough || (!doomed && !listener->dares) ||
        ear_count(&listener->ear, guess->symbol) < heard) {
        return false;
    }
    act(sight, move, "call");
    value_term(&move->args, "kind", signal_kind_name(guess->signal.kind));
    if (guess->signal.value[0] != '\0') {
        value_text(&move->args, "value", guess->signal.value, strlen(guess->signal.value));
    }
    value_term(&move->args, "symbol", interceptor_symbols[guess->symbol]);
    return true;
}

static bool player_choose(void *memory, const struct player_sight *sight, struct move *move)
{
    const struct listener *listener = memory;
    if (choose_call(listener, sight, move)) {
        return true;
    }
    if (is_asked(sight, "pass")) {
        act(sight, move, "pass");
        return true;
    }
    if (is_asked(sight, "register")) {
        return choose_register(sight, move);
    }
    if (is_asked(sight, "confirm")) {
        return choose_confirm(sight, move);
    }
    if (is_asked(sight, "choose_leader")) {
        return choose_leader(sight, move);
    }
    if (is_asked(sight, "play")) {
        return choose_play(listener, sight, move);
    }
    if (is_asked(sight, "split")) {
        return choose_split(sight, move);
    }
    return is_asked(sight, "rule") && choose_rule(sight, move);
}

/* What a partner may decide as well is left to a person for a while. */
static int64_t player_thinks_ms(const struct player_sight *sight)
{
    bool person = (sight->house & seat_bit(interceptor_partner(sight->seat))) == 0;
    bool shared = is_asked(sight, "split") || is_asked(sight, "choose_leader");
    return person && shared ? THINKS_WITH_A_PERSON_MS : 0;
}

/* Signals given in the channel itself are heard by people alone. */
static bool player_plays(const struct options *options)
{
    return options->value[INTERCEPTOR_SIGNAL_MODE] == 0;
}

const struct player_def interceptor_player = {
    .memory_size = sizeof(struct listener),
    .plays = player_plays,
    .notice = player_notice,
    .choose = player_choose,
    .thinks_ms = player_thinks_ms,
};
