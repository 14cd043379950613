/* A leaderboard in words and as a picture: the same rows in both, names that nothing can be done
 * with, and every length fits. */
#include "ladder.h"
#include "show_game.h"
#include "show_kit.h"
#include "svg_kit.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

Suite *suite_ladder(void);

static struct ladder ladder;

static void make(unsigned count)
{
    static const char *const names[] = {
        "Ana", "Ben", "<b>&\"'", "@everyone", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "Über 🎲 Ñandú"};
    ladder = (struct ladder){.game = "decrypto",
                             .season = "2026-Q4",
                             .room = "#den",
                             .least = 5,
                             .listed = 34,
                             .count = count,
                             .you = LADDER_LISTED,
                             .yours = {34, "Zoe", -120, 6, 1}};
    for (unsigned i = 0; i < count; i++) {
        ladder.row[i] = (struct ladder_row){.rank = i + 1,
                                            .name = names[i % (sizeof names / sizeof *names)],
                                            .points = 1234 - (int)i * 90,
                                            .games = 12 - i % 7,
                                            .won = 9 - i % 9};
    }
}

static const struct block *picture_of(const struct doc *doc)
{
    const struct block *block = doc->blocks;
    while (block != NULL && block->kind != BLOCK_PICTURE) {
        block = block->next;
    }
    return block;
}

START_TEST(a_leaderboard_says_and_draws_the_same)
{
    make(6);
    const struct doc *doc = compose_ladder(show_compose(), &ladder);
    ck_assert(picture_of(doc)->attached);
    kit_golden("ladder.txt", doc_plain(doc, 0));
    kit_golden("ladder.svg", picture_of(doc)->svg);
}
END_TEST

START_TEST(a_picture_of_any_length_is_one)
{
    for (unsigned count = 1; count <= LADDER_ROWS_MAX; count++) {
        make(count);
        ladder.row[0].points = (int)count * 100 - 400; /* below nothing too */
        const struct doc *doc = compose_ladder(show_compose(), &ladder);
        kit_svg(picture_of(doc)->svg, BOARD_LANDSCAPE);
    }
}
END_TEST

START_TEST(nobody_listed_has_no_picture)
{
    make(0);
    ladder.listed = 0;
    ladder.you = LADDER_FEW;
    ladder.yours.games = 3;
    const struct doc *doc = compose_ladder(show_compose(), &ladder);
    ck_assert_ptr_null(picture_of(doc));
    ck_assert_ptr_nonnull(strstr(doc_plain(doc, 0), "You: 3 of the 5 rated games"));
}
END_TEST

START_TEST(where_nobody_takes_pictures_the_rows_are_there)
{
    struct compose compose = *show_compose();
    compose.no_pictures = true;
    make(3);
    const struct doc *doc = compose_ladder(&compose, &ladder);
    ck_assert_ptr_null(picture_of(doc)->svg);
    ck_assert_ptr_nonnull(strstr(doc_plain(doc, 0), "2. Ben: 1144 points"));
}
END_TEST

Suite *suite_ladder(void)
{
    Suite *suite = suite_create("ladder");
    TCase *tcase = tcase_create("ladder");
    tcase_add_checked_fixture(tcase, kit_setup, kit_teardown);
    tcase_add_test(tcase, a_leaderboard_says_and_draws_the_same);
    tcase_add_test(tcase, a_picture_of_any_length_is_one);
    tcase_add_test(tcase, nobody_listed_has_no_picture);
    tcase_add_test(tcase, where_nobody_takes_pictures_the_rows_are_there);
    suite_add_tcase(suite, tcase);
    return suite;
}
