/* What moderators do on Discord: they hide lines that the house posted for players, and end tables
 * of others. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "round.h"

Suite *suite_party_moderators(void);

#define HIDDEN "A moderator has hidden this line."

static struct party party;

static void set_up(void)
{
    memset(&party, 0, sizeof party);
    party_open(&party, 5);
    uint64_t role = fake_discord_role(party.fake, party.guild, "mods", 1 << 13);
    fake_discord_role_give(party.fake, party.guild, party.person[EVE], role);
}

static void tear_down(void)
{
    party_close(&party);
}

/* A game in which Ana has just led with a sentence; the message that it stands in. */
static uint64_t line_posted(const char *command)
{
    static const char *const agree[][2] = {
        {"signals documents: word honestly money: ends with ?", "honestly"},
        {"signals documents: word coffee money: first word well", "coffee"}};
    round_gather(&party);
    for (unsigned who = ANA; who <= BEN; who++) {
        whisper(&party, who, agree[who][0]);
        sees(&party, who + 2, agree[who][1]);
        party_press(&party, who + 2, "Confirm");
    }
    sees(&party, BEN, "Both teams have their signals.");
    party_press(&party, CY, "Ana");
    sees(&party, DEE, "Ana leads the first round.");
    whisper(&party, ANA, command);
    sees(&party, DEE, "Who goes first?");
    for (uint64_t id = fake_discord_latest(party.fake, party.person[DEE], party.channel);;) {
        char *text = fake_discord_message(party.fake, id);
        bool line = text != NULL && strstr(text, "Who goes first?") != NULL;
        free(text);
        ck_assert_msg(line, "the line is not the newest message");
        return id;
    }
}

START_TEST(the_menu_of_a_message_hides_its_line)
{
    uint64_t line = line_posted("play money say=\"Who goes first?\"");
    ck_assert_uint_eq(fake_discord_menu(party.fake, party.person[BEN], line, "Hide this line"), 0);
    ck_assert(fake_discord_menu(party.fake, party.person[EVE], line, "Hide this line") != 0);
    party_pass(&party, 3000);
    sees(&party, BEN, HIDDEN);
    ck_assert(!party_sees(&party, BEN, "Who goes first?"));
    sees(&party, EVE, "Hidden. Nobody reads those words");
    sees(&party, ANA, "A moderator has hidden a line that I posted for you.");
    ck_assert(fake_discord_menu(party.fake, party.person[EVE], line, "Hide this line") != 0);
    party_pass(&party, 3000);
    sees(&party, EVE, "That's done already.");
    party_slash(&party, BEN, "table log", NULL);
    sees(&party, BEN, "text withheld");
    ck_assert(!party_sees(&party, BEN, "Who goes first?"));
}
END_TEST

START_TEST(a_board_is_no_line_and_a_player_may_not)
{
    uint64_t line = line_posted("play money say=\"Who goes first?\"");
    uint64_t board = party_has(&party, DEE, "My hand");
    ck_assert(fake_discord_menu(party.fake, party.person[EVE], board, "Hide this line") != 0);
    party_pass(&party, 3000);
    sees(&party, EVE, "I didn't post that line for a player");
    party_slash(&party, BEN, "table hide", "{\"seat\":\"Ana\"}");
    sees(&party, BEN, "Only a moderator can do that.");
    char words[80];
    snprintf(words, sizeof words, "<@%llu> hide", (unsigned long long)fake_discord_bot(party.fake));
    fake_discord_say(party.fake, party.person[DEE], party.channel, words, line);
    party_pass(&party, 3000);
    ck_assert(!party_sees(&party, BEN, HIDDEN));
    ck_assert(party_sees(&party, BEN, "Who goes first?"));
}
END_TEST

START_TEST(a_reply_hides_and_a_menu_after_a_restart_too)
{
    uint64_t line = line_posted("play money say=\"Who goes first?\"");
    if (_i == 0) {
        fake_discord_say(party.fake, party.person[EVE], party.channel, "!hide", line);
    } else {
        party_restart(&party, 3000);
        party_pass(&party, 3000);
        ck_assert(fake_discord_menu(party.fake, party.person[EVE], line, "Hide this line") != 0);
    }
    party_pass(&party, 3000);
    sees(&party, BEN, HIDDEN);
    ck_assert(!party_sees(&party, BEN, "Who goes first?"));
}
END_TEST

START_TEST(a_referee_is_chosen_with_the_table)
{
    char args[64];
    snprintf(args, sizeof args, "{\"referee\":\"%llu\"}", (unsigned long long)party.person[EVE]);
    party_slash(&party, ANA, "interceptor", args);
    sees(&party, BEN, "referee: Eve");
    party_press(&party, EVE, "Join");
    sees(&party, EVE, "The referee must be somebody who doesn't play here.");
    snprintf(args, sizeof args, "{\"person\":\"%llu\"}", (unsigned long long)party.person[DEE]);
    party_slash(&party, ANA, "table referee", args);
    sees(&party, BEN, "referee: Dee");
}
END_TEST

