/* Deadlines, the mission's clock, pauses, skips, leaving, giving up. Three Agents unless said. */
#include "infiltrators_kit.h"

#include <stdio.h>
#include <string.h>

enum { A, B, C };

#define SMALL                                                                                    \
    "\"hands\":[[\"R2\"],[\"R3\",\"K4\"],[\"K2\"]],\"centre\":[\"K11\"],\"hq\":[\"Y9\",\"Y10\"," \
    "\"Y11\",\"Y12\"],\"stands\":[{\"suspect\":\"R6\"},null,null],\"bullets\":5,\"first\":1"

static void deal_small(const char *options)
{
    agents_pinned(options, SMALL);
}

START_TEST(a_turn_is_overdue_once)
{
    deal_small("");
    ck_assert_str_eq(kit_owed(), "1:nab,exchange,bide,eliminate@120000");
    kit_tick(120000);
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "infiltrators.overdue"), 0);
    kit_tick(120001);
    ck_assert_str_eq(kit_told(AUDIENCE_CROWD),
                     "infiltrators.overdue {\"phase\":\"turn\",\"seats\":[1]}\n");
    ck_assert_str_eq(kit_owed(), "1:nab,exchange,bide,eliminate@null");
    kit_tick(900000);
    ck_assert_uint_eq(kit_out()->event_count, 0);
    agents_bide(B, 0);
    ck_assert_str_eq(kit_owed(), "2:nab,exchange,bide,eliminate@1020000");
}
END_TEST

START_TEST(over_days_a_turn_has_a_day)
{
    deal_small("pace=async");
    ck_assert_str_eq(kit_owed(), "1:nab,exchange,bide,eliminate@86400000");
    deal_small("turn_limit=30");
    ck_assert_str_eq(kit_owed(), "1:nab,exchange,bide,eliminate@30000");
}
END_TEST

START_TEST(only_a_drop_has_a_default)
{
    agents_pinned("", "\"hands\":[[\"R2\"],[\"R3\",\"R4\",\"R5\",\"R7\",\"R8\",\"R9\"],[\"K2\"]],"
                      "\"centre\":[\"K11\"],\"hq\":[\"Y9\",\"Y10\",\"Y11\",\"Y12\"],\"stands\":["
                      "{\"suspect\":\"R6\"},null,null],\"bullets\":5,\"first\":1");
    agents_bide(B, 3);
    ck_assert_str_eq(kit_owed(), "1:drop@120000!latest");
    kit_tick(120001);
    ck_view(SEAT_CROWD, "discard.up", "[\"Y11\",\"Y12\"]");
    ck_view(SEAT_CROWD, "turn", "2");
    ck_view(SEAT_CROWD, "turns", "1");
}
END_TEST

START_TEST(sub_choices_wait)
{
    deal_small("");
    ck_assert_int_eq(agents_at(B, "exchange", A, "K4"), REFUSAL_NONE);
    ck_assert_str_eq(kit_owed(), "1:draw@120000");
    kit_tick(500000);
    ck_phase("draw");
    kit_good(B, "draw", "{\"take\":true}");
    agents_shoot(C, A, "R6");
    ck_assert_str_eq(kit_owed(), "2:retrieve@620000");
    kit_tick(900000);
    ck_phase("retrieve");
}
END_TEST

START_TEST(autoplay_does_what_a_skip_would)
{
    deal_small("autoplay=on");
    ck_assert_str_eq(kit_owed(), "1:nab,exchange,bide,eliminate@120000!bide");
    kit_tick(120001);
    ck_view(SEAT_CROWD, "turn", "2");
    ck_view(SEAT_CROWD, "hq", "3");
    ck_view(SEAT_CROWD, "turns", "1");
    kit_tick(86400000); /* everybody sleeps until the Headquarters are empty */
    while (rules_due_ms(kit_game(), kit_state()) < 86400000) {
        kit_tick(86400000);
    }
    ck_view(SEAT_CROWD, "hq", "0");
}
END_TEST

