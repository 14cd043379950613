/* Calendar files; ics_read.py reads the same goldens as a calendar would. */
#include "ics.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calendar.h"
#include "civil.h"

/* 2030-10-13 18:00 UTC, a Sunday: 20:00 in Berlin, where clocks are changed two weeks later. */
#define NIGHT_MS INT64_C(1918144800000)
#define NOW_MS   INT64_C(1917900000000)
#define DAY_MS   (INT64_C(24) * 3600 * 1000)

static struct arena *arena;
static struct buf buf;

static void setup(void)
{
    arena = arena_new();
    buf_init(&buf, ICS_BYTES_MAX);
}

static void teardown(void)
{
    buf_deinit(&buf);
    arena_free(&arena);
}

static const char *written(const struct ics_event *event)
{
    buf_clear(&buf);
    ics_write(&buf, arena, event, NOW_MS);
    ck_assert(!buf.full);
    return buf.text;
}

/* Compares with tests/golden/base/NAME; UPDATE_GOLDEN=1 rewrites it. */
static void golden(const char *name, const char *text)
{
    static char expected[64 * 1024];
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/golden/base/%s", DD_SOURCE_DIR, name);
    bool update = getenv("UPDATE_GOLDEN") != NULL;
    FILE *file = fopen(path, update ? "wb" : "rb");
    ck_assert_msg(file != NULL, "no %s: run once with UPDATE_GOLDEN=1", path);
    if (update) {
        fputs(text, file);
    } else {
        expected[fread(expected, 1, sizeof expected - 1, file)] = '\0';
    }
    fclose(file);
    ck_assert_msg(update || strcmp(text, expected) == 0, "%s differs:\n%s", name, text);
}

static unsigned times(const char *text, const char *words)
{
    unsigned count = 0;
    for (const char *at = text; (at = strstr(at, words)) != NULL; at++) {
        count++;
    }
    return count;
}

static struct ics_time times_of[ICS_TIMES_MAX];

/* Eight Sundays at 20:00 in Berlin. */
static struct ics_event weekly(void)
{
    for (unsigned i = 0; i < ICS_TIMES_MAX; i++) {
        int64_t start_ms = calendar_weeks_later("Europe/Berlin", NIGHT_MS, i);
        times_of[i] =
            (struct ics_time){.start_ms = start_ms, .day = calendar_day("Europe/Berlin", start_ms)};
    }
    return (struct ics_event){.uid = "kJ3_weekly",
                              .title = "Game night in #den",
                              .text = "Spyfall, and whatever else there are people for.\n"
                                      "Sign up in #den.",
                              .place = "#den",
                              .url = "https://play.example/night?of=den&n=1",
                              .times = times_of,
                              .count = ICS_TIMES_MAX,
                              .minutes = 180,
                              .sequence = 2,
                              .weekly = true};
}

static struct ics_event once(void)
{
    times_of[0] = (struct ics_time){.start_ms = NIGHT_MS};
    return (struct ics_event){.uid = "kJ3_once",
                              .title = "Spyfall, Decrypto; and more \\o/",
                              .times = times_of,
                              .count = 1,
                              .minutes = 90};
}

START_TEST(a_night_that_is_once_is_one_event)
{
    struct ics_event event = once();
    event.text =
        "Ana wrote: \"🇩🇪 für alle — 👩‍👩‍👧‍👦 auch für Anfänger, die "
        "noch "
        "nie "
        "gespielt haben; kommt früh, bleibt lang.\"\n\nEND:VEVENT";
    event.place = "#den";
    golden("once.ics", written(&event));
    ck_assert_uint_eq(times(buf.text, "\r\nEND:VEVENT\r\n"), 1);
}
END_TEST

START_TEST(a_weekly_night_stays_at_its_hour_over_a_change_of_the_clocks)
{
    struct ics_event event = weekly();
    ck_assert_int_eq(times_of[1].start_ms, NIGHT_MS + 7 * DAY_MS);
    ck_assert_int_eq(times_of[2].start_ms, NIGHT_MS + 14 * DAY_MS + 3600000);
    ck_assert_int_eq(times_of[7].start_ms, NIGHT_MS + 49 * DAY_MS + 3600000);
    golden("weekly.ics", written(&event));
    ck_assert_uint_eq(times(buf.text, "\r\nBEGIN:VEVENT\r\n"), ICS_TIMES_MAX);
    ck_assert_ptr_nonnull(strstr(buf.text, "UID:kJ3_weekly-20301027@deaddrop\r\n"));
}
END_TEST

START_TEST(what_is_called_off_says_so_and_wakes_nobody)
{
    struct ics_event event = weekly();
    event.count = 2;
    event.sequence = 3;
    times_of[1].cancelled = true;
    golden("cancelled.ics", written(&event));
    ck_assert_uint_eq(times(buf.text, "STATUS:CANCELLED"), 1);
    ck_assert_uint_eq(times(buf.text, "BEGIN:VALARM"), 1);
    event.cancelled = true;
    written(&event);
    ck_assert_uint_eq(times(buf.text, "STATUS:CANCELLED"), 2);
    ck_assert_uint_eq(times(buf.text, "BEGIN:VALARM"), 0);
}
END_TEST

START_TEST(one_that_is_moved_by_hours_stays_the_same)
{
    struct ics_event event = weekly();
    event.count = 1;
    times_of[0].start_ms += 5 * INT64_C(3600000); /* after midnight, of the same night */
    written(&event);
    ck_assert_ptr_nonnull(strstr(buf.text, "UID:kJ3_weekly-20301013@deaddrop\r\n"));
    ck_assert_ptr_nonnull(strstr(buf.text, "DTSTART:20301013T230000Z\r\n"));
}
END_TEST

