/* What the bot may do in a channel where a table is asked for in words, without an interaction that
 * would say so. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "round.h"

Suite *suite_party_rights(void);

enum { VIEW = 1 << 10, SEND = 1 << 11, EMBED = 1 << 14, HISTORY = 1 << 16 };

static struct party party;

static void set_up(void)
{
    memset(&party, 0, sizeof party);
    party_open(&party, 4);
}

static void tear_down(void)
{
    party_close(&party);
}

static void asks_for_a_table(unsigned who)
{
    char words[80];
    snprintf(words, sizeof words, "<@%llu> interceptor",
             (unsigned long long)fake_discord_bot(party.fake));
    party_say(&party, who, words);
    party_pass(&party, 3000);
}

static void deny(uint64_t bits)
{
    ck_assert(
        fake_discord_overwrite(party.fake, party.channel, fake_discord_bot(party.fake), 0, bits));
    party_pass(&party, 1000);
}

START_TEST(what_is_missing_is_said_before_a_table_stands_there)
{
    deny(EMBED | HISTORY);
    asks_for_a_table(ANA);
    sees(&party, ANA, "I can't hold a game in that channel. I need: Embed Links, Read");
    sees(&party, ANA, "Somebody who manages the channel can allow that");
    ck_assert(!party_saw(&party, BEN, "who plays?"));
    ck_assert(!party_saw(&party, BEN, "I need: "));
    deny(0);
    asks_for_a_table(ANA);
    sees(&party, BEN, "who plays?");
}
END_TEST

START_TEST(roles_count_as_discord_counts_them)
{
    uint64_t role = fake_discord_role(party.fake, party.guild, "quiet", 0);
    fake_discord_role_give(party.fake, party.guild, fake_discord_bot(party.fake), role);
    ck_assert(fake_discord_overwrite(party.fake, party.channel, role, 0, SEND));
    party_pass(&party, 1000);
    asks_for_a_table(ANA);
    sees(&party, ANA, "I need: Send Messages");
    /* a word for the bot alone weighs more than one for a role */
    ck_assert(
        fake_discord_overwrite(party.fake, party.channel, fake_discord_bot(party.fake), SEND, 0));
    party_pass(&party, 1000);
    asks_for_a_table(ANA);
    sees(&party, BEN, "who plays?");
}
END_TEST

START_TEST(where_nobody_told_the_first_refusal_tells)
{
    asks_for_a_table(ANA);
    sees(&party, BEN, "who plays?");
    party_press(&party, BEN, "Join");
    sees(&party, BEN, "You're in.");
    party_cut(&party);
    ck_assert(
        fake_discord_overwrite(party.fake, party.channel, fake_discord_bot(party.fake), 0, SEND));
    party_reopen(&party, 3000); /* resumes: servers are not told of again */
    uint64_t dm = fake_discord_dm(party.fake, party.person[ANA]);
    fake_discord_say(party.fake, party.person[ANA], dm, "join", 0);
    party_pass(&party, 20000);
    sees(&party, BEN, "I can no longer do all I need in the channel: Send Messages");
    party_pass(&party, 10LL * 60 * 1000);
    ck_assert_uint_eq(party_times(&party, BEN, "I can no longer do all I need"), 1);
}
END_TEST

START_TEST(who_manages_messages_moderates_by_words_too)
{
    uint64_t role = fake_discord_role(party.fake, party.guild, "mods", 1 << 13);
    char words[80];
    snprintf(words, sizeof words, "<@%llu> abort",
             (unsigned long long)fake_discord_bot(party.fake));
    asks_for_a_table(ANA);
    sees(&party, BEN, "who plays?");
    party_say(&party, DEE, words);
    party_pass(&party, 3000);
    ck_assert(!party_saw(&party, BEN, "I close this table"));
    ck_assert(!party_saw(&party, BEN, "closes this table"));
    fake_discord_role_give(party.fake, party.guild, party.person[DEE], role);
    party_say(&party, DEE, words);
    sees(&party, BEN, "closes this table");
}
END_TEST

/* A press of the table's Join, told as one of this place; what is answered is not looked at. */
static void presses_join(unsigned who, const char *id, bool in_private, const char *control)
{
    char json[1024];
    char place[256];
    unsigned long long user = (unsigned long long)party.person[who];
    const struct fake_discord_fault inbound = {.verb = FAKE_DISCORD_STATUS_BEFORE,
                                               .route = "POST /interactions/*/tok/callback",
                                               .code = 204};
    fake_discord_fault(party.fake, &inbound);
    if (in_private) {
        snprintf(place, sizeof place,
                 "\"channel_id\":\"%llu\",\"user\":{\"id\":\"%llu\",\"username\":\"x\"}",
                 (unsigned long long)fake_discord_dm(party.fake, party.person[who]), user);
    } else {
        snprintf(place, sizeof place,
                 "\"guild_id\":\"%llu\",\"channel_id\":\"%llu\",\"member\":{\"user\":{\"id\":"
                 "\"%llu\",\"username\":\"x\"}}",
                 (unsigned long long)party.guild, (unsigned long long)party.channel, user);
    }
    snprintf(json, sizeof json,
             "{\"id\":\"%s\",\"token\":\"tok\",\"type\":3,\"data\":{\"custom_id\":\"%s\"},%s}", id,
             control, place);
    fake_discord_push_event(party.fake, 0, "INTERACTION_CREATE", json);
    party_pass(&party, 3000);
}

static bool has_joined(void)
{
    char *moves = party_moves(&party, 1);
    bool joined = strstr(moves, " join ") != NULL;
    free(moves);
    return joined;
}

/* The control is the right one, and the stranger's own way is private: the table is not there. */
START_TEST(a_table_of_a_channel_is_not_joined_from_elsewhere)
{
    char join[PARTY_CONTROL_BYTES];
    party_slash(&party, ANA, "interceptor", NULL);
    snprintf(join, sizeof join, "%s",
             party_control(&party, party_has(&party, BEN, "Join"), ".-.join"));
    presses_join(CY, "7", true, join);
    ck_assert(!has_joined());
    uint64_t den = party.channel;
    party.channel = fake_discord_channel(party.fake, party.guild, "hall", 0);
    presses_join(CY, "8", false, join);
    ck_assert(!has_joined());
    party.channel = den;
    presses_join(CY, "9", false, join);
    ck_assert(has_joined());
}
END_TEST

Suite *suite_party_rights(void)
{
    Suite *suite = suite_create("party_rights");
    TCase *tcase = tcase_create("rights");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, what_is_missing_is_said_before_a_table_stands_there);
    tcase_add_test(tcase, roles_count_as_discord_counts_them);
    tcase_add_test(tcase, where_nobody_told_the_first_refusal_tells);
    tcase_add_test(tcase, who_manages_messages_moderates_by_words_too);
    tcase_add_test(tcase, a_table_of_a_channel_is_not_joined_from_elsewhere);
    suite_add_tcase(suite, tcase);
    return suite;
}
