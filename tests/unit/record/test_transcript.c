/* Transcripts as pages: each pair of eyes sees what it was told and no more, people's words are
 * never markup, and what does not fit is left out from the beginning and said. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "doc_html.h"
#include "heap.h"
#include "languages.h"
#include "record.h"
#include "transcript_page.h"

#define GOLDEN DD_SOURCE_DIR "/tests/golden/record/transcript.html"

static const char *const journals[] = {"decrypto_1", "infiltrators_1", "interceptor_1",
                                       "spyfall_2"};
enum { JOURNALS = sizeof journals / sizeof journals[0], FILE_MAX = 1 << 20 };

static struct catalogue *words;

static void setup(void)
{
    struct fault fault;
    words = languages_new("en", &fault);
    ck_assert_ptr_nonnull(words);
}

static void teardown(void)
{
    catalogue_free(&words);
}

static char *read_file(const char *path)
{
    FILE *in = fopen(path, "rb");
    ck_assert_msg(in != NULL, "%s", path);
    char *text = heap_allocate(FILE_MAX);
    size_t len = fread(text, 1, FILE_MAX - 1, in);
    fclose(in);
    text[len] = '\0';
    return text;
}

static char *read_journal(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, DD_SOURCE_DIR "/tests/journals/%s.jsonl", name);
    return read_file(path);
}

static bool write_page(const char *record, int eyes, size_t bytes_max, struct buf *out)
{
    const struct transcript_page page = {
        .eyes = eyes, .catalogue = words, .room_name = "", .bytes_max = bytes_max};
    struct fault fault;
    buf_init(out, (size_t)TRANSCRIPT_PAGE_MAX * 2);
    return transcript_page(&page, record, strlen(record), out, &fault) == 0;
}

static size_t count(const char *text, const char *what)
{
    size_t found = 0;
    for (const char *at = text; (at = strstr(at, what)) != NULL; at += strlen(what)) {
        found++;
    }
    return found;
}

/* Takes everything between each `from` and the next `to` out, both of them too. */
static void cut(char *text, const char *from, const char *to)
{
    char *at = text;
    while ((at = strstr(at, from)) != NULL) {
        const char *end = strstr(at, to);
        ck_assert_ptr_nonnull(end);
        end += strlen(to);
        memmove(at, end, strlen(end) + 1);
    }
}

/* The steps as the room read them: without what one seat was told, boards and their own places. */
static char *public_words(const struct buf *page)
{
    char *text = heap_text(page->text, page->len);
    cut(text, "<!doctype", "<h2>");
    cut(text, "<figure>", "</figure>\n");
    cut(text, "<div class=\"alone\">", "</div>\n");
    cut(text, "<section class", "</h3>\n"); /* a step in which nobody else was told anything */
    cut(text, "</section>", "\n");
    return text;
}

START_TEST(a_seat_reads_what_the_room_reads_and_what_it_alone_was_told)
{
    char *record = read_journal(journals[_i]);
    struct buf room;
    ck_assert(write_page(record, SEAT_CROWD, TRANSCRIPT_PAGE_MAX, &room));
    ck_assert_uint_eq(count(room.text, "In private:"), 0);
    char *told_all = public_words(&room);
    size_t alone = 0;
    struct buf page;
    for (int seat = 0; write_page(record, seat, TRANSCRIPT_PAGE_MAX, &page); seat++) {
        char *told = public_words(&page);
        ck_assert_str_eq(told, told_all);
        ck_assert_uint_gt(count(page.text, "In private: "), 0);
        alone += count(page.text, "In private: ");
        free(told);
        buf_deinit(&page);
    }
    buf_deinit(&page);
    struct buf everybody;
    ck_assert(write_page(record, TRANSCRIPT_EVERYBODY, TRANSCRIPT_PAGE_MAX, &everybody));
    ck_assert_uint_eq(count(everybody.text, "In private: "), alone);
    free(told_all);
    buf_deinit(&everybody);
    buf_deinit(&room);
    free(record);
}
END_TEST

/* Takes what a person wrote out of a record, as it is gone when it was hidden or forgotten. */
static void forget_text(char *record, const char *text)
{
    char end[64];
    snprintf(end, sizeof end, "\"text\":\"%s\"}\n", text);
    char *at = strstr(record, end);
    ck_assert_ptr_nonnull(at);
    char *start = at;
    while (start > record && start[-1] != '\n') {
        start--;
    }
    at += strlen(end);
    memmove(start, at, strlen(at) + 1);
}

START_TEST(words_that_are_gone_leave_a_mark)
{
    static const char *const clues[] = {"sting", "piers", "corals"};
    static const int eyes[] = {SEAT_CROWD, 1, TRANSCRIPT_EVERYBODY};
    char *record = read_journal("decrypto_1");
    for (size_t i = 0; i < sizeof clues / sizeof clues[0]; i++) {
        forget_text(record, clues[i]);
    }
    for (size_t i = 0; i < sizeof eyes / sizeof eyes[0]; i++) {
        struct buf page;
        ck_assert(write_page(record, eyes[i], TRANSCRIPT_PAGE_MAX, &page));
        ck_assert_uint_eq(count(page.text, "“”"), 0);
        ck_assert_ptr_nonnull(strstr(page.text, "“<bdi>lamp</bdi>”"));
        ck_assert_uint_eq(count(page.text, "“…”"), eyes[i] == SEAT_CROWD ? 3 : 6);
        buf_deinit(&page);
    }
    free(record);
}
END_TEST