/* No text of people's may begin a line of its own. */
START_TEST(a_text_cannot_say_anything_but_itself)
{
    static const char *const bad[] = {"x\r\nATTENDEE:mailto:eve@example.org",
                                      "x\nATTENDEE:eve",
                                      "x\rATTENDEE:eve",
                                      "x\xe2\x80\xa8"
                                      "ATTENDEE:eve",
                                      "x\xc2\x85"
                                      "ATTENDEE:eve",
                                      "x\x0b"
                                      "ATTENDEE:eve",
                                      "x\xff\nATTENDEE:\xf0\x9f",
                                      "x;\\nATTENDEE:eve",
                                      "x\xe2\x80\xae"
                                      "ATTENDEE:eve"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct ics_event event = once();
        event.uid = bad[i];
        event.title = bad[i];
        event.text = bad[i];
        event.place = bad[i];
        event.url = bad[i];
        const char *text = written(&event);
        for (const char *at = text; (at = strstr(at, "ATTENDEE")) != NULL; at++) {
            ck_assert_msg(at[-1] != '\n' && at[-1] != '\r', "%s", text);
        }
        for (const char *at = text; *at != '\0'; at++) {
            bool end = *at == '\r' && at[1] == '\n';
            ck_assert_msg((unsigned char)*at >= ' ' || end || (*at == '\n' && at[-1] == '\r'), "%s",
                          text);
        }
        ck_assert_ptr_null(strstr(text, "\xe2\x80\xae"));
        ck_assert_ptr_null(strstr(text, "\r\nURL"));
        ck_assert_uint_eq(times(text, "\r\nBEGIN:VEVENT\r\n"), 1);
    }
}
END_TEST

START_TEST(lines_are_folded_between_characters)
{
    static const char *const signs[] = {"a", "ä", "語", "😀", ";", "\\", "e\xcc\x81"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        char words[2001] = "";
        for (size_t at = 0, len = strlen(signs[i]); at + len < 1500; at += len) {
            memcpy(words + at, signs[i], len);
        }
        struct ics_event event = once();
        event.text = words;
        const char *text = written(&event);
        for (const char *line = text; *line != '\0';) {
            size_t len = strcspn(line, "\r");
            ck_assert_uint_le(len, 75);
            ck_assert_int_ne((unsigned char)line[line[0] == ' '] & 0xc0, 0x80);
            line += len + 2;
        }
    }
}
END_TEST

START_TEST(whatever_is_said_fits_into_a_file)
{
    static char words[65536];
    static const char sign[4] = {'\xf0', '\x9f', '\x98', '\x80'};
    for (size_t at = 0; at + 4 < sizeof words; at += 4) {
        memcpy(words + at, sign, sizeof sign);
    }
    struct ics_event event = weekly();
    event.title = words;
    event.text = words;
    event.place = words;
    written(&event);
    event.text = "";
    event.title = "\xe2\x80\x8b";
    event.place = NULL;
    written(&event);
    ck_assert_ptr_nonnull(strstr(buf.text, "SUMMARY:deaddrop\r\n"));
    ck_assert_uint_eq(times(buf.text, "\r\nDESCRIPTION:"), ICS_TIMES_MAX); /* of its alarms */
    ck_assert_ptr_null(strstr(buf.text, "LOCATION"));
}
END_TEST

START_TEST(an_address_is_one_or_is_left_out)
{
    static const char *const bad[] = {"ftp://x.example/", "javascript:alert(1)", "https://x y",
                                      "https://x\"",      "https://x\r\nA:b",    "https://ä"};
    struct ics_event event = once();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        event.url = bad[i];
        ck_assert_ptr_null(strstr(written(&event), "URL:"));
    }
    event.url = "https://x.example/a?b=c;d,e";
    ck_assert_ptr_nonnull(strstr(written(&event), "URL:https://x.example/a?b=c;d,e\r\n"));
}
END_TEST

START_TEST(a_moment_fills_a_form)
{
    static const struct {
        int64_t ms;
        const char *text;
    } rows[] = {{0, "1970-01-01 00:00:00"},
                {-1, "1969-12-31 23:59:59"},
                {NIGHT_MS + 1999, "2030-10-13 18:00:01"},
                {INT64_C(951782400000), "2000-02-29 00:00:00"},
                {INT64_MIN, "0000-01-01 00:00:00"},
                {INT64_MAX, "9999-12-31 23:59:59"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char form[] = "YYYY-MM-DD hh:mm:ss";
        civil_fill(rows[i].ms, form);
        ck_assert_str_eq(form, rows[i].text);
    }
}
END_TEST

Suite *suite_ics(void);

Suite *suite_ics(void)
{
    Suite *suite = suite_create("ics");
    TCase *tcase = tcase_create("ics");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_night_that_is_once_is_one_event);
    tcase_add_test(tcase, a_weekly_night_stays_at_its_hour_over_a_change_of_the_clocks);
    tcase_add_test(tcase, what_is_called_off_says_so_and_wakes_nobody);
    tcase_add_test(tcase, one_that_is_moved_by_hours_stays_the_same);
    tcase_add_test(tcase, a_text_cannot_say_anything_but_itself);
    tcase_add_test(tcase, lines_are_folded_between_characters);
    tcase_add_test(tcase, whatever_is_said_fits_into_a_file);
    tcase_add_test(tcase, an_address_is_one_or_is_left_out);
    tcase_add_test(tcase, a_moment_fills_a_form);
    suite_add_tcase(suite, tcase);
    return suite;
}
