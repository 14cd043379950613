/* English is complete: every message and refusal has words, and no sentence leaves a trace of its
 * own grammar behind. */
#include "catalogue_private.h"
#include "game.h"
#include "setting.h"
#include "show_kit.h"
#include "table.h"

#include <check.h>
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const messages[] = {
#define MESSAGE(id, name) name,
#include "message.def"
#undef MESSAGE
};

static const char *const refusals[] = {
#define REFUSAL(id, name) "refusal." name,
#include "refusal.def"
#undef REFUSAL
};

START_TEST(every_message_has_words)
{
    for (size_t i = 1; i < sizeof messages / sizeof *messages; i++) {
        ck_assert_msg(catalogue_entry(kit_english(), messages[i]) != NULL, "no English for %s",
                      messages[i]);
    }
}
END_TEST

START_TEST(every_refusal_has_words)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        ck_assert_msg(catalogue_entry(kit_english(), refusals[i]) != NULL, "no English for %s",
                      refusals[i]);
    }
}
END_TEST

static void ck_clean(const char *key, const char *text)
{
    bool clean = strpbrk(text, "{}\\") == NULL && strstr(text, "**") == NULL;
    ck_assert_msg(clean, "%s leaves its grammar behind: %s", key, text);
    ck_assert_msg(strstr(text, "  ") == NULL, "%s has two blanks: %s", key, text);
    bool marks = strncmp(key, "rules.", 6) == 0 || strncmp(key, "player.", 7) == 0; /* ". | !" */
    ck_assert_msg(marks || strstr(text, " .") == NULL, "%s has a blank before a full stop: %s", key,
                  text);
}

/* Every argument that a sentence names becomes a fact of one kind. */
static void add_arguments(struct value_tree *facts, const struct piece *piece, enum value_kind kind)
{
    for (; piece != NULL; piece = piece->next) {
        char name[64];
        size_t len = piece->kind != PIECE_TEXT && piece->kind != PIECE_NUMBER
                         ? strcspn(piece->text, ".")
                         : 0;
        memcpy(name, piece->kind == PIECE_NUMBER ? "" : piece->text, len < 63 ? len : 63);
        name[len < 63 ? len : 63] = '\0';
        if (len > 0 && value_find(facts, VALUE_NONE, name) == VALUE_NONE) {
            char *kept = arena_text(kit_arena, name, strlen(name));
            switch (kind) {
            case VALUE_NUMBER:
                value_number(facts, kept, 1);
                break;
            case VALUE_TEXT:
                value_text(facts, kept, "some words", 10);
                break;
            case VALUE_TERM:
                value_term(facts, kept, "documents");
                break;
            case VALUE_BOOL:
                value_bool(facts, kept, true);
                break;
            case VALUE_NULL:
            case VALUE_OBJECT:
            case VALUE_LIST:
                value_null(facts, kept);
                break;
            }
        }
        for (const struct branch *branch = piece->branches; branch != NULL; branch = branch->next) {
            add_arguments(facts, branch->pieces, kind);
        }
    }
}

START_TEST(no_sentence_leaves_grammar_behind)
{
    static const enum value_kind kinds[] = {VALUE_NULL, VALUE_NUMBER, VALUE_TEXT, VALUE_TERM,
                                            VALUE_BOOL};
    const char *key = NULL;
    for (size_t n = 0; (key = catalogue_key(kit_english(), n)) != NULL; n++) {
        ck_clean(key, catalogue_text(kit_english(), kit_arena, key, NULL, VALUE_NONE, NULL));
        for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
            struct value_tree *facts = kit_facts(0);
            add_arguments(facts, catalogue_find(kit_english(), key)->pieces, kinds[i]);
            ck_clean(key,
                     catalogue_text(kit_english(), kit_arena, key, facts, VALUE_NONE, kit_names()));
        }
    }
}
END_TEST

static bool has(const char *a, const char *b, const char *c)
{
    char key[160];
    snprintf(key, sizeof key, "%s%s%s%s%s", a, b != NULL ? "." : "", b != NULL ? b : "",
             c != NULL ? "." : "", c != NULL ? c : "");
    return catalogue_entry(kit_english(), key) != NULL;
}

