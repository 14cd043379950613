/* Documents as JSON come back as they were; what is heard does too. */

#include <stdlib.h>
#include <string.h>

#include <check.h>
#include <cjson/cJSON.h>

#include "doc_json.h"
#include "heard_copy.h"
#include "json_out.h"
#include "seat.h"

static uint64_t person_of(const void *context, int seat, const char **account_r)
{
    *account_r = seat == 1 ? "acc-1" : NULL;
    return *(const uint64_t *)context + (uint64_t)seat;
}

static struct doc *sample(struct arena *arena)
{
    struct doc *doc = doc_new(arena);
    struct block *heading = doc_block(doc, BLOCK_HEADING);
    doc_run(doc, heading, RUN_STRONG, "Interceptor \"#1\"", false);
    struct block *line = doc_block(doc, BLOCK_PARAGRAPH);
    struct run *mention = doc_run(doc, line, RUN_MENTION, "Ben", false);
    mention->seat = 1;
    doc_run(doc, line, RUN_TEXT, " \\ says\n\t<b>@everyone</b>", true);
    doc_time(doc, line, 1893499200000);
    struct block *list = doc_block(doc, BLOCK_LIST);
    doc_run(doc, doc_child(doc, list), RUN_CODE, "x", false);
    struct block *table = doc_block(doc, BLOCK_TABLE);
    struct block *row = doc_child(doc, table);
    doc_run(doc, doc_child(doc, row), RUN_EMPHASIS, "cell", false);
    struct block *picture = doc_block(doc, BLOCK_PICTURE);
    picture->svg = "<svg a=\"1\"/>";
    doc_run(doc, doc_child_of(doc, picture, BLOCK_PARAGRAPH), RUN_TEXT, "twin", false);
    struct block *until = doc_block(doc, BLOCK_COUNTDOWN);
    until->until_ms = 1893499260000;
    struct block *file = doc_block(doc, BLOCK_FILE);
    file->file = "{\"a\":1}\n";
    doc_run(doc, file, RUN_TEXT, "record.jsonl", false);
    struct choice *choice =
        doc_choice(doc, "Documents", "t1.2.play.symbol=documents", CHOICE_PRIMARY);
    choice->symbol = "📄";
    choice->who = "Ben";
    choice->at_table = true;
    struct field *field = arena_take(arena, sizeof *field);
    field->name = "say";
    field->label = "Say";
    field->kind = FIELD_LONG;
    field->max = 2000;
    field->optional = true;
    choice->fields = field;
    return doc;
}

static void write(const struct doc *doc, struct buf *buf)
{
    static const uint64_t base = 9007199254740990;
    const struct doc_json_people people = {person_of, &base};
    const struct doc_json_head head = {"board", 12, 3};
    buf_init(buf, 65536);
    doc_json_write(doc, &head, &people, buf);
    ck_assert(!buf->full);
}

START_TEST(doc_json_comes_back_as_it_was)
{
    struct arena *arena = arena_new();
    struct buf one;
    struct buf other;
    write(sample(arena), &one);
    struct doc *back = doc_json_read(arena, one.text, one.len);
    ck_assert_ptr_nonnull(back);
    back->blocks->next->runs->seat = 1;
    back->blocks->next->runs->person = 0;
    write(back, &other);
    ck_assert_str_eq(one.text, other.text);
    buf_deinit(&one);
    buf_deinit(&other);
    arena_free(&arena);
}
END_TEST

START_TEST(doc_json_names_people_by_id_and_account)
{
    struct arena *arena = arena_new();
    struct buf json;
    write(sample(arena), &json);
    ck_assert_ptr_nonnull(
        strstr(json.text, "\"person\":\"9007199254740991\",\"account\":\"acc-1\""));
    ck_assert_ptr_nonnull(strstr(json.text, "\"kind\":\"board\",\"table\":\"12\",\"number\":3"));
    ck_assert_ptr_nonnull(strstr(json.text, "\"people\":true"));
    buf_deinit(&json);
    arena_free(&arena);
}
END_TEST

START_TEST(doc_json_of_another_shape_is_refused)
{
    static const char *const bad[] = {
        "",
        "[",
        "{\"blocks\":[{\"t\":\"marquee\",\"runs\":[]}]}",
        "{\"blocks\":[{\"t\":\"paragraph\",\"runs\":[{\"t\":\"text\"}]}]}",
        "{\"blocks\":[{\"t\":\"picture\",\"twin\":[{\"t\":\"picture\"}]}]}",
        "{\"blocks\":[],\"panel\":[{\"label\":\"x\",\"style\":\"primary\"}]}",
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_ptr_null(doc_json_read(arena, bad[i], strlen(bad[i])));
    }
    arena_free(&arena);
}
END_TEST

