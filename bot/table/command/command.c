/* Reading an inbound event: whom it is for, which table, which act. Every way of saying a thing
 * ends in the same few calls, so that slash, text, button, form and reaction cannot differ. */
#include "command_private.h"

#include "night.h"
#include "table_night.h"
#include "table_view.h"

#include <assert.h>
#include <string.h>

void reading_refuse(const struct reading *reading, enum refusal refusal)
{
    outcome_refuse(reading->out, refusal);
    outcome_end(reading->out);
    reading->command->kind = COMMAND_REFUSED;
}

void reading_refuse_text(const struct reading *reading, enum refusal refusal, const char *key,
                         struct span text)
{
    struct value_tree *facts = outcome_refuse(reading->out, refusal);
    value_text(facts, key, text.at, text.len < 200 ? text.len : 0);
    outcome_end(reading->out);
    reading->command->kind = COMMAND_REFUSED;
}

void reading_ask(const struct reading *reading, enum command_question question,
                 const struct table *table)
{
    reading->command->kind = COMMAND_ASK;
    reading->command->question = question;
    reading->command->table = table;
    reading->command->game = table != NULL ? table->game : NULL;
}

bool reading_is_of_use(const struct reading *reading, const struct table *table,
                       const struct action_def *row)
{
    struct raw none = {.given = {false}};
    struct command *command = reading->command;
    reading_bind(reading, table, row, &none, 0);
    enum refusal refusal = command->kind == COMMAND_MOVE
                               ? table_try(table, &command->move, reading->out)
                               : REFUSAL_NONE;
    if (refusal == REFUSAL_NONE || refusal == REFUSAL_BAD_ARGUMENT ||
        refusal == REFUSAL_TICK_FIRST) {
        return true;
    }
    command->kind = COMMAND_REFUSED;
    return false;
}

/* Somebody else owes this act, and everybody may know it: tells whose turn it is. */
static bool form_is_anothers(const struct reading *reading, const struct table *table,
                             const struct action_def *row)
{
    struct owed_list list;
    int seat = table_acts_as(table, reading_person(reading, table), reading->inbound->moderator);
    int other = SEAT_NONE;
    table_owed(table, &list);
    for (size_t i = 0; i < list.count; i++) {
        const struct owed *owed = &list.owed[i];
        for (unsigned k = 0; k < OWED_ACTIONS_MAX && owed->actions[k] != NULL; k++) {
            bool same = strcmp(owed->actions[k], row->name) == 0;
            if (same && owed->seat == seat) {
                return false;
            }
            if (same && owed->known_to == 0 && seat_is_person(owed->seat)) {
                other = owed->seat;
            }
        }
    }
    if (other == SEAT_NONE || (row->surfaces & (AS_STANDING | AS_REPLACING)) != 0) {
        return false;
    }
    value_number(outcome_refuse(reading->out, REFUSAL_NOT_YOUR_TURN), "turn", other);
    outcome_end(reading->out);
    reading->command->kind = COMMAND_REFUSED;
    return true;
}

void reading_form(const struct reading *reading, const struct table *table,
                  const struct action_def *row, uint32_t ask)
{
    if (!reading_is_of_use(reading, table, row)) {
        return;
    }
    outcome_init(reading->out);
    if (form_is_anothers(reading, table, row)) {
        return;
    }
    reading_ask(reading, ASK_FORM, table);
    reading->command->row = row;
    reading->command->ask = ask;
}

const struct table *reading_table_tagged(const struct reading *reading, const char *tag)
{
    for (size_t i = 0; i < reading->table_count; i++) {
        if (strcmp(reading->tables[i].table->tag, tag) == 0) {
            return reading->tables[i].table;
        }
    }
    return NULL;
}

/* --- which table ------------------------------------------------------------------------------ */

/* Could the act belong to this table at all? */
static bool table_fits(const struct table *table, const struct action_def *row,
                       const struct game_def *game)
{
    if (game != NULL && table->game != game) {
        return false;
    }
    if (table->phase == TABLE_CLOSED) {
        return false;
    }
    if (row == NULL) {
        return true;
    }
    if (row >= table_rows && row < table_rows + table_row_count) {
        return table_row_fits(table, row);
    }
    return table->phase == TABLE_PLAYING;
}

