/* Threads: those that fall asleep, and tables in threads of their own. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "round.h"

Suite *suite_party_threads(void);

static struct party party;

static void fresh(unsigned people)
{
    party_open(&party, people);
}

static void set_up(void)
{
    memset(&party, 0, sizeof party);
}

static void tear_down(void)
{
    party_close(&party);
}

/* A thread of this server that is not archived, by what its name has; 0: none. */
static uint64_t thread(const char *name)
{
    char path[64];
    uint64_t found = 0;
    snprintf(path, sizeof path, "/guilds/%llu/threads/active", (unsigned long long)party.guild);
    const struct fake_answer *answer = fake_discord_bot_asks(party.fake, "GET", path, NULL);
    cJSON *json = cJSON_ParseWithLength(answer->body, answer->body_len);
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(json, "threads"))
    {
        const char *called = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "name"));
        const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "id"));
        if (strstr(called, name) != NULL) {
            found = strtoull(id, NULL, 10);
        }
    }
    cJSON_Delete(json);
    return found;
}

START_TEST(a_teams_thread_that_fell_asleep_is_closed_all_the_same)
{
    fresh(5);
    party_slash(&party, ANA, "decrypto", "{\"pace\":\"async\"}");
    all_sit(&party, 4);
    party_pass(&party, 10000);
    party_press(&party, ANA, "Start");
    party_pass(&party, 10000);
    uint64_t room = thread("Decrypto #1");
    ck_assert_uint_ne(room, 0);
    ck_assert(fake_discord_archive(party.fake, room, true, false));
    party_slash(&party, ANA, "table abort", NULL);
    party_pass(&party, 17LL * 60 * 1000);
    ck_assert_uint_eq(thread("Decrypto"), 0); /* one that sleeps is closed as well */
    ck_assert_int_eq(party_count(&party, "invalid_bodies"), 0);
}
END_TEST

static bool is_locked(uint64_t room)
{
    char path[48];
    snprintf(path, sizeof path, "/channels/%llu", (unsigned long long)room);
    const struct fake_answer *answer = fake_discord_bot_asks(party.fake, "GET", path, NULL);
    return strstr(answer->body, "\"locked\":true") != NULL;
}

START_TEST(orders_about_a_teams_thread_that_fell_asleep_wake_it)
{
    fresh(6);
    party_slash(&party, ANA, "decrypto", "{\"pace\":\"async\"}");
    all_sit(&party, 4);
    party_pass(&party, 10000);
    party_press(&party, ANA, "Start");
    party_pass(&party, 10000);
    uint64_t room = thread("Decrypto #1: Black");
    ck_assert_uint_ne(room, 0);
    ck_assert(fake_discord_archive(party.fake, room, true, false));
    party_slash(&party, DEE, "table leave", NULL);
    party_pass(&party, 10000); /* who is gone is taken out */
    sees(&party, ANA, "Dee leaves the game.");
    ck_assert_uint_eq(thread("Decrypto #1: Black"), room);
    ck_assert(fake_discord_archive(party.fake, room, true, false));
    party_press(&party, EVE, "Sit in for Dee"); /* who comes is let in */
    sees(&party, ANA, "sits in");
    party_pass(&party, 10000);
    ck_assert_uint_eq(thread("Decrypto #1: Black"), room);
    ck_assert_uint_ne(fake_discord_may(party.fake, party.person[EVE], room), 0);
    party_slash(&party, ANA, "table abort", NULL);
    party_pass(&party, 10000);
    ck_assert(fake_discord_archive(party.fake, room, true, false));
    ck_assert(!is_locked(room));
    party_pass(&party, 17LL * 60 * 1000);
    ck_assert_uint_eq(thread("Decrypto"), 0);
    ck_assert(is_locked(room)); /* closed, and not only asleep */
    ck_assert_int_eq(party_count(&party, "invalid_bodies"), 0);
}
END_TEST

