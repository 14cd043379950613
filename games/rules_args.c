/* Arguments of a move against the argument rows of its act: what is missing, what nobody knows,
 * and whether each value is of its kind. */
#include "rules_private.h"
#include "text.h"

#include <assert.h>
#include <string.h>

static const char *args_choice(const struct arg_def *def, const struct value *fact)
{
    bool text = fact->kind == VALUE_TEXT || fact->kind == VALUE_TERM;
    for (unsigned i = 0; text && i < def->choice_count; i++) {
        if (strcmp(def->choices[i].name, fact->text) == 0) {
            return def->choices[i].name;
        }
    }
    return NULL;
}

static const char *args_seat_problem(const struct attempt *attempt, const struct arg_def *def,
                                     const struct value *fact)
{
    const struct game_state *common = rules_state(attempt->state);
    if (args_choice(def, fact) != NULL) {
        return NULL;
    }
    if (fact->kind != VALUE_NUMBER || fact->number < 0 || fact->number >= common->seats) {
        return "not_a_seat";
    }
    if ((def->flags & (ARG_NOT_SELF | ARG_OPEN)) == ARG_NOT_SELF &&
        fact->number == attempt->move->seat) {
        return "yourself";
    }
    return NULL;
}

static const char *args_text_problem(const struct attempt *attempt, const struct arg_def *def,
                                     const struct value *fact)
{
    if (fact->kind == VALUE_NUMBER && (def->flags & ARG_NUMERAL) != 0 && !attempt->live) {
        return NULL;
    }
    if (fact->kind != VALUE_TEXT && fact->kind != VALUE_TERM) {
        return "not_a_text";
    }
    int count = text_count(fact->text);
    if (count < 0) {
        return "not_a_text";
    }
    return count > def->max && (def->flags & ARG_OPEN) == 0 ? "too_long" : NULL;
}

static const char *args_list_problem(const struct attempt *attempt, const struct arg_def *def,
                                     uint16_t list)
{
    const struct value_tree *args = &attempt->move->args;
    if (args->fact[list].kind != VALUE_LIST) {
        return "not_a_list";
    }
    bool any_length = (def->flags & ARG_OPEN) != 0 || !attempt->live;
    if (args->fact[list].number < def->min && !any_length) {
        return "too_few";
    }
    if (args->fact[list].number > def->max && !any_length) {
        return "too_many";
    }
    for (uint16_t at = value_first(args, list); at != VALUE_NONE; at = value_next(args, list, at)) {
        const struct value *fact = &args->fact[at];
        const char *problem = NULL;
        if (def->kind == ARG_SEATS) {
            problem = args_seat_problem(attempt, def, fact);
        } else if (fact->kind != VALUE_TEXT && fact->kind != VALUE_TERM) {
            problem = "not_a_text";
        }
        if (problem != NULL) {
            return problem;
        }
    }
    return NULL;
}

/* What is wrong with the value at index, as a term; NULL when nothing is. */
static const char *args_problem(const struct attempt *attempt, const struct arg_def *def,
                                uint16_t index)
{
    const struct value *fact = &attempt->move->args.fact[index];
    switch (def->kind) {
    case ARG_SEAT:
        return args_seat_problem(attempt, def, fact);
    case ARG_NUMBER:
        if (fact->kind != VALUE_NUMBER) {
            return "not_a_number";
        }
        if (fact->number > def->max && (def->flags & ARG_OPEN) != 0) {
            return NULL;
        }
        return fact->number < def->min || fact->number > def->max ? "out_of_range" : NULL;
    case ARG_BOOL:
        return fact->kind == VALUE_BOOL ? NULL : "not_yes_or_no";
    case ARG_TERM:
        if ((def->flags & ARG_OPEN) != 0 &&
            (fact->kind == VALUE_TEXT || fact->kind == VALUE_TERM)) {
            return NULL;
        }
        return args_choice(def, fact) != NULL ? NULL : "not_a_choice";
    case ARG_TEXT:
        return args_text_problem(attempt, def, fact);
    case ARG_TEXTS:
    case ARG_SEATS:
        return args_list_problem(attempt, def, index);
    case ARG_OBJECT:
        return fact->kind == VALUE_OBJECT ? NULL : "not_an_object";
    }
    return "unknown";
}

