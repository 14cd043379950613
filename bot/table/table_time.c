/* Time at a table: pauses, which have a length and a cap; more time, which has a budget; and what
 * moves the game's deadlines because somebody could not know or could not act. */
#include "table_night.h"
#include "table_private.h"
#include "table_view.h"

#include <assert.h>
#include <string.h>

enum {
    TABLE_LATE_SAID_MS = 60 * 1000,
    MINUTE_MS = 60 * 1000,
    HOUR_MS = 60 * MINUTE_MS,
    DAY_MS = 24 * HOUR_MS,
    PAUSES_LIVE_MS = 2 * HOUR_MS, /* all pauses of a game together */
    EXTENDED_LIVE_MS = 30 * MINUTE_MS,
    EXTENDS_OF_A_SEAT = 2 /* without asking anybody */
};

static const int64_t pauses_async_ms = INT64_C(30) * DAY_MS;
static const int64_t extended_async_ms = INT64_C(14) * DAY_MS;

const struct arg_choice table_lengths[TABLE_LENGTHS] = {
    {"5m", "5min 5"}, {"15m", "15min 15"}, {"30m", "30min 30"}, {"1h", "60m 60"},  {"2h", NULL},
    {"12h", NULL},    {"1d", "24h day"},   {"3d", NULL},        {"7d", "1w week"}, {"14d", "2w"},
};

const char *table_length_term(int64_t ms)
{
    for (unsigned i = 0; i < TABLE_LENGTHS; i++) {
        if (table_length_ms(table_lengths[i].name) == ms) {
            return table_lengths[i].name;
        }
    }
    return NULL;
}

int64_t table_length_ms(const char *term)
{
    int64_t count = 0;
    for (; *term >= '0' && *term <= '9' && count < 1000; term++) {
        count = count * 10 + (*term - '0');
    }
    return count * (*term == 'm' ? MINUTE_MS : *term == 'h' ? HOUR_MS : DAY_MS);
}

static int64_t time_cap_ms(const struct table *table, bool pause)
{
    return pause ? table_by_pace(table, PAUSES_LIVE_MS, pauses_async_ms)
                 : table_by_pace(table, EXTENDED_LIVE_MS, extended_async_ms);
}

/* The length that a move names; without one, what is usual there. */
static int64_t time_asked_ms(const struct table *table, struct move *move, bool pause)
{
    bool async = table->options.value[OPTION_PACE] == PACE_ASYNC;
    if (!value_has(&move->args, "for")) {
        value_term(&move->args, "for", async ? "1d" : pause ? "15m" : "5m");
    }
    return table_length_ms(value_text_at(&move->args, "for", "5m"));
}

/* All of it is used up: of the pauses, or of what can be added to deadlines. */
static enum refusal time_refuse_cap(const struct table *table, bool pause, struct outcome *out)
{
    enum refusal refusal = pause ? REFUSAL_PAUSED_ENOUGH : REFUSAL_EXTENDED_ENOUGH;
    value_number(outcome_refuse(out, refusal), "ms", time_cap_ms(table, pause));
    outcome_end(out);
    return refusal;
}

enum refusal house_pause_check(const void *subject, struct move *move, struct outcome *out)
{
    const struct table *table = subject;
    (void)time_asked_ms(table, move, true);
    return !move->moderator && table->paused_ms >= time_cap_ms(table, true)
               ? time_refuse_cap(table, true, out)
               : REFUSAL_NONE;
}

enum refusal table_pause(struct table *table, const struct move *move, struct outcome *out)
{
    enum refusal refusal = table_game_move(table, SEAT_MODERATOR, "pause", SEAT_NONE, out);
    if (refusal != REFUSAL_NONE || !value_has(&move->args, "for")) {
        return refusal; /* journals of before pauses had a length have none */
    }
    int64_t length_ms = table_length_ms(value_text_at(&move->args, "for", ""));
    int64_t left_ms = time_cap_ms(table, true) - table->paused_ms;
    left_ms = move->moderator && left_ms < length_ms ? length_ms : left_ms;
    table->pause_due_ms = table->now_ms + (length_ms < left_ms ? length_ms : left_ms);
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_PAUSED);
    value_number(facts, "until_ms", table->pause_due_ms);
    value_bool(facts, "locked", table_is_locked(table));
    outcome_end(out);
    return REFUSAL_NONE;
}

enum refusal house_pause(void *subject, const struct move *move, struct outcome *out)
{
    table_audit(subject, move, "pause", SEAT_NONE, 0, out);
    return table_pause(subject, move, out);
}

static enum refusal time_resume(struct table *table, struct outcome *out)
{
    int64_t since_ms = rules_state(table->state)->paused_ms;
    enum refusal refusal = table_game_move(table, SEAT_MODERATOR, "resume", SEAT_NONE, out);
    if (refusal == REFUSAL_NONE && table->pause_due_ms != NO_DEADLINE) {
        table->paused_ms += table->now_ms - since_ms;
        table->pause_due_ms = NO_DEADLINE;
        table->acted_ms = table->now_ms;
    }
    return refusal;
}

enum refusal house_resume(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    int open = table_open_seat(table);
    table_audit(table, move, "resume", SEAT_NONE, 0, out);
    return open != SEAT_NONE ? table_refuse_open(table, open, out) : time_resume(table, out);
}

