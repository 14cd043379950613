/* Typed words: a prefix or a mention of the bot in public, nothing in private; "#3" names a table,
 * a game's name may stand before its verbs. Without any of these it is talk, save for a call at the
 * start of a message ("Interceptor! …") and for signals of who plays in native mode. */
#include "command_private.h"

#include "table_view.h"
#include "text.h"

#include <string.h>

enum { TYPED_BYTES_MAX = 8800 }; /* 2,000 characters of four bytes, and a command around them */

static bool text_begins(struct span text, const char *with)
{
    size_t len = with == NULL ? 0 : strlen(with);
    return len > 0 && text.len >= len && memcmp(text.at, with, len) == 0;
}

static struct span text_without(struct span text, size_t len)
{
    struct span rest = {text.at + len, text.len - len};
    return span_trim(rest);
}

/* Takes prefix or mention off the front; false when the words are not for the bot. */
static bool text_is_addressed(const struct reading *reading, struct span *text)
{
    const struct command_words *words = reading->words;
    const char *prefix = words->prefix == NULL ? "!" : words->prefix;
    if (text_begins(*text, words->account)) {
        *text = text_without(*text, strlen(words->account));
        if (text->len > 0 && strchr(",:", text->at[0]) != NULL) {
            *text = text_without(*text, 1);
        }
        return true;
    }
    if (text_begins(*text, prefix)) {
        *text = text_without(*text, strlen(prefix));
        return true;
    }
    if (text_begins(*text, "/")) {
        *text = text_without(*text, 1);
        return true;
    }
    return reading->inbound->private_room;
}

/* "#3" at the front names a table. */
static void text_take_number(struct reading *reading, struct span *text)
{
    uint32_t number = 0;
    size_t len = 1;
    if (text->len < 2 || text->at[0] != '#') {
        return;
    }
    while (len < text->len && len < 9 && text->at[len] >= '0' && text->at[len] <= '9') {
        number = number * 10 + (uint32_t)(text->at[len++] - '0');
    }
    if (len > 1 && (len == text->len || span_is_blank(text->at[len]))) {
        reading->number = number;
        reading->only_table = reading->inbound->chosen_table;
        *text = text_without(*text, len);
    }
}

/* Could this be the beginning of a command at all? "!!!" and "?!" are talk. */
static bool text_looks_like_verb(struct span word)
{
    return word.len > 0 && word.len < 64 &&
           ((unsigned char)word.at[0] >= 0x80 || word.at[0] == '?' ||
            (word.at[0] >= 'a' && word.at[0] <= 'z') || (word.at[0] >= 'A' && word.at[0] <= 'Z'));
}

static bool text_is_group(const char *folded)
{
    return strcmp(folded, "table") == 0 || strcmp(folded, "mod") == 0 || strcmp(folded, "me") == 0;
}

static bool text_has_table_here(const struct reading *reading)
{
    for (size_t i = 0; i < reading->table_count; i++) {
        if (reading->tables[i].in_this_room || reading->tables[i].in_team_room ||
            reading->inbound->private_room) {
            return true;
        }
    }
    return false;
}

static void text_refuse_verb(const struct reading *reading, struct span word, const char *folded)
{
    const char *nearest = verbs_nearest(reading, folded);
    bool ours = nearest != NULL || text_has_table_here(reading) || reading->inbound->private_room ||
                reading->inbound->addressed;
    if (!ours) {
        return; /* the prefix of other bots too */
    }
    struct value_tree *facts = outcome_refuse(reading->out, REFUSAL_UNKNOWN_VERB);
    value_text(facts, "verb", word.at, word.len < 64 ? word.len : 0);
    if (nearest != NULL) {
        value_term(facts, "nearest", nearest);
    } else {
        value_null(facts, "nearest");
    }
    outcome_end(reading->out);
    reading->command->kind = COMMAND_REFUSED;
    reading->command->table = reading->table_count == 1 ? reading->tables[0].table : NULL;
}

