/* What is shared of a finished game: a line, a picture of the same, nothing that was secret. */
#include "buf.h"
#include "compose.h"
#include "course.h"
#include "game.h"
#include "show_game.h"
#include "show_kit.h"
#include "svg_kit.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

Suite *suite_share(void);

static const struct game_def *game_named(const char *id)
{
    const struct game_def *const *game = games_known;
    while (*game != NULL && strcmp((*game)->id, id) != 0) {
        game++;
    }
    return *game;
}

static bool has_symbol(const char *term)
{
    static const char *const symbols[] = {
#define SYMBOL(term, colour, path) term,
#include "game_symbols.def"
#undef SYMBOL
        NULL,
    };
    unsigned i = 0;
    while (symbols[i] != NULL && strcmp(symbols[i], term) != 0) {
        i++;
    }
    return symbols[i] != NULL;
}

/* A row of so many marks, all the marks of the game in turn. */
static void write_row(struct buf *json, const struct game_def *game, int row, unsigned marks)
{
    unsigned kinds = 0;
    while (game->course_marks[kinds] != NULL) {
        kinds++;
    }
    ck_assert_uint_gt(kinds, 0);
    buf_text(json, row == 0 ? "{'team':" : ",{'team':");
    buf_text(json, game->teams[0] == NULL ? "null" : row == 0 ? "'white'" : "'black'");
    buf_text(json, ",'marks':[");
    for (unsigned i = 0; i < marks; i++) {
        buf_text(json, i == 0 ? "'" : ",'");
        buf_text(json, game->course_marks[(i + (unsigned)row) % kinds]);
        buf_text(json, "'");
    }
    buf_text(json, "]}");
}

/* The view of a finished game, as far as sharing needs it. */
static const struct view *finished(const struct game_def *game, unsigned marks, int rows)
{
    struct buf json;
    buf_init(&json, 8192);
    buf_text(&json, "{'game':'");
    buf_text(&json, game->id);
    buf_text(&json, "','number':1,'phase':'over','seats':[],'shared':{'round':3,'outcome':'win',"
                    "'reason':null,'winner':");
    buf_text(&json, game->teams[0] == NULL ? "null" : "'white'");
    buf_text(&json, ",'rows':[");
    for (int row = 0; row < rows; row++) {
        write_row(&json, game, row, marks);
    }
    buf_text(&json, "]}}");
    ck_assert(!json.full);
    const struct view *view = kit_view(0, json.text);
    buf_deinit(&json);
    return view;
}

static const struct block *picture_of(const struct compose *compose, const struct view *view)
{
    const struct doc *doc = compose_share(compose, view);
    ck_assert_ptr_nonnull(doc->blocks);
    ck_assert_int_eq(doc->blocks->kind, BLOCK_PICTURE);
    ck_assert(doc->blocks->attached);
    return doc->blocks;
}

START_TEST(every_game_has_a_picture_of_all_its_marks)
{
    unsigned drawn = 0;
    for (const struct game_def *const *game = games_known; *game != NULL; game++) {
        if ((*game)->course == NULL) {
            continue;
        }
        const struct view *view = finished(*game, COURSE_MARKS_MAX, (*game)->teams[0] ? 2 : 1);
        kit_svg(picture_of(show_compose(), view)->svg, BOARD_LANDSCAPE);
        drawn++;
    }
    ck_assert_uint_ge(drawn, 4);
}
END_TEST

START_TEST(the_picture_says_what_the_line_says)
{
    const struct view *view = finished(game_named("decrypto"), 5, 2);
    const struct doc *doc = compose_share(show_compose(), view);
    kit_golden("share.txt", doc_plain(doc, 0));
    kit_golden("share.svg", picture_of(show_compose(), view)->svg);
}
END_TEST

START_TEST(every_mark_says_what_it_means_and_looks_its_own)
{
    for (const struct game_def *const *game = games_known; *game != NULL; game++) {
        for (unsigned i = 0; (*game)->course != NULL && (*game)->course_marks[i] != NULL; i++) {
            char key[96];
            snprintf(key, sizeof key, "share.%s.means.%s", (*game)->id, (*game)->course_marks[i]);
            ck_assert_msg(catalogue_entry(kit_english(), key) != NULL, "no %s", key);
            snprintf(key, sizeof key, "%s.%s", (*game)->id, (*game)->course_marks[i]);
            ck_assert_msg(has_symbol(key), "no symbol %s", key);
        }
    }
}
END_TEST

START_TEST(where_nobody_takes_pictures_the_words_are_alone)
{
    struct compose compose = *show_compose();
    compose.no_pictures = true;
    const struct block *block = picture_of(&compose, finished(game_named("spyfall"), 3, 1));
    ck_assert_ptr_null(block->svg);
    ck_assert_ptr_nonnull(block->children);
}
END_TEST

START_TEST(a_game_that_goes_on_is_not_shared)
{
    show_start("{}");
    const struct doc *doc = compose_share(show_compose(), show_view(SEAT_CROWD));
    ck_assert_str_eq(doc_plain(doc, 0), "Once a game here is over, you can share it.\n");
}
END_TEST

Suite *suite_share(void)
{
    Suite *suite = suite_create("share");
    TCase *tcase = tcase_create("share");
    tcase_add_checked_fixture(tcase, kit_setup, kit_teardown);
    tcase_add_test(tcase, every_game_has_a_picture_of_all_its_marks);
    tcase_add_test(tcase, the_picture_says_what_the_line_says);
    tcase_add_test(tcase, every_mark_says_what_it_means_and_looks_its_own);
    tcase_add_test(tcase, where_nobody_takes_pictures_the_words_are_alone);
    tcase_add_test(tcase, a_game_that_goes_on_is_not_shared);
    suite_add_tcase(suite, tcase);
    return suite;
}