enum { CANDIDATES_MAX = 24 };

/* By what tables are kept: that the act fits, that it is the person's own, that they sit there;
 * that it is neither over nor a night still to come: what is played now is nearer. */
enum candidates_by { BY_ACT, BY_PERSON, BY_SEAT, BY_NOW };

static bool table_is_now(const struct table *table)
{
    bool comes = table->game->gathers && table_night_of(table)->stage == NIGHT_SIGN_UP;
    return table->phase < TABLE_OVER && !comes;
}

struct candidates {
    size_t count;
    const struct table *table[CANDIDATES_MAX];
};

/* False: none is so, and all stay. */
static bool candidates_keep(struct candidates *candidates, const struct reading *reading,
                            const struct action_def *row, const struct game_def *game,
                            enum candidates_by by)
{
    struct candidates kept = {.count = 0};
    for (size_t i = 0; i < candidates->count; i++) {
        const struct table *table = candidates->table[i];
        bool keep = by == BY_ACT      ? table_fits(table, row, game)
                    : by == BY_PERSON ? reading_is_mine(reading, table)
                    : by == BY_NOW    ? table_is_now(table)
                                      : reading_sits(reading, table);
        if (keep) {
            kept.table[kept.count++] = table;
        }
    }
    if (kept.count > 0) {
        *candidates = kept;
    }
    return kept.count > 0;
}

/* Where the act fits nowhere, whichever is asked for would only say so: the newest does. */
static void candidates_newest(struct candidates *candidates)
{
    for (size_t i = 1; i < candidates->count; i++) {
        if (candidates->table[i]->id > candidates->table[0]->id) {
            candidates->table[0] = candidates->table[i];
        }
    }
    candidates->count = 1;
}

/* Tables that the words could be about, before the act is looked at: the one replied to or pressed,
 * those with the number said, those of the room, in private those where the person plays or rules.
 */
static void candidates_list(struct candidates *candidates, const struct reading *reading)
{
    bool private_room = reading->inbound->private_room;
    candidates->count = 0;
    for (size_t i = 0; i < reading->table_count && candidates->count < CANDIDATES_MAX; i++) {
        const struct command_table *one = &reading->tables[i];
        bool here = one->in_this_room || one->in_team_room ||
                    (private_room && reading_is_mine(reading, one->table));
        if (reading->only_table != 0) {
            here = one->table->id == reading->only_table;
        } else if (reading->number != 0) {
            here = one->table->number == reading->number;
        }
        if (here) {
            candidates->table[candidates->count++] = one->table;
        }
    }
    if (reading->number != 0 && candidates->count > 1) { /* "#3" of this room, not of another */
        struct candidates kept = {.count = 0};
        for (size_t i = 0; i < reading->table_count && kept.count < CANDIDATES_MAX; i++) {
            if (reading->tables[i].in_this_room &&
                reading->tables[i].table->number == reading->number) {
                kept.table[kept.count++] = reading->tables[i].table;
            }
        }
        *candidates = kept.count > 0 ? kept : *candidates;
    }
}

enum { WHICH_ROOM_MAX = 128 };

/* In private numbers of several rooms are the same. */
static void refuse_which_room(const struct reading *reading, const struct table *table,
                              struct value_tree *facts)
{
    const struct command_words *words = reading->words;
    const char *room = !reading->inbound->private_room || words->room == NULL
                           ? NULL
                           : words->room(words->people, table->id);
    if (room != NULL && strlen(room) < WHICH_ROOM_MAX) {
        value_text(facts, "room", room, strlen(room));
    } else {
        value_null(facts, "room");
    }
}