/* Fields, choices and names of one act of a game, or of a table's (game "table"). */
static void ck_action(const char *game, const struct action_def *row)
{
    bool shown = (row->surfaces & AS_HIDDEN) == 0;
    for (unsigned i = 0; shown && i < row->arg_count; i++) {
        const struct arg_def *arg = &row->args[i];
        bool typed = (arg->flags & ARG_RESOLVED) == 0 && arg->kind != ARG_OBJECT;
        bool field = has("field", game, arg->name) || has("field", arg->name, NULL);
        ck_assert_msg(!typed || field, "no field.%s.%s (of %s)", game, arg->name, row->name);
        ck_assert_msg(!typed || has("term.argument", arg->name, NULL), "no term.argument.%s",
                      arg->name);
        for (unsigned k = 0; typed && k < arg->choice_count; k++) {
            const char *name = arg->choices[k].name;
            const char *last = strrchr(arg->name, '.');
            bool word =
                has("term", last != NULL ? last + 1 : arg->name, name) || has("term", name, NULL);
            ck_assert_msg(word, "no word for %s of %s", name, arg->name);
        }
    }
    bool asked = shown && (row->surfaces & AS_BUTTON) != 0 && (row->surfaces & AS_STANDING) == 0 &&
                 strcmp(game, "table") != 0;
    ck_assert_msg(!asked || (has("now", game, row->name) && has("ask", game, row->name)),
                  "no now.%s.%s, or no ask", game, row->name);
}

START_TEST(every_act_has_words)
{
    size_t count = 0;
    const struct action_def *rows = table_actions(&count);
    for (size_t i = 0; i < count; i++) {
        ck_action("table", &rows[i]);
    }
    for (const struct game_def *const *game = games_known; *game != NULL; game++) {
        for (size_t i = 0; i < (*game)->action_count; i++) {
            ck_action((*game)->id, &(*game)->actions[i]);
        }
        for (unsigned i = 0; i < TEAMS_MAX && (*game)->teams[i] != NULL; i++) {
            ck_assert(has("term", (*game)->teams[i], NULL));
        }
        ck_assert(has("term", (*game)->id, NULL) && has("teach", (*game)->id, "title") &&
                  has("rules", (*game)->id, "topics") && has("hand", (*game)->id, "1") &&
                  has("status", (*game)->id, "1") && has("result", (*game)->id, NULL));
    }
}
END_TEST

/* Words as people count them: what stands between blanks and has a letter or a digit. */
static unsigned words_of(const char *text)
{
    unsigned words = 0;
    while (*text != '\0') {
        size_t len = strcspn(text, " ");
        bool word = false;
        for (size_t i = 0; i < len; i++) {
            word = word || isalnum((unsigned char)text[i]) != 0;
        }
        words += word;
        text += len + strspn(text + len, " ");
    }
    return words;
}

/* Title, lines and example: what is read in a minute, and not later. */
START_TEST(every_game_is_taught_in_less_than_eighty_words)
{
    enum { WORDS_MAX = 79, WORDS_MIN = 20 };
    for (const struct game_def *const *game = games_known; *game != NULL; game++) {
        char prefix[80];
        snprintf(prefix, sizeof prefix, "teach.%s.", (*game)->id);
        unsigned words = 0;
        const char *key = NULL;
        for (size_t n = 0; (key = catalogue_key(kit_english(), n)) != NULL; n++) {
            if (strncmp(key, prefix, strlen(prefix)) == 0) {
                words +=
                    words_of(catalogue_text(kit_english(), kit_arena, key, NULL, VALUE_NONE, NULL));
            }
        }
        ck_assert_msg(words >= WORDS_MIN && words <= WORDS_MAX, "%s has %u words", prefix, words);
    }
}
END_TEST

START_TEST(what_is_shared_has_a_sign_for_every_mark)
{
    for (const struct game_def *const *game = games_known; *game != NULL; game++) {
        for (unsigned i = 0; (*game)->course != NULL && (*game)->course_marks[i] != NULL; i++) {
            char mark[64];
            snprintf(mark, sizeof mark, "mark.%s", (*game)->course_marks[i]);
            ck_assert(has("share", (*game)->id, NULL));
            ck_assert_msg(has("share", (*game)->id, mark), "no share.%s.%s", (*game)->id, mark);
        }
    }
}
END_TEST

START_TEST(the_help_names_the_games_that_are_offered)
{
    const char *help =
        catalogue_text(kit_english(), kit_arena, "help.house.1", NULL, VALUE_NONE, NULL);
    const struct game_def *const *offered = games_all;
    for (const struct game_def *const *game = games_known; *game != NULL; game++) {
        bool named = strstr(help, (*game)->id) != NULL;
        ck_assert_msg(named == (*offered == *game), "the house's help and %s", (*game)->id);
        offered += *offered == *game;
    }
}
END_TEST

