/* Buttons, menus, forms and slash commands: they name the act themselves. A button whose ask is
 * closed, or is not this person's to know of, is stale and nothing else. */
#include "command_private.h"

#include "command_press_args.h"
#include "controls.h"
#include "table_night.h"
#include "table_view.h"
#include "text.h"

#include <string.h>

enum { PRESS_WISH_MAX = 64 };

/* Is the ask open, as far as this person may know? */
static bool press_is_open(const struct reading *reading, const struct table *table, uint32_t ask)
{
    struct owed_list list;
    int reader = table_acts_as(table, reading_person(reading, table), reading->inbound->moderator);
    struct owed_list public;
    table_owed_to(table, reader, &list);
    table_owed_to(table, SEAT_CROWD, &public);
    for (size_t i = 0; i < list.count; i++) {
        if (list.owed[i].ask == ask) {
            return true;
        }
    }
    for (size_t i = 0; i < public.count; i++) {
        if (public.owed[i].ask == ask) {
            return true;
        }
    }
    return false;
}

/* Named texts, of a control or a form, to the row's arguments; names that it has not are ignored
 * when they are empty. Of an argument with more choices than one menu holds one is chosen. False
 * after a refusal. */
static bool press_named(const struct reading *reading, const struct action_def *row,
                        const struct value_tree *named, struct raw *raw)
{
    bool said[ACTION_ARGS_MAX] = {false};
    for (uint16_t at = named == NULL ? VALUE_NONE : value_first(named, VALUE_NONE);
         at != VALUE_NONE; at = value_next(named, VALUE_NONE, at)) {
        const struct value *fact = &named->fact[at];
        bool text = fact->kind == VALUE_TEXT || fact->kind == VALUE_TERM;
        int arg = press_arg(row, fact->key);
        if (!text || fact->text_len == 0 || (arg < 0 && press_item(row, fact, raw))) {
            continue;
        }
        if (arg < 0) {
            /* a slash command's table; what was warned about before a restart, asked again; what
             * has been read already */
            if (strcmp(fact->key, "table") == 0 || strcmp(fact->key, "same") == 0 ||
                strcmp(fact->key, CONTROL_SEEN) == 0 || strcmp(fact->key, CONTROL_PICKS) == 0) {
                continue;
            }
            reading_refuse_text(reading, REFUSAL_BAD_INPUT, "argument", span_of(fact->key));
            return false;
        }
        if (said[arg]) {
            outcome_bad_argument(reading->out, row->args[arg].name, "one_only");
            reading->command->kind = COMMAND_REFUSED;
            return false;
        }
        said[arg] = true;
        if (!raw->given[arg]) {
            raw->value[arg] = span_of(fact->text);
            raw->given[arg] = true;
        }
    }
    return true;
}

/* What was picked is kept for the form of the rest. */
static void press_keep(const struct reading *reading, const char *name, const char *value)
{
    struct value_tree *picked = &reading->command->picked;
    if (value_find(picked, VALUE_NONE, name) == VALUE_NONE && picked->count < picked->max &&
        strlen(value) + 1 < picked->text_max - picked->text_used) {
        value_text(picked, name, value, strlen(value));
    }
}

/* What was chosen in a menu, for the argument it is of: a value that names its arguments itself
 * ("a=1.b=3") has been read already. */
static void press_values(const struct reading *reading, const struct action_def *row,
                         struct raw *raw, char joined[PRESS_JOINED_MAX])
{
    const struct inbound *inbound = reading->inbound;
    for (unsigned i = 0; i < inbound->value_count; i++) {
        int arg = strchr(inbound->values[i], '=') != NULL ? -1 : press_next(row, raw);
        if (arg < 0) {
            continue;
        }
        bool list = row->args[arg].kind == ARG_TEXTS || row->args[arg].kind == ARG_SEATS;
        raw->value[arg] = list ? press_joined(inbound, joined) : span_of(inbound->values[i]);
        raw->given[arg] = true;
        if (list) {
            return;
        }
        press_keep(reading, row->args[arg].name, inbound->values[i]);
    }
}

/* Would the act be refused only because something that people give is missing? Then its form is the
 * answer. Leaves the command as it was before. */
