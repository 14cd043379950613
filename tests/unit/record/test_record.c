/* Records: each byte of them is covered, and the first line that does not follow is the one that is
 * named. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "fairness.h"
#include "hash.h"
#include "heap.h"
#include "journal_chain.h"
#include "record.h"

/* What decrypto_week.jsonl says: that of the week of both. */
#define DD_WEEK_SECRET "284f707573a225e0fb24a970a51080419c41fc1b94e228981f5cb8522fcdba4f"

static char *record;
static size_t record_len;

static void read_record(const char *path)
{
    FILE *in = fopen(path, "rb");
    ck_assert_ptr_nonnull(in);
    record = heap_allocate(1 << 20);
    record_len = fread(record, 1, (1 << 20) - 1, in);
    fclose(in);
}

static void setup(void)
{
    read_record(DD_SOURCE_DIR "/tests/journals/interceptor_1.jsonl");
}

/* A second game in its room, drawn from the ten words of eighteen that were left. */
static void setup_drawn(void)
{
    read_record(DD_SOURCE_DIR "/tests/journals/decrypto_1.jsonl");
}

/* The deal of a week, with its secret and before that was told. */
static void setup_week(void)
{
    read_record(DD_SOURCE_DIR "/tests/journals/decrypto_week.jsonl");
}

static void setup_sealed(void)
{
    read_record(DD_SOURCE_DIR "/tests/journals/decrypto_week_sealed.jsonl");
}

static void teardown(void)
{
    free(record);
}

static unsigned line_of(size_t at)
{
    unsigned line = 1;
    for (size_t i = 0; i < at; i++) {
        line += record[i] == '\n';
    }
    return line;
}

START_TEST(record_of_a_fair_game_follows)
{
    struct record_report report;
    ck_assert_msg(record_verify(record, record_len, NULL, &report), "line %u: %s", report.line,
                  report.why);
    ck_assert_uint_eq(report.steps, 40);
    ck_assert_uint_eq(strlen(report.seed), 64);
}
END_TEST

START_TEST(record_with_any_byte_changed_names_its_line)
{
    struct record_report report;
    for (size_t at = (size_t)_i; at < record_len - 1; at += 61) {
        char was = record[at];
        record[at] = (char)(was ^ (1 << (at % 7)));
        bool good = record_verify(record, record_len, NULL, &report);
        ck_assert_msg(!good && report.line == line_of(at), "byte %zu of line %u: line %u, %s", at,
                      line_of(at), report.line, report.why);
        record[at] = was;
    }
}
END_TEST

START_TEST(record_without_one_of_its_lines_does_not_follow)
{
    struct record_report report;
    char *copy = heap_allocate(record_len + 1);
    for (const char *line = record; (size_t)(line - record) < record_len;) {
        const char *end = strchr(line, '\n') + 1;
        size_t before = (size_t)(line - record);
        memcpy(copy, record, before);
        memcpy(copy + before, end, record_len - (size_t)(end - record));
        bool words = strncmp(line, "{\"digest\"", 9) == 0;
        bool good = record_verify(copy, record_len - (size_t)(end - line), NULL, &report);
        ck_assert(words || !good);
        line = end;
    }
    free(copy);
}
END_TEST

/* The record with the first `was` changed into `is`, verified. */
static bool verify_with(const char *was, const char *is, struct record_report *report)
{
    struct buf copy;
    const char *at = strstr(record, was);
    ck_assert_ptr_nonnull(at);
    buf_init(&copy, RECORD_MAX);
    buf_add(&copy, record, (size_t)(at - record));
    buf_text(&copy, is);
    buf_text(&copy, at + strlen(was));
    bool good = record_verify(copy.text, copy.len, NULL, report);
    buf_deinit(&copy);
    return good;
}

