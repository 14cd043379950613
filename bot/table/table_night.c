/* Coming to a game night and going, its rounds, and what happens by time. */
#include "table_night.h"

#include <assert.h>
#include <string.h>

#include "night.h"
#include "table_private.h"

static const int64_t night_reminders_ms[] = {INT64_C(24) * 60 * 60 * 1000, NIGHT_HINT_MS};

enum { NIGHT_DAY_MS = 24 * 60 * 60 * 1000 };
enum { NIGHT_REMINDERS = sizeof night_reminders_ms / sizeof night_reminders_ms[0] };

struct night *table_night(struct table *table)
{
    bool gathers = table->game != NULL && table->game->gathers;
    return gathers ? (struct night *)(void *)table->state : NULL;
}

const struct night *table_night_of(const struct table *table)
{
    bool gathers = table->game != NULL && table->game->gathers;
    return gathers ? (const struct night *)(const void *)table->state : NULL;
}

bool table_night_keeps_time(const struct table *table)
{
    const struct night *night = table_night_of(table);
    return night != NULL && (night->stage == NIGHT_SIGN_UP || night->stage == NIGHT_OVER);
}

/* --- what happens by time ----------------------------------------------------------------------
 */

/* When the next thing before its beginning happens. */
static void night_plan(struct night *night, int64_t now_ms)
{
    while (night->reminded < NIGHT_REMINDERS &&
           night->at_ms - night_reminders_ms[night->reminded] <= now_ms) {
        night->reminded++;
    }
    int64_t before_ms =
        night->reminded < NIGHT_REMINDERS ? night_reminders_ms[night->reminded] : NIGHT_CHECK_IN_MS;
    night->due_ms = night->at_ms - before_ms;
    night->stage = NIGHT_SIGN_UP;
    if (night->due_ms <= now_ms) {
        night->stage = NIGHT_CHECK_IN;
        night->due_ms = night->at_ms > now_ms ? night->at_ms : now_ms;
    }
}

int64_t table_night_due_ms(const struct table *table)
{
    const struct night *night = table_night_of(table);
    if (night == NULL || table->phase != TABLE_LOBBY) {
        return NO_DEADLINE;
    }
    int64_t warn_ms = night->stage != NIGHT_ROUND || night->round_due_ms == NO_DEADLINE
                          ? NO_DEADLINE
                      : night->warned ? night->round_due_ms
                                      : night->round_due_ms - NIGHT_WARN_MS;
    return warn_ms < night->due_ms ? warn_ms : night->due_ms;
}

void table_night_shift(struct table *table, int64_t ms)
{
    struct night *night = table_night(table);
    if (night != NULL && !table_night_keeps_time(table)) {
        night->due_ms += night->due_ms != NO_DEADLINE ? ms : 0;
        night->round_due_ms += night->round_due_ms != NO_DEADLINE ? ms : 0;
        night->late_ms += night->late_ms != 0 ? ms : 0;
    }
}

static void night_say_when(const struct table *table, enum message message, struct outcome *out)
{
    const struct night *night = table_night_of(table);
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, message);
    value_term(facts, "play", night_plays(&table->options)->id);
    value_number(facts, "at_ms", night->at_ms);
    value_number(facts, "count", night_signed(night));
    outcome_end(out);
}

static void night_end(struct table *table, const char *reason, struct outcome *out)
{
    struct night *night = table_night(table);
    value_term(outcome_say(out, AUDIENCE_CROWD, MSG_NIGHT_OFF), "reason", reason);
    outcome_end(out);
    night->stage = NIGHT_OVER;
    night->due_ms = NO_DEADLINE;
    table->phase = TABLE_OVER;
    table->close_due_ms = table->now_ms + TABLE_KEEP_ABORTED_MS;
}

void night_call_off(struct table *table, struct outcome *out)
{
    table_night(table)->off = true;
    night_end(table, "host", out);
}

/* Enough for a table? */
static bool night_is_enough(const struct table *table)
{
    struct night_spread spread;
    night_spread(night_present(table_night_of(table), &table->options), &table->options, &spread);
    return spread.count > 0;
}

/* Who is there is dealt by the house's next move, which brings the chance for it. */
static void night_wants_deal(struct night *night)
{
    night->stage = NIGHT_DEALING;
    night->due_ms = NO_DEADLINE;
}