static void text_refuse_which_verb(const struct reading *reading, const struct verbs *verbs)
{
    struct value_tree *facts = outcome_refuse(reading->out, REFUSAL_WHICH_VERB);
    value_list(facts, "verbs");
    for (size_t i = 0; i < verbs->count; i++) {
        bool again = false;
        for (size_t k = 0; k < i; k++) {
            again = again || strcmp(verbs->verb[i].name, verbs->verb[k].name) == 0;
        }
        if (!again) {
            value_term(facts, NULL, verbs->verb[i].name);
        }
    }
    value_end(facts);
    outcome_end(reading->out);
    reading->command->kind = COMMAND_REFUSED;
}

/* One meaning, or one name with a meaning in each of several games. */
static bool text_is_clear(const struct verbs *verbs)
{
    for (size_t i = 1; i < verbs->count; i++) {
        if (strcmp(verbs->verb[i].name, verbs->verb[0].name) != 0) {
            return false;
        }
    }
    return verbs->count > 0;
}

static const struct game_def *text_game_named(const struct reading *reading, struct span word)
{
    char folded[FOLD_BYTES];
    struct verbs verbs;
    if (!span_fold(word, folded) || folded[0] == '\0') {
        return NULL;
    }
    verbs_find(reading, folded, &verbs);
    for (size_t i = 0; i < verbs.count && verbs.exact; i++) {
        if (verbs.verb[i].kind == VERB_OPEN) {
            return verbs.verb[i].game;
        }
    }
    return NULL;
}

/* A lesson in the game named, or in that of the table at hand. */
static void text_practice(const struct reading *reading, struct span rest)
{
    struct span word = span_take(&rest);
    const struct game_def *game = word.len > 0 ? text_game_named(reading, word) : NULL;
    if (game == NULL && word.len == 0) {
        const struct table *table = reading_table(reading, NULL, NULL, false);
        game = table == NULL ? NULL : table->game;
        outcome_init(reading->out);
    }
    if (game == NULL || game->gathers) {
        reading_refuse(reading, REFUSAL_WHICH_GAME);
    } else {
        reading_open(reading, game, span_of("practice"), NULL);
    }
}

static void text_ask(const struct reading *reading, const struct verb *verb, struct span rest)
{
    bool needs = reading_is_of_table(verb->question);
    const char *wish = reading_wish(verb->question);
    bool house = (wish != NULL && !needs) || reading_is_house(verb->question);
    const struct game_def *game = NULL;
    const struct table *table = NULL;
    rest = span_trim(rest);
    if (verb->question == ASK_PRACTICE) {
        text_practice(reading, rest);
        return;
    }
    if (verb->question == ASK_RULES && rest.len > 0) {
        struct span word = span_take(&rest);
        game = text_game_named(reading, word);
        struct span topic = game == NULL ? word : span_trim(rest);
        if (topic.len > 0 && topic.len < 64) {
            value_text(&reading->command->args, "topic", topic.at, topic.len);
        }
    }
    if (wish != NULL && rest.len < 64) {
        value_text(&reading->command->args, wish, rest.at, rest.len);
    }
    bool counts = verb->question == ASK_NOTIFY && rest.len > 0 && rest.at[0] >= '0' &&
                  rest.at[0] <= '9'; /* of people: in one lobby */
    needs = needs || counts;
    if ((!house || counts || verb->question == ASK_NOTIFY) && game == NULL) {
        table = reading_table(reading, NULL, NULL, needs);
        if (reading->command->kind == COMMAND_REFUSED) {
            if (needs) {
                return;
            }
            outcome_init(reading->out); /* help and status go on without one */
            table = NULL;
        }
    }
    reading_ask(reading, verb->question, table);
    reading_whom(reading);
    reading->command->game = game != NULL ? game : reading->command->game;
}

/* What is secret is not for public ears; somebody whom the table would not hear anyway is told
 * that instead. */
static void text_refuse_here(const struct reading *reading, const struct table *table,
                             const struct action_def *row)
{
    bool of_use = reading_is_of_use(reading, table, row);
    enum refusal refusal = of_use ? REFUSAL_NONE : reading->out->refusal;
    if (refusal != REFUSAL_NOT_SEATED && refusal != REFUSAL_GAME_OVER) {
        outcome_init(reading->out);
        reading_refuse_text(reading,
                            row->alone != REFUSAL_NONE ? row->alone : REFUSAL_NOT_ALLOWED_HERE,
                            "verb", span_of(row->name));
    }
}

