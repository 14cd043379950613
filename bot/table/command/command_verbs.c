/* Verbs: what a word may mean here. Declared names and aliases first, then beginnings of them; what
 * is merely similar is offered, never run. */
#include "command_index.h"

#include <string.h>

struct verb_question {
    const char *name;
    const char *aliases;
    enum command_question question;
    const char *wish; /* the argument that says what is to be chosen; NULL: nothing is */
};

static const struct verb_question verb_questions[] = {
    {"help", "h ?", ASK_HELP, NULL},
    {"rules", "howto how_to", ASK_RULES, NULL},
    {"status", "state st stat discard", ASK_STATUS, NULL},
    {"hand", "my_hand card cards secrets", ASK_HAND, NULL},
    {"todo", "turns", ASK_TODO, NULL},
    {"board", "show_board sheet notes locations places", ASK_BOARD, NULL},
    {"console", "manage host_console", ASK_CONSOLE, NULL},
    {"log", "history transcript replay", ASK_LOG, "to"},
    {"news", "catch_up catchup missed", ASK_NEWS, NULL},
    {"tables", "games tonight", ASK_TABLES, NULL},
    {"record", "proof fairness", ASK_RECORD, NULL},
    {"calendar", "ics calendar_file", ASK_CALENDAR, NULL},
    {"share", "squares", ASK_SHARE, NULL},
    {"settings", "me my_settings preferences", ASK_OWN, "to"},
    {"about", "version credits imprint", ASK_ABOUT, NULL},
    {"data", "my_data privacy", ASK_DATA, "to"},
    {"link", "link_account link_accounts", ASK_LINK, "to"},
    {"unlink", "unlink_account", ASK_UNLINK, "to"},
    {"stats", "statistics my_stats", ASK_STATS, "to"},
    {"leaderboard", "leaderboards ladder ranking rankings standings", ASK_LEADERBOARD, "to"},
    {"notify", "notify_me tell_me tellme players_wanted", ASK_NOTIFY, "to"},
    {"block", "blocked ignore", ASK_BLOCK, "to"},
    {"unblock", "unignore", ASK_UNBLOCK, "to"},
    {"room", "room_settings", ASK_ROOM, "to"},
    {"practice", "tutorial lesson learn", ASK_PRACTICE, NULL},
#define OWN_CHOICE(id, name, aliases, ...)  {name, aliases, ASK_OWN_##id, "to"},
#define ROOM_CHOICE(id, name, aliases, ...) {name, aliases, ASK_ROOM_##id, "to"},
#include "own_choices.def"
#include "room_choices.def"
#undef OWN_CHOICE
#undef ROOM_CHOICE
};

enum { QUESTIONS = sizeof verb_questions / sizeof verb_questions[0] };

enum setting command_setting(enum command_question question)
{
    int at = (int)question - (int)(ASK_QUESTIONS - SETTINGS);
    return at < 0 ? SETTINGS : (enum setting)at;
}

bool verbs_question(const char *name, enum command_question *question_r)
{
    for (unsigned i = 0; i < QUESTIONS; i++) {
        if (strcmp(verb_questions[i].name, name) == 0) {
            *question_r = verb_questions[i].question;
            return true;
        }
    }
    return false;
}

/* NULL: no word asks it (a form's). */
static const struct verb_question *verb_question_of(enum command_question question)
{
    for (unsigned i = 0; i < QUESTIONS; i++) {
        if (verb_questions[i].question == question) {
            return &verb_questions[i];
        }
    }
    return NULL;
}

const char *reading_wish(enum command_question question)
{
    const struct verb_question *row = verb_question_of(question);
    return row == NULL ? NULL : row->wish;
}

bool reading_is_house(enum command_question question)
{
    return question == ASK_TODO || question == ASK_TABLES || question == ASK_ABOUT;
}

bool reading_is_of_table(enum command_question question)
{
    static const enum command_question of_table[] = {
        ASK_HAND, ASK_BOARD, ASK_LOG, ASK_NEWS, ASK_RECORD, ASK_SHARE, ASK_CONSOLE, ASK_CALENDAR};
    for (unsigned i = 0; i < sizeof of_table / sizeof of_table[0]; i++) {
        if (of_table[i] == question) {
            return true;
        }
    }
    return false;
}

bool reading_is_of_person(enum command_question question)
{
    return question == ASK_BLOCK || question == ASK_UNBLOCK || question == ASK_STATS;
}

void reading_whom(const struct reading *reading)
{
    struct command *command = reading->command;
    const char *to = value_text_at(&command->args, "to", "");
    uint64_t person = command->kind == COMMAND_ASK && reading_is_of_person(command->question)
                          ? people_mentioned(reading, span_of(to))
                          : 0;
    if (person != 0) {
        value_number(&command->args, "person", (int64_t)person);
    }
}

static const char *verb_question_aliases(enum command_question question)
{
    const struct verb_question *row = verb_question_of(question);
    return row == NULL ? NULL : row->aliases;
}

