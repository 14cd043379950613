/* Contents of events: what clients and push rules go by. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "matrix_body.h"
#include "words_kit.h"

Suite *suite_matrix_body(void);

static struct sending sending_of(enum send_kind kind)
{
    return (struct sending){.kind = kind, .nonce = "0123456789012345678901", .doc = words_doc};
}

static cJSON *post_of(const struct matrix_part_of *part)
{
    const struct sending sending = sending_of(SEND_POST);
    struct public_doc doc;
    struct matrix_public_shape shape;
    ck_assert(public_doc_of(words_arena, &sending, &doc));
    matrix_public_shape(doc, &words_shaping, &shape);
    return words_json(matrix_room_content(words_arena, &shape, part).json);
}

static const cJSON *mentioned(const cJSON *content)
{
    const cJSON *mentions = cJSON_GetObjectItemCaseSensitive(content, "m.mentions");
    ck_assert(cJSON_IsObject(mentions));
    return cJSON_GetObjectItemCaseSensitive(mentions, "user_ids");
}

/* matrix.md 3, row 31: a notice never notifies, even with a mention. */
START_TEST(who_is_owed_is_told_by_text_with_a_mention_and_the_rest_by_notice)
{
    struct block *block = doc_block(words_doc, BLOCK_PARAGRAPH);
    doc_run(words_doc, block, RUN_MENTION, "Ana", true)->person = 7;
    doc_run(words_doc, block, RUN_TEXT, " leads.", false);
    const struct matrix_part_of loud = {.part = 0, .notify = true};
    const struct matrix_part_of quiet = {.part = 0};
    cJSON *json = post_of(&loud);
    ck_assert_str_eq(words_member(json, "msgtype"), "m.text");
    ck_assert_str_eq(words_member(json, "body"), "Ana leads.");
    ck_assert_str_eq(words_member(json, "format"), "org.matrix.custom.html");
    ck_assert_str_eq(cJSON_GetArrayItem(mentioned(json), 0)->valuestring, "@ana:house.example");
    cJSON_Delete(json);
    json = post_of(&quiet);
    ck_assert_str_eq(words_member(json, "msgtype"), "m.notice");
    ck_assert_ptr_null(mentioned(json));
    cJSON_Delete(json);
}
END_TEST

START_TEST(nobody_is_mentioned_where_nobody_is_named)
{
    words_block(BLOCK_PARAGRAPH, "@ana:house.example @room", true);
    const struct matrix_part_of loud = {.part = 0, .notify = true};
    cJSON *json = post_of(&loud);
    ck_assert_ptr_null(mentioned(json));
    cJSON_Delete(json);
}
END_TEST

START_TEST(an_edit_has_its_new_content_and_a_fallback_that_begins_with_a_star)
{
    words_block(BLOCK_PARAGRAPH, "new", false);
    const struct matrix_part_of part = {.part = 0, .replaces = "$old"};
    cJSON *json = post_of(&part);
    ck_assert_str_eq(words_member(json, "body"), "* new");
    ck_assert_str_eq(words_member(json, "formatted_body"), "* <p>new</p>");
    const cJSON *fresh = cJSON_GetObjectItemCaseSensitive(json, "m.new_content");
    ck_assert_str_eq(words_member(fresh, "body"), "new");
    ck_assert_str_eq(words_member(fresh, "msgtype"), "m.notice");
    mentioned(fresh);
    const cJSON *relates = cJSON_GetObjectItemCaseSensitive(json, "m.relates_to");
    ck_assert_str_eq(words_member(relates, "rel_type"), "m.replace");
    ck_assert_str_eq(words_member(relates, "event_id"), "$old");
    cJSON_Delete(json);
}
END_TEST

