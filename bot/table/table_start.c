/* From lobby to game: may it start, who gets which seat, and the deal. The order of the seats is
 * dealt from the seed where teams are random, and written into the move, so that a replay needs no
 * dice: the seed, read as one number with the highest byte first, modulo n!, is the number of the
 * order among all orders of the n players (by joining) in lexicographic order. */
#include "table_night.h"
#include "table_private.h"

#include <assert.h>
#include <string.h>

enum { START_FINGERPRINT = 12 };

static enum refusal start_too_few(const struct table *table, struct outcome *out)
{
    struct value_tree *facts = outcome_refuse(out, REFUSAL_TOO_FEW);
    value_number(facts, "seats", table->game->seats_min);
    value_number(facts, "players", table_players(table));
    outcome_end(out);
    return REFUSAL_TOO_FEW;
}

/* Names who has no verified direct channel, where the option asks for one. */
static enum refusal start_reachable(const struct table *table, struct outcome *out)
{
    uint16_t missing = 0;
    unsigned count = 0;
    for (int i = 0; i < table->seat_count; i++) {
        const struct table_seat *seat = &table->seat[i];
        if (seat->person != 0 && !seat->house && seat->reach != DIRECT_VERIFIED &&
            seat->reach != DIRECT_BEHIND) {
            missing |= seat_bit(i);
            count++;
        }
    }
    if (count == 0 || table->options.value[OPTION_DM_CHECK] != 0) {
        return REFUSAL_NONE;
    }
    struct value_tree *facts = outcome_refuse(out, REFUSAL_NOT_REACHABLE);
    value_number(facts, "count", count);
    value_list(facts, "names");
    for (int i = 0; i < table->seat_count; i++) {
        if ((missing & seat_bit(i)) != 0) {
            value_text(facts, NULL, table->seat[i].name, strlen(table->seat[i].name));
        }
    }
    value_end(facts);
    outcome_end(out);
    return REFUSAL_NOT_REACHABLE;
}

enum refusal table_can_start(const struct table *table, struct outcome *out)
{
    if (table->phase != TABLE_LOBBY) {
        return table_refuse_phase(table, out);
    }
    if (table_players(table) < table->game->seats_min) {
        return start_too_few(table, out);
    }
    if (table_players(table) > table_people(table) && !table_bots_play(table)) {
        return REFUSAL_NO_BOTS;
    }
    enum refusal refusal = start_reachable(table, out);
    if (refusal == REFUSAL_NONE) {
        uint8_t seed[SEED_BYTES] = {0};
        uint8_t order[SEATS_MAX];
        refusal = table_order(table, seed, order, out);
    }
    return refusal;
}

bool table_may_start(const struct table *table)
{
    struct outcome out;
    outcome_init(&out);
    return table->phase == TABLE_LOBBY && !table->frozen && !table->game->gathers &&
           table_can_start(table, &out) == 0;
}

bool table_should_start(const struct table *table)
{
    struct outcome out;
    outcome_init(&out);
    if (table->phase != TABLE_LOBBY || table->frozen || table->game->gathers ||
        table_can_start(table, &out) != 0) {
        return false;
    }
    bool ready = true;
    for (int i = 0; i < table->seat_count; i++) {
        const struct table_seat *seat = &table->seat[i];
        ready = ready && (seat->person == 0 || seat->house || seat->ready);
    }
    if (table_people(table) == 0 || (table->checking && !ready)) {
        return false; /* who opened it may want to watch, and then says so */
    }
    return ready || (table->start_when_full && table_players(table) == table->seat_count);
}

/* Live, a table that begins because it is full may be full of people who have gone. */
bool table_should_check(const struct table *table)
{
    bool silent = false;
    bool ready = true;
    for (int i = 0; i < table->seat_count; i++) {
        const struct table_seat *seat = &table->seat[i];
        bool person = seat->person != 0 && !seat->house;
        bool waits = person && !seat->ready;
        ready = ready && !waits;
        silent = silent || (waits && (seat->ask != 0 || table->now_ms - seat->due_ms >
                                                            LOBBY_SILENT_MS - LOBBY_ASK_LIVE_MS));
    }
    return table->options.value[OPTION_PACE] == PACE_LIVE && !table->practice && !table->checking &&
           silent && !ready && table_should_start(table);
}