/* An argument that is not there: fine when it is optional, when the object it belongs to is not
 * there either, or when the journal has had its words withheld. */
static bool args_may_lack(const struct attempt *attempt, const struct arg_def *def)
{
    const char *dot = strrchr(def->name, '.');
    char parent[64];
    bool words = def->kind == ARG_TEXT || def->kind == ARG_TEXTS;
    if ((def->flags & ARG_OPTIONAL) != 0 || (!attempt->live && words)) {
        return true;
    }
    if (dot == NULL) {
        return false;
    }
    size_t len = (size_t)(dot - def->name);
    assert(len < sizeof parent);
    memcpy(parent, def->name, len);
    parent[len] = '\0';
    return !value_has(&attempt->move->args, parent);
}

static const struct arg_def *args_row(const struct action_def *row, const char *prefix,
                                      const char *key)
{
    size_t len = strlen(prefix);
    for (unsigned i = 0; i < row->arg_count; i++) {
        const char *name = row->args[i].name;
        if (strncmp(name, prefix, len) == 0 && strcmp(name + len, key) == 0) {
            return &row->args[i];
        }
    }
    return NULL;
}

/* Refuses the first member of the object at parent that no row names; one that is null is absent.
 */
static enum refusal args_check_known(const struct attempt *attempt, uint16_t parent,
                                     const char *prefix)
{
    const struct value_tree *args = &attempt->move->args;
    for (uint16_t at = value_first(args, parent); at != VALUE_NONE;
         at = value_next(args, parent, at)) {
        const char *key = args->fact[at].key;
        bool there = args->fact[at].kind != VALUE_NULL;
        if (there && args_row(attempt->move->row, prefix, key) == NULL) {
            struct value_tree *said = outcome_refuse(attempt->out, REFUSAL_BAD_ARGUMENT);
            value_text(said, "argument", key, strlen(key));
            value_term(said, "problem", "unknown");
            outcome_end(attempt->out);
            return REFUSAL_BAD_ARGUMENT;
        }
    }
    return REFUSAL_NONE;
}

static enum refusal args_check_row(const struct attempt *attempt, const struct arg_def *def)
{
    const struct value_tree *args = &attempt->move->args;
    uint16_t at = value_path(args, def->name);
    if (at == VALUE_NONE || args->fact[at].kind == VALUE_NULL) {
        return args_may_lack(attempt, def)
                   ? REFUSAL_NONE
                   : outcome_bad_argument(attempt->out, def->name, "missing");
    }
    const char *problem = args_problem(attempt, def, at);
    if (problem != NULL) {
        return outcome_bad_argument(attempt->out, def->name, problem);
    }
    if (def->kind != ARG_OBJECT) {
        return REFUSAL_NONE;
    }
    char prefix[64];
    size_t len = strlen(def->name);
    assert(len + 2 < sizeof prefix);
    memcpy(prefix, def->name, len);
    prefix[len] = '.';
    prefix[len + 1] = '\0';
    return args_check_known(attempt, at, prefix);
}

enum refusal rules_check_args(const struct attempt *attempt)
{
    const struct action_def *row = attempt->move->row;
    assert(row != NULL && row->arg_count <= ACTION_ARGS_MAX);
    assert(attempt->move->args.depth == 0 && !attempt->move->args.full);
    enum refusal refusal = args_check_known(attempt, VALUE_NONE, "");
    for (unsigned i = 0; i < row->arg_count && refusal == REFUSAL_NONE; i++) {
        refusal = args_check_row(attempt, &row->args[i]);
    }
    return refusal;
}
