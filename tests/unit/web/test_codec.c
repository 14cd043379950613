/* Ops of pages, read from bytes. */
#include "web_codec.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct arena *arena;

static void setup(void)
{
    arena = arena_new();
}

static void teardown(void)
{
    arena_free(&arena);
}

static enum web_read read_op(const char *json, struct web_op *op)
{
    return web_codec_read(arena, json, strlen(json), op);
}

START_TEST(codec_reads_a_say)
{
    struct web_op op;
    ck_assert_int_eq(
        read_op("{\"op\":\"say\",\"id\":\"Ab-9_\",\"room\":\"den\",\"text\":\"h\\u00e9\","
                "\"reply\":\"den.1\",\"media\":\"gif\",\"mentions\":[\"p1\",\"p2\"]}",
                &op),
        WEB_READ);
    ck_assert_int_eq(op.kind, WEB_SAY);
    ck_assert_str_eq(op.id, "Ab-9_");
    ck_assert_str_eq(op.text, "h\xc3\xa9");
    ck_assert_str_eq(op.reply, "den.1");
    ck_assert_str_eq(op.media, "gif");
    ck_assert_uint_eq(op.mention_count, 2);
    ck_assert_str_eq(op.mentions[1], "p2");
    ck_assert_ptr_null(op.control);
}
END_TEST

START_TEST(codec_takes_null_for_not_sent)
{
    struct web_op op;
    ck_assert_int_eq(read_op("{\"op\":\"say\",\"id\":\"1\",\"room\":\"den\",\"text\":\"x\","
                             "\"reply\":null,\"mentions\":null,\"args\":null,\"since\":null}",
                             &op),
                     WEB_READ);
    ck_assert_ptr_null(op.reply);
}
END_TEST

START_TEST(codec_reads_hello)
{
    struct web_op op;
    ck_assert_int_eq(
        read_op("{\"op\":\"hello\",\"tab\":\"t\",\"since\":{\"den\":7,\"~\":9007199254740991}}",
                &op),
        WEB_READ);
    ck_assert_int_eq(op.kind, WEB_HELLO);
    ck_assert_str_eq(op.tab, "t");
    ck_assert_uint_eq(op.since_count, 2);
    ck_assert_str_eq(op.since[0].room, "den");
    ck_assert_int_eq(op.since[1].rev, 9007199254740991);
    ck_assert_ptr_null(op.watch);
    ck_assert_int_eq(read_op("{\"op\":\"hello\",\"watch\":\"w\"}", &op), WEB_READ);
    ck_assert_str_eq(op.watch, "w");
    ck_assert_int_eq(read_op("{\"op\":\"hello\",\"watch\":7}", &op), WEB_SHAPE);
    ck_assert_int_eq(read_op("{\"op\":\"hello\",\"since\":{\"den\":-1}}", &op), WEB_SHAPE);
    ck_assert_int_eq(read_op("{\"op\":\"hello\",\"since\":{\"den\":1e300}}", &op), WEB_SHAPE);
    ck_assert_int_eq(read_op("{\"op\":\"hello\",\"since\":[1]}", &op), WEB_SHAPE);
}
END_TEST

START_TEST(codec_reads_arguments_as_texts)
{
    struct web_op op;
    char text[256];
    ck_assert_int_eq(read_op("{\"op\":\"form\",\"id\":\"1\",\"room\":\"den\",\"message\":\"m\","
                             "\"control\":\"c\",\"args\":{\"a\":\"x\",\"b.c\":-1.5,\"d\":false,"
                             "\"e\":null}}",
                             &op),
                     WEB_READ);
    ck_assert_uint_gt(value_print(&op.args, text, sizeof text), 0);
    ck_assert_str_eq(text, "{\"a\":\"x\",\"b.c\":\"-1.5\",\"d\":\"no\"}");
}
END_TEST

START_TEST(codec_needs_what_an_op_needs)
{
    static const char *const bad[] = {
        "{\"op\":\"say\",\"id\":\"1\",\"text\":\"x\"}",
        "{\"op\":\"say\",\"room\":\"den\",\"text\":\"x\"}",
        "{\"op\":\"slash\",\"id\":\"1\",\"room\":\"den\"}",
        "{\"op\":\"press\",\"id\":\"1\",\"room\":\"den\",\"message\":\"m\"}",
        "{\"op\":\"form\",\"id\":\"1\",\"room\":\"den\",\"control\":\"c\"}",
        "{\"op\":\"react\",\"id\":\"1\",\"room\":\"den\",\"message\":\"m\"}",
        "{\"op\":\"room\",\"id\":\"1\"}",
        "{\"op\":\"name\",\"name\":\"x\"}",
        "{\"op\":\"more\",\"room\":\"den\"}",
        "{\"op\":\"more\",\"room\":\"den\",\"before\":\"5\"}",
        "{\"op\":\"SAY\",\"id\":\"1\",\"room\":\"den\",\"text\":\"x\"}",
        "{\"Op\":\"ping\"}",
        "{\"op\":\"ping\"",
        "5",
        "",
    };
    struct web_op op;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_msg(read_op(bad[i], &op) == WEB_SHAPE, "%s", bad[i]);
    }
    ck_assert_int_eq(read_op("{\"op\":\"ping\"}", &op), WEB_READ);
}
END_TEST

