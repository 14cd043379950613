/* What somebody asks of one part of a house is about all of them: what they played, whom they met,
 * what they want to be told. */
#include <stdio.h>
#include <string.h>

#include <check.h>

#include "blocks.h"
#include "finish.h"
#include "linked.h"
#include "notify_wish.h"
#include "part_table.h"
#include "parts_kit.h"

enum { TO_BYTES = 64 };

/* Somebody of whom that part knows. */
static uint64_t known(unsigned at, const char *account)
{
    privately(at, account, "help");
    return person(at, account)->id;
}

/* Ana, and Ben who lost, have played at that table of a part, as many hours ago. */
static void played(unsigned at, uint64_t table, const char *room, int hours)
{
    struct finish finish = {.number = (uint32_t)table,
                            .game = "decrypto",
                            .reason = "done",
                            .rated = true,
                            .side_count = 2,
                            .side = {{.rank = 1}, {.rank = 2}},
                            .seat_count = 2};
    const uint64_t people[] = {known(at, "Ana"), known(at, "Ben")};
    struct buf json;
    buf_init(&json, 4096);
    finish_print(&finish, &json);
    ck_assert_int_eq(kit_put(part[at].store, STORE_RESULT,
                             &(struct store_row){.id = table,
                                                 .at_ms = part[at].now_ms - hours * 3600000LL,
                                                 .key = room,
                                                 .extra = "kit/server",
                                                 .text = json.text})
                         .code,
                     FAULT_NONE);
    for (unsigned i = 0; i < 2; i++) {
        const struct finish_seat seat = {.seat = (uint8_t)i,
                                         .side = (int8_t)i,
                                         .dealt = true,
                                         .result = i == 0 ? FINISH_WON : FINISH_LOST};
        buf_clear(&json);
        finish_print_seat(&seat, &json);
        ck_assert_int_eq(
            kit_put(part[at].store, STORE_RESULT_SEAT,
                    &(struct store_row){.id = table, .sub = people[i], .text = json.text})
                .code,
            FAULT_NONE);
    }
    buf_deinit(&json);
}

/* What that part answers somebody who writes to it in private. */
static const char *answer(unsigned at, const char *account, const char *text)
{
    unsigned sends = part[at].send_count;
    privately(at, account, text);
    ck_assert_uint_gt(part[at].send_count, sends);
    return part[at].send[part[at].send_count - 1].text;
}

static bool answer_has(unsigned at, const char *account, const char *said, const char *text)
{
    return strstr(answer(at, account, said), text) != NULL ||
           house_kit_has(&part[at].send[part[at].send_count - 1], text);
}

/* --- what they played ------------------------------------------------------------------------- */

START_TEST(own_statistics_know_all_parts)
{
    char at[TO_BYTES];
    played(1, 7, "kit/cave", 2);
    played(2, 7, "kit/attic", 1);
    ck_assert(answer_has(0, "Ana", "stats", "Your games: 2 that came to their end"));
    ck_assert(answer_has(0, "Ana", "stats", "2 games, 2 won"));
    ck_assert(answer_has(0, "Ben", "stats", "2 games, 0 won"));
    ck_assert(answer_has(0, "Cy", "stats", "none has come to its end yet"));
    ck_assert(answer_has(1, "Ana", "stats", "Your games: 2 that came to their end"));
    snprintf(at, sizeof at, "at-%llu", (unsigned long long)part_table(2, 7));
    ck_assert(answer_has(0, "Ana", "stats", at)); /* a leaderboard, by its part */
    ck_assert(answer_has(1, "Ana", "stats", at));
    snprintf(at, sizeof at, "game-%llu", (unsigned long long)part_table(1, 7));
    ck_assert(answer_has(1, "Ana", "stats", at));
    ck_assert(
        !answer_has(0, "Ana", "stats", "attic")); /* how it calls that room it does not know */
}
END_TEST

START_TEST(a_whole_house_asks_nobody)
{
    played(0, 3, "kit/den", 1);
    played(1, 7, "kit/cave", 2);
    part[0].parts = 1;
    house_kit_restart(&part[0]);
    house_kit_settle(&part[0]);
    ck_assert(answer_has(0, "Ana", "stats", "Your games: 1 that came to its end"));
    ck_assert(answer_has(0, "Ana", "stats", "game-3\""));
}
END_TEST