static void refuse_which_table(const struct reading *reading, const struct candidates *candidates)
{
    struct value_tree *facts = outcome_refuse(reading->out, REFUSAL_WHICH_TABLE);
    value_list(facts, "tables");
    for (size_t i = 0; i < candidates->count; i++) {
        value_object(facts, NULL);
        value_number(facts, "number", candidates->table[i]->number);
        value_term(facts, "game", candidates->table[i]->game->id);
        if (candidates->table[i]->tag[0] != '\0') {
            value_term(facts, "tag", candidates->table[i]->tag); /* of its buttons */
        }
        refuse_which_room(reading, candidates->table[i], facts);
        value_end(facts);
    }
    value_end(facts);
    outcome_end(reading->out);
    reading->command->kind = COMMAND_REFUSED;
}

const struct table *reading_table(const struct reading *reading, const struct action_def *row,
                                  const struct game_def *game, bool must)
{
    struct candidates candidates;
    candidates_list(&candidates, reading);
    bool fits = candidates.count <= 1 || candidates_keep(&candidates, reading, row, game, BY_ACT);
    if (candidates.count > 1) {
        candidates_keep(&candidates, reading, row, game, BY_PERSON);
    }
    if (candidates.count > 1) {
        candidates_keep(&candidates, reading, row, game, BY_NOW);
    }
    if (candidates.count > 1 && row == NULL) {
        candidates_keep(&candidates, reading, row, game, BY_SEAT); /* only asked, nothing is done */
    }
    if (candidates.count > 1 && !fits && row != NULL) {
        candidates_newest(&candidates);
    }
    if (candidates.count == 1 && (game == NULL || candidates.table[0]->game == game)) {
        return candidates.table[0];
    }
    if (candidates.count > 1) {
        refuse_which_table(reading, &candidates);
    } else if (must) {
        reading_refuse(reading, REFUSAL_NO_TABLE);
    }
    return NULL;
}

/* --- opening ---------------------------------------------------------------------------------- */

/* row: NULL, or the option that cannot have such a value. */
static bool open_refuse_option(const struct reading *reading, const struct option_def *row,
                               struct span name)
{
    if (row == NULL) {
        reading_refuse_text(reading, REFUSAL_BAD_OPTION, "option", name);
    } else {
        table_refuse_option(row, row->name, reading->out);
        reading->command->kind = COMMAND_REFUSED;
    }
    return false;
}

static bool open_has_choice(const struct option_def *row, const char *folded)
{
    for (unsigned i = 0; i < OPTION_CHOICES_MAX && row->choices[i] != NULL; i++) {
        if (strcmp(row->choices[i], folded) == 0) {
            return true;
        }
    }
    return false;
}

/* The one option that has a choice of this name ("async", "native"); NULL when none or several. */
static const struct option_def *open_option_of_choice(const struct game_def *game,
                                                      const char *folded)
{
    const struct option_def *found = NULL;
    const struct option_def *row = NULL;
    unsigned count = 0;
    for (unsigned i = 0; (row = option_row(game, i)) != NULL; i++) {
        if (open_has_choice(row, folded)) {
            found = row;
            count++;
        }
    }
    return count == 1 ? found : NULL;
}

/* Does it name a person, rather than say that there is none? */
static bool open_names(const struct option_def *row, const char *text)
{
    return row != NULL && row->kind == OPTION_PERSON && strcmp(text, "none") != 0 &&
           strcmp(text, "@user") != 0; /* as the rule book writes that there may be one */
}

/* The referee of the table to come, who is named once it is there. */
static bool open_person(const struct reading *reading, const struct option_def *row,
                        struct span value)
{
    uint64_t person = people_mentioned(reading, span_trim(value));
    if (person == 0) {
        reading_refuse_text(reading, REFUSAL_UNKNOWN_PERSON, "name", value);
        return false;
    }
    value_number(&reading->command->args, row->name, (int64_t)person);
    return true;
}

