/* The index of words finds what looking at every verb finds. */
#include "command_index.h"
#include "table_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

enum { TABLES = 2 };

static struct command_words words;
static struct table *tables[TABLES];
static struct command_table meant[TABLES];
static unsigned compared;

static void set_up(void)
{
    kit_words(&words);
    compared = 0;
    for (unsigned i = 0; i < TABLES; i++) {
        tables[i] = calloc(1, sizeof *tables[i]);
        meant[i] = (struct command_table){.table = tables[i]};
    }
}

static void tear_down(void)
{
    for (unsigned i = 0; i < TABLES; i++) {
        free(tables[i]);
    }
}

/* By looking at each verb, and by the index. */
static void compare(const struct reading *reading, const struct command_index *index,
                    const char *folded)
{
    struct command_words with = words;
    struct reading indexed = *reading;
    struct verbs slow;
    struct verbs fast;
    with.index = index;
    indexed.words = &with;
    verbs_find(reading, folded, &slow);
    bool found = command_index_find(&indexed, folded, &fast);
    ck_assert_msg(found == (slow.exact && slow.count > 0), "%s", folded);
    if (!found) {
        return;
    }
    ck_assert_msg(fast.exact, "%s", folded);
    ck_assert_msg(slow.count == fast.count, "%s: %zu, %zu", folded, slow.count, fast.count);
    for (size_t i = 0; i < slow.count; i++) {
        ck_assert_msg(slow.verb[i].kind == fast.verb[i].kind &&
                          slow.verb[i].row == fast.verb[i].row &&
                          slow.verb[i].game == fast.verb[i].game &&
                          slow.verb[i].question == fast.verb[i].question &&
                          strcmp(slow.verb[i].name, fast.verb[i].name) == 0,
                      "%s: number %zu", folded, i);
    }
    compared++;
}

/* Each word of a list that is separated by blanks. */
static void compare_words(const struct reading *reading, const struct command_index *index,
                          const char *list)
{
    struct span rest = span_of(list);
    char folded[FOLD_BYTES];
    for (struct span word = span_take(&rest); word.len > 0; word = span_take(&rest)) {
        ck_assert(span_fold(word, folded));
        compare(reading, index, folded);
        folded[strlen(folded) - 1] = '\0'; /* a beginning is none of its words */
        if (reading->table_count == 0) {
            compare(reading, index, folded);
        }
    }
}

static void compare_all(const struct reading *reading, const struct command_index *index)
{
    struct verb_list list;
    verbs_all(reading, &list);
    for (size_t i = 0; i < list.count; i++) {
        const char *lists[VERB_WORDS_MAX] = {NULL};
        unsigned count = verbs_words(reading, &list.verb[i], lists);
        compare(reading, index, list.verb[i].name);
        for (unsigned k = 0; k < count; k++) {
            compare_words(reading, index, lists[k]);
        }
    }
}

START_TEST(the_index_finds_what_every_verb_says)
{
    struct command_index *index = command_index_new(&words);
    struct reading reading = {.words = &words, .tables = meant};
    ck_assert_ptr_nonnull(index);
    compare_all(&reading, index);
    for (const struct game_def *const *one = games_all; *one != NULL; one++) {
        tables[0]->game = *one;
        reading.table_count = 1;
        compare_all(&reading, index);
        tables[1]->game = one[1] != NULL ? one[1] : games_all[0];
        reading.table_count = 2;
        compare_all(&reading, index);
    }
    ck_assert_uint_gt(compared, 1000);
    command_index_free(&index);
    ck_assert_ptr_null(index);
}
END_TEST

START_TEST(words_of_no_verb_and_of_foreign_games_are_left_to_the_slow_way)
{
    static const struct game_def foreign = {.id = "foreign"};
    struct command_index *index = command_index_new(&words);
    struct command_words with = words;
    struct reading reading = {.words = &with, .tables = meant};
    struct verbs verbs;
    with.index = index;
    ck_assert(command_index_find(&reading, "todo", &verbs));
    ck_assert(!command_index_find(&reading, "nonsense", &verbs));
    ck_assert(!command_index_find(&reading, "", &verbs));
    tables[0]->game = &foreign;
    reading.table_count = 1;
    ck_assert(!command_index_find(&reading, "todo", &verbs));
    with.index = NULL;
    reading.table_count = 0;
    ck_assert(!command_index_find(&reading, "todo", &verbs));
    command_index_free(&index);
}
END_TEST

Suite *suite_index(void);

Suite *suite_index(void)
{
    Suite *suite = suite_create("index");
    TCase *tcase = tcase_create("index");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, the_index_finds_what_every_verb_says);
    tcase_add_test(tcase, words_of_no_verb_and_of_foreign_games_are_left_to_the_slow_way);
    suite_add_tcase(suite, tcase);
    return suite;
}