/* All play in a public thread from here on. */
static uint64_t in_a_thread(void)
{
    static const uint64_t may =
        1ULL << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 16 | 1ULL << 35 | 1ULL << 36 | 1ULL << 38;
    char path[64];
    snprintf(path, sizeof path, "/channels/%llu/threads", (unsigned long long)party.channel);
    ck_assert(fake_discord_role_may(party.fake, party.guild, fake_discord_bot(party.fake), may));
    const struct fake_answer *answer =
        fake_discord_bot_asks(party.fake, "POST", path, "{\"name\":\"corner\",\"type\":11}");
    ck_assert_msg(answer->status < 300, "%d %s", answer->status, answer->body);
    party.channel = thread("corner");
    for (unsigned who = 0; who < party.people; who++) {
        fake_discord_thread_add(party.fake, party.channel, party.person[who]);
    }
    return party.channel;
}

/* Tables of their own threads; where the bot may not make any, they stay in the channel. */
static void with_threads(bool may)
{
    static const char *const threads[] = {"DEADDROP_DISCORD_TABLE_THREADS=yes", NULL};
    const uint64_t people = 1ULL << 10 | 1 << 11 | 1 << 16 | 1ULL << 31 | 1ULL << 38;
    const uint64_t ours = people | 1 << 14 | 1 << 15 | (may ? 1ULL << 35 : 0);
    memcpy(party.environment, threads, sizeof threads);
    fresh(5);
    fake_discord_role_may(party.fake, party.guild, party.guild, people);
    fake_discord_role_may(party.fake, party.guild, fake_discord_bot(party.fake), ours);
}

/* The words of the only message that stands in a channel. */
static const char *stands(uint64_t channel)
{
    static char words[4096];
    uint64_t message = fake_discord_latest(party.fake, party.person[EVE], channel);
    char *text = message == 0 ? NULL : fake_discord_message(party.fake, message);
    cJSON *json = text == NULL ? NULL : cJSON_ParseWithLength(text, strlen(text));
    const char *content = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "content"));
    snprintf(words, sizeof words, "%s", content != NULL ? content : "");
    cJSON_Delete(json);
    free(text);
    return words;
}

/* Presses Join on it. */
static void join_from(uint64_t channel, unsigned who)
{
    uint64_t message = fake_discord_latest(party.fake, party.person[EVE], channel);
    char *text = fake_discord_message(party.fake, message);
    const char *label = strstr(text, "\"label\":\"Join\"");
    char *control = label == NULL ? NULL : strstr(text, "\"custom_id\":\"");
    ck_assert_msg(control != NULL, "%s", text);
    control += strlen("\"custom_id\":\"");
    control[strcspn(control, "\"")] = '\0';
    ck_assert_uint_ne(fake_discord_press(party.fake, party.person[who], message, control, NULL), 0);
    party_pass(&party, 3000);
    free(text);
}

static void link_to(uint64_t room, char text[64])
{
    snprintf(text, 64, "<#%llu>", (unsigned long long)room);
}