START_TEST(candidates_are_what_the_deal_names)
{
    struct record_report report;
    ck_assert_msg(verify_with("\"eel\"", "\"eel\"", &report), "line %u: %s", report.line,
                  report.why);
    ck_assert_uint_eq(report.steps, 14);
    static const char *const other[] = {"\"cow\"", "\"eel\",\"cow\"", "\"eel = snake\""};
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        ck_assert(!verify_with("\"eel\"", other[i], &report));
        ck_assert_uint_eq(report.line, 1);
        ck_assert_str_eq(report.why, "the candidates are not those that the deal names");
    }
    ck_assert(!verify_with("[\"anchor\",", "[1,", &report));
    ck_assert_str_eq(report.why, "the candidates are no list of texts");
}
END_TEST

/* A copy of the record without people's texts, in the header neither: how the house writes it when
 * all of them had theirs forgotten. */
static char *copy_forgotten(size_t *len_r)
{
    static const char name[] = "\"name\":\"";
    char *copy = heap_allocate(record_len + 1);
    size_t len = 0;
    for (const char *line = record; (size_t)(line - record) < record_len;) {
        const char *end = strchr(line, '\n') + 1;
        bool words = strncmp(line, "{\"digest\"", 9) == 0;
        for (const char *at = line; at < end && !words; at++) {
            copy[len++] = *at;
            if (line == record && (size_t)(at - line) >= sizeof name - 2 &&
                strncmp(at - sizeof name + 2, name, sizeof name - 1) == 0) {
                at += strcspn(at + 1, "\"");
            }
        }
        line = end;
    }
    *len_r = len;
    return copy;
}

START_TEST(forgotten_words_leave_the_rest_to_follow)
{
    struct record_report report;
    size_t len = 0;
    char *copy = copy_forgotten(&len);
    ck_assert_uint_lt(len, record_len);
    ck_assert_ptr_null(strstr(copy, "Ana"));
    ck_assert_ptr_null(strstr(copy, "sting"));
    ck_assert_msg(record_verify(copy, len, NULL, &report), "line %u: %s", report.line, report.why);
    char *word = strstr(copy, "\"anchor\"");
    ck_assert_ptr_nonnull(word);
    word[1] = 'e';
    ck_assert(!record_verify(copy, len, NULL, &report));
    free(copy);
}
END_TEST

START_TEST(chain_is_what_a_stranger_computes)
{
    char header[CHAIN_HEADER_BYTES];
    struct chain chain;
    chain_header(header, "interceptor", 1, 12);
    ck_assert_str_eq(header,
                     "{\"format\":1,\"game\":\"interceptor\",\"rules\":1,\"table\":\"12\"}");
    chain_begin(&chain, header);
    char both[256];
    snprintf(both, sizeof both, "%s1 1000 house tick {} -", chain.last);
    chain_add(&chain, "1 1000 house tick {} -", 22);
    uint8_t hash[HASH_BYTES];
    char hex[HASH_HEX_SIZE];
    hash_of(hash, both, strlen(both));
    hash_hex(hex, hash, sizeof hash);
    ck_assert_str_eq(hex, chain.last);
}
END_TEST

START_TEST(seed_is_the_secret_and_the_joins_with_a_zero_behind_each)
{
    static const uint8_t secret[SEED_BYTES] = {1, 2, 3};
    static const char *const joins[] = {"web/a", "web/bc"};
    uint8_t bytes[SEED_BYTES + 13] = {1, 2, 3};
    uint8_t hash[HASH_BYTES];
    char expected[HASH_HEX_SIZE];
    char seed[SEED_BYTES * 2 + 1];
    memcpy(bytes + SEED_BYTES, "web/a\0web/bc", 13);
    hash_of(hash, bytes, sizeof bytes);
    hash_hex(expected, hash, sizeof hash);
    fairness_seed(secret, joins, 2, seed);
    ck_assert_str_eq(seed, expected);
}
END_TEST

START_TEST(the_seed_of_a_week_follows_from_its_secret)
{
    struct record_report report;
    ck_assert_msg(record_verify(record, record_len, NULL, &report), "%u: %s", report.line,
                  report.why);
    ck_assert_str_eq(report.week, "2030-W01");
    ck_assert(report.dealt && !report.sealed);
    ck_assert(!verify_with("\"week\":\"2030-W01\"", "\"week\":\"2030-W02\"", &report));
    ck_assert_uint_eq(report.line, 1);
    ck_assert(!verify_with("\"week\":\"2030-W01\",", "", &report));
    ck_assert_str_eq(report.why, "the commitment is not the one in the header");
    ck_assert(!verify_with("\"elephant\"", "\"elephants\"", &report));
    ck_assert_str_eq(report.why, "the candidates are not those that the deal names");
}
END_TEST