/* Too few are there: others can still come. */
static void night_waits_for_more(struct table *table, struct outcome *out)
{
    struct night *night = table_night(table);
    night->late_ms = table->now_ms + NIGHT_LATE_MS;
    night->due_ms = night->late_ms;
    value_number(outcome_say(out, AUDIENCE_CROWD, MSG_NIGHT_WAITS), "until_ms", night->due_ms);
    outcome_end(out);
}

/* Its time has come: it begins, or waits a while for people, and then is called off. */
static void night_begins(struct table *table, struct outcome *out)
{
    struct night *night = table_night(table);
    if (night_is_enough(table)) {
        night_wants_deal(night);
    } else if (night->late_ms == 0) {
        night_waits_for_more(table, out);
    } else if (night->late_ms > night->due_ms) {
        night->due_ms = night->late_ms; /* some were there, and have gone */
    } else {
        night_end(table, "few", out);
    }
}

static void night_remind(struct table *table, struct outcome *out)
{
    struct night *night = table_night(table);
    /* what was due while the house was away is not said one by one */
    night_plan(night, table->now_ms);
    bool opens = night->stage == NIGHT_CHECK_IN;
    int64_t least_ms = table->now_ms + NIGHT_SETTLE_MS;
    night->due_ms = opens && night->due_ms < least_ms ? least_ms : night->due_ms;
    night_say_when(table, opens ? MSG_NIGHT_CHECK_IN : MSG_NIGHT_REMINDER, out);
}

static void night_time(struct table *table, struct outcome *out)
{
    struct night *night = table_night(table);
    bool stops = table->options.value[NIGHT_OVERTIME] == NIGHT_STOP;
    value_number(outcome_say(out, AUDIENCE_CROWD,
                             !night->warned ? MSG_NIGHT_TIME_SOON
                             : stops        ? MSG_NIGHT_TIME_STOPS
                                            : MSG_NIGHT_TIME_UP),
                 "round", night->round);
    outcome_end(out);
    night->round_due_ms = night->warned ? NO_DEADLINE : night->round_due_ms;
    night->warned = true;
}

void table_night_fall_due(struct table *table, struct outcome *out)
{
    struct night *night = table_night(table);
    switch ((enum night_stage)night->stage) {
    case NIGHT_SIGN_UP:
        night_remind(table, out);
        break;
    case NIGHT_CHECK_IN:
        night_begins(table, out);
        break;
    case NIGHT_ROUND:
        night_time(table, out);
        break;
    case NIGHT_BREAK:
        night_wants_deal(night);
        break;
    case NIGHT_DEALING:
    case NIGHT_OVER:
        break;
    }
}

/* --- coming and going --------------------------------------------------------------------------
 */

enum refusal night_open(struct table *table, const struct move *move, struct outcome *out)
{
    struct night *night = table_night(table);
    uint16_t at = value_find(&move->args, VALUE_NONE, "night");
    uint16_t when = at == VALUE_NONE ? VALUE_NONE : value_find(&move->args, at, "at");
    uint16_t after = at == VALUE_NONE ? VALUE_NONE : value_find(&move->args, at, "after");
    if (when == VALUE_NONE || move->args.fact[when].kind != VALUE_NUMBER ||
        move->args.fact[when].number < 0) {
        return outcome_bad_argument(out, "night", "missing");
    }
    memset(night, 0, sizeof *night);
    night->at_ms = move->args.fact[when].number;
    night->round_due_ms = NO_DEADLINE;
    bool follows = after != VALUE_NONE && move->args.fact[after].kind == VALUE_NUMBER;
    table->night_of = follows ? (uint64_t)move->args.fact[after].number : 0;
    night_plan(night, move->at_ms);
    return REFUSAL_NONE;
}

static void night_say_guest(const struct table *table, int guest, struct value_tree *facts)
{
    const struct night *night = table_night_of(table);
    assert(night != NULL);
    const char *name = night->guest[guest].name;
    value_text(facts, "name", name, strlen(name));
    value_bool(facts, "waits", night_waits(night, &table->options, guest));
}

static void night_is_there(struct table *table, int guest)
{
    struct night *night = table_night(table);
    night->guest[guest].here = true;
    bool late = night->stage == NIGHT_CHECK_IN && night->late_ms != 0;
    int64_t settled_ms = table->now_ms + NIGHT_SETTLE_MS;
    if (late && night_is_enough(table) && settled_ms < night->due_ms) {
        night->due_ms = settled_ms;
    }
}

