/* From raw words to a move: each argument made what its row says, people's names to seats, names of
 * terms and their aliases to the term; then the move as the rules take it. */
#include "command_private.h"

#include <string.h>

struct binding {
    const struct reading *reading;
    const struct table *table;
    const struct action_def *row;
    const struct raw *raw;
    struct move *move;
};

static bool bind_fail(const struct binding *binding, const struct arg_def *arg, const char *problem)
{
    outcome_bad_argument(binding->reading->out, arg->name, problem);
    binding->reading->command->kind = COMMAND_REFUSED;
    return false;
}

static bool bind_number(struct span span, int64_t *number_r)
{
    char folded[FOLD_BYTES];
    int64_t number = 0;
    if (!span_fold(span, folded) || folded[0] == '\0' || strlen(folded) > 12) {
        return false;
    }
    for (const char *at = folded; *at != '\0'; at++) {
        if (*at < '0' || *at > '9') {
            return false;
        }
        number = number * 10 + (*at - '0');
    }
    *number_r = number;
    return true;
}

static int bind_bool(const struct binding *binding, struct span span)
{
    char folded[FOLD_BYTES];
    if (!span_fold(span, folded)) {
        return -1;
    }
    if (reading_is_term(binding->reading, folded, "yes", "y on true 1")) {
        return 1;
    }
    return reading_is_term(binding->reading, folded, "no", "n off false 0") ? 0 : -1;
}

/* The choice meant: its name, an alias, or the beginning of one name alone. */
static const char *bind_choice(const struct binding *binding, const struct arg_def *arg,
                               struct span span)
{
    char folded[FOLD_BYTES];
    const char *begun = NULL;
    unsigned count = 0;
    if (!span_fold(span, folded) || folded[0] == '\0') {
        return NULL;
    }
    for (unsigned i = 0; i < arg->choice_count; i++) {
        const struct arg_choice *choice = &arg->choices[i];
        if (reading_is_term(binding->reading, folded, choice->name, choice->aliases)) {
            return choice->name;
        }
        if (strncmp(choice->name, folded, strlen(folded)) == 0) {
            begun = choice->name;
            count++;
        }
    }
    return count == 1 && strlen(folded) >= 2 ? begun : NULL;
}

/* A team of the game by its name or the word of the language. */
static const char *bind_team(const struct binding *binding, struct span span)
{
    char folded[FOLD_BYTES];
    const struct game_def *game = binding->table->game;
    if (!span_fold(span, folded)) {
        return NULL;
    }
    for (unsigned i = 0; i < TEAMS_MAX && game->teams[i] != NULL; i++) {
        bool begun = strlen(folded) >= 2 && strncmp(game->teams[i], folded, strlen(folded)) == 0;
        if (begun || reading_is_term(binding->reading, folded, game->teams[i], NULL)) {
            return game->teams[i];
        }
    }
    return NULL;
}

static bool bind_term(const struct binding *binding, const struct arg_def *arg, const char *key,
                      struct span span)
{
    struct value_tree *args = &binding->move->args;
    const char *choice = bind_choice(binding, arg, span);
    if (choice == NULL && strcmp(binding->row->name, "team") == 0) {
        choice = bind_team(binding, span);
    }
    if (choice != NULL) {
        value_term(args, key, choice);
        return true;
    }
    bool open = arg->choice_count == 0 || (arg->flags & ARG_OPEN) != 0;
    if (!open) {
        return bind_fail(binding, arg, "not_a_choice");
    }
    char folded[FOLD_BYTES];
    bool short_enough = span.len <= 160 && span_fold(span, folded);
    value_text(args, key, short_enough ? span.at : "", short_enough ? span.len : 0);
    return true;
}

static bool bind_seat(const struct binding *binding, const struct arg_def *arg, const char *key,
                      struct span span)
{
    const char *choice = bind_choice(binding, arg, span);
    if (choice != NULL) {
        value_term(&binding->move->args, key, choice);
        return true;
    }
    int seat = people_seat(binding->reading, binding->table, span);
    if (seat == SEAT_NONE) {
        return false;
    }
    value_number(&binding->move->args, key, seat);
    return true;
}