static void options_have_words(const struct game_def *game)
{
    const struct option_def *row = NULL;
    for (unsigned i = 0; (row = option_row(game, i)) != NULL; i++) {
        bool used = row->name[0] != '\0';
        ck_assert_msg(!used || has("term.option", row->name, NULL), "no term.option.%s", row->name);
        for (unsigned k = 0; used && k < OPTION_CHOICES_MAX && row->choices[k] != NULL; k++) {
            const char *value = row->choices[k];
            bool name = row->kind == OPTION_CODE && row->letters == NULL;
            ck_assert_msg(name || has("term.value", value, NULL) || has("term", value, NULL),
                          "no word for %s of %s", value, row->name);
        }
    }
}

START_TEST(every_option_has_words)
{
    for (const struct game_def *const *game = games_known; *game != NULL; game++) {
        options_have_words(*game);
    }
    for (const struct game_def *const *game = games_gathering; *game != NULL; game++) {
        options_have_words(*game);
    }
}
END_TEST

/* The rule that matters in each phase, for the page of help. */
START_TEST(every_phase_has_its_rule)
{
    for (const struct game_def *const *game = games_known; *game != NULL; game++) {
        for (unsigned i = 0; i < PHASES_MAX && (*game)->phases[i] != NULL; i++) {
            ck_assert_msg(has("rule", (*game)->id, (*game)->phases[i]), "no rule.%s.%s",
                          (*game)->id, (*game)->phases[i]);
        }
    }
}
END_TEST

