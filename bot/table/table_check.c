/* What a row of the table's own says about a move, checked before its handler: phase, who,
 * arguments. Handlers may then rely on all of it. */
#include "table_night.h"
#include "table_private.h"

#include <assert.h>
#include <string.h>

static bool check_seated(const struct table *table, const struct move *move)
{
    return seat_is_person(move->seat) && move->person != 0 &&
           table->seat[move->seat].person == move->person && !table->seat[move->seat].left;
}

/* One of the kinds of people that the row names must fit; the refusal says what the last lacks. */
static enum refusal check_who(const struct table *table, const struct move *move)
{
    unsigned who = move->row->who;
    if (move->seat == SEAT_HOUSE) {
        return (who & WHO_HOUSE) != 0 ? REFUSAL_NONE : REFUSAL_NOT_YOURS;
    }
    bool asks = (who & WHO_VOTED) != 0 && table->phase == TABLE_PLAYING;
    bool guests =
        table->game != NULL && table->game->gathers && move->person != 0; /* a night has no seats */
    bool referee = move->person != 0 && move->person == table->referee;
    if (((who & WHO_ANYONE) != 0 && move->person != 0) ||
        (((who & WHO_SEATED) != 0 || asks) && (guests || check_seated(table, move))) ||
        ((who & WHO_HOST) != 0 && table_may_host(table, move)) ||
        ((who & WHO_MODERATOR) != 0 && (move->moderator || referee))) {
        return REFUSAL_NONE;
    }
    if ((who & WHO_HOST) != 0) {
        return REFUSAL_NOT_HOST;
    }
    if ((who & WHO_SEATED) != 0) {
        return REFUSAL_NOT_SEATED;
    }
    return (who & WHO_MODERATOR) != 0 ? REFUSAL_NOT_MODERATOR : REFUSAL_UNKNOWN_ACTION;
}

unsigned table_phase_bit(const struct table *table)
{
    bool night = table->game != NULL && table->game->gathers;
    bool lobby = table->phase == TABLE_LOBBY;
    return night && (lobby || table->phase == TABLE_OVER)
               ? BIT(lobby ? TABLE_NIGHT : TABLE_NIGHT_OVER)
               : BIT(table->phase);
}

bool table_row_fits(const struct table *table, const struct action_def *row)
{
    bool in_the_midst = row->apply == lobby_join && table->phase == TABLE_PLAYING;
    return (row->phases & table_phase_bit(table)) != 0 &&
           (!in_the_midst || table->game->waits != NULL);
}

enum refusal table_refuse_phase(const struct table *table, struct outcome *out)
{
    if (table->phase >= TABLE_OVER) {
        return REFUSAL_GAME_OVER;
    }
    struct value_tree *args = outcome_refuse(out, REFUSAL_WRONG_PHASE);
    value_term(args, "phase",
               table->game != NULL && table->game->gathers ? "night"
               : table->phase == TABLE_LOBBY               ? "lobby"
                                                           : "begun");
    outcome_end(out);
    return REFUSAL_WRONG_PHASE;
}

static enum refusal check_phase(const struct table *table, const struct action_def *row,
                                struct outcome *out)
{
    return table_row_fits(table, row) ? REFUSAL_NONE : table_refuse_phase(table, out);
}

/* Characters of UTF-8 text: bytes that do not continue one. */
static int32_t check_characters(const char *text)
{
    int32_t count = 0;
    for (; *text != '\0'; text++) {
        count += ((unsigned char)*text & 0xc0) != 0x80;
    }
    return count;
}

static const char *check_text(const struct arg_def *arg, const struct value *fact)
{
    if (fact->kind != VALUE_TEXT && fact->kind != VALUE_TERM) {
        return "not_a_text";
    }
    if (check_characters(fact->text) > arg->max && arg->max > 0) {
        return "too_long";
    }
    if (arg->kind == ARG_TERM && arg->choice_count > 0) {
        for (unsigned i = 0; i < arg->choice_count; i++) {
            if (strcmp(arg->choices[i].name, fact->text) == 0) {
                return NULL;
            }
        }
        return "not_a_choice";
    }
    return NULL;
}