static bool bind_text(const struct binding *binding, const struct arg_def *arg, const char *key,
                      struct span span)
{
    struct value_tree *args = &binding->move->args;
    if (memchr(span.at, 0, span.len) != NULL || span.len + 1 >= args->text_max - args->text_used) {
        return bind_fail(binding, arg, "too_long");
    }
    value_text(args, key, span.at, span.len);
    return true;
}

static struct span bind_without_blanks(struct span span)
{
    while (span.len > 0 && strchr(" \t\r", span.at[0]) != NULL) {
        span.at++;
        span.len--;
    }
    return span;
}

static const char *const bind_marks = ",;\n";

/* Takes one item off a list that is separated by these marks; more_r: one stood behind it, so that
 * another item follows, if only an empty one. */
static struct span bind_item(struct span *rest, const char *marks, bool *more_r)
{
    struct span inside;
    struct span item = bind_without_blanks(*rest);
    if (span_quoted(item, &inside, rest)) {
        *rest = bind_without_blanks(*rest);
        *more_r = rest->len > 0;
        size_t used = rest->len > 0 && strchr(marks, rest->at[0]) != NULL;
        rest->at += used;
        rest->len -= used;
        return inside;
    }
    item = (struct span){rest->at, 0};
    while (item.len < rest->len && strchr(marks, rest->at[item.len]) == NULL) {
        item.len++;
    }
    *more_r = item.len < rest->len;
    rest->at += item.len + *more_r;
    rest->len -= item.len + *more_r;
    return span_trim(item);
}

/* Does a list that lacks items have them as places that were left empty, and no place more? */
static bool bind_has_gaps(const struct arg_def *arg, struct span span)
{
    int said = 0;
    int places = 0;
    for (bool more = true; more && places <= arg->max; places++) {
        said += bind_item(&span, bind_marks, &more).len > 0;
    }
    return said < arg->min && places <= arg->max;
}

/* Is it a line for each of a fixed number of items? Then commas are part of them, but for one at a
 * line's end. */
static bool bind_is_lines(const struct arg_def *arg, struct span span)
{
    int lines = 0;
    for (bool more = true; more && lines <= arg->max;) {
        lines += bind_item(&span, "\n", &more).len > 0;
    }
    return arg->kind == ARG_TEXTS && arg->min == arg->max && lines == arg->max && lines > 1;
}

/* A list. Where it lacks items, a place that was left empty is one: "wolf, , mirror, storm". */
static bool bind_list(const struct binding *binding, const struct arg_def *arg, const char *key,
                      struct span span)
{
    struct value_tree *args = &binding->move->args;
    bool lines = bind_is_lines(arg, span);
    bool gaps = arg->kind == ARG_TEXTS && !lines && bind_has_gaps(arg, span);
    bool good = true;
    value_list(args, key);
    for (bool more = span_trim(span).len > 0; good && more && !args->full;) {
        struct span item = bind_item(&span, lines ? "\n" : bind_marks, &more);
        item.len -= lines && item.len > 0 && strchr(",;", item.at[item.len - 1]) != NULL;
        if (item.len == 0 && !gaps) {
            continue;
        }
        if (arg->kind == ARG_SEATS) {
            good = bind_seat(binding, arg, NULL, item);
        } else {
            good = bind_text(binding, arg, NULL, item);
        }
    }
    value_end(args);
    return good;
}

/* A list whose items a form asked for one by one. */
static bool bind_items(const struct binding *binding, const struct arg_def *arg, const char *key)
{
    bool good = true;
    value_list(&binding->move->args, key);
    for (unsigned i = 0; good && i < arg_items(arg); i++) {
        struct span item = binding->raw->item[i];
        good = bind_text(binding, arg, NULL, item.len == 0 ? span_of("") : span_trim(item));
    }
    value_end(&binding->move->args);
    return good;
}