/* "option pace", without a value: the form asks for that alone. */
static void text_keep(const struct reading *reading, const struct action_def *row,
                      const struct raw *raw)
{
    struct value_tree *picked = &reading->command->picked;
    for (unsigned i = 0; i < row->arg_count; i++) {
        bool word = raw->given[i] && row->args[i].kind == ARG_TERM && raw->value[i].len < 64;
        if (word) {
            value_text(picked, row->args[i].name, raw->value[i].at, raw->value[i].len);
        }
    }
}

void reading_row_text(const struct reading *reading, const struct table *table,
                      const struct action_def *row, struct span rest)
{
    struct raw raw = {.given = {false}};
    bool split = reading_split(reading, table, row, rest, &raw);
    if (reading->command->kind == COMMAND_REFUSED) {
        return;
    }
    if (row->venues == AT_TABLE && reading->inbound->private_room) {
        text_refuse_here(reading, table, row);
        return;
    }
    for (unsigned i = 0; i < row->arg_count; i++) {
        const struct arg_def *arg = &row->args[i];
        bool secret =
            (arg->flags & ARG_SECRET) != 0 || (row->venues != 0 && (row->venues & AT_TABLE) == 0);
        bool here = !reading->in_public || (reading->in_team && (row->venues & IN_TEAM) != 0);
        if (raw.given[i] && secret && !here) {
            text_refuse_here(reading, table, row);
            return;
        }
        bool needed = (arg->flags & (ARG_OPTIONAL | ARG_RESOLVED)) == 0 &&
                      arg->kind != ARG_OBJECT && !raw.given[i];
        split = split && !needed;
    }
    if (!split) {
        text_keep(reading, row, &raw);
        reading_form(reading, table, row, 0);
        return;
    }
    reading_bind(reading, table, row, &raw, 0);
}

/* Would the rules take the row with these words, all of them? fits: or could they be its words? */
static bool text_takes(const struct reading *reading, const struct table *table,
                       const struct action_def *row, struct span rest, bool fits)
{
    struct raw raw = {.given = {false}};
    bool whole = reading_split(reading, table, row, rest, &raw);
    for (unsigned i = 0; i < row->arg_count; i++) {
        const struct arg_def *arg = &row->args[i];
        whole = whole && (arg->kind != ARG_TEXTS || !raw.given[i]) &&
                (raw.given[i] || arg->kind == ARG_OBJECT ||
                 (arg->flags & (ARG_OPTIONAL | ARG_RESOLVED)) != 0);
    }
    if (whole && reading->command->kind != COMMAND_REFUSED) {
        reading_bind(reading, table, row, &raw, 0);
    }
    bool takes = whole && reading->command->kind == COMMAND_MOVE &&
                 (fits || table_try(table, &reading->command->move, reading->out) == REFUSAL_NONE);
    outcome_init(reading->out);
    reading->command->kind = COMMAND_IGNORED;
    return takes;
}

/* Which of the acts that the seat owes take these words: how many, and one of them. */
static unsigned text_owed_rows(const struct reading *reading, const struct table *table, int seat,
                               struct span rest, bool fits, const struct action_def **found)
{
    unsigned count = 0;
    struct owed_list owed;
    const struct owed_list *list = &owed;
    table_owed_to(table, seat, &owed);
    for (size_t i = 0; i < list->count; i++) {
        for (unsigned k = 0; list->owed[i].seat == seat && k < OWED_ACTIONS_MAX; k++) {
            const char *name = list->owed[i].actions[k];
            const struct action_def *row = name == NULL ? NULL : table_action(table, name);
            if (row != NULL && row != *found && text_takes(reading, table, row, rest, fits)) {
                *found = row;
                count++;
            }
        }
    }
    return count;
}

/* Numbers that can only mean one thing: the one act that this person owes and that takes them,
 * where the act that they named cannot be made now ("guess 123" where a code is asked for). NULL:
 * none. */