/* Lobby seats in the order in which their people joined, but for those whom a host has moved. */
static unsigned start_by_joining(const struct table *table, uint8_t *order)
{
    unsigned count = 0;
    for (int i = 0; i < table->seat_count; i++) {
        if (table->seat[i].person == 0) {
            continue;
        }
        unsigned at = count++;
        while (at > 0 &&
               table_seat_place(&table->seat[order[at - 1]]) > table_seat_place(&table->seat[i])) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = (uint8_t)i;
    }
    return count;
}

static void start_shuffle(const uint8_t *seed, uint8_t *order, unsigned count)
{
    uint64_t orders = 1;
    for (unsigned i = 2; i <= count; i++) {
        orders *= i;
    }
    uint64_t number = 0;
    for (unsigned i = 0; i < SEED_BYTES; i++) {
        number = (number * 256 + seed[i]) % orders; /* 12! * 256 fits */
    }
    for (unsigned at = 0; at < count; at++) {
        orders /= count - at;
        unsigned pick = at + (unsigned)(number / orders);
        number %= orders;
        uint8_t picked = order[pick];
        memmove(&order[at + 1], &order[at], pick - at);
        order[at] = picked;
    }
}

/* The team that each seat of a dealt game belongs to, asked of the game with nothing dealt but the
 * number of seats. */
static int start_team_of(const struct table *table, unsigned count, unsigned seat)
{
    uint64_t scratch[GAME_STATE_MAX / sizeof(uint64_t)] = {0};
    struct game_state *state = (struct game_state *)scratch;
    state->seats = (uint8_t)count;
    state->options = table->options;
    return table->game->team(state, (int)seat);
}

/* The first of those who wait, by joining, with this wish; takes them out. count: none. */
static unsigned start_take(const struct table *table, const uint8_t *joined, bool *used,
                           unsigned count, int wish)
{
    for (unsigned i = 0; i < count; i++) {
        if (!used[i] && table->seat[joined[i]].wish == wish) {
            used[i] = true;
            return i;
        }
    }
    return count;
}

/* Chosen teams: each seat takes the first by joining who wished its team, then who wished none. */
static bool start_by_wish(const struct table *table, uint8_t *order, unsigned count)
{
    uint8_t joined[SEATS_MAX];
    bool used[SEATS_MAX] = {false};
    bool filled[SEATS_MAX] = {false};
    memcpy(joined, order, count);
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned seat = 0; seat < count; seat++) {
            int wish = round == 0 ? start_team_of(table, count, seat) : -1;
            unsigned taken = filled[seat] ? count : start_take(table, joined, used, count, wish);
            if (taken < count) {
                order[seat] = joined[taken];
                filled[seat] = true;
            }
        }
    }
    unsigned seated = 0;
    for (unsigned i = 0; i < count; i++) {
        seated += filled[i];
    }
    return seated == count;
}

enum refusal table_order(const struct table *table, const uint8_t *seed, uint8_t *order,
                         struct outcome *out)
{
    (void)out;
    unsigned count = start_by_joining(table, order);
    if (table_teams_chosen(table)) {
        return start_by_wish(table, order, count) ? REFUSAL_NONE : REFUSAL_TEAMS_UNEVEN;
    }
    if (table->game->teams[0] != NULL) {
        start_shuffle(seed, order, count);
    }
    return REFUSAL_NONE;
}

static bool start_seed(const struct move *move, uint8_t *seed)
{
    const char *hex = value_text_at(&move->args, "seed", "");
    for (size_t i = 0; i < (size_t)SEED_BYTES * 2; i++) {
        int digit = hex[i] >= '0' && hex[i] <= '9'   ? hex[i] - '0'
                    : hex[i] >= 'a' && hex[i] <= 'f' ? hex[i] - 'a' + 10
                                                     : -1;
        if (digit < 0) {
            return false;
        }
        seed[i / 2] = (uint8_t)(i % 2 == 0 ? digit * 16 : seed[i / 2] + digit);
    }
    return hex[(size_t)SEED_BYTES * 2] == '\0';
}