START_TEST(a_table_has_a_thread_and_its_lobby_stays_in_the_channel)
{
    char link[64];
    with_threads(true);
    uint64_t hall = party.channel;
    uint64_t slash = party_slash(&party, ANA, "interceptor", "{\"pace\":\"async\"}");
    party_pass(&party, 3000);
    uint64_t own = thread("Interceptor · Ana");
    ck_assert_uint_ne(own, 0);
    link_to(own, link);
    cJSON *outcome = party_outcome(&party, slash);
    ck_assert_int_eq(cJSON_GetObjectItemCaseSensitive(outcome, "type")->valueint, 4);
    cJSON_Delete(outcome);
    ck_assert(party_sees(&party, ANA, "Your table is set up."));
    ck_assert_ptr_nonnull(strstr(stands(hall), "Interceptor \\#1 · who plays?"));
    ck_assert_ptr_nonnull(strstr(stands(hall), link));
    for (unsigned who = ANA; who <= DEE; who++) {
        join_from(hall, who);
        sees(&party, who, "You're in.");
    }
    ck_assert_ptr_nonnull(strstr(stands(hall), "All 4 seats are taken."));
    for (unsigned who = ANA; who <= EVE; who++) { /* who sits there finds it among their threads */
        ck_assert_int_eq(fake_discord_in_thread(party.fake, own, party.person[who]), who != EVE);
    }
    uint64_t lobby = fake_discord_latest(party.fake, party.person[EVE], hall);
    party_pass(&party, 10000);
    party_restart(&party, 5000);
    party.channel = own;
    party_press(&party, ANA, "Start");
    sees(&party, BEN, "Interceptor \\#1 in \\#Interceptor · Ana"); /* in private */
    round_agree(&party);
    party_pass(&party, 10000);
    ck_assert_ptr_nonnull(strstr(stands(hall), "Interceptor \\#1 has begun. Watch it here:"));
    ck_assert_ptr_nonnull(strstr(stands(hall), link));
    ck_assert_ptr_null(strstr(stands(hall), "Join"));
    party_slash(&party, ANA, "table abort", NULL);
    party_pass(&party, 20000);
    ck_assert_ptr_nonnull(strstr(stands(hall), "Interceptor \\#1: "));
    ck_assert_ptr_null(strchr(stands(hall), '\n'));
    ck_assert_uint_eq(fake_discord_latest(party.fake, party.person[EVE], hall), lobby);
    ck_assert_uint_eq(fake_discord_notified(party.fake, party.person[EVE]), 0);
    ck_assert_uint_eq(thread("Interceptor · Ana"), own);
    ck_assert_int_eq(party_count(&party, "invalid_bodies"), 0);
}
END_TEST

START_TEST(tables_in_threads_of_one_channel_are_counted_together)
{
    with_threads(true);
    uint64_t hall = party.channel;
    party_slash(&party, ANA, "interceptor", NULL);
    party_pass(&party, 3000);
    ck_assert_ptr_nonnull(strstr(stands(hall), "Interceptor \\#1"));
    party_slash(&party, BEN, "spyfall", NULL);
    party_pass(&party, 3000);
    ck_assert_ptr_nonnull(strstr(stands(hall), "Spyfall \\#2"));
    join_from(hall, CY);
    ck_assert_ptr_nonnull(strstr(stands(hall), "Cy"));
    ck_assert_int_eq(party_count(&party, "double_answers"), 0);
}
END_TEST

START_TEST(a_table_without_a_thread_stays_in_its_channel)
{
    with_threads(_i != 0);
    if (_i != 0) {
        const struct fake_discord_fault full = {
            .verb = FAKE_DISCORD_REFUSED, .route = "POST /channels/*/threads", .code = 160006};
        fake_discord_fault(party.fake, &full);
    }
    party_slash(&party, ANA, "interceptor", NULL);
    sees(&party, EVE, "who plays?");
    ck_assert_uint_ne(fake_discord_latest(party.fake, party.person[EVE], party.channel), 0);
    ck_assert_uint_eq(thread("Interceptor"), 0);
}
END_TEST

/* Deleted in the middle of a game, locked, which lets moderators alone write there, or without the
 * bot's permission to write in threads. */