START_TEST(the_seed_of_a_week_counts_its_players)
{
    static const uint8_t secret[SEED_BYTES] = {1, 2, 3};
    static const char *const parts[] = {"weekly", "decrypto", "2026-W48", "4"};
    static struct table table;
    char expected[SEED_BYTES * 2 + 1];
    char seed[SEED_BYTES * 2 + 1];
    table_init(&table, 7);
    table.game = game_find("decrypto");
    table.seat_count = 8;
    for (unsigned i = 0; i < 5; i++) {
        table.seat[i].person = i == 2 ? 0 : i + 1;
    }
    fairness_seed(secret, parts, 4, expected);
    fairness_week_seed(secret, &table, "2026-W48", seed);
    ck_assert_str_eq(seed, expected);
    table.seat[2].person = 9;
    fairness_week_seed(secret, &table, "2026-W48", seed);
    ck_assert_str_ne(seed, expected);
}
END_TEST

START_TEST(a_sealed_record_follows_but_for_its_seed)
{
    struct record_report report;
    ck_assert_msg(record_verify(record, record_len, NULL, &report), "%u: %s", report.line,
                  report.why);
    ck_assert(report.dealt && report.sealed);
    ck_assert_str_eq(report.seed, "");
    ck_assert_ptr_null(strstr(record, "\"secret\":"));
    static const char told[] = DD_WEEK_SECRET;
    ck_assert_msg(record_verify(record, record_len, told, &report), "%u: %s", report.line,
                  report.why);
    ck_assert(!report.sealed);
    ck_assert_uint_eq(strlen(report.seed), 64);
    char other[] = DD_WEEK_SECRET;
    other[0] = other[0] == '1' ? '2' : '1';
    ck_assert(!record_verify(record, record_len, other, &report));
    ck_assert_str_eq(report.why, "the commitment is not the SHA-256 of the secret");
}
END_TEST

/* A record out of three texts: a signal, what was said with it, and a guess of it. */
static void write_three(struct buf *out, bool reveal)
{
    struct table table;
    struct buf lines;
    const struct option_def *row = NULL;
    const uint8_t secret[SEED_BYTES] = {1};
    struct buf none;
    buf_init(&none, 16);
    const struct record_frame frame = {.rules_version = 1, .secret = secret, .candidates = &none};
    table_init(&table, 7);
    table.game = game_find("interceptor");
    table.phase = TABLE_LOBBY;
    options_default(table.game, &table.options);
    options_set(table.game, &table.options, "reveal_signals", reveal ? "on" : "off", &row);
    buf_init(&lines, RECORD_MAX);
    buf_init(out, RECORD_MAX);
    buf_text(
        &lines,
        "{\"digest\":\"11111111111111111111111111111111\",\"text\":\"honestly\"}\n"
        "{\"digest\":\"22222222222222222222222222222222\",\"text\":\"Honestly not.\"}\n"
        "{\"digest\":\"33333333333333333333333333333333\",\"text\":\"a guess\"}\n"
        "{\"line\":\"2 9 0 register {\\\"v\\\":\\\"~11111111111111111111111111111111\\\"} -\"}\n"
        "{\"line\":\"3 9 0 play {\\\"v\\\":\\\"~22222222222222222222222222222222\\\"} -\"}\n"
        "{\"line\":\"4 9 1 call {\\\"v\\\":\\\"~33333333333333333333333333333333\\\"} -\"}\n");
    record_write(out, &table, &frame, &lines);
    buf_deinit(&lines);
    buf_deinit(&none);
}