START_TEST(a_skip_bides_nabs_or_passes)
{
    deal_small("");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_view(SEAT_CROWD, "hq", "3");
    ck_view(SEAT_CROWD, "turns", "1");
    ck_assert_int_eq(agents_at(C, "exchange", A, "K2"), REFUSAL_NONE);
    kit_good(SEAT_MODERATOR, "skip", NULL); /* no card is drawn */
    ck_view(SEAT_CROWD, "hands", "[1,2,0]");
    agents_bide(A, 0);
    agents_shoot(B, A, "R6");
    kit_good(SEAT_MODERATOR, "skip", NULL); /* nothing is retrieved */
    ck_view(SEAT_CROWD, "discard.up", "[\"K2\"]");
    agents_pinned("", "\"hands\":[[\"R2\"],[\"R3\"],[\"K2\"]],\"centre\":[\"K11\"],\"hq\":[],"
                      "\"stands\":[{\"suspect\":\"R6\"},null,null],\"bullets\":5,\"first\":1");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_view(B, "suspect", "\"K11\"");
    ck_view(SEAT_CROWD, "turns", "1");
    kit_good(SEAT_MODERATOR, "skip", NULL); /* C has nothing by default: passed, not counted */
    ck_view(SEAT_CROWD, "turn", "0");
    ck_view(SEAT_CROWD, "turns", "1");
}
END_TEST

START_TEST(a_pause_moves_every_deadline)
{
    agents_deal(3, "", MISSION_T3, "\"first\":0");
    kit_at(60000);
    kit_good(SEAT_MODERATOR, "pause", NULL);
    ck_view(SEAT_CROWD, "clock_ms", "null");
    kit_refused(REFUSAL_PAUSED, A, "nab", NULL);
    kit_tick(600000);
    kit_at(660000);
    kit_good(SEAT_MODERATOR, "resume", NULL);
    ck_view(SEAT_CROWD, "clock_ms", "1500000");
    ck_assert_str_eq(kit_owed(), "0:nab,bide@720000");
}
END_TEST

/* Turns of 100 s each, so that nothing is overdue. */
START_TEST(the_clock_is_announced)
{
    static const int64_t marks[] = {300000, 600000, 780000, 840000};
    agents_deal(3, "turn_limit=1000", MISSION_T3, "\"first\":0");
    for (int i = 0; i < 4; i++) {
        char told[64];
        kit_tick(marks[i]);
        ck_assert_uint_eq(kit_out()->event_count, 0);
        kit_tick(marks[i] + 1);
        snprintf(told, sizeof told, "infiltrators.clock {\"ms\":%lld}\n",
                 (long long)(900000 - marks[i]));
        ck_assert_str_eq(kit_told(AUDIENCE_CROWD), told);
    }
    kit_tick(900001);
    ck_over("loss", "clock", "[]");
}
END_TEST

START_TEST(an_announcement_is_no_deadline)
{
    agents_deal(3, "turn_limit=1000", MISSION_T3, "\"first\":0");
    kit_at(400000);
    kit_good(A, "nab", NULL); /* behind the mark of ten minutes, which nobody has ticked */
    kit_tick(410000);
    ck_assert_str_eq(kit_told(AUDIENCE_CROWD), "infiltrators.clock {\"ms\":500000}\n");
    kit_tick(420000);
    ck_assert_uint_eq(kit_out()->event_count, 0);
}
END_TEST

START_TEST(the_missions_clock_falls_before_a_persons)
{
    agents_deal(3, "turn_limit=900", MISSION_T3, "\"first\":0");
    kit_tick(900001);
    ck_over("loss", "clock", "[]");
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "infiltrators.overdue"), 0);
}
END_TEST

START_TEST(who_leaves_ends_the_mission)
{
    deal_small("");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":2}");
    ck_over("none", "aborted", "[]");
    deal_small("leave=abort");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":2}");
    ck_over("none", "aborted", "[]");
    agents_deal(2, "leave=dissolve", MISSION_T1, "");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":1}");
    ck_over("none", "aborted", "[]");
}
END_TEST