/* Linked accounts are one somebody in each part. */
START_TEST(statistics_have_all_accounts)
{
    played(1, 7, "kit/cave", 2);
    known(0, "Ana");
    known(0, "Zoe");
    struct commit *commit = commit_new(part[0].house);
    linked_join(person(0, "Zoe"), person(0, "Ana"), part[0].now_ms);
    commit_person(commit, person(0, "Zoe"));
    commit_submit(&commit);
    house_kit_settle(&part[0]);
    ck_assert(answer_has(0, "Zoe", "stats", "Your games: 1 that came to its end"));
}
END_TEST

static enum may_read all_read(const char *room, const char *account)
{
    (void)room;
    (void)account;
    return MAY_READ_YES;
}

static enum may_read nobody_reads(const char *room, const char *account)
{
    (void)room;
    (void)account;
    return MAY_READ_NO;
}

START_TEST(a_button_is_answered_by_its_part_alone)
{
    char said[TO_BYTES];
    played(1, 7, "kit/cave", 2);
    played(1, 8, "kit/cave", 1);
    played(2, 7, "kit/attic", 1);
    part[1].may_read = all_read;
    part[2].may_read = nobody_reads;
    snprintf(said, sizeof said, "leaderboard at-%llu", (unsigned long long)part_table(1, 7));
    ck_assert(answer_has(1, "Ana", said, "cave"));
    ck_assert(answer_has(2, "Ana", said, "no finished game in a room that you can read"));
    snprintf(said, sizeof said, "leaderboard at-%llu", (unsigned long long)part_table(2, 7));
    ck_assert(answer_has(2, "Ana", said, "no finished game in a room that you can read"));
}
END_TEST

/* --- what they want to be told ---------------------------------------------------------------- */

static unsigned asked(unsigned at, const char *account)
{
    const struct person *who = person(at, account);
    return who == NULL || who->alerts == NULL ? 0 : who->alerts->count;
}

static void ask_in_rooms(void)
{
    house_kit_says(&part[1], "Ana", "!notify players");
    house_kit_says(&part[2], "Ana", "!notify players");
    house_kit_says(&part[2], "Ana", "!notify step-in");
    house_kit_says(&part[2], "Ben", "!notify players");
    ck_assert_uint_eq(asked(1, "Ana"), 1);
    ck_assert_uint_eq(asked(2, "Ana"), 2);
}

START_TEST(what_they_want_to_be_told_is_listed_of_all_parts)
{
    ask_in_rooms();
    const char *list = answer(0, "Ana", "notify");
    ck_assert_ptr_nonnull(
        strstr(list, "1. When people are wanted at a table in a room of another"));
    ck_assert_ptr_nonnull(
        strstr(list, "2. When people are wanted at a table in a room of another"));
    ck_assert_ptr_nonnull(strstr(list, "3. When a seat is free"));
    ck_assert_ptr_null(strstr(list, "4. "));
    list = answer(1, "Ana", "notify");
    ck_assert_ptr_nonnull(strstr(list, "1. When people are wanted at a table in den"));
    ck_assert_ptr_nonnull(strstr(list, "3. When a seat is free"));
    ck_assert(answer_has(0, "Cy", "notify", "nothing so far"));
}
END_TEST

START_TEST(off_takes_back_what_all_parts_tell)
{
    ask_in_rooms();
    ck_assert(answer_has(0, "Ana", "notify off", "nothing so far"));
    carry_all();
    ck_assert(!answer_has(0, "Ana", "notify off", "I don't tell you"));
    carry_all();
    ck_assert_uint_eq(asked(1, "Ana"), 0);
    ck_assert_uint_eq(asked(2, "Ana"), 0);
    ck_assert_uint_eq(asked(2, "Ben"), 1);
    ck_assert(!is_stored(2, STORE_PERSONS, "\"Ana\",\"alerts\""));
    house_kit_restart(&part[2]);
    house_kit_settle(&part[2]);
    ck_assert_uint_eq(asked(2, "Ana"), 0);
    for (unsigned at = 0; at < PARTS; at++) {
        ck_assert_uint_eq(waiting(at, 0) + waiting(at, 1) + waiting(at, 2), 0);
    }
}
END_TEST

