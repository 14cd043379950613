/* Buttons, menus, forms and slash commands: they name the act themselves. A button whose ask is
 * closed, or is not this person's to know of, is stale and nothing else. */
#include "command_private.h"

#include "controls.h"
#include "table_view.h"
#include "text.h"

#include <string.h>

/* Is the ask open, as far as this person may know? */
static bool press_is_open(const struct reading *reading, const struct table *table, uint32_t ask)
{
    struct owed_list list;
    int reader = table_acts_as(table, reading->person, reading->heard->moderator);
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

static int press_arg(const struct action_def *row, const char *name)
{
    for (unsigned i = 0; i < row->arg_count; i++) {
        if (strcmp(row->args[i].name, name) == 0 && (row->args[i].flags & ARG_RESOLVED) == 0) {
            return (int)i;
        }
    }
    return -1;
}

/* "clues.1": an item of a list that a form asks for one by one. */
static bool press_item(const struct action_def *row, const struct fact *fact, struct raw *raw)
{
    const char *dot = strrchr(fact->key, '.');
    size_t len = dot == NULL ? 0 : (size_t)(dot - fact->key);
    for (unsigned i = 0; dot != NULL && i < row->arg_count; i++) {
        const struct arg_def *arg = &row->args[i];
        bool named = strlen(arg->name) == len && strncmp(arg->name, fact->key, len) == 0;
        unsigned at = (unsigned)dot[1] - '0';
        if (named && at < arg_items(arg) && dot[2] == '\0') {
            raw->item[at] = span_of(fact->text);
            raw->listed = arg;
            raw->given[i] = true;
            return true;
        }
    }
    return false;
}

/* Named texts, of a control or a form, to the row's arguments; names that it has not are ignored
 * when they are empty. False after a refusal. */
static bool press_named(const struct reading *reading, const struct action_def *row,
                        const struct facts *named, struct raw *raw)
{
    for (uint16_t at = named == NULL ? FACTS_NONE : facts_first(named, FACTS_NONE);
         at != FACTS_NONE; at = facts_next(named, FACTS_NONE, at)) {
        const struct fact *fact = &named->fact[at];
        bool text = fact->kind == FACT_TEXT || fact->kind == FACT_TERM;
        int arg = press_arg(row, fact->key);
        if (!text || fact->text_len == 0 || (arg < 0 && press_item(row, fact, raw))) {
            continue;
        }
        if (arg < 0) {
            /* a slash command's table; what was warned about before a restart, asked again */
            if (strcmp(fact->key, "table") == 0 || strcmp(fact->key, "same") == 0) {
                continue;
            }
            reading_refuse_text(reading, REFUSAL_BAD_INPUT, "argument", span_of(fact->key));
            return false;
        }
        if (!raw->given[arg]) {
            raw->value[arg] = span_of(fact->text);
            raw->given[arg] = true;
        }
    }
    return true;
}

/* The first argument that is wanted and missing; -1 when nothing is. */
static int press_missing(const struct action_def *row, const struct raw *raw)
{
    for (unsigned i = 0; i < row->arg_count; i++) {
        bool wanted = (row->args[i].flags & (ARG_OPTIONAL | ARG_RESOLVED)) == 0 &&
                      row->args[i].kind != ARG_OBJECT;
        if (wanted && !raw->given[i]) {
            return (int)i;
        }
    }
    return -1;
}

/* What was chosen in a menu fills what is missing. */
static void press_values(const struct heard *heard, const struct action_def *row, struct raw *raw)
{
    for (unsigned i = 0; i < heard->value_count; i++) {
        int arg = press_missing(row, raw);
        if (arg >= 0) {
            raw->value[arg] = span_of(heard->values[i]);
            raw->given[arg] = true;
        }
    }
}

static void press_row(const struct reading *reading, const struct table *table,
                      const struct control *control)
{
    const struct heard *heard = reading->heard;
    const struct action_def *row = table_action(table, control->action);
    struct raw raw = {.given = {false}};
    if (row == NULL || (row->surfaces & AS_HIDDEN) != 0) {
        reading_refuse(reading, REFUSAL_UNKNOWN_ACTION);
        return;
    }
    if (!press_named(reading, row, &control->args, &raw) ||
        !press_named(reading, row, heard->args, &raw)) {
        return;
    }
    press_values(heard, row, &raw);
    bool missing = press_missing(row, &raw) >= 0;
    if (strcmp(row->name, "rematch") == 0 && table->phase == TABLE_OVER) {
        reading_rematch(reading, table);
    } else if (missing && heard->kind == HEARD_PRESS) {
        reading_form(reading, table, row, control->ask);
    } else {
        reading_bind(reading, table, row, &raw, control->ask);
    }
}

void reading_press(struct reading *reading)
{
    struct control control;
    enum command_question question = ASK_HELP;
    const char *text = reading->heard->control;
    if (text == NULL || !controls_parse(&control, text)) {
        reading_refuse(reading, REFUSAL_BAD_INPUT);
        return;
    }
    const struct table *table = reading_table_by_id(reading, control.table);
    if (table == NULL || table->phase == TABLE_CLOSED) {
        reading_refuse(reading, control.table == 0 ? REFUSAL_NO_TABLE : REFUSAL_STALE);
        return;
    }
    reading->only_table = table->id;
    reading->command->table = table;
    reading->command->ask = control.ask;
    if (verbs_question(control.action, &question)) {
        reading_ask(reading, question, table);
    } else if (control.ask != 0 && !press_is_open(reading, table, control.ask)) {
        reading_refuse(reading, REFUSAL_STALE);
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
    bool group =
        span_fold_is(first, "table") || span_fold_is(first, "mod") || span_fold_is(first, "me");
    return group && rest.len > 0 ? span_take(&rest) : first;
}

/* An option "table" of a slash command: "3" or "#3". */
static void slash_number(struct reading *reading)
{
    const struct facts *args = reading->heard->args;
    const char *said = args == NULL ? NULL : facts_text_at(args, "table", NULL);
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
    if (!press_named(reading, verb->row, reading->heard->args, &raw)) {
        return;
    }
    if (strcmp(verb->name, "rematch") == 0 && table->phase == TABLE_OVER) {
        reading_rematch(reading, table);
    } else if (press_missing(verb->row, &raw) >= 0) {
        reading_form(reading, table, verb->row, 0);
    } else {
        reading_bind(reading, table, verb->row, &raw, 0);
    }
}

static void slash_practice(const struct reading *reading, const struct game_def *game)
{
    const struct table *table = game == NULL ? reading_table(reading, NULL, NULL, false) : NULL;
    game = table == NULL ? game : table->game;
    outcome_init(reading->out);
    if (game == NULL) {
        reading_refuse(reading, REFUSAL_WHICH_GAME);
    } else {
        reading_open(reading, game, span_of("practice"), NULL);
    }
}

static void slash_question(struct reading *reading, const struct verb *verb)
{
    const struct facts *args = reading->heard->args;
    const char *topic = args == NULL ? NULL : facts_text_at(args, "topic", NULL);
    const char *game = args == NULL ? NULL : facts_text_at(args, "game", NULL);
    bool needs = verb->question == ASK_HAND || verb->question == ASK_BOARD ||
                 verb->question == ASK_LOG || verb->question == ASK_RECORD;
    const struct table *table = NULL;
    if (verb->question == ASK_PRACTICE) {
        slash_practice(reading, game == NULL ? NULL : game_find(game));
        return;
    }
    if (verb->question != ASK_TODO && verb->question != ASK_TABLES && game == NULL) {
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
    if (game != NULL && game_find(game) != NULL) {
        reading->command->game = game_find(game);
    }
    if (topic != NULL && topic[0] != '\0' && strlen(topic) < 64) {
        facts_text(&reading->command->args, "topic", topic, strlen(topic));
    }
}

void reading_slash(struct reading *reading)
{
    struct span word = slash_verb(reading->heard->command == NULL ? "" : reading->heard->command);
    char folded[FOLD_BYTES];
    struct verbs verbs;
    if (!span_fold(word, folded) || folded[0] == '\0') {
        reading_refuse(reading, REFUSAL_BAD_INPUT);
        return;
    }
    slash_number(reading);
    verbs_find(reading, folded, &verbs);
    for (size_t i = 0; i < verbs.count && verbs.exact; i++) {
        if (verbs.verb[i].kind == VERB_OPEN) {
            reading_open(reading, verbs.verb[i].game, span_of(""), reading->heard->args);
            return;
        }
    }
    verbs_keep_meant(reading, &verbs);
    if (verbs.count == 0 || !verbs.exact) {
        const char *nearest = verbs_nearest(reading, folded);
        struct facts *facts = outcome_refuse(reading->out, REFUSAL_UNKNOWN_VERB);
        facts_text(facts, "verb", word.at, word.len < 64 ? word.len : 0);
        if (nearest != NULL) {
            facts_term(facts, "nearest", nearest);
        } else {
            facts_null(facts, "nearest");
        }
        outcome_end(reading->out);
        reading->command->kind = COMMAND_REFUSED;
    } else if (verbs.verb[0].kind == VERB_ASK) {
        slash_question(reading, &verbs.verb[0]);
    } else {
        slash_row(reading, &verbs.verb[0]);
    }
}