START_TEST(who_leaves_is_dissolved)
{
    deal_small("leave=dissolve");
    agents_shoot(B, A, "R9");
    agents_exchange(C, A, "K2", false);
    agents_clue(A, "R2");
    int down = agents_state()->down.count;
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":0}");
    ck_view(SEAT_CROWD, "discard.up", "[\"K2\",\"R2\"]");
    ck_assert_int_eq(agents_state()->down.count, down);
    ck_view(SEAT_CROWD, "centre", "2");
    ck_view(SEAT_CROWD, "left", "2");
    ck_view(SEAT_CROWD, "turn", "1");
    ck_view(SEAT_CROWD, "stands", "[null,null,null]");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":2}");
    ck_over("none", "aborted", "[]");
    deal_small("leave=dissolve");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":1}"); /* at turn: it passes, not counted */
    ck_view(SEAT_CROWD, "turn", "2");
    ck_view(SEAT_CROWD, "turns", "0");
    const struct card_row *gone = &agents_state()->down;
    ck_assert_str_eq(card_name(gone->card[gone->count - 2]), "R3");
    ck_assert_str_eq(card_name(gone->card[gone->count - 1]), "K4");
    agents_exchange(C, A, "K2", false);
    agents_bide(A, 0);
    ck_view(SEAT_CROWD, "turn", "2");
    agents_shoot(C, A, "R6");
    kit_good(C, "retrieve", "{\"card\":\"none\"}");
    kit_good(A, "nab", NULL);
    agents_shoot(C, A, "K11");
    ck_over("win", "solved", "[0,2]"); /* who has left does not win */
}
END_TEST

/* The Agent at turn can only exchange or shoot, and whose Suspect that was leaves. */
START_TEST(a_turn_without_an_action_passes)
{
    agents_pinned("leave=dissolve",
                  "\"hands\":[[\"R2\"],[],[\"K2\"]],\"centre\":[],\"hq\":[],"
                  "\"stands\":[{\"suspect\":\"R6\"},{\"suspect\":\"K11\"},null],\"bullets\":5,"
                  "\"first\":1");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":0}");
    ck_view(SEAT_CROWD, "turn", "2"); /* B holds a Suspect and no card */
    ck_view(SEAT_CROWD, "turns", "0");
}
END_TEST

START_TEST(all_agents_give_up_together)
{
    deal_small("");
    kit_good(A, "concede", NULL);
    kit_refused(REFUSAL_ALREADY_DONE, A, "concede", NULL);
    kit_good(C, "concede", NULL);
    ck_assert(!kit_common()->over);
    kit_good(B, "concede", NULL);
    ck_over("loss", "conceded", "[]");
    ck_assert_str_eq(kit_event("infiltrators.suspects"), "{\"cards\":[\"R6\",\"K11\"]}");
    deal_small("concede=off");
    kit_refused(REFUSAL_OPTION_OFF, A, "concede", NULL);
}
END_TEST

Suite *suite_infiltrators_time(void);

Suite *suite_infiltrators_time(void)
{
    Suite *suite = suite_create("infiltrators_time");
    TCase *tcase = tcase_create("time");
    tcase_add_test(tcase, a_turn_is_overdue_once);
    tcase_add_test(tcase, over_days_a_turn_has_a_day);
    tcase_add_test(tcase, only_a_drop_has_a_default);
    tcase_add_test(tcase, sub_choices_wait);
    tcase_add_test(tcase, autoplay_does_what_a_skip_would);
    tcase_add_test(tcase, a_skip_bides_nabs_or_passes);
    tcase_add_test(tcase, a_pause_moves_every_deadline);
    tcase_add_test(tcase, the_clock_is_announced);
    tcase_add_test(tcase, an_announcement_is_no_deadline);
    tcase_add_test(tcase, the_missions_clock_falls_before_a_persons);
    tcase_add_test(tcase, who_leaves_ends_the_mission);
    tcase_add_test(tcase, who_leaves_is_dissolved);
    tcase_add_test(tcase, a_turn_without_an_action_passes);
    tcase_add_test(tcase, all_agents_give_up_together);
    suite_add_tcase(suite, tcase);
    return suite;
}