/* client-server API, threading: the root, and a fallback for clients that know no threads. */
START_TEST(what_stands_in_a_thread_says_so_and_after_which_message)
{
    words_block(BLOCK_PARAGRAPH, "new", false);
    const struct matrix_part_of part = {.part = 0, .thread = {"$root", "$last"}};
    cJSON *json = post_of(&part);
    const cJSON *relates = cJSON_GetObjectItemCaseSensitive(json, "m.relates_to");
    ck_assert_str_eq(words_member(relates, "rel_type"), "m.thread");
    ck_assert_str_eq(words_member(relates, "event_id"), "$root");
    ck_assert(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(relates, "is_falling_back")));
    const cJSON *reply = cJSON_GetObjectItemCaseSensitive(relates, "m.in_reply_to");
    ck_assert_str_eq(words_member(reply, "event_id"), "$last");
    cJSON_Delete(json);
}
END_TEST

START_TEST(a_direct_message_mentions_whose_it_is_and_nobody_else)
{
    words_block(BLOCK_PARAGRAPH, "You are the spy.", false);
    const struct sending sending = sending_of(SEND_PRIVATE);
    const struct matrix_part_of part = {.part = 0, .notify = true};
    struct secret_doc doc;
    struct matrix_secret_shape shape;
    ck_assert(secret_doc_of(words_arena, &sending, &doc));
    matrix_secret_shape(doc, &words_shaping, &shape);
    cJSON *json =
        words_json(matrix_direct_content(words_arena, &shape, &part, "@ben:house.example").json);
    ck_assert_int_eq(cJSON_GetArraySize(mentioned(json)), 1);
    ck_assert_str_eq(cJSON_GetArrayItem(mentioned(json), 0)->valuestring, "@ben:house.example");
    cJSON_Delete(json);
}
END_TEST

START_TEST(a_secret_document_is_no_public_one_and_the_other_way_round)
{
    words_block(BLOCK_PARAGRAPH, "You are the spy.", false);
    struct sending sending = sending_of(SEND_PRIVATE);
    struct secret_doc secret;
    struct public_doc public;
    ck_assert(!public_doc_of(words_arena, &sending, &public));
    sending.kind = SEND_ANSWER;
    ck_assert(!public_doc_of(words_arena, &sending, &public));
    ck_assert(secret_doc_of(words_arena, &sending, &secret));
    sending.kind = SEND_RELAY;
    ck_assert(!secret_doc_of(words_arena, &sending, &secret));
    sending.kind = SEND_EDIT;
    ck_assert(!secret_doc_of(words_arena, &sending, &secret));
    ck_assert(public_doc_of(words_arena, &sending, &public));
    sending.doc = NULL;
    ck_assert(!public_doc_of(words_arena, &sending, &public));
}
END_TEST

START_TEST(a_picture_says_what_it_shows)
{
    const struct matrix_media media = {.url = "mxc://house.example/abc",
                                       .name = "board.png",
                                       .alt = "Round 2",
                                       .type = "image/png",
                                       .bytes = 4000000000u,
                                       .width = 800,
                                       .height = 600};
    cJSON *json = words_json(matrix_room_media(words_arena, &media, NULL).json);
    ck_assert_str_eq(words_member(json, "msgtype"), "m.image");
    ck_assert_str_eq(words_member(json, "body"), "Round 2");
    ck_assert_str_eq(words_member(json, "url"), "mxc://house.example/abc");
    const cJSON *info = cJSON_GetObjectItemCaseSensitive(json, "info");
    ck_assert_str_eq(words_member(info, "mimetype"), "image/png");
    ck_assert(cJSON_GetObjectItemCaseSensitive(info, "size")->valuedouble == 4000000000.0);
    cJSON_Delete(json);
    const char *edit = matrix_room_media(words_arena, &media, "$old").json;
    ck_assert_ptr_nonnull(strstr(edit, "\"body\":\"* Round 2\""));
    ck_assert_ptr_nonnull(strstr(edit, "\"m.new_content\":{\"msgtype\":\"m.image\""));
}
END_TEST

