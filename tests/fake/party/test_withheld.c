/* What does not get through: words that Discord keeps from the bot, and channels in which it may
 * write only slowly. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "round.h"

Suite *suite_party_withheld(void);

static struct party party;

static FILE *logged; /* what the log says, while it is kept */

static void log_kept(void)
{
    logged = tmpfile();
    ck_assert_ptr_nonnull(logged);
    const struct log_setup setup = {
        .file = fileno(logged), .level = LEVEL_INFO, .clock = clock_system()};
    log_open(&setup);
}

/* How many lines of the log have this. */
static unsigned log_has(const char *words)
{
    char line[LOG_LINE_MAX];
    unsigned count = 0;
    rewind(logged);
    while (fgets(line, sizeof line, logged) != NULL) {
        count += strstr(line, words) != NULL;
    }
    return count;
}

static void tear_down(void)
{
    if (logged != NULL) {
        log_close();
        fclose(logged);
        logged = NULL;
    }
    party_close(&party);
}

static void fresh(bool content)
{
    memset(&party, 0, sizeof party);
    party.environment[0] = content ? "DEADDROP_DISCORD_MESSAGE_CONTENT=yes" : NULL;
    party_open(&party, 4);
}

/* The intent is on, and the portal's switch too; then it is taken away. */
static void fresh_without_words(void)
{
    fresh(true);
    fake_discord_knobs(party.fake)->intents_allowed |= 1 << 15;
    party_restart(&party, 3000);
    party_pass(&party, 60000);
}

START_TEST(hosts_are_told_once_that_words_do_not_come)
{
    fresh_without_words();
    party_say(&party, ANA, "!interceptor");
    sees(&party, BEN, "who plays?");
    fake_discord_knobs(party.fake)->words = false;
    log_kept();
    party_say(&party, BEN, "!join");
    sees(&party, ANA, "I get messages without their words. Mention me or reply to me");
    for (int i = 0; i < 5; i++) {
        party_say(&party, BEN, "so?");
        party_pass(&party, 30LL * 60 * 1000);
    }
    ck_assert_uint_eq(party_times(&party, ANA, "without their words"), 1);
    ck_assert_uint_eq(log_has("discord.no_words"), 3); /* once an hour, in two hours and a half */
    ck_assert(!party_saw(&party, BEN, "without their words"));
}
END_TEST

START_TEST(who_never_asked_for_words_misses_none)
{
    fresh(false);
    party_slash(&party, ANA, "interceptor", NULL);
    sees(&party, BEN, "who plays?");
    party_say(&party, BEN, "!join");
    party_pass(&party, 3000);
    ck_assert(!party_saw(&party, ANA, "without their words"));
}
END_TEST

START_TEST(without_words_commands_are_named)
{
    bool content = _i == 1;
    if (content) {
        fresh_without_words();
    } else {
        fresh(false);
    }
    party_slash(&party, ANA, "rules", "{\"game\":\"spyfall\",\"topic\":\"change\"}");
    sees(&party, ANA, content ? "`!rounds 7`" : "`/change-rounds`");
    ck_assert_int_eq(party_saw(&party, ANA, "`!rounds"), content);
    ck_assert_int_eq(party_saw(&party, ANA, "`/change-rounds"), !content);
}
END_TEST

START_TEST(slow_mode_is_waited_for_and_loses_nothing)
{
    static const int codes[] = {20016, 20028, 20029};
    fresh(false);
    fake_discord_knobs(party.fake)->slow_ms = 20000;
    fake_discord_knobs(party.fake)->slow_code = codes[_i];
    party_slash(&party, ANA, "interceptor", "{\"pace\":\"async\"}");
    sees(&party, ANA, "who plays?");
    party_pass(&party, 60000);
    for (unsigned who = ANA; who <= DEE; who++) {
        party_press(&party, who, "Join");
        party_pass(&party, 1000);
    }
    party_pass(&party, 5LL * 60 * 1000);
    for (unsigned who = ANA; who <= DEE; who++) {
        ck_assert_msg(party_times(&party, who, "You're in.") == 1, "%s", party_tail(&party, who));
    }
    sees(&party, BEN, "All 4 seats are taken");
}
END_TEST

Suite *suite_party_withheld(void)
{
    Suite *suite = suite_create("party_withheld");
    TCase *tcase = tcase_create("withheld");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, NULL, tear_down);
    tcase_add_test(tcase, hosts_are_told_once_that_words_do_not_come);
    tcase_add_test(tcase, who_never_asked_for_words_misses_none);
    tcase_add_loop_test(tcase, without_words_commands_are_named, 0, 2);
    tcase_add_loop_test(tcase, slow_mode_is_waited_for_and_loses_nothing, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite;
}