static bool press_wants_more(const struct reading *reading, const struct table *table,
                             const struct action_def *row, const struct raw *raw)
{
    struct outcome *out = reading->out;
    reading_bind(reading, table, row, raw, 0);
    if (reading->command->kind != COMMAND_MOVE) {
        return false; /* refused, with its reason */
    }
    enum refusal refusal = table_try(table, &reading->command->move, out);
    bool more = refusal != REFUSAL_NONE && refusal == row->asks_words &&
                reading->inbound->kind == INBOUND_PRESS;
    if (refusal == REFUSAL_BAD_ARGUMENT && out->refusal_args != VALUE_NONE) {
        uint16_t at = value_find(&out->facts, out->refusal_args, "argument");
        uint16_t why = value_find(&out->facts, out->refusal_args, "problem");
        more = at != VALUE_NONE && why != VALUE_NONE &&
               press_arg(row, out->facts.fact[at].text) >= 0 &&
               strcmp(out->facts.fact[why].text, "missing") == 0;
    }
    outcome_init(out);
    return more;
}

/* What a form or a slash command has given of an act that lacks more: choices need not be made
 * twice, words stay in their fields. */
static void press_keep_typed(const struct reading *reading, const struct action_def *row)
{
    const struct value_tree *typed = reading->inbound->args;
    for (uint16_t at = typed == NULL ? VALUE_NONE : value_first(typed, VALUE_NONE);
         at != VALUE_NONE; at = value_next(typed, VALUE_NONE, at)) {
        const struct value *fact = &typed->fact[at];
        int arg = fact->text != NULL && fact->text_len > 0 ? press_arg(row, fact->key) : -1;
        if (arg >= 0 && row->args[arg].kind != ARG_TEXT && row->args[arg].kind != ARG_TEXTS) {
            press_keep(reading, row->args[arg].name, fact->text);
        }
    }
}

/* What a press cannot take back is asked for once more, where it would be done. */
static bool press_is_slip(const struct reading *reading, const struct table *table,
                          const struct action_def *row, const struct raw *raw)
{
    bool asks = false;
    for (unsigned i = 0; i < row->arg_count; i++) {
        asks = asks || ((row->args[i].flags & ARG_CONFIRM) != 0 && !raw->given[i]);
    }
    if (!asks || reading->inbound->kind != INBOUND_PRESS || table->phase != TABLE_PLAYING) {
        return false;
    }
    reading_bind(reading, table, row, raw, 0);
    bool taken = reading->command->kind == COMMAND_MOVE &&
                 table_try(table, &reading->command->move, reading->out) == REFUSAL_NONE;
    outcome_init(reading->out);
    return taken;
}

/* "other" in the list of an option's values: it is to be written. */
static void press_other(const struct action_def *row, struct raw *raw)
{
    int value = strcmp(row->name, "option") == 0 ? press_arg(row, "value") : -1;
    if (value >= 0 && raw->given[value] && raw->value[value].len == strlen(OPTION_OTHER) &&
        strncmp(raw->value[value].at, OPTION_OTHER, strlen(OPTION_OTHER)) == 0) {
        raw->given[value] = false;
    }
}

/* Was a form sent in which a menu that it needs was left alone? Then that is what is wrong. */
static bool press_is_unchosen(const struct reading *reading, const struct action_def *row,
                              const struct raw *raw)
{
    for (unsigned i = 0; reading->inbound->kind == INBOUND_FORM && i < row->arg_count; i++) {
        const struct arg_def *arg = &row->args[i];
        const struct value_tree *sent = reading->inbound->args;
        uint16_t at = sent == NULL ? VALUE_NONE : value_find(sent, VALUE_NONE, arg->name);
        bool chosen = arg->kind != ARG_TEXT || arg->choice_count > 0 || arg->from != NULL;
        if (chosen && !raw->given[i] && at != VALUE_NONE && sent->fact[at].text_len == 0) {
            outcome_bad_argument(reading->out, arg->name, "unchosen");
            reading->command->kind = COMMAND_REFUSED;
            return true;
        }
    }
    return false;
}