START_TEST(an_encrypted_picture_says_by_what_it_is_decrypted)
{
    const struct matrix_media media = {.url = "mxc://house.example/abc",
                                       .file = "{\"v\":\"v2\",\"iv\":\"AAAA\"}",
                                       .name = "board.png",
                                       .type = "image/png",
                                       .bytes = 40,
                                       .width = 8,
                                       .height = 6};
    cJSON *json = words_json(matrix_room_media(words_arena, &media, NULL).json);
    const cJSON *file = cJSON_GetObjectItemCaseSensitive(json, "file");
    ck_assert_ptr_null(cJSON_GetObjectItemCaseSensitive(json, "url"));
    ck_assert_str_eq(words_member(file, "url"), "mxc://house.example/abc");
    ck_assert_str_eq(words_member(file, "iv"), "AAAA");
    cJSON_Delete(json);
}
END_TEST

START_TEST(a_sentence_of_ours_names_whom_it_is_for_and_notifies_nobody)
{
    const char *json =
        matrix_room_text(words_arena, "come & see", "@ana:house.example", "A<na").json;
    cJSON *content = words_json(json);
    ck_assert_str_eq(words_member(content, "msgtype"), "m.notice");
    ck_assert_str_eq(words_member(content, "body"), "A<na: come & see");
    ck_assert_str_eq(words_member(content, "formatted_body"),
                     "<a href=\"https://matrix.to/#/%40ana%3Ahouse.example\">A&lt;na</a>: "
                     "come &amp; see");
    ck_assert_int_eq(cJSON_GetArraySize(mentioned(content)), 0);
    cJSON_Delete(content);
    content = words_json(matrix_room_text(words_arena, "hm", NULL, NULL).json);
    ck_assert_str_eq(words_member(content, "msgtype"), "m.notice");
    cJSON_Delete(content);
}
END_TEST

/* matrix.md 1.1: a fraction, or a number above 2^53, is refused by every server. */
static void whole_numbers_in(const cJSON *json)
{
    const cJSON *item = NULL;
    if (cJSON_IsNumber(json)) {
        double value = json->valuedouble;
        ck_assert(value == (double)(int64_t)value && value >= -9007199254740991.0 &&
                  value <= 9007199254740991.0);
    }
    cJSON_ArrayForEach(item, json)
    {
        whole_numbers_in(item); /* NOLINT(misc-no-recursion): as deep as the content */
    }
}

START_TEST(no_content_holds_a_fraction_or_a_number_above_2_to_the_53)
{
    words_block(BLOCK_PARAGRAPH, "1.5 and 1e400 and 9007199254740993", true);
    const struct matrix_part_of part = {.part = 0, .replaces = "$old"};
    cJSON *json = post_of(&part);
    whole_numbers_in(json);
    cJSON_Delete(json);
    const struct matrix_media media = {.url = "mxc://a/b",
                                       .name = "x",
                                       .type = "image/png",
                                       .bytes = UINT32_MAX,
                                       .width = UINT32_MAX,
                                       .height = UINT32_MAX};
    json = words_json(matrix_room_media(words_arena, &media, "$old").json);
    whole_numbers_in(json);
    cJSON_Delete(json);
}
END_TEST

Suite *suite_matrix_body(void)
{
    Suite *suite = suite_create("matrix_body");
    TCase *body = tcase_create("body");
    tcase_add_checked_fixture(body, words_set_up, words_tear_down);
    tcase_add_test(body, who_is_owed_is_told_by_text_with_a_mention_and_the_rest_by_notice);
    tcase_add_test(body, nobody_is_mentioned_where_nobody_is_named);
    tcase_add_test(body, an_edit_has_its_new_content_and_a_fallback_that_begins_with_a_star);
    tcase_add_test(body, what_stands_in_a_thread_says_so_and_after_which_message);
    tcase_add_test(body, a_direct_message_mentions_whose_it_is_and_nobody_else);
    tcase_add_test(body, a_secret_document_is_no_public_one_and_the_other_way_round);
    tcase_add_test(body, a_picture_says_what_it_shows);
    tcase_add_test(body, an_encrypted_picture_says_by_what_it_is_decrypted);
    tcase_add_test(body, a_sentence_of_ours_names_whom_it_is_for_and_notifies_nobody);
    tcase_add_test(body, no_content_holds_a_fraction_or_a_number_above_2_to_the_53);
    suite_add_tcase(suite, body);
    return suite;
}
