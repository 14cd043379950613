#include "matrix_decode.h"

#include <stdio.h>
#include <string.h>

#include <check.h>

#include "matrix_invite.h"

static struct arena *arena;
static cJSON *event;
static struct matrix_message message;

/* Reads a message with this content. */
static bool read(const char *content)
{
    char text[4096];
    snprintf(text, sizeof text, "{\"type\":\"m.room.message\",\"content\":%s}", content);
    cJSON_Delete(event);
    event = cJSON_ParseWithLengthOpts(text, strlen(text), NULL, false);
    ck_assert_ptr_nonnull(event);
    if (arena == NULL) {
        arena = arena_new();
    }
    return matrix_message(arena, event, "@bot:test", &message);
}

static void end(void)
{
    cJSON_Delete(event);
    event = NULL;
    arena_free(&arena);
}

START_TEST(the_fallback_of_a_reply_is_taken_off)
{
    ck_assert(read("{\"msgtype\":\"m.text\",\"body\":\"> <@a:b> hello\\n> there\\n\\n!vote 2\","
                   "\"m.relates_to\":{\"m.in_reply_to\":{\"event_id\":\"$q\"}}}"));
    ck_assert_str_eq(message.text, "!vote 2");
    ck_assert_str_eq(message.reply, "$q");
    ck_assert(read("{\"msgtype\":\"m.text\",\"body\":\"> quoted by hand\\n\\nhm\"}"));
    ck_assert_str_eq(message.text, "> quoted by hand\n\nhm");
    ck_assert(read("{\"msgtype\":\"m.text\",\"body\":\"> only\",\"m.relates_to\":"
                   "{\"m.in_reply_to\":{\"event_id\":\"$q\"}}}"));
    ck_assert_str_eq(message.text, "> only");
    end();
}
END_TEST

START_TEST(links_to_people_become_their_ids)
{
    ck_assert(read(
        "{\"msgtype\":\"m.text\",\"body\":\"!vote Bob\",\"format\":\"org.matrix.custom.html\","
        "\"formatted_body\":\"<mx-reply><a href=\\\"https://matrix.to/#/@x:y\\\">X</a></mx-reply>"
        "!vote <a href=\\\"https://matrix.to/#/%40bob%3Atest\\\">B&amp;b</a> "
        "&lt;now&gt;<br>ok\"}"));
    ck_assert_str_eq(message.text, "!vote @bob:test <now>\nok");
    ck_assert_uint_eq(message.mention_count, 1);
    ck_assert_str_eq(message.mentions[0], "@bob:test");
    ck_assert(read("{\"msgtype\":\"m.text\",\"body\":\"see this\",\"format\":"
                   "\"org.matrix.custom.html\",\"formatted_body\":"
                   "\"<a href='https://matrix.to/#/#room:test'>this</a>\"}"));
    ck_assert_str_eq(message.text, "see this");
    end();
}
END_TEST

START_TEST(a_name_in_a_link_names_nobody)
{
    ck_assert(read("{\"msgtype\":\"m.text\",\"body\":\"!vote @eve:test\",\"format\":"
                   "\"org.matrix.custom.html\",\"formatted_body\":\"!vote <a "
                   "href=\\\"https://matrix.to/#/@bob:test\\\">@eve:test</a>\"}"));
    ck_assert_str_eq(message.text, "!vote @bob:test");
    end();
}
END_TEST

