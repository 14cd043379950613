/* Boards: one message that is edited, and the drawing under it. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "matrix_board.h"
#include "out_kit.h"
#include "pictures.h"

Suite *suite_matrix_board(void);

#define PUT    "/rooms/{}/send/{}/{}"
#define REDACT "/rooms/{}/redact/{}/{}"
#define BOARD  "$board"

static struct matrix_room *den;

/* --- a double: who draws ---------------------------------------------------------------------- */

static pictures_fn drawn;
static void *drawn_for;
static unsigned drawings;

void pictures_want(struct pictures *pictures, const char *svg, size_t len, pictures_fn done,
                   void *context)
{
    (void)pictures;
    ck_assert_uint_eq(strlen(svg), len);
    drawn = done;
    drawn_for = context;
    drawings++;
}

void pictures_forget(struct pictures *pictures, const void *context)
{
    (void)pictures;
    if (drawn_for == context) {
        drawn = NULL;
    }
}

static void draw(void)
{
    static const uint8_t png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0,    13, 'I',
                                  'H',  'D', 'R', 0,   0,    3,    0x20, 0,    0, 2, 0x58, 8,  2};
    ck_assert(drawn != NULL);
    drawn(drawn_for, png, sizeof png);
}

static void set_up(void)
{
    out_set_up();
    den = out_den();
    drawn = NULL;
    drawings = 0;
}

static void show(uint64_t row, const char *text, const char *edit_of, const char *nonce)
{
    struct doc *doc = doc_new(out.docs);
    if (out.matrix.pictures != NULL) { /* the words are the twin of a drawing */
        char svg[4096];
        snprintf(svg, sizeof svg, "<svg>%s</svg>", text);
        doc_block(doc, BLOCK_PICTURE)->svg = arena_text(out.docs, svg, strlen(svg));
    }
    doc_run(doc, doc_block(doc, BLOCK_PARAGRAPH), RUN_TEXT, text, false);
    const struct sending sending = {.row = row,
                                    .kind = SEND_EDIT,
                                    .room = OUT_DEN,
                                    .edit_of = edit_of,
                                    .nonce = nonce,
                                    .doc = doc,
                                    .head = {.kind = DOC_BOARD},
                                    .table = 3,
                                    .created_ms = out.now_ms};
    out_send_with(&sending);
}

static void stands(void)
{
    show(1, "round 1", NULL, "aaaaaaaaaaaaaaaaaaaaaa");
    out_become(out_asked("PUT", PUT), BOARD);
    ck_assert_str_eq(out_ended(1)->id, BOARD);
}

START_TEST(a_board_is_posted_once_and_edited_from_then_on)
{
    stands();
    out_later(6000);
    show(2, "round 2", BOARD, "bbbbbbbbbbbbbbbbbbbbbb");
    struct out_request *edit = out_asked("PUT", PUT);
    cJSON *content = out_content(edit);
    const cJSON *relates = cJSON_GetObjectItem(content, "m.relates_to");
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(relates, "rel_type")), "m.replace");
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(relates, "event_id")), BOARD);
    cJSON_Delete(content);
    out_become(edit, "$edit");
    ck_assert_str_eq(out_ended(2)->id, BOARD); /* never an edit of an edit */
}
END_TEST

START_TEST(the_house_is_told_how_often_a_board_may_be_edited)
{
    struct room_capabilities capabilities;
    matrix_capabilities((const struct adapter *)&out.matrix, OUT_DEN, &capabilities);
    ck_assert_uint_eq(capabilities.board_ms, 5000);
    ck_assert(capabilities.team_rooms && !capabilities.buttons);
    ck_assert_int_eq(capabilities.mute, MUTE_POWER);
}
END_TEST

/* The transaction is read when it is sent, which may be long after the house gave it. */
START_TEST(what_a_send_is_known_by_is_its_own_copy)
{
    char nonce[] = "cccccccccccccccccccccc";
    struct matrix_room *hall = matrix_room_at(&out.matrix, "!hall:house.example");
    static const char *const nobody[] = {NULL};
    const struct sending sending = {.row = 9,
                                    .kind = SEND_POST,
                                    .room = hall->id,
                                    .nonce = nonce,
                                    .doc = out_doc("Hello.", NULL),
                                    .head = {.kind = DOC_LINES},
                                    .created_ms = out.now_ms};
    out_send_with(&sending);
    memset(nonce, 'x', sizeof nonce - 1);
    out_state_of(out_asked("GET", "/rooms/{}/state"), nobody, "shared", "public", false);
    ck_assert_ptr_nonnull(strstr(out_asked("PUT", PUT)->path, "cccccccccccccccccccccc"));
}
END_TEST