START_TEST(a_table_that_loses_its_thread_goes_on_in_the_channel)
{
    with_threads(true);
    uint64_t hall = party.channel;
    party_slash(&party, ANA, "interceptor", "{\"pace\":\"async\"}");
    party_pass(&party, 2000);
    uint64_t own = thread("Interceptor · Ana");
    ck_assert_uint_ne(own, 0);
    party.channel = own;
    all_sit(&party, 4);
    party_pass(&party, 10000);
    party_press(&party, ANA, "Start");
    sees(&party, BEN, "The game begins.");
    party_pass(&party, 20000);
    if (_i == 0) {
        ck_assert(fake_discord_delete_channel(party.fake, own));
    } else if (_i == 1) {
        ck_assert(fake_discord_archive(party.fake, own, false, true));
    } else {
        ck_assert(fake_discord_overwrite(party.fake, hall, fake_discord_bot(party.fake), 0,
                                         UINT64_C(1) << 38));
        whisper(&party, ANA, "signals documents: word honestly money: ends with ?");
        whisper(&party, CY, "confirm"); /* of which the room is told */
    }
    party_pass(&party, 20000);
    party.channel = hall;
    sees(&party, EVE, "Interceptor \\#1 goes on here.");
    if (_i == 2) {
        whisper(&party, BEN, "signals documents: word coffee money: first word well");
        whisper(&party, DEE, "confirm");
        sees(&party, EVE, "Both teams have their signals.");
        ck_assert_uint_ne(fake_discord_latest(party.fake, party.person[EVE], hall), 0);
        return;
    }
    round_agree(&party);
    ck_assert_uint_ne(fake_discord_latest(party.fake, party.person[EVE], hall), 0);
    ck_assert_int_eq(party_count(&party, "invalid_bodies"), 0);
}
END_TEST

START_TEST(a_thread_that_fell_asleep_is_woken_for_what_is_said_there)
{
    fresh(4);
    uint64_t corner = in_a_thread();
    round_gather(&party);
    party_pass(&party, 3000);
    ck_assert(fake_discord_archive(party.fake, corner, true, false));
    ck_assert_uint_eq(thread("corner"), 0);
    round_agree(&party); /* its lines are said there, and seen */
    ck_assert_uint_eq(thread("corner"), corner);
}
END_TEST

START_TEST(a_board_whose_thread_fell_asleep_is_edited_all_the_same)
{
    fresh(4);
    uint64_t corner = in_a_thread();
    party_slash(&party, ANA, "interceptor", "{\"pace\":\"async\"}");
    const struct fake_discord_fault slow = {
        .verb = FAKE_DISCORD_DELAY_BEFORE, .route = "POST /users/*", .ms = 9000};
    fake_discord_fault(party.fake, &slow);
    party_press(&party, ANA, "Join");
    party_pass(&party, 5000);
    char *lines = party_lines(&party, DEE);
    ck_assert(fake_discord_archive(party.fake, corner, true, false));
    sees(&party, ANA, "You're in."); /* from here on the board says that she is reached */
    party_pass(&party, 10000);
    char *same = party_lines(&party, DEE);
    ck_assert_str_eq(lines, same);
    ck_assert_uint_eq(thread("corner"), corner);
    free(lines);
    free(same);
}
END_TEST

START_TEST(a_thread_in_which_nothing_was_opened_is_put_away)
{
    with_threads(true);
    party_slash(&party, ANA, "spyfall", "{\"budget\":\"lots\"}");
    party_pass(&party, 2000);
    ck_assert_uint_ne(thread("Spyfall · Ana"), 0);
    party_pass(&party, 40000);
    ck_assert_uint_eq(thread("Spyfall · Ana"), 0);
}
END_TEST

Suite *suite_party_threads(void)
{
    Suite *suite = suite_create("party_threads");
    TCase *tcase = tcase_create("threads");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, orders_about_a_teams_thread_that_fell_asleep_wake_it);
    tcase_add_test(tcase, a_teams_thread_that_fell_asleep_is_closed_all_the_same);
    tcase_add_test(tcase, a_table_has_a_thread_and_its_lobby_stays_in_the_channel);
    tcase_add_test(tcase, tables_in_threads_of_one_channel_are_counted_together);
    tcase_add_loop_test(tcase, a_table_without_a_thread_stays_in_its_channel, 0, 2);
    tcase_add_loop_test(tcase, a_table_that_loses_its_thread_goes_on_in_the_channel, 0, 3);
    tcase_add_test(tcase, a_thread_that_fell_asleep_is_woken_for_what_is_said_there);
    tcase_add_test(tcase, a_board_whose_thread_fell_asleep_is_edited_all_the_same);
    tcase_add_test(tcase, a_thread_in_which_nothing_was_opened_is_put_away);
    suite_add_tcase(suite, tcase);
    return suite;
}