START_TEST(media_have_their_kinds_and_captions)
{
    static const char *const rows[][2] = {
        {"{\"msgtype\":\"m.image\",\"body\":\"x.png\"}", "image"},
        {"{\"msgtype\":\"m.image\",\"body\":\"x\",\"info\":{\"mimetype\":\"image/gif\"}}", "gif"},
        {"{\"msgtype\":\"m.audio\",\"body\":\"x\",\"org.matrix.msc3245.voice\":{}}", "voice"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert(read(rows[i][0]));
        ck_assert_str_eq(message.media, rows[i][1]);
        ck_assert_str_eq(message.text, "");
    }
    ck_assert(read("{\"msgtype\":\"m.image\",\"filename\":\"x.png\",\"body\":\"look\"}"));
    ck_assert_str_eq(message.text, "look");
    ck_assert(!read("{\"msgtype\":\"m.file\",\"body\":\"x\"}"));
    end();
}
END_TEST

START_TEST(html_of_no_shape_is_survived)
{
    static const char *const shapes[] = {"<",
                                         "<a",
                                         "<a href=\"https://matrix.to/#/@",
                                         "&",
                                         "&;",
                                         "&#;",
                                         "&#xffffffff;",
                                         "&#0;",
                                         "<a href=matrix.to/#/%zz>",
                                         "<a href=matrix.to/#/@a:b%00c>x",
                                         "</a></a>",
                                         "<<<<>>>>",
                                         "<mx-reply>",
                                         "&#55296;"};
    struct matrix_pills pills;
    arena = arena_new();
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        pills.count = 0;
        ck_assert_ptr_nonnull(matrix_words_of_html(arena, shapes[i], &pills));
    }
    pills.count = 0;
    ck_assert_str_eq(matrix_words_of_html(arena, "&#65;&#x42;&#xe9;&euro;", &pills), "AB\xc3\xa9");
    arena_free(&arena);
}
END_TEST

START_TEST(what_was_before_decides_whether_somebody_came)
{
    static const struct {
        const char *json;
        enum matrix_membership before;
    } rows[] = {
        {"{\"unsigned\":{\"prev_content\":{\"membership\":\"join\"}}}", MATRIX_JOINED},
        {"{\"prev_content\":{\"membership\":\"invite\"}}", MATRIX_INVITED},
        {"{\"unsigned\":{\"prev_content\":{}}}", MATRIX_KNOCKING},
        {"{\"unsigned\":7}", MATRIX_KNOCKING},
        {"{}", MATRIX_KNOCKING},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cJSON *json = cJSON_ParseWithLength(rows[i].json, strlen(rows[i].json));
        ck_assert_int_eq(matrix_member_before(json, MATRIX_KNOCKING), rows[i].before);
        cJSON_Delete(json);
    }
}
END_TEST

START_TEST(who_may_invite_is_said_by_words_users_and_servers)
{
    ck_assert(matrix_invited_may("all", "@a:b.c", "@bot:test"));
    ck_assert(matrix_invited_may("local", "@a:test", "@bot:test"));
    ck_assert(!matrix_invited_may("local", "@a:b.c", "@bot:test"));
    ck_assert(matrix_invited_may("@x:y, @a:b.c", "@a:b.c", "@bot:test"));
    ck_assert(matrix_invited_may("*:b.c", "@a:b.c", "@bot:test"));
    ck_assert(matrix_invited_may("*.c", "@a:b.c", "@bot:test"));
    ck_assert(matrix_invited_may("b.?", "@a:b.c", "@bot:test"));
    ck_assert(!matrix_invited_may("b.c", "@a:evil-b.c", "@bot:test"));
    ck_assert(!matrix_invited_may("@a:b.c", "@a:b.cc", "@bot:test"));
    ck_assert(!matrix_invited_may("", "@a:b.c", "@bot:test"));
    ck_assert(!matrix_invited_may("*a*a*a*a*b", "@:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "@bot:test"));
}
END_TEST

Suite *suite_matrix_decode(void);

Suite *suite_matrix_decode(void)
{
    Suite *suite = suite_create("matrix_decode");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, the_fallback_of_a_reply_is_taken_off);
    tcase_add_test(tcase, links_to_people_become_their_ids);
    tcase_add_test(tcase, a_name_in_a_link_names_nobody);
    tcase_add_test(tcase, media_have_their_kinds_and_captions);
    tcase_add_test(tcase, html_of_no_shape_is_survived);
    tcase_add_test(tcase, what_was_before_decides_whether_somebody_came);
    tcase_add_test(tcase, who_may_invite_is_said_by_words_users_and_servers);
    suite_add_tcase(suite, tcase);
    return suite;
}