/* Keeps an option for the table to come; refuses one that it could not have. */
static bool open_option(const struct reading *reading, const struct game_def *game,
                        struct span name, struct span value)
{
    struct value_tree *args = &reading->command->args;
    char folded[FOLD_BYTES];
    char text[FOLD_BYTES];
    const struct option_def *row = NULL;
    struct options options;
    if (!span_fold(name, folded) || !span_fold(value, text)) {
        return open_refuse_option(reading, NULL, name);
    }
    const char *dot = strchr(folded, '.');
    const char *bare = dot != NULL ? dot + 1 : folded;
    options_default(game, &options);
    if (game->gathers && strcmp(bare, "at") == 0) {
        value_text(args, "at", text, strlen(text));
        return true;
    }
    if (strcmp(bare, "start_when_full") == 0 || strcmp(bare, "full") == 0) {
        value_bool(args, "full", strcmp(text, "off") != 0 && strcmp(text, "no") != 0);
        return true;
    }
    if (table_has_packs(game) && strcmp(bare, "pack") == 0) {
        value_text(args, "pack", text, strlen(text)); /* the house knows which there are */
        return true;
    }
    if (table_has_weeks(game) && strcmp(bare, TABLE_WEEK_OPTION) == 0 &&
        (strcmp(text, "own") == 0 || strcmp(text, "weekly") == 0)) {
        value_text(args, TABLE_WEEK_OPTION, text, strlen(text));
        return true;
    }
    bool good = options_set(game, &options, bare, text, &row);
    if (good && open_names(row, text)) {
        return open_person(reading, row, value);
    }
    if (!good) {
        return open_refuse_option(reading, row, name);
    }
    if (value_find(args, VALUE_NONE, row->name) == VALUE_NONE) {
        value_text(args, row->name, text, strlen(text));
    }
    return true;
}

static bool open_word(const struct reading *reading, const struct game_def *game, struct span word)
{
    char folded[FOLD_BYTES];
    size_t at = 0;
    while (at < word.len && strchr("=:", word.at[at]) == NULL) {
        at++;
    }
    if (at < word.len) {
        struct span name = {word.at, at};
        struct span value = {word.at + at + 1, word.len - at - 1};
        return open_option(reading, game, name, value);
    }
    if (!span_fold(word, folded)) {
        return open_refuse_option(reading, NULL, word);
    }
    if (strcmp(folded, "full") == 0) {
        return open_option(reading, game, word, span_of("on"));
    }
    if (strcmp(folded, "weekly") == 0) {
        return open_option(reading, game, span_of(TABLE_WEEK_OPTION), word);
    }
    if (strcmp(folded, "practice") == 0) {
        value_bool(&reading->command->args, "practice", true);
        return true;
    }
    const struct option_def *row = open_option_of_choice(game, folded);
    return row != NULL ? open_option(reading, game, span_of(row->name), word)
                       : open_refuse_option(reading, NULL, word);
}

static void open_begin(const struct reading *reading, const struct game_def *game)
{
    reading->command->kind = COMMAND_OPEN;
    reading->command->game = game;
    if (reading->inbound->private_room || reading->in_team) {
        reading_refuse(reading, REFUSAL_NOT_ALLOWED_HERE);
    }
}

/* Of what gathers people all words that are no option's choice say when it is. */
static bool open_night(const struct reading *reading, const struct game_def *game, struct span text)
{
    char when[FOLD_BYTES] = "";
    size_t len = 0;
    while (span_trim(text).len > 0) {
        char folded[FOLD_BYTES];
        struct span word = span_take(&text);
        bool named = memchr(word.at, '=', word.len) != NULL || !span_fold(word, folded);
        if (!named && strcmp(folded, "weekly") == 0) {
            memcpy(folded, "every_week", sizeof "every_week");
            word = span_of("every_week");
        }
        const struct option_def *row = named ? NULL : open_option_of_choice(game, folded);
        if (named || row != NULL) {
            bool good = named ? open_word(reading, game, word)
                              : open_option(reading, game, span_of(row->name), word);
            if (!good) {
                return false;
            }
            continue;
        }
        size_t blank = len > 0;
        if (len + blank + word.len >= sizeof when) {
            return open_refuse_option(reading, NULL, word);
        }
        when[len] = ' ';
        memcpy(when + len + blank, word.at, word.len);
        len += blank + word.len;
    }
    if (len > 0) {
        value_text(&reading->command->args, "at", when, len);
    }
    return true;
}

