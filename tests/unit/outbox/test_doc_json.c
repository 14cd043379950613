/* Documents as JSON come back as they were. */

#include <stdlib.h>
#include <string.h>

#include <check.h>
#include <cjson/cJSON.h>

#include "doc_json.h"
#include "doc_tiles.h"
#include "json_out.h"
#include "kept_doc.h"
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
    line->stops = true;
    doc_run(doc, line, RUN_TEXT, " \\ says\n\t<b>@everyone</b>", true);
    doc_time(doc, line, 1893499200000);
    struct block *list = doc_block(doc, BLOCK_LIST);
    doc_run(doc, doc_child(doc, list), RUN_CODE, "x", false);
    struct block *table = doc_block(doc, BLOCK_TABLE);
    struct block *row = doc_child(doc, table);
    doc_run(doc, doc_child(doc, row), RUN_EMPHASIS, "cell", false);
    struct block *picture = doc_block(doc, BLOCK_PICTURE);
    picture->svg = "<svg a=\"1\"/>";
    picture->portrait = "<svg b=\"2\"/>";
    doc_run(doc, doc_child_of(doc, picture, BLOCK_PARAGRAPH), RUN_TEXT, "twin", false);
    static const enum block_kind kinds[] = {BLOCK_SEATS, BLOCK_OPTIONS, BLOCK_CARDS, BLOCK_TILES};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct block *before = doc->last_block;
        doc_run(doc, doc_child(doc, doc_block(doc, BLOCK_LIST)), RUN_TEXT, "as words", false);
        struct block *tiles = doc_tiles(doc, kinds[i], before);
        *tiles->tiles = (struct tiles){.title = "Places", .act = "guess", .free = (int32_t)i};
        *doc_tile(doc, tiles) = (struct tile){.name = "Ben", .seat = 1, .host = true};
        *doc_tile(doc, tiles) = (struct tile){.kind = "signal",
                                              .title = "Documents",
                                              .symbol = "📄",
                                              .text = "the word “honestly”",
                                              .label = "label",
                                              .help = "help",
                                              .act = "play",
                                              .value = "documents",
                                              .number = 1,
                                              .count = 2,
                                              .seat = SEAT_NONE,
                                              .dim = true};
    }
    doc->game = "interceptor";
    doc->phase = "lobby";
    struct block *until = doc_block(doc, BLOCK_COUNTDOWN);
    until->until_ms = 1893499260000;
    struct block *file = doc_block(doc, BLOCK_FILE);
    file->file = "{\"a\":1}\n";
    doc_run(doc, file, RUN_TEXT, "record.jsonl", false);
    struct choice *choice =
        doc_choice(doc, "Documents", "t1.2.play.symbol=documents", CHOICE_PRIMARY);
    choice->symbol = "📄";
    choice->who = "Ben";
    choice->act = "play";
    choice->value = "documents";
    choice->at_table = true;
    struct field *field = arena_take(arena, sizeof *field);
    field->name = "say";
    field->label = "Say";
    field->kind = FIELD_LONG;
    field->max = 2000;
    field->about = 3;
    field->optional = true;
    choice->fields = field;
    return doc;
}

static void write(const struct doc *doc, struct buf *buf)
{
    static const uint64_t base = 9007199254740990;
    const struct doc_people people = {person_of, &base};
    const struct doc_head head = {DOC_BOARD, 12, 3};
    struct kept_doc *kept = kept_doc_new(doc, &head, &people);
    buf_init(buf, 65536);
    doc_json_write(&kept->doc, &kept->head, buf);
    ck_assert(!buf->full);
    kept_doc_let_go(&kept);
}

START_TEST(doc_json_comes_back_as_it_was)
{
    struct arena *arena = arena_new();
    struct buf one;
    struct buf other;
    write(sample(arena), &one);
    struct doc_head head;
    const struct doc *back = doc_json_read(arena, one.text, one.len, &head);
    ck_assert_ptr_nonnull(back);
    buf_init(&other, 65536);
    doc_json_write(back, &head, &other);
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
    ck_assert_ptr_nonnull(strstr(json.text, "{\"t\":\"paragraph\",\"stops\":true,"));
    buf_deinit(&json);
    arena_free(&arena);
}
END_TEST

START_TEST(doc_json_has_seats_beside_their_words)
{
    struct arena *arena = arena_new();
    struct buf json;
    write(sample(arena), &json);
    ck_assert_ptr_nonnull(strstr(json.text, "\"game\":\"interceptor\",\"phase\":\"lobby\""));
    ck_assert_ptr_nonnull(
        strstr(json.text, "{\"t\":\"seats\",\"title\":\"Places\",\"act\":\"guess\",\"free\":0,"
                          "\"seats\":[{\"name\":\"Ben\",\"account\":\"acc-1\",\"house\":false,"
                          "\"ready\":false,\"host\":true},"));
    ck_assert_ptr_nonnull(
        strstr(json.text, "\"number\":1,\"count\":2,\"dim\":true}],\"twin\":[{\"t\":\"list\","
                          "\"items\":[{\"runs\":[{\"t\":\"text\",\"s\":\"as words\"}]}]}]}"));
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
        "{\"blocks\":[{\"t\":\"cards\",\"twin\":[{\"t\":\"seats\"}]}]}",
        "{\"blocks\":[],\"panel\":[{\"label\":\"x\",\"style\":\"primary\"}]}",
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_ptr_null(doc_json_read(arena, bad[i], strlen(bad[i]), NULL));
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

Suite *suite_doc_json(void);

Suite *suite_doc_json(void)
{
    Suite *suite = suite_create("doc_json");
    TCase *tcase = tcase_create("doc_json");
    tcase_add_test(tcase, doc_json_comes_back_as_it_was);
    tcase_add_test(tcase, doc_json_names_people_by_id_and_account);
    tcase_add_test(tcase, doc_json_has_seats_beside_their_words);
    tcase_add_test(tcase, doc_json_of_another_shape_is_refused);
    tcase_add_test(tcase, json_text_of_any_bytes_is_json);
    suite_add_tcase(suite, tcase);
    return suite;
}