START_TEST(a_board_that_is_gone_is_told_so_that_it_is_posted_anew)
{
    stands();
    out_later(6000);
    show(2, "round 2", BOARD, "bbbbbbbbbbbbbbbbbbbbbb");
    out_answer(out_asked("PUT", PUT), ANSWER_GONE, NULL);
    ck_assert_int_eq(out_ended(2)->status, SEND_GONE);
}
END_TEST

START_TEST(a_board_that_has_scrolled_away_is_posted_again_and_the_old_one_goes)
{
    stands();
    out_later(6000);
    den->seen += 21;
    show(2, "round 2", BOARD, "bbbbbbbbbbbbbbbbbbbbbb");
    struct out_request *post = out_asked("PUT", PUT);
    ck_assert_ptr_null(strstr(post->json, "m.replace"));
    ck_assert_ptr_nonnull(strstr(post->path, ".n")); /* another id than an edit of that row has */
    ck_assert_ptr_null(out_asked("PUT", REDACT));
    out_become(post, "$second");
    ck_assert_str_eq(out_ended(2)->id, "$second");
    ck_assert_ptr_nonnull(strstr(out_asked("PUT", REDACT)->path, "/redact/%24board/"));
}
END_TEST

START_TEST(a_board_stays_where_it_is_while_words_wait)
{
    stands();
    out_later(6000);
    den->seen += 21;
    out.queue_ms = 20000;
    show(2, "round 2", BOARD, "bbbbbbbbbbbbbbbbbbbbbb");
    ck_assert_ptr_nonnull(strstr(out_asked("PUT", PUT)->json, "m.replace"));
}
END_TEST

/* --- pictures --------------------------------------------------------------------------------- */

static void draws(void)
{
    static char pictures;
    out.matrix.pictures = (struct pictures *)(void *)&pictures;
}

static void config(const char *json)
{
    out_answer(out_asked("GET", "/_matrix/client/v1/media/config"), ANSWER_DONE, json);
}

START_TEST(the_drawing_follows_the_words_and_is_replaced_no_more_than_each_half_minute)
{
    draws();
    stands();
    ck_assert_uint_eq(out_open(), 0);
    out_later(1);
    draw();
    config("{\"m.upload.size\":50000000}");
    struct out_request *upload = out_asked("POST", "/_matrix/media/v3/upload");
    ck_assert_ptr_nonnull(strstr(upload->path, "/_matrix/media/v3/upload?filename=board.png"));
    out_answer(upload, ANSWER_DONE, "{\"content_uri\":\"mxc://house.example/one\"}");
    struct out_request *image = out_asked("PUT", PUT);
    ck_assert_ptr_nonnull(strstr(image->json, "\"msgtype\":\"m.image\""));
    ck_assert_ptr_nonnull(strstr(image->json, "\"w\":800,\"h\":600"));
    ck_assert_ptr_null(strstr(image->json, "m.replace"));
    out_become(image, "$image");
    ck_assert_ptr_nonnull(strstr(out_stored("b/" BOARD), "$image"));
    out_later(6000);
    show(2, "round 2", BOARD, "bbbbbbbbbbbbbbbbbbbbbb");
    out_become(out_asked("PUT", PUT), "$edit");
    out_later(20000);
    ck_assert_uint_eq(drawings, 1);
    out_later(5000);
    ck_assert_uint_eq(drawings, 2);
    draw();
    out_answer(out_asked("POST", "/_matrix/media/v3/upload"), ANSWER_DONE,
               "{\"content_uri\":\"mxc://house.example/two\"}");
    ck_assert_ptr_nonnull(strstr(out_asked("PUT", PUT)->json, "\"event_id\":\"$image\""));
}
END_TEST

START_TEST(no_picture_is_made_while_words_wait)
{
    draws();
    out.queue_ms = 20000;
    stands();
    out_later(60000);
    ck_assert_uint_eq(drawings, 0);
    out.queue_ms = 0;
    out_later(6000);
    ck_assert_uint_eq(drawings, 1);
}
END_TEST

START_TEST(what_is_larger_than_the_server_takes_is_not_uploaded)
{
    draws();
    stands();
    out_later(1);
    draw();
    config("{\"m.upload.size\":10}");
    ck_assert_uint_eq(out_open(), 0);
    ck_assert(out_ended(1)->sent);
}
END_TEST