/* The act, or the form for what it still lacks. */
static void press_make(const struct reading *reading, const struct table *table,
                       const struct action_def *row, struct raw *raw, uint32_t ask)
{
    press_other(row, raw);
    if (press_missing(row, raw) >= 0 || press_is_slip(reading, table, row, raw) ||
        press_wants_more(reading, table, row, raw)) {
        press_keep_typed(reading, row);
        if (!press_is_unchosen(reading, row, raw)) {
            reading_form(reading, table, row, ask);
        }
    } else if (reading->command->kind != COMMAND_REFUSED) {
        reading_bind(reading, table, row, raw, ask);
    }
    reading->command->row = row;
}

/* Is it a row of the table's, and not of its game? */
static bool press_is_own(const struct action_def *row)
{
    size_t count = 0;
    const struct action_def *own = table_actions(&count);
    return row >= own && row < own + count;
}

/* Is it a button of a moment that is over: of the lobby, of the game in another phase of it? */
static bool press_is_past(const struct table *table, const struct action_def *row)
{
    if (press_is_own(row)) {
        return (row->phases & table_phase_bit(table)) == 0;
    }
    return table->phase == TABLE_PLAYING && row->phases != 0 &&
           (row->phases & BIT(rules_state(table->state)->phase)) == 0;
}

/* What they press is over: a turn, the lobby ("Start", pressed twice), the game. */
static void press_refuse_past(const struct reading *reading, const struct table *table,
                              const struct action_def *row)
{
    struct value_tree *facts = outcome_refuse(reading->out, REFUSAL_STALE);
    bool lobby = row != NULL && table->phase == TABLE_PLAYING && row->phases != 0 &&
                 (row->phases & BIT(TABLE_LOBBY)) != 0 && press_is_own(row);
    if (lobby || table->phase == TABLE_OVER) {
        value_term(facts, "over", lobby ? "lobby" : "game");
    }
    outcome_end(reading->out);
    reading->command->kind = COMMAND_REFUSED;
}

/* Of a console: has everybody seen more of the table by now than its reader had? Then whoever
 * pressed first is the one who did it. */
static bool press_is_stale(const struct reading *reading, const struct table *table,
                           const struct control *control)
{
    const char *seen = value_text_at(&control->args, CONTROL_SEEN, NULL);
    uint32_t number = 0;
    if (seen == NULL) {
        return false;
    }
    reading->command->console = true;
    for (; *seen >= '0' && *seen <= '9'; seen++) {
        number = number * 10 + (uint32_t)(*seen - '0');
    }
    if (number == table->console.seen) {
        return false;
    }
    reading_refuse(reading, REFUSAL_CONSOLE_STALE);
    return true;
}

static void press_row(const struct reading *reading, const struct table *table,
                      struct control *control)
{
    const struct inbound *inbound = reading->inbound;
    const struct action_def *row = table_action(table, control->action);
    struct raw raw = {.given = {false}};
    char joined[PRESS_JOINED_MAX];
    if (row == NULL || (row->surfaces & AS_HIDDEN) != 0) {
        reading_refuse(reading, REFUSAL_UNKNOWN_ACTION);
        return;
    }
    reading->command->row = row;
    if (press_is_stale(reading, table, control)) {
        return;
    }
    if (press_is_past(table, row)) {
        press_refuse_past(reading, table, row);
        return;
    }
    if (!press_picks(inbound, control)) {
        reading_refuse(reading, REFUSAL_BAD_INPUT);
        return;
    }
    if (!press_named(reading, row, &control->args, &raw) ||
        !press_named(reading, row, inbound->args, &raw)) {
        return;
    }
    for (uint16_t at = value_first(&control->args, VALUE_NONE); at != VALUE_NONE;
         at = value_next(&control->args, VALUE_NONE, at)) {
        const struct value *fact = &control->args.fact[at];
        int arg = press_arg(row, fact->key);
        if (arg >= 0) {
            press_keep(reading, row->args[arg].name, fact->text);
        }
    }
    press_values(reading, row, &raw, joined);
    if (strcmp(row->name, "rematch") == 0 && table->phase == TABLE_OVER) {
        reading_rematch(reading, table);
    } else {
        press_make(reading, table, row, &raw, control->ask);
    }
}

/* What a button, or the form behind it, says is to be chosen. */
static void press_wish(const struct reading *reading, const struct control *control,
                       const char *wish)
{
    const struct inbound *inbound = reading->inbound;
    const char *to = wish == NULL ? "" : value_text_at(&control->args, wish, "");
    if (wish != NULL && inbound->args != NULL) {
        to = value_text_at(inbound->args, wish, to);
    }
    to = wish != NULL && inbound->value_count > 0 ? inbound->values[0] : to;
    if (to[0] != '\0' && strlen(to) < PRESS_WISH_MAX) {
        value_text(&reading->command->args, wish, to, strlen(to));
    }
    reading_whom(reading);
}