void reading_open(const struct reading *reading, const struct game_def *game, struct span text,
                  const struct value_tree *named)
{
    open_begin(reading, game);
    if (game->gathers && reading->command->kind == COMMAND_OPEN) {
        if (!open_night(reading, game, text)) {
            return;
        }
        text.len = 0;
    }
    while (reading->command->kind == COMMAND_OPEN && span_trim(text).len > 0) {
        if (!open_word(reading, game, span_take(&text))) {
            return;
        }
    }
    for (uint16_t at = named == NULL ? VALUE_NONE : value_first(named, VALUE_NONE);
         at != VALUE_NONE && reading->command->kind == COMMAND_OPEN;
         at = value_next(named, VALUE_NONE, at)) {
        const struct value *fact = &named->fact[at];
        bool text_fact = fact->kind == VALUE_TEXT || fact->kind == VALUE_TERM;
        if (!text_fact || (fact->text_len > 0 &&
                           !open_option(reading, game, span_of(fact->key), span_of(fact->text)))) {
            return;
        }
    }
}

/* The same game with the same options, beside the one that is over. */
void reading_rematch(const struct reading *reading, const struct table *table)
{
    struct options defaults;
    const struct option_def *row = NULL;
    struct value_tree *args = &reading->command->args;
    open_begin(reading, table->game);
    if (reading->command->kind != COMMAND_OPEN && reading->only_table == 0) {
        return;
    }
    reading->command->kind = COMMAND_OPEN;
    reading->command->table = table;
    options_default(table->game, &defaults);
    for (unsigned i = 0; (row = option_row(table->game, i)) != NULL; i++) {
        char text[64];
        if (table->options.value[i] != defaults.value[i] && row->kind != OPTION_PERSON) {
            options_print(table->game, &table->options, i, text);
            value_text(args, row->name, text, strlen(text));
        }
    }
    if (table->start_when_full) {
        value_bool(args, "full", true);
    }
    if (table->pack[0] != '\0') {
        value_text(args, "pack", table->pack, strlen(table->pack));
    }
    value_number(args, "rematch", (int64_t)table->id);
}

void command_read(const struct command_inbound *asked, struct command *command, struct outcome *out)
{
    struct reading reading = {.inbound = asked->inbound,
                              .person = asked->person,
                              .tables = asked->tables,
                              .table_count = asked->table_count,
                              .words = asked->words,
                              .command = command,
                              .out = out,
                              .only_table = asked->inbound->chosen_table != 0
                                                ? asked->inbound->chosen_table
                                                : asked->inbound->reply_table};
    assert(asked->words != NULL);
    for (size_t i = 0; i < asked->table_count; i++) {
        reading.in_team = reading.in_team || asked->tables[i].in_team_room;
    }
    outcome_init(out);
    command->kind = COMMAND_IGNORED;
    command->question = ASK_HELP;
    command->game = NULL;
    command->table = NULL;
    command->row = NULL;
    command->ask = 0;
    command->console = false;
    value_init(&command->args, command->fact, sizeof command->fact / sizeof command->fact[0],
               command->text, sizeof command->text);
    value_init(&command->picked, command->picked_fact,
               sizeof command->picked_fact / sizeof command->picked_fact[0], command->picked_text,
               sizeof command->picked_text);
    switch (asked->inbound->kind) {
    case INBOUND_TEXT:
        reading_text(&reading);
        break;
    case INBOUND_SLASH:
        reading_slash(&reading);
        break;
    case INBOUND_PRESS:
    case INBOUND_FORM:
        reading_press(&reading);
        break;
    case INBOUND_REACTION:
        reading_reaction(&reading);
        break;
    case INBOUND_ARRIVED:
    case INBOUND_DEPARTED:
    case INBOUND_ROOM_GONE:
    case INBOUND_ROOM_MOVED:
    case INBOUND_MESSAGE_GONE:
    case INBOUND_ROOM_CHANGED:
    case INBOUND_ROOM_WITHOUT_TEXT:
    case INBOUND_WORDS_REFUSED:
    case INBOUND_ROOM_SHUT:
        break;
    }
}