static void list_add(struct verb_list *list, const struct verb *verb)
{
    if (list->count < VERBS_MAX) {
        list->verb[list->count++] = *verb;
    }
}

static void list_rows(struct verb_list *list, const struct action_def *rows, size_t count,
                      const struct game_def *game)
{
    for (size_t i = 0; i < count; i++) {
        struct verb verb = {.kind = VERB_ROW, .name = rows[i].name, .row = &rows[i], .game = game};
        bool shadowed = game != NULL && action_find(table_rows, table_row_count, verb.name) != NULL;
        if ((rows[i].surfaces & AS_HIDDEN) == 0 && !shadowed) {
            list_add(list, &verb);
        }
    }
}

static void list_game(struct verb_list *list, const struct game_def *game)
{
    size_t common = 0;
    const struct action_def *rows = rules_common_actions(&common);
    for (size_t i = 0; i < list->count; i++) {
        if (list->verb[i].kind == VERB_OPEN && list->verb[i].game == game) {
            return; /* it is in already */
        }
    }
    struct verb open = {.kind = VERB_OPEN, .name = game->id, .game = game};
    list_add(list, &open);
    list_rows(list, game->actions, game->action_count, game);
    list_rows(list, rows, game->gathers ? 0 : common, game);
}

void verbs_all(const struct reading *reading, struct verb_list *list)
{
    list->count = 0;
    for (unsigned i = 0; i < QUESTIONS; i++) {
        struct verb verb = {.kind = VERB_ASK,
                            .name = verb_questions[i].name,
                            .question = verb_questions[i].question};
        list_add(list, &verb);
    }
    list_rows(list, table_rows, table_row_count, NULL);
    for (size_t i = 0; i < reading->table_count; i++) {
        list_game(list, reading->tables[i].table->game);
    }
    for (const struct game_def *const *game = games_known; *game != NULL; game++) {
        list_game(list, *game);
    }
    for (const struct game_def *const *game = games_gathering; *game != NULL; game++) {
        list_game(list, *game);
    }
}

static bool verb_begins(const char *folded, const char *list, size_t len)
{
    while (list != NULL && *list != '\0') {
        while (*list == ' ') {
            list++;
        }
        if (strncmp(list, folded, len) == 0) {
            return true;
        }
        list += strcspn(list, " ");
    }
    return false;
}

enum verb_match { MATCH_EXACT, MATCH_NAME_BEGINS, MATCH_ALIAS_BEGINS, MATCHES };

unsigned verbs_words(const struct reading *reading, const struct verb *verb,
                     const char *words[VERB_WORDS_MAX])
{
    const char *group = verb->kind == VERB_OPEN ? "alias.game" : "alias.verb";
    unsigned count = 0;
    words[count++] = reading_word(reading, group, verb->name);
    if (verb->kind == VERB_ASK) {
        words[count++] = verb_question_aliases(verb->question);
    }
    if (verb->row != NULL) {
        words[count++] = verb->row->slash;
        for (unsigned i = 0; i < ACTION_ALIASES_MAX; i++) {
            words[count++] = verb->row->aliases[i];
        }
    }
    return count;
}

static bool verb_alias_has(const struct reading *reading, const struct verb *verb,
                           const char *folded, enum verb_match match)
{
    size_t len = strlen(folded);
    const char *words[VERB_WORDS_MAX] = {NULL};
    unsigned count = verbs_words(reading, verb, words);
    for (unsigned i = 0; i < count; i++) {
        if (match == MATCH_EXACT ? fold_in_list(folded, words[i])
                                 : verb_begins(folded, words[i], len)) {
            return true;
        }
    }
    return false;
}

static bool verb_has(const struct reading *reading, const struct verb *verb, const char *folded,
                     enum verb_match match)
{
    switch (match) {
    case MATCH_EXACT:
        return strcmp(verb->name, folded) == 0 || verb_alias_has(reading, verb, folded, match);
    case MATCH_NAME_BEGINS:
        return strncmp(verb->name, folded, strlen(folded)) == 0;
    case MATCH_ALIAS_BEGINS:
        return verb_alias_has(reading, verb, folded, match);
    case MATCHES:
        break;
    }
    return false;
}

void verbs_find(const struct reading *reading, const char *folded, struct verbs *verbs)
{
    struct verb_list list;
    if (command_index_find(reading, folded, verbs)) {
        return;
    }
    verbs_all(reading, &list);
    verbs->count = 0;
    for (enum verb_match match = MATCH_EXACT; match < MATCHES && verbs->count == 0; match++) {
        verbs->exact = match == MATCH_EXACT;
        bool long_enough = verbs->exact || strlen(folded) >= 2;
        for (size_t i = 0; i < list.count && long_enough && verbs->count < HITS_MAX; i++) {
            if (verb_has(reading, &list.verb[i], folded, match)) {
                verbs->verb[verbs->count++] = list.verb[i];
            }
        }
    }
}