/* A button of no table: a question to the house, and of a setting what it is to be. */
static void press_house(const struct reading *reading, const struct control *control)
{
    enum command_question question = ASK_HELP;
    const char *wish = NULL;
    if (!verbs_question(control->action, &question) || reading_is_of_table(question) ||
        ((wish = reading_wish(question)) == NULL && question != ASK_HELP &&
         !reading_is_house(question))) {
        reading_refuse(reading, REFUSAL_STALE);
        return;
    }
    reading_ask(reading, question, NULL);
    press_wish(reading, control, wish);
}

void reading_press(struct reading *reading)
{
    struct control control;
    enum command_question question = ASK_HELP;
    const char *text = reading->inbound->control;
    if (text == NULL || !controls_parse(&control, text)) {
        reading_refuse(reading, REFUSAL_BAD_INPUT);
        return;
    }
    if (strcmp(control.tag, CONTROL_NO_TAG) == 0) {
        press_house(reading, &control);
        return;
    }
    const struct table *table = reading_table_tagged(reading, control.tag);
    bool late = strcmp(control.action, CONTROL_WHICH) == 0; /* what it was for is not known now */
    if (table == NULL || table->phase == TABLE_CLOSED || late) {
        reading_refuse(reading, REFUSAL_STALE);
        return;
    }
    reading->only_table = table->id;
    reading->command->table = table;
    reading->command->ask = control.ask;
    if (verbs_question(control.action, &question)) {
        reading_ask(reading, question, table);
        press_wish(reading, &control, reading_wish(question));
    } else if (control.ask != 0 && !press_is_open(reading, table, control.ask)) {
        press_refuse_past(reading, table, table_action(table, control.action));
    } else {
        press_row(reading, table, &control);
    }
}

/* --- slash ------------------------------------------------------------------------------------ */

/* "table join", "mod skip", "me tables": the verb without its group. */
static struct span slash_verb(const char *command)
{
    struct span rest = span_trim(span_of(command));
    struct span first = span_take(&rest);
    rest = span_trim(rest);
    bool group = span_fold_is(first, "table") || span_fold_is(first, "mod") ||
                 span_fold_is(first, "me") || span_fold_is(first, "time") ||
                 span_fold_is(first, "host");
    return group && rest.len > 0 ? span_take(&rest) : first;
}

/* An option "table" of a slash command: "3" or "#3". */
static void slash_number(struct reading *reading)
{
    const struct value_tree *args = reading->inbound->args;
    const char *said = args == NULL ? NULL : value_text_at(args, "table", NULL);
    uint32_t number = 0;
    if (said == NULL) {
        return;
    }
    said += *said == '#';
    for (; *said >= '0' && *said <= '9' && number < 100000000; said++) {
        number = number * 10 + (uint32_t)(*said - '0');
    }
    if (*said == '\0') {
        reading->number = number;
    }
}

static void slash_row(struct reading *reading, const struct verb *verb)
{
    struct raw raw = {.given = {false}};
    const struct table *table = reading_table(reading, verb->row, verb->game, true);
    if (table == NULL) {
        return;
    }
    reading->command->table = table;
    if (!press_named(reading, verb->row, reading->inbound->args, &raw)) {
        return;
    }
    reading->command->row = verb->row;
    if (strcmp(verb->name, "rematch") == 0 && table->phase == TABLE_OVER) {
        reading_rematch(reading, table);
    } else {
        press_make(reading, table, verb->row, &raw, 0);
    }
}

static void slash_practice(const struct reading *reading, const struct game_def *game)
{
    const struct table *table = game == NULL ? reading_table(reading, NULL, NULL, false) : NULL;
    game = table == NULL ? game : table->game;
    outcome_init(reading->out);
    if (game == NULL || game->gathers) {
        reading_refuse(reading, REFUSAL_WHICH_GAME);
    } else {
        reading_open(reading, game, span_of("practice"), NULL);
    }
}