static bool bind_value(const struct binding *binding, const struct arg_def *arg, const char *key,
                       struct span span)
{
    struct value_tree *args = &binding->move->args;
    int64_t number = 0;
    int truth = 0;
    switch (arg->kind) {
    case ARG_SEAT:
        return bind_seat(binding, arg, key, span);
    case ARG_NUMBER:
        if (!bind_number(span, &number)) {
            return bind_fail(binding, arg, "not_a_number");
        }
        value_number(args, key, number);
        return true;
    case ARG_BOOL:
        truth = bind_bool(binding, span);
        if (truth < 0) {
            return bind_fail(binding, arg, "not_a_choice");
        }
        value_bool(args, key, truth == 1);
        return true;
    case ARG_TERM:
        return bind_term(binding, arg, key, span);
    case ARG_TEXT:
        return bind_text(binding, arg, key, span);
    case ARG_TEXTS:
    case ARG_SEATS:
        return binding->raw->listed == arg ? bind_items(binding, arg, key)
                                           : bind_list(binding, arg, key, span);
    case ARG_OBJECT:
        break;
    }
    return true;
}

/* Is argument i a member of the object called name? Its own key then in key_r. */
static bool bind_is_member(const struct action_def *row, unsigned i, const char *name,
                           const char **key_r)
{
    size_t len = strlen(name);
    const char *full = row->args[i].name;
    bool member = strncmp(full, name, len) == 0 && full[len] == '.';
    *key_r = member ? full + len + 1 : full;
    return member;
}

static bool bind_object(const struct binding *binding, const struct arg_def *arg)
{
    const struct action_def *row = binding->row;
    const char *key = NULL;
    bool any = false;
    bool good = true;
    for (unsigned i = 0; i < row->arg_count; i++) {
        any = any || (bind_is_member(row, i, arg->name, &key) && binding->raw->given[i]);
    }
    if (!any) {
        return true;
    }
    value_object(&binding->move->args, arg->name);
    for (unsigned i = 0; i < row->arg_count && good; i++) {
        if (bind_is_member(row, i, arg->name, &key) && binding->raw->given[i]) {
            good = bind_value(binding, &row->args[i], key, binding->raw->value[i]);
        }
    }
    value_end(&binding->move->args);
    return good;
}

/* How somebody is called with the account that they act with at a table. */
static const char *reading_own_name(const struct reading *reading, uint64_t person)
{
    return person == reading->person || reading->words->name == NULL
               ? reading->inbound->name
               : reading->words->name(reading->words->people, person);
}

/* What the house adds to a move of somebody who comes to sit: a name and the event's id. */
static void bind_resolved(const struct binding *binding)
{
    const struct inbound *inbound = binding->reading->inbound;
    struct value_tree *args = &binding->move->args;
    const char *row = binding->row->name;
    bool comes = strcmp(row, "join") == 0 || strcmp(row, "substitute") == 0;
    if (!comes) {
        return;
    }
    char name[TABLE_NAME_BYTES];
    const struct reading *reading = binding->reading;
    uint64_t person = reading_person(reading, binding->table);
    people_name(reading, binding->table, person, reading_own_name(reading, person), name);
    value_text(args, "name", name, strlen(name));
    if (strcmp(row, "join") == 0) {
        char event[TABLE_EVENT_ID_BYTES];
        const char *adapter = person == reading->person || binding->table->venue_count == 0
                                  ? inbound->adapter
                                  : binding->table->venue[0].adapter; /* as the account's there */
        table_keep_text(event, 40, adapter == NULL ? "" : adapter);
        size_t len = strlen(event);
        event[len] = '/';
        table_keep_text(event + len + 1, sizeof event - len - 1,
                        inbound->event_id == NULL ? "" : inbound->event_id);
        value_text(args, "event", event, strlen(event));
    }
}