START_TEST(one_is_taken_back_by_its_button_or_number)
{
    ask_in_rooms();
    ck_assert(answer_has(0, "Ana", "notify", "off-2-of-2"));
    const char *list = answer(0, "Ana", "notify off-2-of-2"); /* part 2's second */
    ck_assert_ptr_nonnull(strstr(list, "I don't tell you about that any more"));
    ck_assert_ptr_null(strstr(list, "When a seat is free"));
    ck_assert_uint_eq(waiting(0, 1), 0);
    carry_all();
    ck_assert_uint_eq(asked(1, "Ana"), 1);
    ck_assert_uint_eq(asked(2, "Ana"), 1);
    ck_assert_int_eq(person(2, "Ana")->alerts->item[0].kind, ALERT_PLAYERS);
    answer(0, "Ana", "notify off 1"); /* as it is listed: part 1's */
    carry_all();
    ck_assert_uint_eq(asked(1, "Ana"), 0);
    ck_assert_uint_eq(asked(2, "Ana"), 1);
    answer(2, "Ana", "notify off-1-of-2"); /* of the part that is asked */
    ck_assert_uint_eq(asked(2, "Ana"), 0);
}
END_TEST

START_TEST(a_room_of_a_button_is_found_by_its_part)
{
    unsigned named = 9;
    house_kit_says(&part[2], "Ana", "!notify");
    ck_assert_ptr_nonnull(strstr(part[2].send[part[2].send_count - 1].doc, "-of-2"));
    ck_assert(notify_wish_part("players-at-0123456789abcdef-of-2", &named));
    ck_assert_uint_eq(named, 2);
    ck_assert(!notify_wish_part("off-3-of-2", &named)); /* any part takes that back */
    ck_assert(!notify_wish_part("players-at-0123456789abcdef", &named));
    const char *at = strstr(part[2].send[part[2].send_count - 1].doc, "players-at-");
    char said[TO_BYTES];
    ck_assert_ptr_nonnull(at);
    snprintf(said, sizeof said, "notify %.32s", at);
    ck_assert(answer_has(2, "Ana", said, "When people are wanted at a table in den"));
    ck_assert_uint_eq(asked(2, "Ana"), 1);
}
END_TEST

/* What tells them of a table says by whom it is told, for its button is pressed in private. */
START_TEST(who_is_told_may_take_that_back)
{
    part[2].may_read = all_read;
    house_kit_says(&part[2], "Ana", "!notify players");
    house_kit_says(&part[2], "Ben", "!interceptor");
    unsigned sends = part[2].send_count;
    house_kit_pass(&part[2], INT64_C(600000));
    ck_assert_uint_eq(house_kit_count(&part[2], sends, "off-1-of-2"), 1);
}
END_TEST

START_TEST(a_letter_about_nothing_changes_nothing)
{
    static const char *const texts[] = {"{\"number\":7}", "", "[]"};
    ask_in_rooms();
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const struct store_row row = {
            .sub = 1, .key = "kit/Zoe", .extra = "notify_off", .text = texts[i]};
        ck_assert_int_eq(kit_put(part[1].store, STORE_LETTER, &row).code, FAULT_NONE);
    }
    house_hear_letters(part[1].house);
    house_kit_settle(&part[1]);
    ck_assert_uint_eq(waiting(1, 1), 0);
    ck_assert_uint_eq(asked(1, "Ana"), 1);
}
END_TEST

/* --- whom they met ---------------------------------------------------------------------------- */

static bool blocks(unsigned at, const char *account, const char *whom)
{
    const struct person *who = person(at, account);
    const struct person *other = person(at, whom);
    return who != NULL && other != NULL && blocks_have(person_blocks(who), other->id);
}

START_TEST(who_was_met_in_any_part_is_found_by_name)
{
    house_kit_says(&part[1], "Ana", "!interceptor");
    house_kit_says(&part[1], "Cy", "!join");
    house_kit_says(&part[2], "Dee", "!interceptor");
    ck_assert(answer_has(0, "Ana", "block Dee", "I know nobody of that name"));
    ck_assert_ptr_null(person(0, "Cy"));
    ck_assert(answer_has(0, "Ana", "block Cy", "Blocked from now on: Cy"));
    ck_assert(blocks(0, "Ana", "Cy"));
    carry_all();
    ck_assert(blocks(1, "Ana", "Cy"));
    ck_assert(blocks(2, "Ana", "Cy"));
    ck_assert(answer_has(2, "Ana", "unblock Cy", "Blocked no longer: Cy"));
    carry_all();
    ck_assert(!blocks(0, "Ana", "Cy") && !blocks(1, "Ana", "Cy"));
    house_kit_restart(&part[0]);
    house_kit_settle(&part[0]);
    ck_assert_str_eq(person(0, "Cy")->name, "Cy");
}
END_TEST