/* What a room is to choose, or all of its server. */
static void slash_wish(struct reading *reading, const char *wish)
{
    struct value_tree *args = &reading->command->args;
    const char *wished = value_text_at(reading->inbound->args, wish, NULL);
    if (wished == NULL) { /* as older lists of commands call it */
        wished = value_text_at(reading->inbound->args, "for", NULL);
    }
    const char *server = value_text_at(reading->inbound->args, "server", "");
    if (wished != NULL && strlen(wished) < PRESS_WISH_MAX) {
        value_text(args, wish, wished, strlen(wished));
    }
    if (reading_is_term(reading, server, "yes", "y on true 1")) {
        value_bool(args, "server", true);
    }
}

static void slash_question(struct reading *reading, const struct verb *verb)
{
    const struct value_tree *args = reading->inbound->args;
    const char *topic = args == NULL ? NULL : value_text_at(args, "topic", NULL);
    const char *game = args == NULL ? NULL : value_text_at(args, "game", NULL);
    bool needs = reading_is_of_table(verb->question);
    const struct table *table = NULL;
    if (verb->question == ASK_PRACTICE) {
        slash_practice(reading, game == NULL ? NULL : game_find(game));
        return;
    }
    const char *wish = reading_wish(verb->question);
    bool house = (wish != NULL && !needs) || reading_is_house(verb->question);
    if (wish != NULL && args != NULL) {
        slash_wish(reading, wish);
    }
    if ((!house || verb->question == ASK_NOTIFY) && game == NULL) {
        table = reading_table(reading, NULL, NULL, needs);
        if (reading->command->kind == COMMAND_REFUSED) {
            if (needs) {
                return;
            }
            outcome_init(reading->out);
            table = NULL;
        }
    }
    reading_ask(reading, verb->question, table);
    reading_whom(reading);
    if (game != NULL && game_find(game) != NULL) {
        reading->command->game = game_find(game);
    }
    if (topic != NULL && topic[0] != '\0' && strlen(topic) < 64) {
        value_text(&reading->command->args, "topic", topic, strlen(topic));
    }
}

/* "me language": the person's own where a room has one by that name too. */
static void slash_own(const struct reading *reading, char folded[FOLD_BYTES])
{
    static const char own[] = "my_";
    char name[FOLD_BYTES + sizeof own];
    enum command_question question = ASK_HELP;
    struct span rest = span_trim(span_of(reading->inbound->command));
    if (!span_fold_is(span_take(&rest), "me") || span_trim(rest).len == 0) {
        return;
    }
    memcpy(name, own, sizeof own - 1);
    memcpy(name + sizeof own - 1, folded, strlen(folded) + 1);
    if (verbs_question(name, &question) && strlen(name) < FOLD_BYTES) {
        memcpy(folded, name, strlen(name) + 1);
    }
}

void reading_slash(struct reading *reading)
{
    struct span word =
        slash_verb(reading->inbound->command == NULL ? "" : reading->inbound->command);
    char folded[FOLD_BYTES];
    struct verbs verbs;
    if (!span_fold(word, folded) || folded[0] == '\0') {
        reading_refuse(reading, REFUSAL_BAD_INPUT);
        return;
    }
    slash_own(reading, folded);
    slash_number(reading);
    verbs_find(reading, folded, &verbs);
    for (size_t i = 0; i < verbs.count && verbs.exact; i++) {
        if (verbs.verb[i].kind == VERB_OPEN) {
            reading_open(reading, verbs.verb[i].game, span_of(""), reading->inbound->args);
            return;
        }
    }
    verbs_keep_meant(reading, &verbs);
    if (verbs.count == 0 || !verbs.exact) {
        const char *nearest = verbs_nearest(reading, folded);
        struct value_tree *facts = outcome_refuse(reading->out, REFUSAL_UNKNOWN_VERB);
        value_text(facts, "verb", word.at, word.len < 64 ? word.len : 0);
        if (nearest != NULL) {
            value_term(facts, "nearest", nearest);
        } else {
            value_null(facts, "nearest");
        }
        outcome_end(reading->out);
        reading->command->kind = COMMAND_REFUSED;
    } else if (verbs.verb[0].kind == VERB_ASK) {
        slash_question(reading, &verbs.verb[0]);
    } else {
        slash_row(reading, &verbs.verb[0]);
    }
}
