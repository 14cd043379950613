/* English is complete: every message and refusal has words, and no sentence leaves a trace of its
 * own grammar behind. */
#include "catalogue_private.h"
#include "game.h"
#include "show_kit.h"
#include "table.h"

#include <check.h>
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
    ck_assert_msg(strstr(text, " .") == NULL || strncmp(key, "rules.", 6) == 0,
                  "%s has a blank before a full stop: %s", key, text);
}

/* Every argument that a sentence names becomes a fact of one kind. */
static void add_arguments(struct facts *facts, const struct piece *piece, enum fact_kind kind)
{
    for (; piece != NULL; piece = piece->next) {
        char name[64];
        size_t len = piece->kind != PIECE_TEXT && piece->kind != PIECE_NUMBER
                         ? strcspn(piece->text, ".")
                         : 0;
        memcpy(name, piece->kind == PIECE_NUMBER ? "" : piece->text, len < 63 ? len : 63);
        name[len < 63 ? len : 63] = '\0';
        if (len > 0 && facts_find(facts, FACTS_NONE, name) == FACTS_NONE) {
            char *kept = arena_text(kit_arena, name, strlen(name));
            switch (kind) {
            case FACT_NUMBER:
                facts_number(facts, kept, 1);
                break;
            case FACT_TEXT:
                facts_text(facts, kept, "some words", 10);
                break;
            case FACT_TERM:
                facts_term(facts, kept, "documents");
                break;
            case FACT_BOOL:
                facts_bool(facts, kept, true);
                break;
            case FACT_NULL:
            case FACT_OBJECT:
            case FACT_LIST:
                facts_null(facts, kept);
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
    static const enum fact_kind kinds[] = {FACT_NULL, FACT_NUMBER, FACT_TEXT, FACT_TERM, FACT_BOOL};
    const char *key = NULL;
    for (size_t n = 0; (key = catalogue_key(kit_english(), n)) != NULL; n++) {
        ck_clean(key, catalogue_text(kit_english(), kit_arena, key, NULL, FACTS_NONE, NULL));
        for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
            struct facts *facts = kit_facts(0);
            add_arguments(facts, catalogue_find(kit_english(), key)->pieces, kinds[i]);
            ck_clean(key,
                     catalogue_text(kit_english(), kit_arena, key, facts, FACTS_NONE, kit_names()));
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
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        for (size_t i = 0; i < (*game)->action_count; i++) {
            ck_action((*game)->id, &(*game)->actions[i]);
        }
        for (unsigned i = 0; i < TEAMS_MAX && (*game)->teams[i] != NULL; i++) {
            ck_assert(has("term", (*game)->teams[i], NULL));
        }
        ck_assert(has("term", (*game)->id, NULL) && has("teach", (*game)->id, "title") &&
                  has("rules", (*game)->id, "topics") && has("hand", (*game)->id, "1") &&
                  has("status", (*game)->id, "1") && has("result", (*game)->id, NULL));
        ck_assert_msg(strstr(catalogue_entry(kit_english(), "help.house.1"), (*game)->id) != NULL,
                      "the house's help does not name %s", (*game)->id);
    }
}
END_TEST

START_TEST(every_option_has_words)
{
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        const struct option_def *row = NULL;
        for (unsigned i = 0; (row = option_row(*game, i)) != NULL; i++) {
            ck_assert_msg(has("term.option", row->name, NULL), "no term.option.%s", row->name);
            for (unsigned k = 0; k < OPTION_CHOICES_MAX && row->choices[k] != NULL; k++) {
                const char *value = row->choices[k];
                bool name = row->kind == OPTION_CODE && row->letters == NULL;
                ck_assert_msg(name || has("term.value", value, NULL) || has("term", value, NULL),
                              "no word for %s of %s", value, row->name);
            }
        }
    }
}
END_TEST

/* The rule that matters in each phase, for the page of help. */
START_TEST(every_phase_has_its_rule)
{
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        for (unsigned i = 0; i < PHASES_MAX && (*game)->phases[i] != NULL; i++) {
            ck_assert_msg(has("rule", (*game)->id, (*game)->phases[i]), "no rule.%s.%s",
                          (*game)->id, (*game)->phases[i]);
        }
    }
}
END_TEST

/* Is a key one that something asks for? */
static bool is_used(const char *key)
{
    static const char *const families[] = {
        "term.",         "symbol.",   "list.",  "length.", "seat.",    "page.",   "possible.",
        "lobby.",        "board.",    "now.",   "ask.",    "hand.",    "status.", "result.",
        "end.",          "rule.",     "rules.", "teach.",  "field.",   "signal.", "owed.",
        "help.house",    "language.", "say.",   "alias.",  "numbers.", "web.",    "discord.",
        "house.player.", "clock.",    "pick.",  "lesson.", "matrix.",
    };
    static const char *const single[] = {"language", "help.now", "help.more", "signal"};
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
    size_t len = strlen(key);
    len -= len > 6 && strcmp(key + len - 6, ".quote") == 0 ? 6 : 0;
    len -= len > 7 && strcmp(key + len - 7, ".moment") == 0 ? 7 : 0;
    len -= len > 4 && strcmp(key + len - 4, ".now") == 0 ? 4 : 0;
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
    return false;
}

START_TEST(no_entry_is_left_over)
{
    const char *key = NULL;
    for (size_t n = 0; (key = catalogue_key(kit_english(), n)) != NULL; n++) {
        ck_assert_msg(is_used(key), "nothing asks for %s", key);
    }
}
END_TEST

/* A language beside English lacks nothing that English has. */
START_TEST(every_language_is_whole)
{
    DIR *folder = opendir(DD_SOURCE_DIR "/config/languages");
    ck_assert_ptr_nonnull(folder);
    int files = 0;
    for (const struct dirent *file; (file = readdir(folder)) != NULL;) {
        const char *dot = strrchr(file->d_name, '.');
        if (dot == NULL || strcmp(dot, ".ini") != 0) {
            continue;
        }
        char path[300];
        size_t len = 0;
        struct fault fault = {0};
        snprintf(path, sizeof path, "config/languages/%s", file->d_name);
        char *text = kit_file(path, &len);
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
    tcase_add_test(tcase, every_option_has_words);
    tcase_add_test(tcase, every_phase_has_its_rule);
    tcase_add_test(tcase, no_entry_is_left_over);
    tcase_add_test(tcase, every_language_is_whole);
    tcase_add_test(tcase, no_refusal_sounds_like_a_machine);
    suite_add_tcase(suite, tcase);
    return suite;
}