/* The place of who comes again is theirs still, once a round was played. */
static int night_again(const struct night *night, uint64_t person)
{
    for (int i = 0; i < night->guest_count; i++) {
        if (night->guest[i].person == person) {
            return i;
        }
    }
    return -1;
}

enum refusal night_join(struct table *table, const struct move *move, struct outcome *out)
{
    struct night *night = table_night(table);
    int guest = night_again(night, move->person);
    if (night_find(night, move->person) >= 0) {
        return REFUSAL_SIGNED_UP;
    }
    if (guest < 0 && night->guest_count == NIGHT_PEOPLE_MAX) {
        value_number(outcome_refuse(out, REFUSAL_TABLE_FULL), "seats", NIGHT_PEOPLE_MAX);
        outcome_end(out);
        return REFUSAL_TABLE_FULL;
    }
    if (guest < 0) {
        guest = night->guest_count++;
        memset(&night->guest[guest], 0, sizeof night->guest[guest]);
        night->guest[guest].person = move->person;
    }
    night->guest[guest].gone = false;
    table_keep_text(night->guest[guest].name, sizeof night->guest[guest].name, table_name_of(move));
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_NIGHT_JOINED);
    night_say_guest(table, guest, facts);
    value_number(facts, "guest", guest);
    outcome_end(out);
    if (night->stage != NIGHT_SIGN_UP) {
        night_is_there(table, guest); /* who comes now is there */
    }
    return REFUSAL_NONE;
}

/* Before the first round their line goes; later what they won stays, and nothing more is dealt. */
static void night_goes(struct night *night, int guest)
{
    if (night_dealt(&night->guest[guest]) > 0) {
        night->guest[guest].gone = true;
        night->guest[guest].here = false;
        return;
    }
    night->guest_count--;
    memmove(&night->guest[guest], &night->guest[guest + 1],
            (size_t)(night->guest_count - guest) * sizeof night->guest[0]);
    memset(&night->guest[night->guest_count], 0, sizeof night->guest[0]);
}

enum refusal night_leave(struct table *table, const struct move *move, struct outcome *out)
{
    struct night *night = table_night(table);
    int guest = night_find(night, move->person);
    if (guest < 0) {
        return REFUSAL_NOT_SIGNED_UP;
    }
    bool placed = !night_waits(night, &table->options, guest);
    night_say_guest(table, guest, outcome_say(out, AUDIENCE_CROWD, MSG_NIGHT_LEFT));
    outcome_end(out);
    night_goes(night, guest);
    int next = 0;
    unsigned places = (unsigned)table->options.value[NIGHT_PLACES];
    while (next < night->guest_count &&
           (night->guest[next].gone || night_before(night, next) + 1 != places)) {
        next++;
    }
    if (placed && next < night->guest_count) { /* the first of those who waited */
        struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_NIGHT_MOVED_UP);
        night_say_guest(table, next, facts);
        value_number(facts, "guest", next);
        outcome_end(out);
    }
    return REFUSAL_NONE;
}

enum refusal night_ready(struct table *table, const struct move *move, struct outcome *out)
{
    struct night *night = table_night(table);
    int guest = night_find(night, move->person);
    if (guest < 0) {
        return REFUSAL_NOT_SIGNED_UP;
    }
    if (night->stage == NIGHT_SIGN_UP) {
        value_number(outcome_refuse(out, REFUSAL_NIGHT_EARLY), "until_ms",
                     night->at_ms - NIGHT_CHECK_IN_MS);
        outcome_end(out);
        return REFUSAL_NIGHT_EARLY;
    }
    bool on = value_has(&move->args, "on") ? value_bool_at(&move->args, "on") : true;
    if (night->guest[guest].here == on) {
        return REFUSAL_ALREADY_DONE;
    }
    night_say_guest(table, guest,
                    outcome_say(out, AUDIENCE_CROWD, on ? MSG_NIGHT_HERE : MSG_NIGHT_NOT_HERE));
    outcome_end(out);
    night->guest[guest].here = on;
    if (on) {
        night_is_there(table, guest);
    }
    return REFUSAL_NONE;
}