START_TEST(json_text_of_any_bytes_is_json)
{
    char text[256];
    for (unsigned i = 0; i < 255; i++) {
        text[i] = (char)(i + 1);
    }
    struct buf json;
    buf_init(&json, 4096);
    json_out_string(&json, text, 255);
    cJSON *parsed = cJSON_ParseWithLength(json.text, json.len);
    ck_assert(cJSON_IsString(parsed));
    ck_assert_int_eq(strncmp(parsed->valuestring, text, 0x7f), 0);
    cJSON_Delete(parsed);
    buf_clear(&json);
    json_out_string(&json, "\xed\xa0\x80 \xf0\x9f\x98\x80 \xc0\xaf", 11);
    ck_assert_str_eq(json.text, "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd \xf0\x9f\x98\x80 "
                                "\xef\xbf\xbd\xef\xbf\xbd\"");
    buf_deinit(&json);
}
END_TEST

static struct heard heard_sample(struct facts *args, struct fact *fact, char *text)
{
    struct heard heard = {
        .kind = HEARD_FORM,
        .adapter = "kit",
        .event_id = "e1",
        .room = "den",
        .account = "Ana",
        .name = "Ana \"A\"",
        .moderator = true,
        .at_ms = 1893499200001,
        .control = "t1.2.play",
        .reply_to = "m7",
        .mention_count = 2,
        .mentions = {"Ben", "Cy"},
        .value_count = 1,
        .values = {"documents"},
        .reply_seat = SEAT_NONE,
    };
    facts_init(args, fact, 4, text, 128);
    facts_text(args, "say", "honestly, no", 12);
    facts_text(args, "documents.kind", "word", 4);
    heard.args = args;
    return heard;
}

static void check_heard(const struct heard *one, const struct heard *other)
{
    ck_assert_int_eq(one->kind, other->kind);
    ck_assert_int_eq(one->at_ms, other->at_ms);
    ck_assert_str_eq(one->name, other->name);
    ck_assert_str_eq(one->control, other->control);
    ck_assert_str_eq(one->reply_to, other->reply_to);
    ck_assert_str_eq(one->mentions[1], other->mentions[1]);
    ck_assert_str_eq(one->values[0], other->values[0]);
    ck_assert_int_eq(one->moderator, other->moderator);
    ck_assert_ptr_null(other->text);
    ck_assert_str_eq(facts_text_at(other->args, "say", ""), "honestly, no");
    uint16_t at = facts_find(other->args, FACTS_NONE, "documents.kind");
    ck_assert_uint_ne(at, FACTS_NONE);
    ck_assert_str_eq(other->args->fact[at].text, "word");
}

START_TEST(heard_copy_points_to_nothing_of_the_caller)
{
    struct facts args;
    struct fact fact[4];
    char text[128];
    char name[] = "Ana \"A\"";
    struct heard heard = heard_sample(&args, fact, text);
    struct heard_copy copy;
    heard.name = name;
    ck_assert(heard_copy(&copy, &heard));
    memset(name, 'x', sizeof name - 1);
    memset(text, 0, sizeof text);
    struct heard again = heard_sample(&args, fact, text);
    check_heard(&again, &copy.heard);
    heard_copy_free(&copy);
}
END_TEST

START_TEST(heard_json_comes_back_as_it_was)
{
    struct facts args;
    struct fact fact[4];
    char text[128];
    struct heard heard = heard_sample(&args, fact, text);
    struct heard_copy copy;
    struct buf json;
    buf_init(&json, 65536);
    heard_json_write(&heard, &json);
    ck_assert(heard_json_read(&copy, "kit", json.text, json.len));
    check_heard(&heard, &copy.heard);
    ck_assert(!heard_json_read(&copy, "kit", "{\"kind\":99,\"at\":1}", 18));
    buf_deinit(&json);
    heard_copy_free(&copy);
}
END_TEST

START_TEST(heard_text_without_end_is_cut_and_still_too_long)
{
    size_t len = 2000000;
    char *text = malloc(len + 1);
    memset(text, 'x', len);
    text[len] = '\0';
    struct heard heard = {.kind = HEARD_TEXT, .event_id = "e", .room = "r", .account = "a"};
    struct heard_copy copy;
    heard.text = text;
    ck_assert(heard_copy(&copy, &heard));
    ck_assert_uint_gt(strlen(copy.heard.text), HEARD_TEXT_BYTES_MAX);
    ck_assert_uint_lt(strlen(copy.heard.text), HEARD_TEXT_BYTES_MAX + 8);
    heard_copy_free(&copy);
    heard.event_id = text;
    ck_assert(!heard_copy(&copy, &heard));
    free(text);
}
END_TEST

Suite *suite_doc_json(void);

Suite *suite_doc_json(void)
{
    Suite *suite = suite_create("doc_json");
    TCase *tcase = tcase_create("doc_json");
    tcase_add_test(tcase, doc_json_comes_back_as_it_was);
    tcase_add_test(tcase, doc_json_names_people_by_id_and_account);
    tcase_add_test(tcase, doc_json_of_another_shape_is_refused);
    tcase_add_test(tcase, json_text_of_any_bytes_is_json);
    tcase_add_test(tcase, heard_copy_points_to_nothing_of_the_caller);
    tcase_add_test(tcase, heard_json_comes_back_as_it_was);
    tcase_add_test(tcase, heard_text_without_end_is_cut_and_still_too_long);
    suite_add_tcase(suite, tcase);
    return suite;
}