/* The table goes on without whoever had enough of somebody there. */
START_TEST(who_has_left_still_knows_whom_they_met)
{
    house_kit_says(&part[1], "Cy", "!interceptor");
    house_kit_says(&part[1], "Ana", "!join");
    house_kit_says(&part[1], "Dee", "!join");
    house_kit_says(&part[1], "Ana", "!leave");
    ck_assert(answer_has(0, "Ana", "block Cy", "Blocked from now on: Cy"));
    ck_assert(answer_has(0, "Dee", "block Ana", "Blocked from now on: Ana")); /* who has left */
}
END_TEST

START_TEST(people_met_elsewhere_are_offered)
{
    char token[TO_BYTES];
    house_kit_says(&part[1], "Ana", "!interceptor");
    house_kit_says(&part[1], "Cy", "!join");
    ck_assert(answer_has(0, "Ana", "block", "Cy"));
    const char *doc = part[0].send[part[0].send_count - 1].doc;
    const char *at = strstr(doc, "at-");
    ck_assert_ptr_nonnull(at);
    ck_assert_ptr_null(strstr(doc, "id-"));
    snprintf(token, sizeof token, "block %.19s", at);
    ck_assert(answer_has(1, "Ana", "block", token + 6)); /* the same in each part */
    ck_assert(answer_has(0, "Ana", token, "Blocked from now on: Cy"));
    snprintf(token, sizeof token, "unblock %.19s", at);
    carry_all();
    ck_assert(answer_has(2, "Ana", token, "Blocked no longer: Cy"));
}
END_TEST

/* Others never learn of another account of somebody. */
START_TEST(accounts_that_were_never_there_are_not_met)
{
    house_kit_says(&part[1], "Ana", "!interceptor");
    house_kit_says(&part[1], "Cy", "!join");
    known(1, "Zoe");
    struct commit *commit = commit_new(part[1].house);
    linked_join(person(1, "Cy"), person(1, "Zoe"), part[1].now_ms);
    commit_person(commit, person(1, "Cy"));
    commit_submit(&commit);
    house_kit_settle(&part[1]);
    ck_assert(answer_has(0, "Ana", "block", "Cy"));
    ck_assert(!answer_has(0, "Ana", "block", "Zoe"));
    ck_assert(answer_has(0, "Ana", "block Zoe", "I know nobody of that name"));
}
END_TEST

START_TEST(where_the_others_cannot_be_read_it_is_said)
{
    house_kit_says(&part[1], "Ana", "!interceptor");
    house_kit_says(&part[1], "Cy", "!join");
    known(0, "Ana");
    part[PARTS - 1].others_unreadable = true;
    ck_assert(answer_has(0, "Ana", "block Cy", "can't read"));
    ck_assert(answer_has(0, "Ana", "notify", "can't read"));
    ck_assert(answer_has(0, "Ana", "stats", "can't read"));
    part[PARTS - 1].others_unreadable = false;
    ck_assert(answer_has(0, "Ana", "block Cy", "Blocked from now on: Cy"));
}
END_TEST

Suite *suite_parts_asked(void);

Suite *suite_parts_asked(void)
{
    Suite *suite = suite_create("parts_asked");
    TCase *tcase = tcase_create("parts_asked");
    tcase_add_checked_fixture(tcase, open_parts, close_parts);
    tcase_set_timeout(tcase, 30);
    tcase_add_test(tcase, own_statistics_know_all_parts);
    tcase_add_test(tcase, a_whole_house_asks_nobody);
    tcase_add_test(tcase, statistics_have_all_accounts);
    tcase_add_test(tcase, a_button_is_answered_by_its_part_alone);
    tcase_add_test(tcase, what_they_want_to_be_told_is_listed_of_all_parts);
    tcase_add_test(tcase, off_takes_back_what_all_parts_tell);
    tcase_add_test(tcase, one_is_taken_back_by_its_button_or_number);
    tcase_add_test(tcase, a_room_of_a_button_is_found_by_its_part);
    tcase_add_test(tcase, who_is_told_may_take_that_back);
    tcase_add_test(tcase, a_letter_about_nothing_changes_nothing);
    tcase_add_test(tcase, who_was_met_in_any_part_is_found_by_name);
    tcase_add_test(tcase, who_has_left_still_knows_whom_they_met);
    tcase_add_test(tcase, people_met_elsewhere_are_offered);
    tcase_add_test(tcase, accounts_that_were_never_there_are_not_met);
    tcase_add_test(tcase, where_the_others_cannot_be_read_it_is_said);
    suite_add_tcase(suite, tcase);
    return suite;
}