/* "referee @cy", "referee none", or just "referee": the one who says it. */
static bool bind_referee(const struct binding *binding)
{
    const struct reading *reading = binding->reading;
    struct span said = binding->raw->given[0] ? span_trim(binding->raw->value[0]) : span_of("");
    uint64_t person = people_mentioned(reading, said);
    const char *name = NULL;
    if (said.len == 0) {
        person = reading_person(reading, binding->table);
        name = reading_own_name(reading, person);
    } else if (span_fold_is(said, "none")) {
        return true;
    } else if (person != 0 && reading->words->name != NULL) {
        name = reading->words->name(reading->words->people, person);
    }
    if (person == 0) {
        reading_refuse_text(reading, REFUSAL_UNKNOWN_PERSON, "name", said);
        return false;
    }
    char clean[TABLE_NAME_BYTES];
    people_name(reading, binding->table, person, name, clean);
    value_number(&binding->move->args, "person", (int64_t)person);
    value_text(&binding->move->args, "name", clean, strlen(clean));
    return true;
}

/* "cohost ben", "cohost @mia" who need not sit, "cohost none". */
static bool bind_cohost(const struct binding *binding)
{
    const struct reading *reading = binding->reading;
    struct value_tree *args = &binding->move->args;
    struct span said = binding->raw->given[0] ? span_trim(binding->raw->value[0]) : span_of("");
    struct span none = binding->raw->given[1] ? span_trim(binding->raw->value[1]) : span_of("");
    uint64_t person = people_mentioned(reading, said);
    bool sits = person != 0 && table_seat_of(binding->table, person) != SEAT_NONE;
    if (span_fold_is(said, "none") || span_fold_is(none, "yes")) {
        value_bool(args, "none", true);
        return true;
    }
    if (person != 0 && !sits) {
        char clean[TABLE_NAME_BYTES];
        const char *name = reading->words->name == NULL
                               ? NULL
                               : reading->words->name(reading->words->people, person);
        people_name(reading, binding->table, person, name, clean);
        value_number(args, "person", (int64_t)person);
        value_text(args, "name", clean, strlen(clean));
        return true;
    }
    return said.len == 0 || bind_value(binding, &binding->row->args[0], "seat", said);
}

static bool bind_all(const struct binding *binding)
{
    const struct action_def *row = binding->row;
    if (strcmp(row->name, "cohost") == 0) {
        return bind_cohost(binding);
    }
    if (strcmp(row->name, "referee") == 0) {
        return bind_referee(binding);
    }
    for (unsigned i = 0; i < row->arg_count; i++) {
        const struct arg_def *arg = &row->args[i];
        bool good = true;
        if (arg->kind == ARG_OBJECT) {
            good = bind_object(binding, arg);
        } else if (strchr(arg->name, '.') == NULL && binding->raw->given[i]) {
            good = bind_value(binding, arg, arg->name, binding->raw->value[i]);
        }
        if (!good) {
            return false;
        }
    }
    bind_resolved(binding);
    return true;
}

/* "option referee @cy" is "referee @cy". */
static const struct action_def *bind_row(const struct table *table, const struct action_def *row,
                                         const struct raw *raw, struct raw *instead)
{
    bool referee = strcmp(row->name, "option") == 0 && raw->given[0] && raw->given[1] &&
                   span_fold_is(span_trim(raw->value[0]), "referee") &&
                   !span_fold_is(span_trim(raw->value[1]), "none");
    *instead = *raw;
    if (!referee) {
        return row;
    }
    *instead = (struct raw){.given = {true}, .value = {raw->value[1]}};
    return table_action(table, "referee");
}

void reading_bind(const struct reading *reading, const struct table *table,
                  const struct action_def *row, const struct raw *raw, uint32_t ask)
{
    struct command *command = reading->command;
    struct raw instead;
    row = bind_row(table, row, raw, &instead);
    int seat = table_acts_as(table, reading_person(reading, table), reading->inbound->moderator);
    command->kind = COMMAND_MOVE;
    command->table = table;
    command->row = row;
    command->ask = ask;
    move_init(&command->move, row, seat, reading->inbound->at_ms);
    command->move.person = reading_person(reading, table);
    command->move.moderator = reading->inbound->moderator;
    struct binding binding = {reading, table, row, &instead, &command->move};
    if (bind_all(&binding) && command->move.args.full) {
        reading_refuse(reading, REFUSAL_TOO_LONG);
    }
}