enum refusal table_pause_fall_due(struct table *table, struct outcome *out)
{
    assert(table->pause_due_ms != NO_DEADLINE);
    if (table_open_seat(table) == SEAT_NONE) {
        return time_resume(table, out);
    }
    table->pause_due_ms = NO_DEADLINE; /* from here on it waits for a substitute */
    table->waiting = true;
    return REFUSAL_NONE;
}

/* --- more time ----------------------------------------------------------------------------------
 */

/* Is the seat waited for, and until when, as everybody is told? Who takes more time alone and who
 * asks for it must not tell what is owed in secret. */
static bool time_is_owed(const struct table *table, int seat)
{
    struct owed_list list;
    table_owed_to(table, SEAT_CROWD, &list);
    for (size_t i = 0; i < list.count; i++) {
        const struct owed *owed = &list.owed[i];
        if (owed->seat == seat && owed->deadline_ms != NO_DEADLINE &&
            table_ask_is_of_game(owed->ask)) {
            return true;
        }
    }
    return false;
}

bool table_may_extend(const struct table *table, const struct move *move)
{
    int64_t usual_ms = table_by_pace(table, INT64_C(5) * MINUTE_MS, DAY_MS);
    const char *term = value_text_at(&move->args, "for", NULL);
    bool modest = term == NULL || table_length_ms(term) <= usual_ms;
    return modest && seat_is_person(move->seat) &&
           table->seat[move->seat].extended < EXTENDS_OF_A_SEAT && time_is_owed(table, move->seat);
}

enum refusal house_extend_check(const void *subject, struct move *move, struct outcome *out)
{
    const struct table *table = subject;
    int64_t length_ms = time_asked_ms(table, move, false);
    if (table_is_paused(table)) {
        return REFUSAL_PAUSED;
    }
    if (rules_due_ms(table->game, table->state) == NO_DEADLINE) {
        return REFUSAL_NO_DEADLINE;
    }
    return !move->moderator && table->extended_ms + length_ms > time_cap_ms(table, false)
               ? time_refuse_cap(table, false, out)
               : REFUSAL_NONE;
}

enum refusal house_extend(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    int64_t length_ms = table_length_ms(value_text_at(&move->args, "for", ""));
    bool own = seat_is_person(move->seat) && !table_may_host(table, move);
    if (table_is_paused(table)) {
        return REFUSAL_PAUSED;
    }
    if (length_ms <= 0 || length_ms > (int64_t)TABLE_BOUND_SECONDS * 1000) {
        return outcome_bad_argument(out, "for", "out_of_range");
    }
    rules_shift(table->game, table->state, length_ms);
    table->extended_ms += length_ms;
    if (own) {
        table->seat[move->seat].extended++;
    }
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_EXTENDED);
    table_say_who(table, facts, move);
    value_number(facts, "ms", length_ms);
    if (own) {
        value_number(facts, "left", EXTENDS_OF_A_SEAT - table->seat[move->seat].extended);
    }
    outcome_end(out);
    return REFUSAL_NONE;
}

/* --- what moves deadlines because the house says so ---------------------------------------------
 */

static void time_shift(int64_t *due_ms, int64_t ms)
{
    *due_ms += *due_ms == NO_DEADLINE ? 0 : ms;
}

/* Nobody loses time while the house was away: every deadline that runs moves by the gap. */
enum refusal house_away_by(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    int64_t ms = value_number_at(&move->args, "ms", 0);
    if (ms <= 0 || ms > (int64_t)TABLE_BOUND_SECONDS * 1000) {
        return outcome_bad_argument(out, "ms", "out_of_range");
    }
    time_shift(&table->close_due_ms, ms);
    time_shift(&table->offer_due_ms, ms);
    time_shift(&table->pause_due_ms, ms);
    time_shift(&table->poll.due_ms, ms);
    table->acted_ms += ms;
    table_night_shift(table, ms);
    for (int i = 0; i < table->seat_count; i++) {
        time_shift(&table->seat[i].due_ms, ms);
    }
    if (table->phase == TABLE_PLAYING && !table_is_paused(table)) {
        rules_shift(table->game, table->state, ms);
    }
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_AWAY);
    value_number(facts, "ms", ms);
    value_number(facts, "from_ms", move->at_ms - ms);
    value_number(facts, "to_ms", move->at_ms);
    outcome_end(out);
    return REFUSAL_NONE;
}

/* Somebody who is asked has quiet hours: the game's deadlines move, as boards and cards show. */
enum refusal house_rest_by(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    int64_t ms = value_number_at(&move->args, "ms", 0);
    if (ms <= 0 || ms > (int64_t)TABLE_BOUND_SECONDS * 1000) {
        return outcome_bad_argument(out, "ms", "out_of_range");
    }
    if (!table_is_paused(table)) {
        rules_shift(table->game, table->state, ms);
    }
    return REFUSAL_NONE;
}

/* Who is asked was told late: the same, since deadlines run from when they were told. It is said
 * where that is long. */
enum refusal house_late_by(void *subject, const struct move *move, struct outcome *out)
{
    enum refusal refusal = house_rest_by(subject, move, out);
    int64_t ms = value_number_at(&move->args, "ms", 0);
    if (refusal == REFUSAL_NONE && ms >= TABLE_LATE_SAID_MS) {
        value_number(outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_LATE), "ms", ms);
        outcome_end(out);
    }
    return refusal;
}
