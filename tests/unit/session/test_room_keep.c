/* How long a room keeps things: who may choose, what reaches the store, what threads begin with. */

#include <stdio.h>
#include <string.h>

#include <check.h>

#include "house_kit.h"
#include "kit.h"

static struct house_kit kit;

static void setup(void)
{
    house_kit_open(&kit, NULL);
}

static void teardown(void)
{
    house_kit_close(&kit);
}

static void says(const char *room, const char *text, bool moderator)
{
    const struct inbound inbound = {
        .kind = INBOUND_TEXT, .room = room, .text = text, .moderator = moderator};
    house_kit_hears(&kit, kit.adapter, "Mia", &inbound);
}

static const char *settings(void)
{
    return kit_read(kit.store, &(struct store_question){.query = STORE_SETTINGS});
}

static bool chosen(const char *row)
{
    return strstr(settings(), row) != NULL;
}

START_TEST(room_keep_is_chosen_by_moderators_alone)
{
    says("den", "!keep 30 days", false);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "Only a moderator"), 1);
    ck_assert(!chosen("room kit/den keep"));
    says("den", "!keep 30 days", true);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "for 30 days"), 1);
    ck_assert(chosen("room kit/den keep 30"));
    house_kit_restart(&kit);
    says("den", "!keep", false);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "for 30 days"), 2);
    says("den", "!keep as usual", true);
    ck_assert(!chosen("room kit/den keep"));
}
END_TEST

/* What is said, and what is stored of it; NULL: nothing. */
static const struct {
    const char *said;
    const char *stored;
} words[] = {
    {"7", "keep 7"},
    {"7d", "keep 7"},
    {"for 2 weeks", "keep 14"},
    {"a month", "keep 30"},
    {"One Year", "keep 365"},
    {"365", "keep 365"},
    {"366", NULL}, /* more than is allowed */
    {"2 years", NULL},
    {"for ever", NULL},
    {"0", NULL}, /* no time at all is a question */
    {"-3", NULL},
    {"99999999999999999999 years", NULL},
    {"30 30", NULL},
    {"soon", NULL},
    {"30 days please", NULL},
};

START_TEST(room_keep_understands_lengths_of_time)
{
    char text[80];
    snprintf(text, sizeof text, "!keep %s", words[_i].said);
    says("den", text, true);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "finished games of this room") +
                          house_kit_count(&kit, 0, "longer than whoever runs me allows"),
                      1);
    ck_assert_msg(words[_i].stored == NULL ? !chosen("keep") : chosen(words[_i].stored), "%s: %s",
                  text, settings());
}
END_TEST

START_TEST(room_keep_is_not_chosen_while_nothing_can_be_written)
{
    kit.disk_full = true;
    says("den", "!interceptor", true);
    ck_assert(kit.house->down);
    unsigned sends = kit.send_count;
    says("den", "!keep 7 days", true);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "take no moves"), 1);
    says("den", "!keep", true);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "for ever"), 1);
}
END_TEST

static const char *home_of(const char *room)
{
    return strncmp(room, "thread", 6) == 0 ? "den" : NULL;
}

START_TEST(room_keep_of_a_channel_is_that_of_its_threads)
{
    kit.opened_from = home_of;
    says("den", "!keep 30 days", true);
    says("thread1", "!interceptor", true);
    ck_assert(chosen("room kit/thread1 keep 30"));
    says("den", "!keep 60 days", true);
    ck_assert(chosen("room kit/thread1 keep 60"));
    says("thread1", "!keep 7 days", true); /* a thread may choose otherwise, */
    says("thread1", "!interceptor", true); /* and then does */
    ck_assert(chosen("room kit/thread1 keep 7"));
    ck_assert(chosen("room kit/den keep 60"));
    says("hall", "!interceptor", true);
    ck_assert(!chosen("room kit/hall"));
}
END_TEST

Suite *suite_room_keep(void);
Suite *suite_room_keep(void)
{
    Suite *suite = suite_create("room_keep");
    TCase *tests = tcase_create("room_keep");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, room_keep_is_chosen_by_moderators_alone);
    tcase_add_loop_test(tests, room_keep_understands_lengths_of_time, 0,
                        sizeof words / sizeof words[0]);
    tcase_add_test(tests, room_keep_is_not_chosen_while_nothing_can_be_written);
    tcase_add_test(tests, room_keep_of_a_channel_is_that_of_its_threads);
    suite_add_tcase(suite, tests);
    return suite;
}