static const char *check_number(const struct arg_def *arg, const struct value *fact)
{
    if (fact->kind != VALUE_NUMBER) {
        return "not_a_number";
    }
    bool ranged = arg->min != 0 || arg->max != 0;
    return ranged && (fact->number < arg->min || fact->number > arg->max) ? "out_of_range" : NULL;
}

static const char *check_seat(const struct table *table, const struct value *fact)
{
    bool seat = fact->kind == VALUE_NUMBER && fact->number >= 0 &&
                fact->number < table->seat_count && table->seat[fact->number].person != 0;
    return seat ? NULL : "not_a_seat";
}

static const char *check_seats(const struct table *table, const struct value_tree *args,
                               uint16_t at)
{
    if (args->fact[at].kind != VALUE_LIST) {
        return "not_a_seat";
    }
    for (uint16_t one = value_first(args, at); one != VALUE_NONE; one = value_next(args, at, one)) {
        if (check_seat(table, &args->fact[one]) != NULL) {
            return "not_a_seat";
        }
    }
    return NULL;
}

/* The problem with one argument, NULL when it is fine. */
static const char *check_arg(const struct table *table, const struct arg_def *arg,
                             const struct value_tree *args, uint16_t at)
{
    const struct value *fact = &args->fact[at];
    switch (arg->kind) {
    case ARG_SEAT:
        return check_seat(table, fact);
    case ARG_NUMBER:
        return check_number(arg, fact);
    case ARG_BOOL:
        return fact->kind == VALUE_BOOL ? NULL : "not_a_choice";
    case ARG_TERM:
    case ARG_TEXT:
        return check_text(arg, fact);
    case ARG_SEATS:
        return check_seats(table, args, at);
    case ARG_OBJECT:
        return fact->kind == VALUE_OBJECT ? NULL : "not_an_object";
    case ARG_TEXTS:
        break;
    }
    return "unknown";
}

static const struct arg_def *check_row_arg(const struct action_def *row, const char *name)
{
    for (unsigned i = 0; i < row->arg_count; i++) {
        if (strcmp(row->args[i].name, name) == 0) {
            return &row->args[i];
        }
    }
    return NULL;
}

static enum refusal check_args(const struct table *table, const struct move *move,
                               struct outcome *out)
{
    const struct action_def *row = move->row;
    for (unsigned i = 0; i < row->arg_count; i++) {
        const struct arg_def *arg = &row->args[i];
        uint16_t at = value_find(&move->args, VALUE_NONE, arg->name);
        const char *problem = NULL;
        if (at == VALUE_NONE) {
            problem = (arg->flags & ARG_OPTIONAL) != 0 ? NULL : "missing";
        } else {
            problem = check_arg(table, arg, &move->args, at);
        }
        if (problem != NULL) {
            return outcome_bad_argument(out, arg->name, problem);
        }
    }
    for (uint16_t at = value_first(&move->args, VALUE_NONE); at != VALUE_NONE;
         at = value_next(&move->args, VALUE_NONE, at)) {
        if (check_row_arg(row, move->args.fact[at].key) == NULL) {
            return outcome_bad_argument(out, row->arg_count > 0 ? row->args[0].name : row->name,
                                        "unknown");
        }
    }
    return REFUSAL_NONE;
}

/* While input is locked nobody who sits does anything about the game; who hosts it, and coming and
 * going, are another matter. */
static bool check_is_locked(const struct table *table, const struct move *move)
{
    bool sits = (move->row->who & (WHO_SEATED | WHO_VOTED)) != 0 && seat_is_person(move->seat);
    return sits && table_is_locked(table) && !table_may_host(table, move);
}

enum refusal table_check(const struct table *table, const struct move *move, struct outcome *out)
{
    enum refusal refusal = check_phase(table, move->row, out);
    if (refusal == REFUSAL_NONE) {
        refusal = check_who(table, move);
    }
    if (refusal == REFUSAL_NONE && check_is_locked(table, move)) {
        refusal = table_refuse_locked(table, out);
    }
    return refusal != REFUSAL_NONE ? refusal : check_args(table, move, out);
}