enum refusal lobby_start_check(const void *subject, struct move *move, struct outcome *out)
{
    const struct table *table = subject;
    uint8_t seed[SEED_BYTES];
    uint8_t order[SEATS_MAX];
    if (table->game->gathers) {
        return start_seed(move, seed) ? REFUSAL_NONE : outcome_bad_argument(out, "seed", "missing");
    }
    enum refusal refusal = table_can_start(table, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (!start_seed(move, seed)) {
        return outcome_bad_argument(out, "seed", "missing");
    }
    refusal = table_order(table, seed, order, out);
    if (refusal == REFUSAL_NONE && !value_has(&move->args, "order")) {
        value_list(&move->args, "order");
        for (unsigned i = 0; i < table_players(table); i++) {
            value_number(&move->args, NULL, order[i]);
        }
        value_end(&move->args);
    }
    return refusal;
}

/* Everybody who sits, each once: else the order is none. */
static bool start_reseat(struct table *table, const struct move *move)
{
    struct table_seat before[SEATS_MAX];
    unsigned count = 0;
    uint16_t seen = 0;
    uint16_t taken = table_taken(table);
    memcpy(before, table->seat, sizeof before);
    uint16_t list = value_find(&move->args, VALUE_NONE, "order");
    if (list == VALUE_NONE || move->args.fact[list].number != table_players(table)) {
        return false;
    }
    for (uint16_t at = value_first(&move->args, list); at != VALUE_NONE;
         at = value_next(&move->args, list, at)) {
        unsigned from = (unsigned)move->args.fact[at].number;
        table->seat[count] = before[from];
        seen |= seat_bit((int)from);
        count++;
    }
    if (seen != taken) {
        return false;
    }
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        struct table_seat *seat = &table->seat[i];
        if (i >= count) {
            memset(seat, 0, sizeof *seat);
            seat->wish = -1;
        }
        seat->due_ms = NO_DEADLINE;
        seat->ask = 0;
    }
    table->checking = false;
    table->seat_count = (uint8_t)count;
    return true;
}

static enum refusal start_deal(struct table *table, const struct move *move, struct outcome *out)
{
    struct value fact[TABLE_DEAL_FACTS];
    char text[TABLE_DEAL_TEXT];
    struct value_tree pinned;
    value_init(&pinned, fact, TABLE_DEAL_FACTS, text, TABLE_DEAL_TEXT);
    struct deal deal = {.seats = table->seat_count,
                        .version = table->rules_version,
                        .options = table->options,
                        .at_ms = move->at_ms};
    if (!start_seed(move, deal.seed)) {
        return outcome_bad_argument(out, "seed", "missing");
    }
    deal.options.longer = value_bool_at(&move->args, "longer");
    uint16_t object = value_find(&move->args, VALUE_NONE, "deal");
    if (object != VALUE_NONE) {
        for (uint16_t at = value_first(&move->args, object); at != VALUE_NONE;
             at = value_next(&move->args, object, at)) {
            value_copy(&pinned, move->args.fact[at].key, &move->args, at);
        }
        deal.pinned = &pinned;
    }
    if (pinned.full) {
        return outcome_bad_argument(out, "deal", "too_long");
    }
    return rules_deal(table->game, table->state, &deal, out);
}

/* How the fingerprint of the secret begins by which it is dealt, where all read it before their
 * cards; all of it is behind "How it is dealt" from the opening on. */
static void start_say_fingerprint(const struct table *table, struct value_tree *facts)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *commitment = table_commitment(table);
    char text[START_FINGERPRINT];
    for (unsigned i = 0; i < sizeof text; i++) {
        text[i] = digits[commitment[i / 2] >> (i % 2 == 0 ? 4 : 0) & 15];
    }
    if (table->practice) {
        value_null(facts, "fingerprint");
    } else {
        value_text(facts, "fingerprint", text, sizeof text);
    }
}

static void start_say(const struct table *table, struct outcome *out)
{
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_STARTED);
    value_list(facts, "seats");
    for (int i = 0; i < table->seat_count; i++) {
        value_text(facts, NULL, table->seat[i].name, strlen(table->seat[i].name));
    }
    value_end(facts);
    start_say_fingerprint(table, facts);
    outcome_end(out);
}

enum refusal lobby_start(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    if (table->game->gathers) {
        return night_start(table, move, out);
    }
    enum refusal refusal = table_can_start(table, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (!start_reseat(table, move)) {
        return outcome_bad_argument(out, "order", "not_a_seat");
    }
    if (table->week.name[0] != '\0') {
        refusal = table_week_take(table, move, out);
    }
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    struct outcome dealt;
    outcome_init(&dealt);
    refusal = start_deal(table, move, &dealt);
    if (refusal != REFUSAL_NONE) {
        dealt.refusal = refusal;
        table_pass_refusal(out, &dealt);
        return refusal;
    }
    table->phase = TABLE_PLAYING;
    table->began_ms = table->now_ms;
    table->acted_ms = table->now_ms;
    table->close_due_ms = NO_DEADLINE;
    table->offer_due_ms = NO_DEADLINE;
    start_say(table, out);
    table_add_events(out, &dealt);
    table_settle(table);
    return REFUSAL_NONE;
}