START_TEST(page_is_as_it_was)
{
    char *record = read_journal("decrypto_1");
    struct buf page;
    ck_assert(write_page(record, 0, TRANSCRIPT_PAGE_MAX, &page));
    char *text = heap_text(page.text, page.len);
    cut(text, "data:image/svg+xml;base64,", "\"");
    if (getenv("UPDATE_GOLDEN") != NULL) {
        FILE *out = fopen(GOLDEN, "wb");
        ck_assert_ptr_nonnull(out);
        fputs(text, out);
        fclose(out);
    }
    char *golden = read_file(GOLDEN);
    ck_assert_str_eq(text, golden);
    free(golden);
    free(text);
    buf_deinit(&page);
    free(record);
}
END_TEST

START_TEST(what_does_not_fit_is_left_out_from_the_beginning)
{
    char *record = read_journal("infiltrators_1");
    struct buf whole;
    struct buf less;
    struct buf least;
    ck_assert(write_page(record, SEAT_CROWD, TRANSCRIPT_PAGE_MAX, &whole));
    ck_assert_uint_eq(count(whole.text, "are left out"), 0);
    ck_assert_uint_eq(count(whole.text, "in words alone"), 0);
    ck_assert(write_page(record, SEAT_CROWD, whole.len / 2, &less));
    ck_assert_uint_le(less.len, whole.len / 2);
    ck_assert_uint_eq(count(less.text, "boards are there in words alone"), 1);
    ck_assert_uint_eq(count(less.text, "<section"), count(whole.text, "<section"));
    ck_assert_uint_eq(count(less.text, "<figure>"), count(whole.text, "<figure>"));
    ck_assert_uint_lt(count(less.text, "<picture>"), count(whole.text, "<picture>"));
    ck_assert(strstr(less.text, "<picture>") > strstr(less.text, "<details open>"));
    const size_t tiny = 50000;
    ck_assert(write_page(record, SEAT_CROWD, tiny, &least));
    ck_assert_uint_le(least.len, tiny);
    ck_assert_uint_eq(count(least.text, "steps are left out"), 1);
    ck_assert_ptr_nonnull(strstr(least.text, "id=\"s41\""));
    ck_assert_ptr_null(strstr(least.text, "id=\"s1\""));
    buf_deinit(&whole);
    buf_deinit(&less);
    buf_deinit(&least);
    free(record);
}
END_TEST

START_TEST(no_page_of_what_is_not_over_or_has_no_such_seat)
{
    char *record = read_journal("decrypto_1");
    struct buf page;
    ck_assert(!write_page(record, 9, TRANSCRIPT_PAGE_MAX, &page));
    ck_assert_uint_eq(page.len, 0);
    buf_deinit(&page);
    char *middle = strstr(record, "{\"line\":\"11 ");
    ck_assert_ptr_nonnull(middle);
    *middle = '\0';
    ck_assert(!write_page(record, SEAT_CROWD, TRANSCRIPT_PAGE_MAX, &page));
    buf_deinit(&page);
    ck_assert(!write_page("{}\n", SEAT_CROWD, TRANSCRIPT_PAGE_MAX, &page));
    buf_deinit(&page);
    free(record);
}
END_TEST

/* Signs that would begin something in HTML are never written as themselves. */
START_TEST(words_are_never_markup)
{
    static const char *const hostile[] = {
        "<script>alert(1)</script>", "</bdi></p><img src=x onerror=alert(2)>",
        "\" onload='x' &lt; &#0; <!-- ]]>", "&amp;<b>&", "'\"<>&"};
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++) {
        static const enum block_kind kinds[] = {BLOCK_HEADING, BLOCK_PARAGRAPH, BLOCK_QUOTE};
        static const enum run_kind runs[] = {RUN_TEXT,    RUN_STRONG,  RUN_EMPHASIS, RUN_CODE,
                                             RUN_MENTION, RUN_SPOILER, RUN_ROOM};
        struct doc *doc = doc_new(arena);
        struct buf html;
        size_t elements = 0;
        buf_init(&html, FILE_MAX);
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            struct block *block = doc_block(doc, kinds[k]);
            for (size_t r = 0; r < sizeof runs / sizeof runs[0]; r++) {
                doc_run(doc, block, runs[r], hostile[i], true);
            }
            elements += 1 + sizeof runs / sizeof runs[0];
        }
        struct block *list = doc_block(doc, BLOCK_LIST);
        doc_run(doc, doc_child(doc, list), RUN_TEXT, hostile[i], true);
        elements += 3;
        doc_html(&html, doc->blocks, 4);
        ck_assert_uint_eq(count(html.text, "<"), 2 * elements);
        ck_assert_uint_eq(count(html.text, ">"), 2 * elements);
        ck_assert_uint_eq(count(html.text, "'"), 0);
        buf_deinit(&html);
    }
    arena_free(&arena);
}
END_TEST

Suite *suite_transcript(void);

Suite *suite_transcript(void)
{
    Suite *suite = suite_create("transcript");
    TCase *tcase = tcase_create("page");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 100);
    tcase_add_loop_test(tcase, a_seat_reads_what_the_room_reads_and_what_it_alone_was_told, 0,
                        JOURNALS);
    tcase_add_test(tcase, words_that_are_gone_leave_a_mark);
    tcase_add_test(tcase, page_is_as_it_was);
    tcase_add_test(tcase, what_does_not_fit_is_left_out_from_the_beginning);
    tcase_add_test(tcase, no_page_of_what_is_not_over_or_has_no_such_seat);
    tcase_add_test(tcase, words_are_never_markup);
    suite_add_tcase(suite, tcase);
    return suite;
}
