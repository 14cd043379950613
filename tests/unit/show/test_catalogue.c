#include "catalogue.h"
#include "catalogue_private.h"
#include "show_kit.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* The mistakes of a file, "" when it has none. */
static const char *mistakes(const char *text)
{
    static struct fault fault;
    memset(&fault, 0, sizeof fault);
    struct catalogue *catalogue = catalogue_new(text, strlen(text), &fault);
    ck_assert((catalogue == NULL) == (fault.code == FAULT_CONFIG));
    catalogue_free(&catalogue);
    ck_assert_ptr_null(catalogue);
    return fault.text;
}

static void ck_mistake(const char *text, const char *expected)
{
    ck_assert_str_eq(mistakes(text), expected);
}

START_TEST(entries_are_found)
{
    const struct catalogue *words = kit_catalogue("b = two\r\n# note\n\na.x =one  \nc = \" y \"\n");
    ck_assert_str_eq(catalogue_language(words), "en");
    ck_assert_str_eq(catalogue_entry(words, "a.x"), "one");
    ck_assert_str_eq(catalogue_entry(words, "b"), "two");
    ck_assert_str_eq(catalogue_entry(words, "c"), " y ");
    ck_assert_ptr_null(catalogue_entry(words, "a"));
}
END_TEST

START_TEST(sentences_go_on_in_the_next_lines)
{
    const struct catalogue *words = kit_catalogue("a = one\n  two\n\nb =\n  three\n");
    ck_assert_str_eq(catalogue_entry(words, "a"), "one two");
    ck_assert_str_eq(catalogue_entry(words, "b"), "three");
}
END_TEST

/* A sentence names the games that are offered, however many there are; no example among them. */
START_TEST(the_games_are_named)
{
    const struct catalogue *words = kit_catalogue("a = {games, entry g}.\ng = !{game, typed}\n");
    ck_assert_str_eq(catalogue_text(words, kit_arena, "a", NULL, VALUE_NONE, NULL),
                     "!interceptor, !decrypto, !infiltrators and !spyfall.");
}
END_TEST

START_TEST(keys_come_in_order)
{
    const struct catalogue *words = kit_catalogue("b = 2\na = 1\n");
    ck_assert_str_eq(catalogue_key(words, 0), "a");
    ck_assert_str_eq(catalogue_key(words, 1), "b");
    ck_assert_str_eq(catalogue_key(words, 2), "language");
    ck_assert_ptr_null(catalogue_key(words, 5));
}
END_TEST

START_TEST(terms_have_words_and_symbols)
{
    const struct catalogue *words =
        kit_catalogue("term.documents = Documents\nsymbol.documents = 📄\n");
    ck_assert_str_eq(catalogue_term(words, "documents"), "Documents");
    ck_assert_str_eq(catalogue_symbol(words, "documents"), "📄");
    ck_assert_str_eq(catalogue_term(words, "money"), "money");
    ck_assert_ptr_null(catalogue_symbol(words, "money"));
}
END_TEST

START_TEST(every_mistake_has_its_line)
{
    ck_mistake("language = en\nnonsense\nb = x\nB = x\n= x\n",
               "line 2: not “key = sentence”; line 4: not “key = sentence”; "
               "line 5: not “key = sentence”");
    ck_mistake("language = en\n\n  lost\n", "line 3: continues nothing");
    ck_mistake("language = en\na =\n", "line 2: has no words: a");
    ck_mistake("language = en\na = 1\nb = 2\na = 3\n", "line 4: this key was there before: a");
    ck_mistake("language = en\na = \xff\n", "line 2: not UTF-8, or longer than 2,000 bytes: a");
    ck_mistake("language = en\na = x\x01\n", "line 2: not UTF-8, or longer than 2,000 bytes: a");
    ck_mistake("a = x\n", "line 1: no entry “language = TAG”");
    ck_mistake("", "line 1: no entry “language = TAG”");
    ck_mistake("language = tlh\n", "line 1: no plural rules for: tlh");
    ck_mistake("language = en\na = {x, entry b}\n", "line 2: there is no entry: b");
    ck_mistake("language = en\na = one\n two\nb = {\n",
               "line 4: a { needs the name of an argument: b");
}
END_TEST

