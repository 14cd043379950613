/* A game night's moments, and the lines of its journal that are none. The kit replays each line and
 * compares. */
#include <stdio.h>

#include "night.h"
#include "table_kit.h"
#include "table_night.h"

#define SEED64 "0000000000000000000000000000000000000000000000000000000000000000"

#define HOUR INT64_C(60) /* of minutes */
#define DAY  (24 * HOUR)

static struct kit *night_in(int64_t minutes)
{
    static char args[80];
    snprintf(args, sizeof args, ",\"night\":{\"at\":%lld}",
             (long long)(KIT_START_MS + minutes * KIT_MINUTE));
    return kit_new_with(&night_game, args);
}

static void come(struct kit *kit, unsigned people)
{
    for (unsigned i = 0; i < people; i++) {
        char json[80];
        snprintf(json, sizeof json, "{\"name\":\"%s\",\"event\":\"web/n%u\"}", kit_name(i), i);
        ck_assert_int_eq(kit_do(kit, 101 + i, "join", json), REFUSAL_NONE);
    }
}

static const struct night *night_of(const struct kit *kit)
{
    return table_night_of(&kit->table);
}

/* A tick after so long in which there was none. */
static enum refusal tick_after(struct kit *kit, int64_t minutes)
{
    kit->now_ms += minutes * KIT_MINUTE;
    return kit_do(kit, 0, "tick", NULL);
}

START_TEST(it_is_said_a_day_and_an_hour_before_and_opens_a_quarter_before)
{
    struct kit *kit = night_in(2 * DAY);
    come(kit, 4);
    ck_assert_uint_eq(kit_wait(kit, DAY * KIT_MINUTE), 0);
    ck_assert_uint_eq(kit_wait(kit, KIT_MINUTE), 1);
    ck_assert(kit_told(kit, MSG_NIGHT_REMINDER));
    ck_assert_uint_eq(kit_wait(kit, 23 * HOUR * KIT_MINUTE), 1);
    ck_assert(kit_told(kit, MSG_NIGHT_REMINDER));
    ck_assert_int_eq(kit_do(kit, 101, "ready", NULL), REFUSAL_NIGHT_EARLY);
    ck_assert_uint_eq(kit_wait(kit, 45 * KIT_MINUTE), 1);
    ck_assert(kit_told(kit, MSG_NIGHT_CHECK_IN));
    ck_assert_int_eq(kit_do(kit, 101, "ready", NULL), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 102, "ready", NULL), REFUSAL_NONE);
    kit_wait(kit, 15 * KIT_MINUTE);
    ck_assert_int_eq(night_of(kit)->stage, NIGHT_DEALING);
    kit_free(&kit);
}
END_TEST

START_TEST(who_was_away_calls_nobody_off)
{
    struct kit *kit = night_in(2 * HOUR);
    come(kit, 4);
    ck_assert_int_eq(tick_after(kit, 5 * HOUR), REFUSAL_NONE); /* all of it had passed */
    ck_assert(kit_told(kit, MSG_NIGHT_CHECK_IN) && !kit_told(kit, MSG_NIGHT_REMINDER));
    ck_assert_int_eq(night_of(kit)->stage, NIGHT_CHECK_IN);
    ck_assert_int_eq(tick_after(kit, 2), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_NIGHT_WAITS));
    /* away again while it waits: it waits as long as it would have */
    kit->now_ms += HOUR * KIT_MINUTE;
    char json[40];
    snprintf(json, sizeof json, "{\"ms\":%lld}", (long long)(HOUR * KIT_MINUTE));
    ck_assert_int_eq(kit_do(kit, 0, "away", json), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 101, "ready", NULL), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 102, "ready", NULL), REFUSAL_NONE);
    ck_assert_int_eq(tick_after(kit, 2), REFUSAL_NONE);
    ck_assert_int_eq(night_of(kit)->stage, NIGHT_DEALING);
    kit_free(&kit);
}
END_TEST

START_TEST(too_few_who_come_and_go_are_waited_for_to_the_end)
{
    struct kit *kit = night_in(10);
    come(kit, 1);
    kit_wait(kit, 11 * KIT_MINUTE);
    int64_t late_ms = night_of(kit)->late_ms;
    ck_assert_int_gt(late_ms, kit->now_ms);
    come(kit, 0);
    ck_assert_int_eq(kit_do(kit, 102, "join", "{\"name\":\"B\",\"event\":\"web/b\"}"),
                     REFUSAL_NONE);
    ck_assert_int_eq(night_of(kit)->due_ms, kit->now_ms + NIGHT_SETTLE_MS);
    ck_assert_int_eq(kit_do(kit, 102, "leave", NULL), REFUSAL_NONE);
    kit_wait(kit, 2 * KIT_MINUTE);
    ck_assert_int_eq(night_of(kit)->stage, NIGHT_CHECK_IN);
    ck_assert_int_eq(night_of(kit)->due_ms, late_ms);
    kit_wait(kit, 20 * KIT_MINUTE);
    ck_assert_int_eq(kit->table.phase, TABLE_OVER);
    ck_assert(!night_of(kit)->off); /* next week's is another matter */
    kit_free(&kit);
}
END_TEST

