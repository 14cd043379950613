/* What a finished game of Spyfall is told of by: its course, who got away, whom all suspected. */
#include "spyfall_kit.h"

#include <string.h>

START_TEST(who_got_away_and_who_was_unmasked)
{
    sp_rounds(5, "rounds=3", "3 3 1");
    sp_accuse(BEN, FIN - 1); /* Eva is innocent */
    sp_all_vote("yes");
    ck_end("innocent_indicted");
    kit_good(ANA, "next", NULL);
    sp_guess(DEE, "Bank");
    ck_assert_str_eq(kit_retold("spyfall.award.away"), ""); /* not while it is on */
    kit_good(ANA, "next", NULL);
    sp_accuse(BEN, EVA);
    sp_all_vote("no");
    sp_accuse(CY, BEN); /* more often than Eva, and rightly */
    sp_all_vote("no");
    sp_accuse(DEE, BEN);
    sp_all_vote("no");
    sp_accuse(ANA, BEN);
    sp_all_vote("yes");
    ck_assert(kit_common()->over);
    ck_assert_str_eq(kit_retold("spyfall.award.away"), "{\"seat\":3,\"count\":2}");
    ck_assert_str_eq(kit_retold("spyfall.award.guessed"), "{\"seat\":3,\"count\":1}");
    ck_assert_str_eq(kit_retold("spyfall.award.unmasked"), "{\"seat\":0,\"count\":1}");
    ck_assert_str_eq(kit_retold("spyfall.award.named"), "{\"seat\":4,\"count\":2}");
    ck_assert_str_eq(kit_retold("spyfall.story.led"), "{\"seat\":3,\"since\":1,\"changes\":0}");
}
END_TEST

/* Whoever is accused in a round that breaks off may have been its spy. */
START_TEST(a_round_that_breaks_off_tells_nothing)
{
    sp_rounds(5, "rounds=3", "3 2 1");
    sp_guess(DEE, "Zoo");
    kit_good(ANA, "next", NULL);
    sp_accuse(BEN, EVA);
    sp_all_vote("no");
    for (int seat = ANA; seat <= EVA && !kit_common()->over; seat++) {
        kit_good(seat, "concede", NULL);
    }
    ck_assert(kit_common()->over);
    ck_assert_str_eq(kit_retold("spyfall.award.named"), "");
    ck_assert_str_eq(kit_retold("spyfall.story.one"), "");
}
END_TEST

START_TEST(stories_of_one_round_and_of_one_side)
{
    sp_rounds(5, "rounds=1", "3");
    sp_guess(DEE, "Zoo");
    ck_assert_str_eq(kit_retold("spyfall.story.one"),
                     "{\"end\":\"spy_guessed_wrong\",\"spy_seat\":3}");
    sp_rounds(5, "rounds=2", "3 1");
    sp_guess(DEE, "Bank");
    kit_good(ANA, "next", NULL);
    sp_guess(BEN, "Bank");
    ck_assert_str_eq(kit_retold("spyfall.story.spies"), "{\"count\":2}");
    ck_assert_str_eq(kit_retold("spyfall.award.away"), ""); /* two as often */
    sp_rounds(5, "rounds=2", "3 1");
    sp_guess(DEE, "Zoo");
    kit_good(ANA, "next", NULL);
    sp_guess(BEN, "Zoo");
    ck_assert_str_eq(kit_retold("spyfall.story.agents"), "{\"count\":2}");
}
END_TEST

START_TEST(who_went_past_whom)
{
    sp_rounds(5, "rounds=3", "3 1 1");
    sp_guess(DEE, "Bank"); /* Dee 4 */
    kit_good(ANA, "next", NULL);
    sp_guess(BEN, "Zoo"); /* Dee 5, the others 1, Ben 0 */
    kit_good(ANA, "next", NULL);
    sp_guess(BEN, "Bank"); /* Ben 4 */
    ck_assert_str_eq(kit_retold("spyfall.story.led"), "{\"seat\":3,\"since\":1,\"changes\":0}");
    sp_rounds(5, "rounds=2", "3 1");
    sp_guess(DEE, "Zoo"); /* all but Dee 1 */
    kit_good(ANA, "next", NULL);
    sp_guess(BEN, "Bank");
    ck_assert_str_eq(kit_retold("spyfall.story.led"), "{\"seat\":1,\"since\":2,\"changes\":0}");
    sp_rounds(5, "rounds=2", "3 1");
    sp_accuse(CY, DEE);
    sp_all_vote("yes"); /* Cy 2 */
    kit_good(ANA, "next", NULL);
    sp_guess(BEN, "Bank"); /* Ben 5 */
    ck_assert_str_eq(kit_retold("spyfall.story.caught"),
                     "{\"seat\":1,\"since\":2,\"former_seat\":2,\"former_since\":1,\"changes\":1}");
}
END_TEST

Suite *suite_spyfall_retell(void);

Suite *suite_spyfall_retell(void)
{
    Suite *suite = suite_create("spyfall_retell");
    TCase *tcase = tcase_create("the end");
    tcase_add_test(tcase, who_got_away_and_who_was_unmasked);
    tcase_add_test(tcase, a_round_that_breaks_off_tells_nothing);
    tcase_add_test(tcase, stories_of_one_round_and_of_one_side);
    tcase_add_test(tcase, who_went_past_whom);
    suite_add_tcase(suite, tcase);
    return suite;
}