/* Letters to change, add, take away or swap with the next; words of up to 24 letters. */
static unsigned verb_distance(const char *a, const char *b)
{
    enum { LETTERS = 24 };
    unsigned rows[3][LETTERS + 1];
    size_t a_len = strlen(a);
    size_t b_len = strlen(b);
    if (a_len > LETTERS || b_len > LETTERS) {
        return LETTERS;
    }
    for (size_t k = 0; k <= b_len; k++) {
        rows[0][k] = (unsigned)k;
    }
    for (size_t i = 1; i <= a_len; i++) {
        unsigned *now = rows[i % 3];
        const unsigned *last = rows[(i - 1) % 3];
        now[0] = (unsigned)i;
        for (size_t k = 1; k <= b_len; k++) {
            unsigned best = last[k - 1] + (a[i - 1] != b[k - 1]);
            best = last[k] + 1 < best ? last[k] + 1 : best;
            best = now[k - 1] + 1 < best ? now[k - 1] + 1 : best;
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1]) {
                unsigned swapped = rows[(i - 2) % 3][k - 2] + 1;
                best = swapped < best ? swapped : best;
            }
            now[k] = best;
        }
    }
    return rows[a_len % 3][b_len];
}

const char *verbs_nearest(const struct reading *reading, const char *folded)
{
    struct verb_list list;
    const char *nearest = NULL;
    unsigned least = 3; /* fewer changes than that */
    size_t len = strlen(folded);
    verbs_all(reading, &list);
    for (size_t i = 0; i < list.count; i++) {
        const char *name = list.verb[i].name;
        unsigned most = len <= 3 || (len <= 5 && name[0] != folded[0]) ? 1 : 2;
        unsigned distance = verb_distance(folded, name);
        if (distance < least && distance <= most) {
            least = distance;
            nearest = name;
        }
    }
    return nearest;
}

/* --- what fits the tables at hand ---------------------------------------------------------------
 */

enum { MEANT_GAMES_MAX = 8 };

/* A word by which a game at hand calls an act of its own is no other word for a question: "card" is
 * played in Interceptor, and looked at elsewhere. */
static void verbs_prefer_rows(struct verbs *verbs, unsigned games)
{
    bool row = false;
    size_t count = 0;
    for (size_t i = 0; i < verbs->count; i++) {
        row = row || (verbs->verb[i].kind == VERB_ROW && verbs->verb[i].game != NULL);
    }
    for (size_t i = 0; i < verbs->count; i++) {
        bool asks = verbs->verb[i].kind == VERB_ASK;
        if (!verbs->exact || !row || asks != (games > 0)) {
            verbs->verb[count++] = verbs->verb[i];
        }
    }
    verbs->count = count > 0 ? count : verbs->count;
}

/* Tables that words could be about, by their games and phases. */
struct meant {
    unsigned games;
    const struct game_def *game[MEANT_GAMES_MAX];
    uint32_t phases;
};

static bool meant_game(const struct meant *meant, const struct game_def *game)
{
    for (unsigned i = 0; i < meant->games; i++) {
        if (meant->game[i] == game) {
            return true;
        }
    }
    return false;
}

/* All of them, or the person's own alone. */
static void meant_find(const struct reading *reading, bool own, struct meant *meant)
{
    memset(meant, 0, sizeof *meant);
    for (size_t i = 0; i < reading->table_count; i++) {
        const struct command_table *one = &reading->tables[i];
        bool here = one->in_this_room || one->in_team_room || reading->inbound->private_room;
        bool is = reading->only_table != 0 ? one->table->id == reading->only_table
                  : reading->number != 0   ? one->table->number == reading->number
                                           : here && (!own || reading_is_mine(reading, one->table));
        meant->phases |= is ? BIT(one->table->phase) : 0;
        if (is && !meant_game(meant, one->table->game) && meant->games < MEANT_GAMES_MAX) {
            meant->game[meant->games++] = one->table->game;
        }
    }
}

void verbs_keep_meant(const struct reading *reading, struct verbs *verbs)
{
    struct verbs kept = {.count = 0, .exact = verbs->exact};
    struct meant meant;
    struct meant own;
    meant_find(reading, false, &meant);
    meant_find(reading, true, &own);
    const struct meant *games = own.games > 0 ? &own : &meant;
    for (size_t i = 0; i < verbs->count; i++) {
        const struct verb *verb = &verbs->verb[i];
        bool other_game = verb->game != NULL && games->games > 0 && !meant_game(games, verb->game);
        bool other_phase = verb->game == NULL && verbs->exact && verb->kind == VERB_ROW &&
                           (verb->row->phases & meant.phases) == 0;
        if (verb->kind != VERB_ROW || (!other_game && !other_phase)) {
            kept.verb[kept.count++] = *verb;
        }
    }
    *verbs = kept.count > 0 ? kept : *verbs;
    verbs_prefer_rows(verbs, meant.games);
    if (meant.phases == 0 && verbs->exact && verbs->count > 0 && verbs->verb[0].game == NULL) {
        verbs->count = 1; /* no table is meant: any of them will say so */
    }
}