static const struct action_def *text_owed(const struct reading *reading, const struct table *table,
                                          const struct action_def *named, struct span rest)
{
    const struct action_def *found = NULL;
    int seat = table_acts_as(table, reading_person(reading, table), reading->inbound->moderator);
    rest = span_trim(rest);
    if (seat < 0 || table->phase != TABLE_PLAYING || rest.len == 0 || rest.at[0] < '0' ||
        rest.at[0] > '9' || (named != NULL && reading_is_of_use(reading, table, named))) {
        return NULL;
    }
    outcome_init(reading->out);
    reading->command->kind = COMMAND_IGNORED;
    unsigned count = text_owed_rows(reading, table, seat, rest, false, &found);
    if (count == 0) {
        count = text_owed_rows(reading, table, seat, rest, true, &found);
    }
    return count == 1 ? found : NULL;
}

/* A word that people use for more than the act of that name. */
static bool text_guesses(const struct verb *verb)
{
    return strcmp(verb->row->name, "guess") == 0;
}

/* The act is one of another game: at the table at hand the numbers may mean something all the same.
 */
static void text_elsewhere(const struct reading *reading, const struct verb *verb, struct span rest)
{
    outcome_init(reading->out);
    reading->command->kind = COMMAND_IGNORED;
    const struct table *table = reading_table(reading, NULL, NULL, false);
    const struct action_def *row = table == NULL ? NULL : text_owed(reading, table, NULL, rest);
    outcome_init(reading->out);
    reading->command->kind = COMMAND_IGNORED;
    if (row == NULL) {
        reading_table(reading, verb->row, verb->game, true); /* refused, as it was */
        return;
    }
    reading->command->table = table;
    reading_row_text(reading, table, row, rest);
}

static void text_row(const struct reading *reading, const struct verb *verb, struct span rest)
{
    const struct table *table = reading_table(reading, verb->row, verb->game, true);
    if (table == NULL) {
        if (text_guesses(verb)) {
            text_elsewhere(reading, verb, rest);
        }
        return;
    }
    reading->command->table = table;
    if (strcmp(verb->name, "rematch") == 0 && table->phase == TABLE_OVER) {
        reading_rematch(reading, table);
        return;
    }
    const struct action_def *owed =
        text_guesses(verb) ? text_owed(reading, table, verb->row, rest) : NULL;
    reading_row_text(reading, table, owed != NULL ? owed : verb->row, rest);
}

/* The game's name in front of a verb of its own, where the person plays it; else a new table. */
static bool text_game_verb(struct reading *reading, const struct game_def *game, struct span rest)
{
    struct span after = rest;
    struct span word = span_take(&after);
    char folded[FOLD_BYTES];
    struct verbs verbs;
    if (!text_looks_like_verb(word) || !span_fold(word, folded)) {
        return false;
    }
    verbs_find(reading, folded, &verbs);
    for (size_t i = 0; i < verbs.count && verbs.exact; i++) {
        const struct verb *verb = &verbs.verb[i];
        if (verb->kind == VERB_ASK) {
            bool named = verb->question == ASK_RULES || verb->question == ASK_PRACTICE;
            text_ask(reading, verb, named ? span_of(game->id) : after);
            return true;
        }
        if (verb->kind == VERB_ROW && (verb->game == game || verb->game == NULL)) {
            struct verb row = *verb;
            row.game = game;
            text_row(reading, &row, after);
            return true;
        }
    }
    return false;
}

/* At a running table of the game "interceptor …" may also be the call. */
static bool text_game_call(struct reading *reading, const struct verbs *verbs, struct span rest)
{
    for (size_t i = 0; i < verbs->count; i++) {
        const struct verb *verb = &verbs->verb[i];
        struct raw raw = {.given = {false}};
        if (verb->kind == VERB_ROW && guess_is_row(verb->row) &&
            guess_read(reading, verb->row, rest, &raw)) {
            text_row(reading, verb, rest);
            return true;
        }
    }
    return false;
}

/* "@bot Interceptor! …", where the bot reads nothing else. */
static bool text_is_sentence(struct reading *reading, struct span text)
{
    return reading->in_public && (reading_call(reading, text) || reading_said(reading, text));
}

/* What is no command by its looks: talk, but in private somebody who wants something. */
static void text_no_verb(struct reading *reading)
{
    if (reading->inbound->private_room) {
        reading_ask(reading, ASK_HELP, NULL);
    }
}