/* So long that Discord gets it in two messages. */
static const char *long_line(void)
{
    static char words[2400];
    size_t used = (size_t)snprintf(words, sizeof words, "play money say=\"");
    while (used < 1900) {
        used += (size_t)snprintf(words + used, sizeof words - used, "%s", "*so* _very_ loooong ");
    }
    snprintf(words + used, sizeof words - used, "Who goes first?\"");
    return words;
}

START_TEST(a_line_in_two_messages_is_hidden_in_both)
{
    uint64_t last = line_posted(long_line());
    ck_assert(party_sees(&party, BEN, "Who goes first?"));
    ck_assert(fake_discord_menu(party.fake, party.person[EVE], last, "Hide this line") != 0);
    party_pass(&party, 5000);
    ck_assert_uint_eq(party_times(&party, BEN, HIDDEN), 1);
    ck_assert(!party_sees(&party, BEN, "Who goes first?"));
    ck_assert(!party_sees(&party, BEN, "loooong"));
}
END_TEST

START_TEST(a_filter_refuses_a_later_part_and_its_author_hears_of_it)
{
    bool both = _i == 2; /* parts have such a word */
    fake_discord_automod(party.fake, party.guild, both ? "loooong" : "Who goes");
    const struct fake_discord_fault lost = {.verb = FAKE_DISCORD_DROP_AFTER,
                                            .route = "POST /channels/*/messages",
                                            .skip = 0,
                                            .per_mille = _i == 1 ? 300 : 1};
    round_gather(&party);
    static const char *const agree[][2] = {
        {"signals documents: word honestly money: ends with ?", "honestly"},
        {"signals documents: word coffee money: first word well", "coffee"}};
    for (unsigned who = ANA; who <= BEN; who++) {
        whisper(&party, who, agree[who][0]);
        sees(&party, who + 2, agree[who][1]);
        party_press(&party, who + 2, "Confirm");
    }
    party_press(&party, CY, "Ana");
    sees(&party, DEE, "Ana leads the first round.");
    fake_discord_fault(party.fake, &lost); /* nonces tell what was sent */
    whisper(&party, ANA, long_line());
    sees(&party, DEE, "this server's own filter");
    party_pass(&party, 60000);
    ck_assert_uint_eq(party_times(&party, DEE, "this server's own filter"), both ? 2 : 1);
    ck_assert_uint_eq(party_times(&party, DEE, "Ana says:"), 1);
    ck_assert(party_sees(&party, DEE, "loooong") != both); /* the part that may stand does */
    ck_assert(!party_saw(&party, DEE, "Who goes first?"));
    sees(&party, ANA, "filter stopped your line");
    ck_assert(!party_saw(&party, BEN, "stopped your line"));
}
END_TEST

START_TEST(a_line_too_old_to_be_edited_goes)
{
    uint64_t line = line_posted("play money say=\"Who goes first?\"");
    fake_discord_knobs(party.fake)->old_edits = 0;
    party_pass(&party, 2LL * 3600 * 1000);
    ck_assert(fake_discord_menu(party.fake, party.person[EVE], line, "Hide this line") != 0);
    party_pass(&party, 5000);
    ck_assert(!fake_discord_can_see(party.fake, party.person[BEN], line));
}
END_TEST

/* BEN may manage messages in the channel alone, EVE by a role in all of the server. */
START_TEST(a_servers_language_is_chosen_by_who_moderates_all_of_it)
{
    char words[80];
    snprintf(words, sizeof words, "<@%llu> prefix ? server",
             (unsigned long long)fake_discord_bot(party.fake));
    ck_assert(fake_discord_overwrite(party.fake, party.channel, party.person[BEN], 1 << 13, 0));
    party_pass(&party, 1000);
    party_slash(&party, BEN, "mod prefix", "{\"to\":\"?\",\"server\":true}");
    sees(&party, BEN, "Only a moderator of the whole server can choose for all of it.");
    party_say(&party, BEN, words);
    party_pass(&party, 3000);
    ck_assert(!party_sees(&party, BEN, "on this server"));
    party_slash(&party, EVE, "mod prefix", "{\"to\":\"?\",\"server\":true}");
    sees(&party, EVE, "on this server");
    party_slash(&party, BEN, "mod prefix", "{\"to\":\",\"}");
    sees(&party, BEN, "in this room");
}
END_TEST

Suite *suite_party_moderators(void)
{
    Suite *suite = suite_create("party_moderators");
    TCase *tcase = tcase_create("moderators");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, the_menu_of_a_message_hides_its_line);
    tcase_add_test(tcase, a_board_is_no_line_and_a_player_may_not);
    tcase_add_loop_test(tcase, a_reply_hides_and_a_menu_after_a_restart_too, 0, 2);
    tcase_add_test(tcase, a_referee_is_chosen_with_the_table);
    tcase_add_test(tcase, a_line_in_two_messages_is_hidden_in_both);
    tcase_add_loop_test(tcase, a_filter_refuses_a_later_part_and_its_author_hears_of_it, 0, 3);
    tcase_add_test(tcase, a_servers_language_is_chosen_by_who_moderates_all_of_it);
    tcase_add_test(tcase, a_line_too_old_to_be_edited_goes);
    suite_add_tcase(suite, tcase);
    return suite;
}