enum refusal night_when(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    struct night *night = table_night(table);
    int64_t at_ms = value_number_at(&move->args, "due", 0);
    if (at_ms <= move->at_ms || at_ms > move->at_ms + INT64_C(1) * NIGHT_DAYS_MAX * NIGHT_DAY_MS) {
        value_number(outcome_refuse(out, REFUSAL_NIGHT_TIME), "max", NIGHT_DAYS_MAX);
        outcome_end(out);
        return REFUSAL_NIGHT_TIME;
    }
    if (night->round > 0 || night->stage == NIGHT_DEALING) {
        return REFUSAL_NIGHT_BEGUN;
    }
    night->at_ms = at_ms;
    night->late_ms = 0;
    night->reminded = 0;
    for (int i = 0; i < night->guest_count; i++) {
        night->guest[i].here = false;
    }
    night_plan(night, move->at_ms);
    night_say_when(table, MSG_NIGHT_MOVED, out);
    return REFUSAL_NONE;
}

/* A night that has begun keeps what its tables were dealt by. */
enum refusal night_option(const struct table *table)
{
    const struct night *night = table_night_of(table);
    return night->stage == NIGHT_ROUND || night->stage == NIGHT_DEALING ? REFUSAL_NIGHT_BEGUN
                                                                        : REFUSAL_NONE;
}

/* --- rounds ------------------------------------------------------------------------------------
 */

static enum refusal night_too_few(const struct table *table, struct outcome *out)
{
    struct value_tree *facts = outcome_refuse(out, REFUSAL_NIGHT_FEW);
    value_number(facts, "needed", night_least(&table->options));
    value_number(facts, "here", night_present(table_night_of(table), &table->options));
    outcome_end(out);
    return REFUSAL_NIGHT_FEW;
}

/* Who hosts it begins when they say so: then whoever signed up counts as there, if nobody was asked
 * yet. */
enum refusal night_start(struct table *table, const struct move *move, struct outcome *out)
{
    struct night *night = table_night(table);
    uint8_t seed[SEED_BYTES];
    if (night->stage == NIGHT_ROUND) {
        return REFUSAL_NIGHT_BEGUN;
    }
    if (!table_hex(value_text_at(&move->args, "seed", ""), seed, SEED_BYTES)) {
        return outcome_bad_argument(out, "seed", "not_a_choice");
    }
    for (int i = 0; night->stage == NIGHT_SIGN_UP && i < night->guest_count; i++) {
        night->guest[i].here = true;
    }
    if (!night_deal(night, &table->options, seed)) {
        bool by_house = move->seat == SEAT_HOUSE;
        if (!by_house) {
            return night_too_few(table, out);
        }
        night->stage = NIGHT_CHECK_IN; /* some have gone since: it waits for others */
        night_waits_for_more(table, out);
        return REFUSAL_NONE;
    }
    int64_t time_ms = options_ms(table->game, &table->options, NIGHT_ROUND_TIME);
    night->stage = NIGHT_ROUND;
    night->late_ms = 0;
    night->due_ms = NO_DEADLINE;
    night->round_due_ms = time_ms > 0 ? move->at_ms + time_ms : NO_DEADLINE;
    night->warned = false;
    unsigned out_now = 0;
    for (int i = 0; i < night->guest_count; i++) {
        const struct night_guest *guest = &night->guest[i];
        out_now += guest->here && !guest->gone && guest->group[night->round - 1] == 0;
    }
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_NIGHT_ROUND);
    value_term(facts, "play", night_plays(&table->options)->id);
    value_number(facts, "round", night->round);
    value_number(facts, "rounds", table->options.value[NIGHT_ROUNDS]);
    value_number(facts, "tables", night->group_count);
    value_number(facts, "out", out_now);
    if (night->round_due_ms != NO_DEADLINE) {
        value_number(facts, "until_ms", night->round_due_ms);
    }
    outcome_end(out);
    return REFUSAL_NONE;
}

/* The group that a move of the house's is about; NULL: none that is still played. */
static struct night_group *night_group(struct night *night, const struct move *move)
{
    int64_t group = value_number_at(&move->args, "group", 0);
    bool there = group >= 1 && group <= night->group_count && night->stage == NIGHT_ROUND;
    return there && !night->group[group - 1].over ? &night->group[group - 1] : NULL;
}

enum refusal night_opened(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    struct night *night = table_night(table);
    struct night_group *group = night_group(night, move);
    if (group == NULL || group->number != 0) {
        return outcome_bad_argument(out, "group", "out_of_range");
    }
    group->number = (uint32_t)value_number_at(&move->args, "number", 0);
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_NIGHT_TABLE);
    value_term(facts, "play", night_plays(&table->options)->id);
    value_number(facts, "number", group->number);
    value_list(facts, "names");
    for (int i = 0; i < night->guest_count; i++) {
        const struct night_guest *guest = &night->guest[i];
        if (guest->group[night->round - 1] == value_number_at(&move->args, "group", 0)) {
            value_text(facts, NULL, guest->name, strlen(guest->name));
        }
    }
    value_end(facts);
    outcome_end(out);
    return REFUSAL_NONE;
}