/* "take back", "open host": two words that together are one verb. Then rest is what follows. */
static bool text_is_double(const struct reading *reading, const char *first, struct span *rest,
                           struct verbs *verbs)
{
    char second[FOLD_BYTES];
    char both[FOLD_BYTES];
    struct span after = *rest;
    struct span word = span_take(&after);
    size_t len = strlen(first);
    if (!text_looks_like_verb(word) || !span_fold(word, second) ||
        len + 1 + strlen(second) >= FOLD_BYTES) {
        return false;
    }
    memcpy(both, first, len + 1);
    both[len] = '_';
    memcpy(both + len + 1, second, strlen(second) + 1);
    verbs_find(reading, both, verbs);
    if (verbs->count != 0 && verbs->exact) {
        *rest = after;
        return true;
    }
    return false;
}

static void text_verb(struct reading *reading, struct span text)
{
    struct span rest = text;
    struct span word = span_take(&rest);
    char folded[FOLD_BYTES];
    struct verbs verbs;
    if (!text_looks_like_verb(word) || !span_fold(word, folded)) {
        text_no_verb(reading);
        return;
    }
    if (text_is_group(folded) && span_trim(rest).len > 0) {
        word = span_take(&rest);
        if (!span_fold(word, folded)) {
            return;
        }
    }
    if (!text_is_double(reading, folded, &rest, &verbs)) {
        verbs_find(reading, folded, &verbs);
    }
    if (verbs.count == 0 && text_is_sentence(reading, text)) {
        return;
    }
    for (size_t i = 0; i < verbs.count && verbs.exact; i++) {
        const struct game_def *game = verbs.verb[i].game;
        if (verbs.verb[i].kind != VERB_OPEN) {
            continue;
        }
        if (!text_game_verb(reading, game, rest) && !text_game_call(reading, &verbs, rest)) {
            reading_open(reading, game, rest, NULL);
        }
        return;
    }
    verbs_keep_meant(reading, &verbs);
    if (verbs.count == 0) {
        text_refuse_verb(reading, word, folded);
    } else if (!text_is_clear(&verbs) && verbs.exact && reading->table_count == 0) {
        reading_refuse(reading, REFUSAL_NO_TABLE); /* of several games, and of none at hand */
    } else if (!text_is_clear(&verbs)) {
        text_refuse_which_verb(reading, &verbs);
    } else if (verbs.verb[0].kind == VERB_ASK) {
        text_ask(reading, &verbs.verb[0], rest);
    } else if (verbs.verb[0].kind == VERB_OPEN) {
        reading_open(reading, verbs.verb[0].game, rest, NULL);
    } else {
        if (verbs.count > 1) {
            verbs.verb[0].game = NULL; /* the same verb in several games */
        }
        text_row(reading, &verbs.verb[0], rest);
    }
}

void reading_text(struct reading *reading)
{
    const char *said = reading->inbound->text == NULL ? "" : reading->inbound->text;
    struct span text = span_trim(span_of(said));
    struct span whole = text;
    if (!text_is_addressed(reading, &text)) {
        reading_plain(reading, whole);
        return;
    }
    if (text.len > TYPED_BYTES_MAX || text_count(said) < 0) {
        bool verb = text_looks_like_verb(span_take(&text)) || reading->inbound->private_room;
        if (verb) {
            reading_refuse(reading, text_count(said) < 0 ? REFUSAL_BAD_INPUT : REFUSAL_TOO_LONG);
        }
        return;
    }
    reading->in_public = !reading->inbound->private_room;
    text_take_number(reading, &text);
    if (text.len == 0) {
        if (reading->inbound->private_room || text_begins(whole, reading->words->account) ||
            reading->number != 0) {
            reading_ask(reading, reading->number != 0 ? ASK_STATUS : ASK_HELP, NULL);
            reading->command->table =
                reading->number != 0 ? reading_table(reading, NULL, NULL, true) : NULL;
        }
        return;
    }
    text_verb(reading, text);
    if (reading->command->kind == COMMAND_IGNORED && reading->in_public) {
        reading_plain(reading, whole);
    }
}