START_TEST(results_come_once_and_from_tables_that_there_are)
{
    struct kit *kit = night_in(10);
    come(kit, 4);
    ck_assert_int_eq(kit_do(kit, 101, "start", "{\"seed\":\"" SEED64 "\"}"), REFUSAL_NONE);
    ck_assert_int_eq(night_of(kit)->stage, NIGHT_ROUND);
    ck_assert_int_eq(kit_do(kit, 101, "start", "{\"seed\":\"" SEED64 "\"}"), REFUSAL_NIGHT_BEGUN);
    ck_assert_int_eq(kit_do(kit, 0, "night_scored", "{\"group\":1,\"who\":{}}"),
                     REFUSAL_BAD_ARGUMENT); /* it is not open */
    ck_assert_int_eq(kit_do(kit, 0, "night_opened", "{\"group\":2,\"number\":9}"),
                     REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(kit_do(kit, 101, "night_opened", "{\"group\":1,\"number\":9}"),
                     REFUSAL_UNKNOWN_ACTION);
    ck_assert_int_eq(kit_do(kit, 0, "night_opened", "{\"group\":1,\"number\":9}"), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 0, "night_scored",
                            "{\"group\":1,\"who\":{\"won\":\"all\",\"tied\":[101,999,\"x\"]}}"),
                     REFUSAL_NONE);
    ck_assert_uint_eq(night_points(&night_of(kit)->guest[0]), NIGHT_TIE_POINTS);
    ck_assert_uint_eq(night_points(&night_of(kit)->guest[1]), 0);
    ck_assert(kit_told(kit, MSG_NIGHT_OVER));
    ck_assert_int_eq(kit->table.phase, TABLE_OVER);
    ck_assert_int_eq(kit_do(kit, 0, "night_scored", "{\"group\":1,\"who\":{}}"), REFUSAL_GAME_OVER);
    kit_free(&kit);
}
END_TEST

START_TEST(who_sits_in_wins_there_and_who_was_dealt_elsewhere_does_not)
{
    struct kit *kit = night_in(10);
    come(kit, 8);
    ck_assert_int_eq(kit_do(kit, 101, "start", "{\"seed\":\"" SEED64 "\"}"), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 300, "join", "{\"name\":\"X\",\"event\":\"web/x\"}"),
                     REFUSAL_NONE); /* sits out */
    const struct night *night = night_of(kit);
    ck_assert_int_eq(kit_do(kit, 0, "night_opened", "{\"group\":1,\"number\":8}"), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 0, "night_opened", "{\"group\":2,\"number\":9}"), REFUSAL_NONE);
    int other = 0;
    while (night->guest[other].group[0] != 2) {
        other++;
    }
    char json[80];
    snprintf(json, sizeof json, "{\"group\":1,\"who\":{\"won\":[%llu,300]}}",
             (unsigned long long)night->guest[other].person);
    ck_assert_int_eq(kit_do(kit, 0, "night_scored", json), REFUSAL_NONE);
    ck_assert_uint_eq(night_points(&night->guest[other]), 0);
    const struct night_guest *late = &night->guest[night_find(night, 300)];
    ck_assert_uint_eq(night_points(late), NIGHT_WIN_POINTS);
    ck_assert_uint_eq(late->played, 1);
    kit_free(&kit);
}
END_TEST

START_TEST(a_full_night_says_so)
{
    struct kit *kit = night_in(10);
    for (unsigned i = 0; i < NIGHT_PEOPLE_MAX; i++) {
        ck_assert_int_eq(kit_do(kit, 200 + i, "join", "{\"name\":\"X\",\"event\":\"web/x\"}"),
                         REFUSAL_NONE);
    }
    ck_assert_int_eq(kit_do(kit, 500, "join", "{\"name\":\"X\",\"event\":\"web/x\"}"),
                     REFUSAL_TABLE_FULL);
    ck_assert_int_eq(kit_do(kit, 201, "leave", NULL), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 500, "join", "{\"name\":\"X\",\"event\":\"web/x\"}"),
                     REFUSAL_NONE);
    kit_free(&kit);
}
END_TEST

Suite *suite_table_night(void);

Suite *suite_table_night(void)
{
    Suite *suite = suite_create("table_night");
    TCase *tcase = tcase_create("table_night");
    tcase_add_test(tcase, it_is_said_a_day_and_an_hour_before_and_opens_a_quarter_before);
    tcase_add_test(tcase, who_was_away_calls_nobody_off);
    tcase_add_test(tcase, too_few_who_come_and_go_are_waited_for_to_the_end);
    tcase_add_test(tcase, results_come_once_and_from_tables_that_there_are);
    tcase_add_test(tcase, who_sits_in_wins_there_and_who_was_dealt_elsewhere_does_not);
    tcase_add_test(tcase, a_full_night_says_so);
    suite_add_tcase(suite, tcase);
    return suite;
}