START_TEST(codec_keeps_the_id_of_what_it_refuses)
{
    struct web_op op;
    ck_assert_int_eq(read_op("{\"op\":\"dance\",\"id\":\"7\"}", &op), WEB_SHAPE);
    ck_assert_str_eq(op.id, "7");
    ck_assert_int_eq(read_op("{\"op\":\"say\",\"id\":\"a/b\",\"room\":\"d\",\"text\":\"x\"}", &op),
                     WEB_SHAPE);
    ck_assert_ptr_null(op.id);
    ck_assert_int_eq(read_op("{\"op\":\"say\",\"id\":\"\",\"room\":\"d\",\"text\":\"x\"}", &op),
                     WEB_SHAPE);
}
END_TEST

/* An op with one member of so many letters. */
static enum web_read read_long(const char *before, size_t letters, const char *after,
                               struct web_op *op)
{
    size_t size = letters + 512;
    char *json = malloc(size);
    char *filling = malloc(letters + 1);
    ck_assert(json != NULL && filling != NULL);
    memset(filling, 'x', letters);
    filling[letters] = '\0';
    snprintf(json, size, "%s%s%s", before, filling, after);
    free(filling);
    enum web_read result = read_op(json, op);
    free(json);
    return result;
}

START_TEST(codec_limits_every_member)
{
    struct web_op op;
    ck_assert_int_eq(read_long("{\"op\":\"name\",\"name\":\"n\",\"id\":\"", 40, "\"}", &op),
                     WEB_READ);
    ck_assert_int_eq(read_long("{\"op\":\"name\",\"name\":\"n\",\"id\":\"", 41, "\"}", &op),
                     WEB_BIG);
    ck_assert_int_eq(
        read_long("{\"op\":\"say\",\"id\":\"1\",\"room\":\"d\",\"text\":\"", 16383, "\"}", &op),
        WEB_READ);
    ck_assert_int_eq(
        read_long("{\"op\":\"say\",\"id\":\"1\",\"room\":\"d\",\"text\":\"", 16384, "\"}", &op),
        WEB_BIG);
    ck_assert_str_eq(op.id, "1");
    ck_assert_int_eq(read_long("{\"op\":\"slash\",\"id\":\"1\",\"room\":\"d\",\"command\":\"c\","
                               "\"args\":{\"",
                               65, "\":\"v\"}}", &op),
                     WEB_SHAPE);
}
END_TEST

START_TEST(codec_limits_every_list)
{
    struct web_op op;
    char json[4096];
    for (int over = 0; over < 2; over++) {
        size_t len = (size_t)snprintf(json, sizeof json, "{\"op\":\"hello\",\"since\":{");
        for (int i = 0; i < WEB_SINCE_MAX + over; i++) {
            len +=
                (size_t)snprintf(json + len, sizeof json - len, "%s\"r%d\":1", i > 0 ? "," : "", i);
        }
        snprintf(json + len, sizeof json - len, "}}");
        ck_assert_int_eq(read_op(json, &op), over ? WEB_BIG : WEB_READ);
        len = (size_t)snprintf(
            json, sizeof json,
            "{\"op\":\"slash\",\"id\":\"1\",\"room\":\"d\",\"command\":\"c\",\"args\":{");
        for (int i = 0; i < WEB_ARGS_MAX + over; i++) {
            len += (size_t)snprintf(json + len, sizeof json - len, "%s\"a%d\":\"1\"",
                                    i > 0 ? "," : "", i);
        }
        snprintf(json + len, sizeof json - len, "}}");
        ck_assert_int_eq(read_op(json, &op), over ? WEB_BIG : WEB_READ);
    }
}
END_TEST

Suite *suite_codec(void);
Suite *suite_codec(void)
{
    Suite *suite = suite_create("codec");
    TCase *tcase = tcase_create("codec");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, codec_reads_a_say);
    tcase_add_test(tcase, codec_takes_null_for_not_sent);
    tcase_add_test(tcase, codec_reads_hello);
    tcase_add_test(tcase, codec_reads_arguments_as_texts);
    tcase_add_test(tcase, codec_needs_what_an_op_needs);
    tcase_add_test(tcase, codec_keeps_the_id_of_what_it_refuses);
    tcase_add_test(tcase, codec_limits_every_member);
    tcase_add_test(tcase, codec_limits_every_list);
    suite_add_tcase(suite, tcase);
    return suite;
}
