/* What was heard comes back as it was, out of a copy and out of JSON. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "inbound_copy.h"
#include "seat.h"

static struct inbound inbound_sample(struct value_tree *args, struct value *fact, char *text)
{
    struct inbound inbound = {
        .kind = INBOUND_FORM,
        .adapter = "kit",
        .event_id = "e1",
        .room = "den",
        .account = "Ana",
        .name = "Ana \"A\"",
        .moderator = true,
        .sits = true,
        .at_ms = 1893499200001,
        .control = "t1.2.play",
        .reply_to = "m7",
        .mention_count = 2,
        .mentions = {"Ben", "Cy"},
        .value_count = 1,
        .values = {"documents"},
        .reply_seat = SEAT_NONE,
    };
    value_init(args, fact, 4, text, 128);
    value_text(args, "say", "honestly, no", 12);
    value_text(args, "documents.kind", "word", 4);
    inbound.args = args;
    return inbound;
}

static void check_inbound(const struct inbound *one, const struct inbound *other)
{
    ck_assert_int_eq(one->kind, other->kind);
    ck_assert_int_eq(one->at_ms, other->at_ms);
    ck_assert_str_eq(one->name, other->name);
    ck_assert_str_eq(one->control, other->control);
    ck_assert_str_eq(one->reply_to, other->reply_to);
    ck_assert_str_eq(one->mentions[1], other->mentions[1]);
    ck_assert_str_eq(one->values[0], other->values[0]);
    ck_assert_int_eq(one->moderator, other->moderator);
    ck_assert_int_eq(one->sits, other->sits);
    ck_assert_ptr_null(other->text);
    ck_assert_str_eq(value_text_at(other->args, "say", ""), "honestly, no");
    uint16_t at = value_find(other->args, VALUE_NONE, "documents.kind");
    ck_assert_uint_ne(at, VALUE_NONE);
    ck_assert_str_eq(other->args->fact[at].text, "word");
}

START_TEST(heard_copy_points_to_nothing_of_the_caller)
{
    struct value_tree args;
    struct value fact[4];
    char text[128];
    char name[] = "Ana \"A\"";
    struct inbound inbound = inbound_sample(&args, fact, text);
    struct inbound_copy copy;
    inbound.name = name;
    ck_assert(inbound_copy(&copy, &inbound));
    memset(name, 'x', sizeof name - 1);
    memset(text, 0, sizeof text);
    struct inbound again = inbound_sample(&args, fact, text);
    check_inbound(&again, &copy.inbound);
    inbound_copy_free(&copy);
}
END_TEST

START_TEST(heard_json_comes_back_as_it_was)
{
    struct value_tree args;
    struct value fact[4];
    char text[128];
    struct inbound inbound = inbound_sample(&args, fact, text);
    struct inbound_copy copy;
    struct buf json;
    buf_init(&json, 65536);
    inbound_json_write(&inbound, &json);
    ck_assert(inbound_json_read(&copy, "kit", json.text, json.len));
    check_inbound(&inbound, &copy.inbound);
    ck_assert(!inbound_json_read(&copy, "kit", "{\"kind\":99,\"at\":1}", 18));
    buf_deinit(&json);
    inbound_copy_free(&copy);
}
END_TEST

START_TEST(heard_text_without_end_is_cut_and_still_too_long)
{
    size_t len = 2000000;
    char *text = malloc(len + 1);
    memset(text, 'x', len);
    text[len] = '\0';
    struct inbound inbound = {.kind = INBOUND_TEXT, .event_id = "e", .room = "r", .account = "a"};
    struct inbound_copy copy;
    inbound.text = text;
    ck_assert(inbound_copy(&copy, &inbound));
    ck_assert_uint_gt(strlen(copy.inbound.text), INBOUND_TEXT_BYTES_MAX);
    ck_assert_uint_lt(strlen(copy.inbound.text), INBOUND_TEXT_BYTES_MAX + 8);
    inbound_copy_free(&copy);
    inbound.event_id = text;
    ck_assert(!inbound_copy(&copy, &inbound));
    free(text);
}
END_TEST

Suite *suite_inbound(void);

Suite *suite_inbound(void)
{
    Suite *suite = suite_create("inbound");
    TCase *tcase = tcase_create("inbound");
    tcase_add_test(tcase, heard_copy_points_to_nothing_of_the_caller);
    tcase_add_test(tcase, heard_json_comes_back_as_it_was);
    tcase_add_test(tcase, heard_text_without_end_is_cut_and_still_too_long);
    suite_add_tcase(suite, tcase);
    return suite;
}