/* Who has the most points so far; more of them than can be named, and nobody is. */
static void night_say_best(const struct night *night, struct value_tree *facts)
{
    enum { NAMED = 6 };
    uint8_t order[NIGHT_PEOPLE_MAX];
    unsigned count = night_standing(night, order);
    unsigned most = count == 0 ? 0 : night_points(&night->guest[order[0]]);
    unsigned best = 0;
    while (best < count && most > 0 && night_points(&night->guest[order[best]]) == most) {
        best++;
    }
    value_list(facts, "best");
    for (unsigned i = 0; i < best && best <= NAMED; i++) {
        const struct night_guest *guest = &night->guest[order[i]];
        value_text(facts, NULL, guest->name, strlen(guest->name));
    }
    value_end(facts);
}

static void night_round_ends(struct table *table, struct outcome *out)
{
    struct night *night = table_night(table);
    bool last = night->round >= table->options.value[NIGHT_ROUNDS];
    night->round_due_ms = NO_DEADLINE;
    struct value_tree *facts =
        outcome_say(out, AUDIENCE_CROWD, last ? MSG_NIGHT_OVER : MSG_NIGHT_ROUND_OVER);
    value_number(facts, "round", night->round);
    value_number(facts, "until_ms", table->now_ms + NIGHT_BREAK_MS);
    night_say_best(night, facts);
    outcome_end(out);
    night->stage = last ? NIGHT_OVER : NIGHT_BREAK;
    night->due_ms = last ? NO_DEADLINE : table->now_ms + NIGHT_BREAK_MS;
    if (last) {
        table->phase = TABLE_OVER;
        table->close_due_ms = table->now_ms + TABLE_KEEP_ASYNC_MS;
    }
}

/* People of a group's table as the move lists them, by their indices. Who sat out and took a seat
 * there has played with it; who was dealt to another table wins nothing here. */
static void night_score(struct night *night, const struct move *move, const char *list, bool tie)
{
    uint8_t of = (uint8_t)value_number_at(&move->args, "group", 0);
    uint16_t at = value_find(&move->args, VALUE_NONE, "who");
    uint16_t names = at == VALUE_NONE ? VALUE_NONE : value_find(&move->args, at, list);
    bool listed = names != VALUE_NONE && move->args.fact[names].kind == VALUE_LIST;
    for (uint16_t one = listed ? value_first(&move->args, names) : VALUE_NONE; one != VALUE_NONE;
         one = value_next(&move->args, names, one)) {
        int64_t person = move->args.fact[one].number;
        int guest = night_again(night, (uint64_t)person);
        uint8_t *group = guest < 0 ? NULL : &night->guest[guest].group[night->round - 1];
        if (group != NULL && (*group == 0 || *group == of)) {
            *group = of;
            night->guest[guest].wins += !tie;
            night->guest[guest].ties += tie;
        }
    }
}

enum refusal night_scored(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    struct night *night = table_night(table);
    struct night_group *group = night_group(night, move);
    if (group == NULL || group->number == 0) {
        return outcome_bad_argument(out, "group", "out_of_range");
    }
    group->over = true;
    night_score(night, move, "won", false);
    night_score(night, move, "tied", true);
    for (int i = 0; i < night->guest_count; i++) {
        struct night_guest *guest = &night->guest[i];
        if (guest->group[night->round - 1] == value_number_at(&move->args, "group", 0)) {
            guest->played++;
        }
    }
    bool all = true;
    for (unsigned i = 0; i < night->group_count; i++) {
        all = all && night->group[i].over;
    }
    if (all) {
        night_round_ends(table, out);
    }
    return REFUSAL_NONE;
}

enum refusal night_followed(void *subject, const struct move *move, struct outcome *out)
{
    struct night *night = table_night(subject);
    if (night->stage != NIGHT_OVER || night->next != 0) {
        return REFUSAL_ALREADY_DONE;
    }
    night->next = (uint64_t)value_number_at(&move->args, "table", 0);
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_NIGHT_NEXT);
    value_number(facts, "at_ms", value_number_at(&move->args, "at", 0));
    outcome_end(out);
    return REFUSAL_NONE;
}