/* Is it a message or a refusal, whatever it is for that stands behind its name? */
static bool is_message(const char *key)
{
    static const char *const kinds[] = {"",        ".quote", ".moment", ".now",
                                        ".answer", ".news",  ".typed",  ".now.typed"};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        size_t kind = strlen(kinds[k]);
        size_t len = strlen(key);
        if (len <= kind || strcmp(key + len - kind, kinds[k]) != 0) {
            continue;
        }
        len -= kind;
        for (size_t i = 1; i < sizeof messages / sizeof messages[0]; i++) {
            if (strlen(messages[i]) == len && strncmp(messages[i], key, len) == 0) {
                return true;
            }
        }
        for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
            if (strlen(refusals[i]) == len && strncmp(refusals[i], key, len) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* The same of a refusal that a game has a sentence of its own for: "refusal.KEY.GAME". */
static bool is_message_of_game(const char *key)
{
    for (const struct game_def *const *game = games_known; *game != NULL; game++) {
        char end[64];
        char whole[160];
        snprintf(end, sizeof end, ".%s", (*game)->id);
        size_t len = strlen(key);
        size_t of = strlen(end);
        if (len > of && strcmp(key + len - of, end) == 0) {
            snprintf(whole, sizeof whole, "%.*s", (int)(len - of), key);
            return strncmp(key, "refusal.", 8) == 0 && is_message(whole);
        }
    }
    return false;
}

/* What a table's own action does at a night: "night.help.join". */
static bool is_help_at_night(const char *key)
{
    size_t count = 0;
    const struct action_def *rows = table_actions(&count);
    for (const struct game_def *const *game = games_gathering; *game != NULL; game++) {
        for (size_t i = 0; i < count; i++) {
            char whole[96];
            snprintf(whole, sizeof whole, "%s.help.%s", (*game)->id, rows[i].name);
            if (strcmp(whole, key) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Of the settings: on their buttons, and of one of them what it is called and what it may be. */
static bool is_setting(const char *key)
{
    static const char *const single[] = {"setting.own", "setting.usual", "setting.server",
                                         "setting.to", "setting.to.server"};
    bool is = false;
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++) {
        is = is || strcmp(single[i], key) == 0;
    }
    for (unsigned i = 0; i < SETTINGS; i++) {
        const struct setting_row *row = setting_row((enum setting)i);
        char value[SETTING_VALUE_BYTES];
        char name[96];
        snprintf(name, sizeof name, "setting.%s", row->name);
        is = is || strcmp(name, key) == 0;
        for (unsigned k = 0; setting_value((enum setting)i, k, value); k++) {
            snprintf(name, sizeof name, "setting.%s.%s", row->name, value);
            is = is || strcmp(name, key) == 0;
        }
        for (unsigned k = 0; row->open && k < 2; k++) {
            snprintf(name, sizeof name, "setting.%s.%s", row->name, k == 0 ? "say" : "field");
            is = is || strcmp(name, key) == 0;
        }
    }
    return is;
}

/* Whatever stands in their table can be shown, pressed and asked for. */
START_TEST(every_setting_has_words)
{
    for (unsigned i = 0; i < SETTINGS; i++) {
        const struct setting_row *row = setting_row((enum setting)i);
        char value[SETTING_VALUE_BYTES];
        ck_assert_msg(has("setting", row->name, NULL), "no setting.%s", row->name);
        ck_assert_msg(has("web.ask", row->name, NULL), "no web.ask.%s", row->name);
        for (unsigned k = 0; setting_value((enum setting)i, k, value); k++) {
            ck_assert_msg(has("setting", row->name, value), "no word for %s of %s", value,
                          row->name);
        }
        ck_assert(!row->open || has("setting", row->name, "say"));
        ck_assert(!row->open || has("setting", row->name, "field"));
    }
}
END_TEST

/* Is a key one that something asks for? */
static bool is_used(const char *key)
{
    static const char *const families[] = {
        "term.",     "symbol.",  "list.",   "length.",    "seat.",         "page.",
        "possible.", "lobby.",   "board.",  "now.",       "ask.",          "hand.",
        "status.",   "result.",  "end.",    "rule.",      "rules.",        "teach.",
        "field.",    "signal.",  "owed.",   "help.house", "language.",     "say.",
        "alias.",    "numbers.", "web.",    "discord.",   "house.player.", "house.voice.",
        "clock.",    "pick.",    "lesson.", "matrix.",    "card.",         "call.",
        "form.",     "player.",  "pitch.",  "share.",     "transcript.",
    };
    static const char *const single[] = {"language",        "help.now",  "help.more",
                                         "help.more.typed", "help.asks", "signal"};
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        if (strncmp(families[i], key, strlen(families[i])) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++) {
        if (strcmp(single[i], key) == 0) {
            return true;
        }
    }
    return is_message(key) || is_message_of_game(key) || is_help_at_night(key) || is_setting(key);
}

START_TEST(no_entry_is_left_over)
{
    const char *key = NULL;
    for (size_t n = 0; (key = catalogue_key(kit_english(), n)) != NULL; n++) {
        ck_assert_msg(is_used(key), "nothing asks for %s", key);
    }
}
END_TEST

/* Does a text of its own style name something that is typed: an act, a question? */
static bool names_command(const char *text)
{
    static const char *const questions[] = {"hand", "help",  "board", "status",
                                            "log",  "rules", "todo",  "record"};
    size_t count = 0;
    const struct action_def *rows = table_actions(&count);
    text += strspn(text, "!/");
    size_t len = strcspn(text, " ");
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        if (strlen(questions[i]) == len && strncmp(questions[i], text, len) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (strlen(rows[i].name) == len && strncmp(rows[i].name, text, len) == 0) {
            return true;
        }
    }
    for (const struct game_def *const *game = games_known; *game != NULL; game++) {
        for (size_t i = 0; i < (*game)->action_count; i++) {
            const char *name = (*game)->actions[i].name;
            if (strlen(name) == len && strncmp(name, text, len) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* What somebody is told whom no button would help: who has just typed something that is no word,
 * moderators, and what can be done by words alone. */
static bool is_for_typists(const char *key)
{
    static const char *const keys[] = {
        "possible.house",
        "refusal.not_relayed.now",
        "refusal.hidden_full.now",
        "refusal.unknown_verb.",
        "refusal.which_verb",
        "refusal.no_lesson.now",
        "refusal.which_game.now",
        "house.frozen",
        "house.options",
        "house.team_room",
        "help.house",
        "rules.none",
        "rules.spyfall.change.2",
        "lesson.",
        "teach.practice",
        "refusal.bad_option",
    };
    size_t len = strlen(key);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strncmp(key, keys[i], strlen(keys[i])) == 0) {
            return true;
        }
    }
    return len > 6 && strcmp(key + len - 6, ".typed") == 0;
}

static void ck_no_command(const char *key, const struct piece *piece)
{
    for (; piece != NULL; piece = piece->next) {
        bool code = piece->style == RUN_CODE && piece->kind == PIECE_TEXT;
        ck_assert_msg(!code || !names_command(piece->text), "%s names `%s`: %s.typed", key,
                      piece->text, key);
        for (const struct branch *branch = piece->branches; branch != NULL; branch = branch->next) {
            ck_no_command(key, branch->pieces);
        }
    }
}

/* Where there are buttons, sentences speak of buttons. */
START_TEST(no_sentence_names_a_command_to_who_has_buttons)
{
    const char *key = NULL;
    for (size_t n = 0; (key = catalogue_key(kit_english(), n)) != NULL; n++) {
        if (!is_for_typists(key)) {
            ck_no_command(key, catalogue_find(kit_english(), key)->pieces);
        }
    }
}
END_TEST

START_TEST(who_has_no_buttons_is_told_words)
{
    const struct catalogue *words = catalogue_in_words(kit_english());
    ck_assert_ptr_ne(words, kit_english());
    ck_assert_ptr_eq(catalogue_in_words(words), words);
    ck_assert_ptr_nonnull(strstr(catalogue_entry(words, "refusal.paused.now"), "`resume`"));
    ck_assert_ptr_null(strstr(catalogue_entry(kit_english(), "refusal.paused.now"), "`"));
    ck_assert_str_eq(catalogue_entry(words, "label.join"),
                     catalogue_entry(kit_english(), "label.join"));
    const char *key = NULL; /* each says what the other says */
    for (size_t n = 0; (key = catalogue_key(kit_english(), n)) != NULL; n++) {
        size_t len = strlen(key);
        if (len > 6 && strcmp(key + len - 6, ".typed") == 0) {
            char plain[160];
            snprintf(plain, sizeof plain, "%.*s", (int)(len - 6), key);
            ck_assert_msg(catalogue_entry(kit_english(), plain) != NULL, "no %s", plain);
        }
    }
}
END_TEST

/* A language beside English lacks nothing that English has. */
START_TEST(every_language_is_whole)
{
    DIR *folder = opendir(DD_BUILD_DIR "/languages");
    ck_assert_ptr_nonnull(folder);
    int files = 0;
    for (const struct dirent *file; (file = readdir(folder)) != NULL;) {
        const char *dot = strrchr(file->d_name, '.');
        if (dot == NULL || strcmp(dot, ".ini") != 0) {
            continue;
        }
        const char *path = file->d_name;
        size_t len = 0;
        struct fault fault = {0};
        char *text = kit_language_file(path, &len);
        struct catalogue *words = catalogue_new(text, len, &fault);
        ck_assert_msg(words != NULL, "%s: %s", path, fault.text);
        const char *key = NULL;
        for (size_t n = 0; (key = catalogue_key(kit_english(), n)) != NULL; n++) {
            ck_assert_msg(catalogue_entry(words, key) != NULL, "%s lacks %s", path, key);
        }
        catalogue_free(&words);
        free(text);
        files++;
    }
    closedir(folder);
    ck_assert_int_gt(files, 0);
}
END_TEST

START_TEST(no_refusal_sounds_like_a_machine)
{
    static const char *const words[] = {"error", "invalid", "illegal", "failure", "denied"};
    const char *key = NULL;
    for (size_t n = 0; (key = catalogue_key(kit_english(), n)) != NULL; n++) {
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            ck_assert_msg(strcasestr(catalogue_entry(kit_english(), key), words[i]) == NULL,
                          "%s says %s", key, words[i]);
        }
    }
}
END_TEST

Suite *suite_english(void);

Suite *suite_english(void)
{
    Suite *suite = suite_create("english");
    TCase *tcase = tcase_create("english");
    tcase_add_checked_fixture(tcase, kit_setup, kit_teardown);
    tcase_add_test(tcase, every_message_has_words);
    tcase_add_test(tcase, every_refusal_has_words);
    tcase_add_test(tcase, no_sentence_leaves_grammar_behind);
    tcase_add_test(tcase, every_act_has_words);
    tcase_add_test(tcase, every_game_is_taught_in_less_than_eighty_words);
    tcase_add_test(tcase, what_is_shared_has_a_sign_for_every_mark);
    tcase_add_test(tcase, the_help_names_the_games_that_are_offered);
    tcase_add_test(tcase, every_option_has_words);
    tcase_add_test(tcase, every_phase_has_its_rule);
    tcase_add_test(tcase, no_entry_is_left_over);
    tcase_add_test(tcase, every_setting_has_words);
    tcase_add_test(tcase, no_sentence_names_a_command_to_who_has_buttons);
    tcase_add_test(tcase, who_has_no_buttons_is_told_words);
    tcase_add_test(tcase, every_language_is_whole);
    tcase_add_test(tcase, no_refusal_sounds_like_a_machine);
    suite_add_tcase(suite, tcase);
    return suite;
}