START_TEST(sentences_are_checked)
{
    static const char *const samples[][2] = {
        {"a } b", "a } without its {"},
        {"{x", "a } is missing"},
        {"{x, time", "a } is missing"},
        {"{x, colour}", "no such format: person mention people seats number time length word typed "
                        "entry plural select"},
        {"{x, entry}", "which entry? write {argument, entry KEY}"},
        {"{x, plural, one {a}}", "the branch “other” is missing"},
        {"{x, plural, any {a} other {b}}", "a plural knows zero one two few many other and =N"},
        {"{x, plural other {b}}", "branches come after a comma"},
        {"{x, select, a b other {c}}", "a branch needs a sentence in { }"},
        {"{x, select, other {c}", "a branch needs a name before its {"},
        {"{x, select, other {c", "a } is missing"},
        {"a **b", "**, * or ` is opened and not closed"},
        {"**a *b* c**", "one style inside another"},
        {"{x, select, other {**a}}", "**, * or ` is opened and not closed"},
        {"a \\b", "a \\ stands before one of { } * ` # \\ alone"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        const char *mistake = NULL;
        ck_assert_ptr_null(sentence_parse(kit_arena, samples[i][0], &mistake));
        ck_assert_str_eq(mistake, samples[i][1]);
    }
}
END_TEST

START_TEST(branches_have_a_depth)
{
    char text[512] = "";
    for (size_t i = 0; i < 20; i++) {
        memcpy(text + i * 19, "{x, select, other {", 20);
    }
    const char *mistake = NULL;
    ck_assert_ptr_null(sentence_parse(kit_arena, text, &mistake));
    ck_assert_str_eq(mistake, "branches within branches are too deep");
}
END_TEST

START_TEST(many_mistakes_end_with_a_hint)
{
    char text[4000] = "language = en\n";
    for (size_t at = strlen(text); at < 3900; at += 2) {
        memcpy(text + at, "?\n", 3);
    }
    const char *told = mistakes(text);
    ck_assert_ptr_nonnull(strstr(told, "line 2: "));
    ck_assert_str_eq(told + strlen(told) - 10, "; and more");
}
END_TEST

START_TEST(a_file_too_large_is_refused)
{
    size_t len = CATALOGUE_BYTES_MAX + 1;
    char *text = calloc(1, len);
    struct fault fault = {0};
    ck_assert_ptr_null(catalogue_new(text, len, &fault));
    free(text);
    ck_assert_int_eq(fault.code, FAULT_CONFIG);
}
END_TEST

START_TEST(numbers_fall_into_their_categories)
{
    static const struct {
        const char *language;
        int64_t number;
        const char *category;
    } samples[] = {
        {"en", 0, "other"},   {"en", 1, "one"},    {"en", 2, "other"},  {"en", 21, "other"},
        {"en", -1, "one"},    {"en-GB", 1, "one"}, {"fr", 0, "one"},    {"fr", 2, "other"},
        {"pt-BR", 1, "one"},  {"ja", 1, "other"},  {"ru", 1, "one"},    {"ru", 3, "few"},
        {"ru", 11, "many"},   {"ru", 21, "one"},   {"ru", 112, "many"}, {"ru", 5, "many"},
        {"pl", 1, "one"},     {"pl", 22, "few"},   {"pl", 21, "many"},  {"pl", 12, "many"},
        {"cs", 4, "few"},     {"cs", 5, "other"},  {"sl", 102, "two"},  {"sl", 4, "few"},
        {"hr", 5, "other"},   {"hr", 22, "few"},   {"lt", 11, "other"}, {"lt", 22, "few"},
        {"lv", 0, "zero"},    {"lv", 21, "one"},   {"ro", 0, "few"},    {"ro", 20, "other"},
        {"ar", 0, "zero"},    {"ar", 2, "two"},    {"ar", 103, "few"},  {"ar", 111, "many"},
        {"ar", 100, "other"}, {"he", 2, "two"},    {"tlh", 1, "other"}, {"", 1, "other"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        ck_assert_str_eq(plural_category(samples[i].language, samples[i].number),
                         samples[i].category);
    }
    ck_assert_str_eq(plural_category("en", INT64_MIN), "other");
    ck_assert(plural_knows("zh") && !plural_knows("tlh") && !plural_knows("n sv"));
}
END_TEST

Suite *suite_catalogue(void);

Suite *suite_catalogue(void)
{
    Suite *suite = suite_create("catalogue");
    TCase *tcase = tcase_create("catalogue");
    tcase_add_checked_fixture(tcase, kit_setup, kit_teardown);
    tcase_add_test(tcase, entries_are_found);
    tcase_add_test(tcase, sentences_go_on_in_the_next_lines);
    tcase_add_test(tcase, the_games_are_named);
    tcase_add_test(tcase, keys_come_in_order);
    tcase_add_test(tcase, terms_have_words_and_symbols);
    tcase_add_test(tcase, every_mistake_has_its_line);
    tcase_add_test(tcase, sentences_are_checked);
    tcase_add_test(tcase, branches_have_a_depth);
    tcase_add_test(tcase, many_mistakes_end_with_a_hint);
    tcase_add_test(tcase, a_file_too_large_is_refused);
    tcase_add_test(tcase, numbers_fall_into_their_categories);
    suite_add_tcase(suite, tcase);
    return suite;
}
