/* What a finished mission is told of by: its course, the sharpest shot, the most helpful clue. */
#include "infiltrators_kit.h"

#include <stdio.h>
#include <string.h>

enum { A, B, C };

/* A and B hold Suspects, C none; B is at turn. */
static void deal(int bullets)
{
    char members[512];
    snprintf(
        members, sizeof members,
        "\"hands\":[[\"R2\",\"K5\"],[\"R3\",\"K10\",\"Y7\"],[\"K2\",\"R12\"]],"
        "\"stands\":[{\"suspect\":\"R6\",\"clues\":[]},{\"suspect\":\"K11\",\"clues\":[]},null],"
        "\"centre\":[],\"discard\":{\"up\":[],\"down\":[\"R4\"]},\"first\":1,\"bullets\":%d",
        bullets);
    agents_deal(3, "", MISSION_T1, members);
}

static void nothing_back(int seat)
{
    if (strcmp(kit_game()->phases[kit_common()->phase], "retrieve") == 0) {
        kit_good(seat, "retrieve", "{\"card\":\"none\"}");
    }
}

START_TEST(every_shot_a_hit_and_bullets_left)
{
    deal(5);
    agents_exchange(B, A, "K10", false);
    agents_exchange(C, B, "K2", false);
    agents_shoot(A, B, "K11");
    nothing_back(A);
    agents_shoot(B, A, "R6");
    ck_over("win", "solved", "[0,1,2]");
    ck_assert_ptr_nonnull(strstr(kit_retold("infiltrators.story.clean"), "\"hits\":2"));
    ck_assert_str_eq(kit_retold("infiltrators.award.thrift"), "{\"count\":3}");
    ck_assert_str_eq(kit_retold("infiltrators.award.shot"), ""); /* one each */
    ck_assert_str_eq(kit_retold("infiltrators.award.source"), "");
    ck_assert_ptr_nonnull(strstr(kit_retold("infiltrators.award.clue"), "\"card\":\"K"));
}
END_TEST

START_TEST(who_missed_less_shot_better)
{
    deal(5);
    agents_shoot(B, A, "R9");
    agents_exchange(C, B, "K2", false);
    agents_shoot(A, B, "K11");
    nothing_back(A);
    agents_shoot(B, A, "R6");
    ck_over("win", "solved", "[0,1,2]");
    ck_assert_str_eq(kit_retold("infiltrators.award.shot"),
                     "{\"seat\":0,\"count\":1,\"misses\":0}");
    ck_assert_ptr_nonnull(strstr(kit_retold("infiltrators.story.solved"), "\"misses\":1"));
}
END_TEST

START_TEST(the_clue_that_crossed_out_most)
{
    deal(5);
    agents_exchange(B, A, "K10", false); /* another suit, another number: crosses out something */
    int first = agents_state()->best.count;
    ck_assert_int_gt(first, 0);
    ck_assert_int_eq(agents_state()->best.seat, B);
    agents_exchange(C, A, "R12", false);
    bool more = agents_state()->best.seat == C;
    ck_assert_int_eq(more, agents_state()->best.count > first);
    agents_clue(A, "R2");
    agents_exchange(B, A, "Y7", false);
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_assert_str_eq(kit_retold("infiltrators.award.clue"), ""); /* not while it is on */
    ck_assert_int_eq(agents_state()->deeds[B].clues, 2);
    ck_assert_int_eq(agents_state()->deeds[A].clues, 1);
}
END_TEST

START_TEST(so_close_and_given_up)
{
    deal(2);
    agents_shoot(B, A, "R6");
    nothing_back(B);
    agents_shoot(C, B, "K9");
    ck_over("loss", "bullets", "[]");
    ck_assert_ptr_nonnull(strstr(kit_retold("infiltrators.story.close"), "\"hits\":1"));
    ck_assert_str_eq(kit_retold("infiltrators.award.thrift"), "");
    deal(5);
    for (int seat = A; seat <= C && !kit_common()->over; seat++) {
        kit_good(seat, "concede", NULL);
    }
    ck_assert(kit_common()->over);
    ck_assert_str_eq(kit_retold("infiltrators.story.lost"), "");
}
END_TEST

Suite *suite_infiltrators_retell(void);

Suite *suite_infiltrators_retell(void)
{
    Suite *suite = suite_create("infiltrators_retell");
    TCase *tcase = tcase_create("the end");
    tcase_add_test(tcase, every_shot_a_hit_and_bullets_left);
    tcase_add_test(tcase, who_missed_less_shot_better);
    tcase_add_test(tcase, the_clue_that_crossed_out_most);
    tcase_add_test(tcase, so_close_and_given_up);
    suite_add_tcase(suite, tcase);
    return suite;
}
