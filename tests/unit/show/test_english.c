/* English is complete: every message and refusal has words, and no sentence leaves a trace of its
 * own grammar behind. */
#include "catalogue.h"
#include "message.h"
#include "show_kit.h"

#include <check.h>
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

/* Sentences are shown without arguments, and with everything being a number, a text, true. */
START_TEST(no_sentence_leaves_grammar_behind)
{
    const char *key = NULL;
    for (size_t n = 0; (key = catalogue_key(kit_english(), n)) != NULL; n++) {
        if (strncmp(key, "symbol.", 7) == 0) {
            continue;
        }
        const char *text = catalogue_text(kit_english(), kit_arena, key, NULL, FACTS_NONE, NULL);
        ck_assert_msg(strpbrk(text, "{}\\") == NULL && strstr(text, "**") == NULL, "%s: %s", key,
                      text);
        ck_assert_msg(strstr(text, "  ") == NULL, "%s has two blanks: %s", key, text);
    }
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
    tcase_add_test(tcase, no_refusal_sounds_like_a_machine);
    suite_add_tcase(suite, tcase);
    return suite;
}
