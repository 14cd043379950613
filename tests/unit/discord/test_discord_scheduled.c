/* What Discord is asked about scheduled events. */
#include "discord_scheduled_body.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "discord_text.h"
#include "shape_kit.h"

#define START_MS INT64_C(1918144800000)
#define HOUR_MS  INT64_C(3600000)

static struct arena *arena;

static void setup(void)
{
    arena = arena_new();
}

static void teardown(void)
{
    arena_free(&arena);
}

static cJSON *body_of(const struct scheduled_event *event, int64_t now_ms, bool change)
{
    const struct discord_scheduled_body body = {
        .event = event, .mark = "k3Jd9aQ2xYzb", .now_ms = now_ms, .change = change};
    struct buf json;
    buf_init(&json, DISCORD_SCHEDULED_BODY_BYTES);
    discord_scheduled_body(&json, arena, &body);
    ck_assert(!json.full);
    cJSON *tree = cJSON_ParseWithLength(json.text, json.len);
    ck_assert_msg(tree != NULL, "%s", json.text);
    buf_deinit(&json);
    return tree;
}

static const struct scheduled_event night = {.id = "n1",
                                             .name = "Game night",
                                             .text = "Spyfall *and* more.\nSign up in #den.",
                                             .place = "#den",
                                             .start_ms = START_MS,
                                             .end_ms = START_MS + 3 * HOUR_MS};

START_TEST(an_event_is_asked_for_as_discord_has_it)
{
    char text[8192];
    cJSON *create = body_of(&night, START_MS - HOUR_MS, false);
    cJSON *change = body_of(&night, START_MS - HOUR_MS, true);
    cJSON *begun = body_of(&night, START_MS, true);
    char *pretty[] = {cJSON_Print(create), cJSON_Print(change), cJSON_Print(begun)};
    snprintf(text, sizeof text, "=== create\n%s\n=== change\n%s\n=== once it has begun\n%s\n",
             pretty[0], pretty[1], pretty[2]);
    shape_golden("scheduled.txt", text);
    for (unsigned i = 0; i < 3; i++) {
        cJSON_free(pretty[i]);
    }
    cJSON_Delete(create);
    cJSON_Delete(change);
    cJSON_Delete(begun);
}
END_TEST

/* Of the longest texts of any letter as much is said as may be. */
START_TEST(texts_are_within_discords_limits)
{
    static const char *const letters[] = {"a",  "*",  ".",   "👩‍👩‍👧‍👦",
                                          "語", "\n", "<@1>"};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
        static char words[9000];
        memset(words, 0, sizeof words);
        for (size_t at = 0, len = strlen(letters[i]); at + len < sizeof words; at += len) {
            memcpy(words + at, letters[i], len);
        }
        struct scheduled_event event = night;
        event.name = words;
        event.text = words;
        event.place = words;
        cJSON *tree = body_of(&event, 0, false);
        const char *text =
            cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(tree, "description"));
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(tree, "name"));
        size_t said = discord_count(text, strlen(text));
        size_t named = discord_count(name, strlen(name));
        ck_assert_uint_le(said, 1000);
        ck_assert_uint_le(named, 100);
        ck_assert(letters[i][0] == '\n' || (said > 900 && named > 90));
        ck_assert(discord_scheduled_is_marked(text, "k3Jd9aQ2xYzb"));
        cJSON_Delete(tree);
    }
}
END_TEST

START_TEST(a_mark_is_read_off_the_end_alone)
{
    char mark[DISCORD_SCHEDULED_MARK_BYTES];
    discord_scheduled_mark("k3J-d9aQ_2xYzbEFGHIJKL", mark);
    ck_assert_str_eq(mark, "k3Jd9aQ2xYzb");
    discord_scheduled_mark("-_-a", mark);
    ck_assert_str_eq(mark, "a");
    ck_assert(discord_scheduled_is_marked("[k3]", "k3"));
    ck_assert(discord_scheduled_is_marked("Ana [x]\n\n[k3]", "k3"));
    static const char *const others[] = {"", "k3", "[k3] ", "k3]", "[k3", "[xk3]", "[K3]", "3]"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        ck_assert_msg(!discord_scheduled_is_marked(others[i], "k3"), "%s", others[i]);
    }
    ck_assert(!discord_scheduled_is_marked(NULL, "k3"));
}
END_TEST

Suite *suite_discord_scheduled(void);

Suite *suite_discord_scheduled(void)
{
    Suite *suite = suite_create("discord_scheduled");
    TCase *tcase = tcase_create("discord_scheduled");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, an_event_is_asked_for_as_discord_has_it);
    tcase_add_test(tcase, texts_are_within_discords_limits);
    tcase_add_test(tcase, a_mark_is_read_off_the_end_alone);
    suite_add_tcase(suite, tcase);
    return suite;
}
