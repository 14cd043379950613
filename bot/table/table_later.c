/* What hosts have planned. A plan is made by the tick of its moment: the journal's line of that
 * tick is all a replay needs, since the table has the plan. */
#include "table_later.h"

#include <string.h>

#include "table_private.h"
#include "table_view.h"

enum { LATER_DAYS_MAX = 30, LATER_DAY_MS = 24 * 3600 * 1000 };

static void later_drop(struct table_plans *plans, unsigned at)
{
    plans->count--;
    memmove(&plans->plan[at], &plans->plan[at + 1], (plans->count - at) * sizeof plans->plan[0]);
    memset(&plans->plan[plans->count], 0, sizeof plans->plan[0]);
}

static void later_say_plan(const struct table_later *plan, struct value_tree *facts)
{
    value_number(facts, "number", plan->number);
    value_term(facts, "act", plan->row->name);
    value_number(facts, "at_ms", plan->at_ms);
    if (plan->length[0] != '\0') {
        value_number(facts, "ms", table_length_ms(plan->length));
    } else {
        value_null(facts, "ms");
    }
}

void table_later_say(const struct table *table, struct value_tree *facts)
{
    value_list(facts, "plans");
    for (unsigned i = 0; i < table->plans.count; i++) {
        value_object(facts, NULL);
        later_say_plan(&table->plans.plan[i], facts);
        value_end(facts);
    }
    value_end(facts);
}

static void later_say(const struct table *table, const struct move *move, enum message message,
                      const struct table_later *plan, struct outcome *out)
{
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, message);
    table_say_who(table, facts, move);
    value_term(facts, "role", table_role(table, move));
    later_say_plan(plan, facts);
    outcome_end(out);
}

static enum refusal later_refuse(enum refusal refusal, const char *key, int64_t number,
                                 struct outcome *out)
{
    value_number(outcome_refuse(out, refusal), key, number);
    outcome_end(out);
    return refusal;
}

/* Numbers are small, and the smallest that is free is given. */
static uint8_t later_number(const struct table_plans *plans)
{
    uint8_t number = 1;
    for (unsigned i = 0; i < plans->count; i++) {
        for (unsigned k = 0; k < plans->count; k++) {
            number = (uint8_t)(number + (plans->plan[k].number == number));
        }
    }
    return number;
}

enum refusal table_later_plan(struct table *table, const struct move *move,
                              const struct action_def *row, struct outcome *out)
{
    struct table_plans *plans = &table->plans;
    int64_t due_ms = value_number_at(&move->args, "due", 0);
    const char *length = value_text_at(&move->args, "for", "");
    if (plans->count == TABLE_LATER_MAX) {
        return later_refuse(REFUSAL_LATER_FULL, "max", TABLE_LATER_MAX, out);
    }
    if (due_ms <= move->at_ms ||
        due_ms > move->at_ms + INT64_C(1) * LATER_DAYS_MAX * LATER_DAY_MS) {
        return later_refuse(REFUSAL_BAD_TIME, "max", LATER_DAYS_MAX, out);
    }
    const struct table_later plan = {
        .at_ms = due_ms,
        .person = move->person,
        .row = row,
        .number = later_number(plans),
        .moderator = move->moderator,
    };
    plans->plan[plans->count] = plan;
    table_keep_text(plans->plan[plans->count].length, TABLE_LATER_TERM_BYTES, length);
    plans->count++;
    later_say(table, move, MSG_TABLE_LATER, &plans->plan[plans->count - 1], out);
    return REFUSAL_NONE;
}

enum refusal house_later_off(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    int64_t number = value_number_at(&move->args, "number", 0);
    for (unsigned i = 0; i < table->plans.count; i++) {
        if (table->plans.plan[i].number == number) {
            later_say(table, move, MSG_TABLE_LATER_OFF, &table->plans.plan[i], out);
            later_drop(&table->plans, i);
            return REFUSAL_NONE;
        }
    }
    return later_refuse(REFUSAL_NO_PLAN, "number", number, out);
}

/* The move that their host would make now. */
static void later_move(const struct table *table, const struct table_later *plan, struct move *move)
{
    int seat = table_acts_as(table, plan->person, plan->moderator);
    move_init(move, plan->row, seat, table->now_ms);
    move->person = plan->person;
    move->moderator = plan->moderator;
    for (unsigned i = 0; i < TABLE_LENGTHS && plan->length[0] != '\0'; i++) {
        if (strcmp(table_lengths[i].name, plan->length) == 0) {
            value_term(&move->args, "for", table_lengths[i].name);
        }
    }
}

/* Makes it where it can be made: nobody's plan begins a vote. */
static bool later_make(struct table *table, struct move *move, struct outcome *out)
{
    struct table copy;
    table_copy(&copy, table);
    enum refusal refusal = table_check(&copy, move, out);
    if (refusal == REFUSAL_NONE && table_poll_wants(&copy, move)) {
        refusal = REFUSAL_NOT_HOST;
    }
    if (refusal == REFUSAL_NONE && move->row->resolve != NULL) {
        refusal = move->row->resolve(&copy, move, out);
    }
    if (refusal == REFUSAL_NONE) {
        refusal = move->row->apply(&copy, move, out);
    }
    if (refusal == REFUSAL_NONE) {
        table_copy(table, &copy);
    }
    return refusal == REFUSAL_NONE;
}

void table_later_fall_due(struct table *table, struct outcome *out)
{
    struct move move;
    struct outcome done;
    unsigned at = 0;
    int64_t due_ms = table_plans_due_ms(&table->plans);
    while (table->plans.plan[at].at_ms != due_ms) {
        at++;
    }
    const struct table_later plan = table->plans.plan[at];
    later_drop(&table->plans, at);
    later_move(table, &plan, &move);
    outcome_init(&done);
    if (later_make(table, &move, &done)) {
        table_add_events(out, &done);
    } else {
        later_say(table, &move, MSG_TABLE_LATER_FAILED, &plan, out);
    }
}

bool table_later_is_first(const struct table *table)
{
    int64_t due_ms = table_plans_due_ms(&table->plans);
    bool game = table->phase == TABLE_PLAYING && rules_due_ms(table->game, table->state) < due_ms;
    return due_ms < table->now_ms && table_own_deadline(table) == due_ms && !game;
}