START_TEST(signals_that_stay_secret_have_no_words_in_the_record)
{
    for (int reveal = 0; reveal < 2; reveal++) {
        struct buf out;
        write_three(&out, reveal == 1);
        ck_assert_int_eq(strstr(out.text, "\"honestly\"") != NULL, reveal);
        ck_assert_ptr_nonnull(strstr(out.text, "Honestly not."));
        ck_assert_ptr_nonnull(strstr(out.text, "a guess"));
        ck_assert_ptr_nonnull(strstr(out.text, "register"));
        buf_deinit(&out);
    }
}
END_TEST

/* Records of before lack it, and have to be written the same for ever. */
START_TEST(an_option_that_came_later_is_in_a_record_where_it_is_chosen)
{
    static const char *const said[][2] = {{"streak", "soft"}, {"deadline", "2 d"}};
    for (size_t i = 0; i < 2 * (sizeof said / sizeof said[0]); i++) {
        bool chosen = i % 2 != 0;
        const char *const *option = said[i / 2];
        const uint8_t secret[SEED_BYTES] = {1};
        const struct option_def *row = NULL;
        struct table table;
        struct buf none;
        struct buf out;
        char quoted[32];
        buf_init(&none, 16);
        buf_init(&out, RECORD_MAX);
        const struct record_frame frame = {
            .rules_version = 1, .secret = secret, .candidates = &none};
        table_init(&table, 7);
        table.game = game_find("spyfall");
        table.phase = TABLE_LOBBY;
        options_default(table.game, &table.options);
        ck_assert(options_set(table.game, &table.options, option[0], chosen ? option[1] : "default",
                              &row));
        record_write(&out, &table, &frame, &none);
        snprintf(quoted, sizeof quoted, "\"%s\":", option[0]);
        ck_assert_int_eq(strstr(out.text, quoted) != NULL, chosen);
        ck_assert_ptr_nonnull(strstr(out.text, "\"tie\":\"shared\""));
        buf_deinit(&out);
        buf_deinit(&none);
    }
}
END_TEST

Suite *suite_record(void);

Suite *suite_record(void)
{
    Suite *suite = suite_create("record");
    TCase *tcase = tcase_create("record");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 100);
    tcase_add_test(tcase, record_of_a_fair_game_follows);
    tcase_add_loop_test(tcase, record_with_any_byte_changed_names_its_line, 0, 3);
    tcase_add_test(tcase, record_without_one_of_its_lines_does_not_follow);
    tcase_add_test(tcase, chain_is_what_a_stranger_computes);
    tcase_add_test(tcase, seed_is_the_secret_and_the_joins_with_a_zero_behind_each);
    suite_add_tcase(suite, tcase);
    tcase = tcase_create("drawn");
    tcase_add_checked_fixture(tcase, setup_drawn, teardown);
    tcase_set_timeout(tcase, 100);
    tcase_add_test(tcase, candidates_are_what_the_deal_names);
    tcase_add_test(tcase, forgotten_words_leave_the_rest_to_follow);
    tcase_add_loop_test(tcase, record_with_any_byte_changed_names_its_line, 0, 3);
    tcase_add_test(tcase, record_without_one_of_its_lines_does_not_follow);
    TCase *week = tcase_create("week");
    tcase_add_checked_fixture(week, setup_week, teardown);
    tcase_set_timeout(week, 100);
    tcase_add_test(week, the_seed_of_a_week_follows_from_its_secret);
    tcase_add_test(week, the_seed_of_a_week_counts_its_players);
    tcase_add_loop_test(week, record_with_any_byte_changed_names_its_line, 0, 3);
    suite_add_tcase(suite, week);
    TCase *sealed = tcase_create("sealed");
    tcase_add_checked_fixture(sealed, setup_sealed, teardown);
    tcase_set_timeout(sealed, 100);
    tcase_add_test(sealed, a_sealed_record_follows_but_for_its_seed);
    tcase_add_loop_test(sealed, record_with_any_byte_changed_names_its_line, 0, 3);
    suite_add_tcase(suite, sealed);
    TCase *written = tcase_create("written");
    tcase_add_test(written, signals_that_stay_secret_have_no_words_in_the_record);
    tcase_add_test(written, an_option_that_came_later_is_in_a_record_where_it_is_chosen);
    suite_add_tcase(suite, written);
    suite_add_tcase(suite, tcase);
    return suite;
}