START_TEST(an_upload_of_another_shape_is_no_picture)
{
    static const char *const bad[] = {"{}", "{\"content_uri\":7}",
                                      "{\"content_uri\":\"http://x\"}"};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        out_tear_down();
        set_up();
        draws();
        stands();
        out_later(1);
        draw();
        config("{}");
        out_answer(out_asked("POST", "/_matrix/media/v3/upload"), ANSWER_DONE, bad[i]);
        ck_assert_uint_eq(out_open(), 0);
    }
}
END_TEST

/* What is shared of a finished game: a private answer with a picture of its own. */
static void share(uint64_t row)
{
    struct doc *doc = doc_new(out.docs);
    struct block *picture = doc_block(doc, BLOCK_PICTURE);
    picture->svg = "<svg>shared</svg>";
    picture->attached = true;
    doc_run(doc, doc_child_of(doc, picture, BLOCK_PARAGRAPH), RUN_TEXT, "How it went.", false);
    out_send(row, SEND_PRIVATE, OUT_DEN, ROOM_ANA, DOC_ANSWER, doc);
}

START_TEST(what_is_shared_is_followed_by_its_picture)
{
    draws();
    out_direct();
    share(1);
    out_become(out_asked("PUT", PUT), "$words");
    ck_assert(!out_has_ended(1));
    draw();
    config("{\"m.upload.size\":50000000}");
    out_answer(out_asked("POST", "/_matrix/media/v3/upload"), ANSWER_DONE,
               "{\"content_uri\":\"mxc://house.example/one\"}");
    struct out_request *image = out_asked("PUT", PUT);
    ck_assert_str_eq(image->id, OUT_DIRECT);
    ck_assert_ptr_nonnull(strstr(image->json, "\"msgtype\":\"m.image\""));
    ck_assert_ptr_nonnull(strstr(image->json, "\"w\":800,\"h\":600"));
    ck_assert_ptr_nonnull(strstr(image->json, "How it went."));
    out_become(image, "$image");
    ck_assert(out_ended(1)->sent);
}
END_TEST

START_TEST(what_is_shared_stands_without_a_picture_that_cannot_be_had)
{
    draws();
    out_direct();
    share(1);
    out_become(out_asked("PUT", PUT), "$words");
    drawn(drawn_for, NULL, 0);
    ck_assert(out_ended(1)->sent);
    out.matrix.pictures = NULL;
    share(2);
    out_become(out_asked("PUT", PUT), "$more");
    ck_assert(out_ended(2)->sent);
}
END_TEST

START_TEST(no_picture_goes_into_a_room_that_has_become_encrypted)
{
    draws();
    stands();
    out_later(1);
    draw();
    config("{}");
    den->encryption = MATRIX_ENCRYPTED;
    out_answer(out_asked("POST", "/_matrix/media/v3/upload"), ANSWER_DONE,
               "{\"content_uri\":\"mxc://house.example/one\"}");
    ck_assert_uint_eq(out_open(), 0);
}
END_TEST

Suite *suite_matrix_board(void)
{
    Suite *suite = suite_create("matrix_board");
    TCase *board = tcase_create("board");
    tcase_add_checked_fixture(board, set_up, out_tear_down);
    tcase_add_test(board, a_board_is_posted_once_and_edited_from_then_on);
    tcase_add_test(board, the_house_is_told_how_often_a_board_may_be_edited);
    tcase_add_test(board, what_a_send_is_known_by_is_its_own_copy);
    tcase_add_test(board, a_board_that_is_gone_is_told_so_that_it_is_posted_anew);
    tcase_add_test(board, a_board_that_has_scrolled_away_is_posted_again_and_the_old_one_goes);
    tcase_add_test(board, a_board_stays_where_it_is_while_words_wait);
    tcase_add_test(board,
                   the_drawing_follows_the_words_and_is_replaced_no_more_than_each_half_minute);
    tcase_add_test(board, no_picture_is_made_while_words_wait);
    tcase_add_test(board, what_is_larger_than_the_server_takes_is_not_uploaded);
    tcase_add_test(board, an_upload_of_another_shape_is_no_picture);
    tcase_add_test(board, what_is_shared_is_followed_by_its_picture);
    tcase_add_test(board, what_is_shared_stands_without_a_picture_that_cannot_be_had);
    tcase_add_test(board, no_picture_goes_into_a_room_that_has_become_encrypted);
    suite_add_tcase(suite, board);
    return suite;
}
