/* Lessons: what is built in can be read, a mistake names its line, and a place in one moves on with
 * the moves that it has in mind and with no others. */

#include <string.h>

#include <check.h>

#include "languages.h"
#include "lesson.h"
#include "rules.h"

static const struct game_def *game;

static void setup(void)
{
    game = game_find("interceptor");
}

static void refused(const char *text, const char *why)
{
    struct fault fault = {.code = FAULT_NONE};
    ck_assert_ptr_null(lesson_new(game, text, strlen(text), &fault));
    ck_assert_msg(strstr(fault.text, why) != NULL, "%s", fault.text);
}

START_TEST(mistake_names_its_line)
{
    refused("seats 4\nseat x\nend\n", "line 2");
    refused("seats 4\n\n# words\nyou dance\nend\n",
            "line 4: \"you dance\": the game has no such act");
    refused("seats 4\nyou play {\"symbol\":\nend\n", "line 2");
    refused("seats 4\noption colour red\nend\n", "line 2");
    refused("seats 4\n7 play\nend\n", "not a line of a lesson");
    refused("seats 4\ntell\nend\n", "a number is missing");
    refused("seats 2\nend\n", "needs seats");
    refused("seats 4\ntell 1\n", "ends with");
    refused("", "needs seats");
}
END_TEST

START_TEST(all_that_are_built_in_can_be_read)
{
    unsigned count = 0;
    struct fault fault = {.code = FAULT_NONE};
    struct catalogue *words = languages_new("en", &fault);
    ck_assert_msg(words != NULL, "%s", fault.text);
    for (const struct game_def *const *one = games_known; *one != NULL; one++) {
        struct lesson *lesson = lesson_built_in(*one, words);
        count += lesson != NULL;
        if (lesson != NULL) {
            ck_assert_int_lt(lesson_seat(lesson), (int)lesson_seats(lesson));
            ck_assert_ptr_null(strchr(lesson_deal(lesson), '@'));
        }
        lesson_free(&lesson);
    }
    ck_assert_uint_ge(count, 2);
    catalogue_free(&words);
}
END_TEST

/* What is said in it is the language's, whatever signs are in it. */
START_TEST(what_is_said_is_said_in_a_language)
{
    static const char german[] = "language = de\n"
                                 "lesson.interceptor.said.ours = ehrlich\n"
                                 "lesson.interceptor.said.theirs = \"so\\\\ \"ja\"\"\n";
    struct fault fault = {.code = FAULT_NONE};
    struct catalogue *english = languages_new("en", &fault);
    struct catalogue *words = catalogue_new_over(german, strlen(german), english, &fault);
    ck_assert_msg(words != NULL, "%s", fault.text);
    struct lesson *lesson = lesson_built_in(game, words);
    ck_assert_ptr_nonnull(lesson);
    ck_assert_ptr_nonnull(strstr(lesson_deal(lesson), "\"value\":\"ehrlich\""));
    ck_assert_ptr_nonnull(strstr(lesson_deal(lesson), "\"value\":\"so\\\\\\\\ \\\"ja\\\"\""));
    lesson_free(&lesson);
    catalogue_free(&words);
    catalogue_free(&english);
}
END_TEST

static void moved(const struct lesson *lesson, struct lesson_place *place, int seat,
                  const char *row, const char *args)
{
    struct move move;
    move_init(&move, rules_action(game, row), seat, 0);
    ck_assert(value_parse(&move.args, args, strlen(args)));
    lesson_moved(lesson, &move, place);
}

START_TEST(place_moves_on_with_what_the_lesson_has_in_mind)
{
    static const char text[] = "seats 4\nseat 0\nyou play {\"symbol\":\"money\"}\n2 play "
                               "{\"symbol\":\"money\"}\nend\n";
    struct fault fault;
    struct lesson *lesson = lesson_new(game, text, strlen(text), &fault);
    struct lesson_place place = {0};
    struct move move;
    bool does = true;
    ck_assert_ptr_nonnull(lesson);
    move_init(&move, NULL, 2, 0);
    lesson_choose(lesson, &place, &move, &does);
    ck_assert(!does);
    moved(lesson, &place, 0, "play", "{\"say\":\"Who?\",\"symbol\":\"money\"}");
    lesson_choose(lesson, &place, &move, &does);
    ck_assert(does);
    ck_assert_str_eq(move.row->name, "play");
    ck_assert_str_eq(value_text_at(&move.args, "symbol", ""), "money");
    ck_assert(!lesson_is_free(lesson, &place));
    moved(lesson, &place, 2, "play", "{\"symbol\":\"money\"}");
    ck_assert(lesson_is_free(lesson, &place) && !place.off);
    place = (struct lesson_place){0};
    moved(lesson, &place, 0, "play", "{\"symbol\":\"documents\"}");
    ck_assert(place.off && lesson_is_free(lesson, &place));
    place = (struct lesson_place){0};
    moved(lesson, &place, 3, "call", "{}");
    ck_assert(place.off);
    lesson_free(&lesson);
}
END_TEST

/* "241" as people write it. */
START_TEST(a_code_is_the_code_however_it_is_written)
{
    static const char text[] = "seats 4\nseat 0\nyou decode {\"code\":\"241\"}\nend\n";
    static const char *const written[] = {"241", "2 4 1", "2-4-1", "2, 4, 1", "2.4.1", "214"};
    struct fault fault;
    const struct game_def *decrypto = game_find("decrypto");
    struct lesson *lesson = lesson_new(decrypto, text, strlen(text), &fault);
    ck_assert_ptr_nonnull(lesson);
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        struct lesson_place place = {0};
        struct move move;
        move_init(&move, rules_action(decrypto, "decode"), 0, 0);
        value_text(&move.args, "code", written[i], strlen(written[i]));
        lesson_moved(lesson, &move, &place);
        ck_assert_msg(place.off == (strcmp(written[i], "214") == 0), "%s", written[i]);
    }
    lesson_free(&lesson);
}
END_TEST

Suite *suite_lesson(void);

Suite *suite_lesson(void)
{
    Suite *suite = suite_create("lesson");
    TCase *tcase = tcase_create("lesson");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, mistake_names_its_line);
    tcase_add_test(tcase, all_that_are_built_in_can_be_read);
    tcase_add_test(tcase, what_is_said_is_said_in_a_language);
    tcase_add_test(tcase, place_moves_on_with_what_the_lesson_has_in_mind);
    tcase_add_test(tcase, a_code_is_the_code_however_it_is_written);
    suite_add_tcase(suite, tcase);
    return suite;
}
