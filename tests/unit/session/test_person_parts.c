/* Somebody in several parts of a house: what they choose, block and link counts in all of them, and
 * forgetting them reaches each (parts_kit.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "forget.h"
#include "forgotten.h"
#include "linked.h"
#include "parts_kit.h"
#include "week_secrets.h"

static const char *zone(unsigned at, const char *account)
{
    const struct person *who = person(at, account);
    const char *chosen = who == NULL ? NULL : person_zone(who);
    return chosen == NULL ? "" : chosen;
}

START_TEST(what_somebody_chooses_counts_in_all_parts)
{
    privately(1, "Ana", "zone Europe/Athens");
    ck_assert_uint_eq(carry(1, 0), 1);
    ck_assert_uint_eq(carry(1, 2), 1);
    ck_assert_str_eq(zone(0, "Ana"), "Europe/Athens");
    ck_assert_str_eq(zone(2, "Ana"), "Europe/Athens");
    ck_assert_uint_eq(waiting(0, 0) + waiting(0, 1) + waiting(0, 2), 0); /* it is not told on */
    house_kit_restart(&part[0]);
    house_kit_settle(&part[0]);
    ck_assert_str_eq(zone(0, "Ana"), "Europe/Athens");
    privately(0, "Ana", "settings");
    ck_assert_uint_eq(waiting(0, 1), 0); /* nothing is news */
    privately(0, "Ana", "zone usual");
    ck_assert_uint_eq(carry(0, 1), 1);
    ck_assert_str_eq(zone(1, "Ana"), "");
}
END_TEST

START_TEST(a_whole_house_tells_nobody)
{
    part[1].parts = 1;
    part[1].part = 0;
    house_kit_restart(&part[1]);
    privately(1, "Ana", "zone Europe/Athens");
    for (unsigned to = 0; to < PARTS; to++) {
        ck_assert_uint_eq(waiting(1, to), 0);
    }
    ck_assert(!is_stored(1, STORE_PERSONS, "shared"));
}
END_TEST

/* What was chosen while the house was whole is told by part 0 once there are others. */
START_TEST(what_was_chosen_before_is_told_at_the_start)
{
    part[0].parts = 1;
    house_kit_restart(&part[0]);
    privately(0, "Ana", "zone Europe/Athens");
    privately(0, "Ben", "help");
    part[0].parts = PARTS;
    house_kit_restart(&part[0]);
    house_kit_settle(&part[0]);
    ck_assert_uint_eq(carry(0, 1), 1);
    ck_assert_str_eq(zone(1, "Ana"), "Europe/Athens");
    house_kit_restart(&part[0]);
    house_kit_settle(&part[0]);
    ck_assert_uint_eq(waiting(0, 1), 0);
}
END_TEST

START_TEST(a_letter_that_comes_twice_changes_nothing)
{
    privately(1, "Ana", "zone Europe/Athens");
    struct carried first = letters_of(1, 0);
    leave(1, &first);
    deliver(&first);
    privately(1, "Ana", "zone Europe/Lisbon");
    carry(1, 0);
    deliver(&first);
    ck_assert_str_eq(zone(0, "Ana"), "Europe/Lisbon");
    ck_assert_str_eq(kit_read(part[0].store, &(struct store_question){.query = STORE_LETTERS}), "");
    letters_drop(&first);
}
END_TEST

START_TEST(a_letter_that_could_not_be_stored_is_heard_again)
{
    privately(1, "Ana", "zone Europe/Athens");
    struct carried letters = letters_of(1, 0);
    deliver(&letters);
    letters_drop(&letters);
    privately(1, "Ana", "zone Europe/Lisbon");
    letters = letters_of(1, 0);
    const struct store_row row = {.key = letters.letter[1].key,
                                  .extra = letters.letter[1].kind,
                                  .text = letters.letter[1].text};
    ck_assert_int_eq(kit_put(part[0].store, STORE_LETTER, &row).code, FAULT_NONE);
    part[PARTS - 1].disk_full = true; /* the last kit's flag counts for all of them */
    house_hear_letters(part[0].house);
    house_kit_pass(&part[0], 3000);
    ck_assert(!is_stored(0, STORE_PERSONS, "Lisbon"));
    part[PARTS - 1].disk_full = false;
    house_kit_pass(&part[0], 10000);
    ck_assert(is_stored(0, STORE_PERSONS, "Lisbon"));
    ck_assert_uint_eq(waiting(0, 0), 0);
    ck_assert_uint_eq(waiting(0, 1) + waiting(0, 2), 0);
    letters_drop(&letters);
}
END_TEST

START_TEST(what_could_not_be_stored_is_told_once_it_is)
{
    privately(1, "Ana", "zone Europe/Athens");
    carry(1, 0);
    ck_assert(house_kit_tell(&part[1], "late", "Ana", "!zone Europe/Lisbon"));
    part[PARTS - 1].disk_full = true;
    house_kit_pass(&part[1], 3000);
    part[PARTS - 1].disk_full = false;
    house_kit_pass(&part[1], 10000);
    privately(1, "Ana", "settings");
    carry(1, 0);
    ck_assert_str_eq(zone(0, "Ana"), zone(1, "Ana"));
}
END_TEST

START_TEST(who_is_blocked_in_one_part_is_kept_away_in_another)
{
    house_kit_says(&part[1], "Ana", "!interceptor");
    house_kit_says(&part[1], "Cy", "!join");
    privately(1, "Ana", "block Cy");
    ck_assert_uint_ge(carry(1, 0), 1);
    house_kit_says(&part[0], "Ana", "!interceptor");
    house_kit_says(&part[0], "Cy", "!join");
    house_kit_says(&part[0], "Dee", "!join");
    const struct table *table = &house_kit_table(&part[0])->resident->table;
    ck_assert_int_eq(table_seat_of(table, person(0, "Cy")->id), SEAT_NONE);
    ck_assert_int_ne(table_seat_of(table, person(0, "Dee")->id), SEAT_NONE);
    house_kit_restart(&part[0]);
    house_kit_settle(&part[0]);
    ck_assert(blocks_have(person_blocks(person(0, "Ana")), person(0, "Cy")->id));
}
END_TEST

/* --- accounts --------------------------------------------------------------------------------- */

static void link_at_0(const char *one, const char *other)
{
    struct commit *commit = commit_new(part[0].house);
    privately(0, one, "help");
    privately(0, other, "help");
    linked_join(person(0, one), person(0, other), part[0].now_ms);
    commit_person(commit, person(0, one));
    commit_submit(&commit);
    house_kit_settle(&part[0]);
}

START_TEST(accounts_that_are_linked_are_so_in_all_parts)
{
    privately(1, "Bea", "zone Europe/Lisbon");
    house_kit_says(&part[1], "Ana", "!interceptor");
    house_kit_says(&part[1], "Ana", "!join");
    privately(0, "Ana", "zone Europe/Athens");
    carry_all();
    link_at_0("Ana", "Bea");
    carry_all();
    ck_assert(linked_are(person(1, "Ana"), person(1, "Bea")));
    ck_assert_str_eq(zone(1, "Bea"), "Europe/Athens");
    privately(1, "Bea", "quiet 22-7");
    carry_all();
    ck_assert_int_eq(person_clock(person(0, "Ana"))->quiet.from, 1320);
    ck_assert_int_eq(person_clock(person(2, "Ana"))->quiet.from, 1320);
    house_kit_restart(&part[1]);
    house_kit_settle(&part[1]);
    ck_assert(linked_are(person(1, "Ana"), person(1, "Bea")));
    privately(0, "Ana", "unlink sure");
    carry_all();
    ck_assert(!linked_are(person(0, "Ana"), person(0, "Bea")));
    ck_assert(!linked_are(person(1, "Ana"), person(1, "Bea")));
    ck_assert(!linked_are(person(2, "Ana"), person(2, "Bea")));
}
END_TEST

/* Ana and Bea are at that table of part 1, as part 0 reads it. */
static void sit_elsewhere(const char *accounts)
{
    const struct store_row row = {
        .id = 4, .sub = 1, .key = "abcdefghijkl", .extra = accounts, .text = "Decrypto #3 in den"};
    ck_assert_int_eq(kit_put(part[0].store, STORE_SITTING, &row).code, FAULT_NONE);
}

static void say_code(void)
{
    char text[32];
    privately(0, "Ana", "link");
    const char *at = strstr(part[0].send[part[0].send_count - 1].text, "within 10 minutes: ");
    ck_assert_ptr_nonnull(at);
    snprintf(text, sizeof text, "link %.9s", at + strlen("within 10 minutes: "));
    privately(0, "Bea", text);
}

START_TEST(who_sits_twice_at_a_table_elsewhere_is_not_linked)
{
    sit_elsewhere("kit/Ana\nkit/Bea");
    say_code();
    unsigned sends = part[0].send_count;
    privately(0, "Bea", "link yes");
    ck_assert_uint_eq(house_kit_count(&part[0], sends,
                                      "Both accounts are at a table of yours, "
                                      "Decrypto #3 in den, and one person"),
                      1);
    ck_assert(!linked_are(person(0, "Ana"), person(0, "Bea")));
    sit_elsewhere("kit/Ana");
    privately(0, "Bea", "link yes");
    privately(0, "Ana", "link yes");
    ck_assert(linked_are(person(0, "Ana"), person(0, "Bea")));
    carry_all();
    ck_assert(linked_are(person(1, "Ana"), person(1, "Bea")));
}
END_TEST

START_TEST(tables_of_all_parts_are_counted)
{
    sit_elsewhere("kit/Ana");
    house_kit_says(&part[0], "Ana", "!interceptor");
    house_kit_says(&part[0], "Ana", "!join");
    unsigned sends = part[0].send_count;
    privately(0, "Ana", "data");
    ck_assert_uint_eq(house_kit_count(&part[0], sends, "2 tables where you are"), 1);
    house_kit_settle(&part[0]);
}
END_TEST

/* --- forgetting ------------------------------------------------------------------------------- */

static void forget_at(unsigned at, const char *about)
{
    char name[200];
    snprintf(name, sizeof name, FORGET_PREFIX "%s", about);
    const struct store_row row = {.key = FORGET_SCOPE, .extra = name, .text = "1"};
    ck_assert_int_eq(kit_put(part[at].store, STORE_SETTING, &row).code, FAULT_NONE);
    house_kit_pass(&part[at], 30000);
}

static bool is_known(unsigned at, const char *account)
{
    return person(at, account) != NULL || is_stored(at, STORE_PERSONS, account) ||
           is_stored(at, STORE_ADDRESSES, account);
}

START_TEST(who_is_forgotten_is_so_in_all_parts)
{
    house_kit_start(&part[1]);
    privately(1, "Ben", "zone Europe/Athens");
    carry_all();
    ck_assert(is_known(2, "Ben"));
    unsigned sends = part[1].send_count;
    forget_at(0, "kit/Ben");
    ck_assert(!is_known(0, "Ben"));
    house_kit_pass(&part[1], 30000);
    ck_assert(is_known(1, "Ben")); /* this part has not heard of it yet, as if it were away */
    ck_assert_uint_eq(carry(0, 1), 1);
    house_kit_pass(&part[1], 30000);
    ck_assert(!is_known(1, "Ben"));
    ck_assert_uint_eq(house_kit_count(&part[1], sends, "leaves the game"), 1);
    ck_assert_uint_eq(waiting(1, 0) + waiting(1, 2), 0);
    ck_assert_uint_eq(carry(0, 2), 1);
    house_kit_pass(&part[2], 30000);
    ck_assert(!is_known(2, "Ben"));
}
END_TEST

/* A part goes down between hearing that it is to forget somebody and doing so. */
START_TEST(a_part_that_comes_later_forgets_then)
{
    house_kit_start(&part[1]);
    forget_at(0, "kit/Ben");
    house_free(&part[1].house);
    struct carried letters = letters_of(0, 1);
    house_kit_reopen(&part[1]);
    deliver(&letters);
    letters_drop(&letters);
    house_kit_restart(&part[1]);
    house_kit_pass(&part[1], 60000);
    ck_assert(!is_known(1, "Ben"));
    ck_assert(is_known(1, "Ana"));
}
END_TEST

START_TEST(what_was_said_before_brings_nobody_back)
{
    privately(1, "Ana", "zone Europe/Athens");
    privately(1, "Ana", "help");
    carry(1, 0);
    struct carried late = letters_of(1, 2);
    ck_assert_uint_eq(late.count, 1);
    leave(1, &late);
    forget_at(0, "kit/Ana");
    privately(1, "Ana", "zone Europe/Lisbon"); /* part 1 has not heard of it yet */
    carry(1, 0);
    ck_assert(!is_known(0, "Ana"));
    carry(0, 2);
    house_kit_pass(&part[2], 30000);
    deliver(&late);
    carry(1, 2);
    ck_assert(!is_known(2, "Ana"));
    house_kit_restart(&part[2]);
    late.to = 2;
    deliver(&late);
    ck_assert(!is_known(2, "Ana"));
    letters_drop(&late);
    carry(0, 1);
    house_kit_pass(&part[1], 30000);
    ck_assert(!is_known(1, "Ana"));
    privately(1, "Ana", "zone Europe/Berlin"); /* a stranger, of whom all may know */
    carry_all();
    ck_assert_str_eq(zone(0, "Ana"), "Europe/Berlin");
    ck_assert_str_eq(zone(2, "Ana"), "Europe/Berlin");
}
END_TEST

/* Asked by words in a room of another part, which part 0 has not heard. */
START_TEST(any_part_may_be_asked_to_forget)
{
    privately(2, "Ana", "zone Europe/Athens");
    carry_all();
    forget_at(1, "kit/Ana");
    ck_assert(!is_known(1, "Ana"));
    ck_assert_uint_eq(carry(1, 0), 1);
    ck_assert_uint_eq(waiting(1, 2), 0);
    house_kit_pass(&part[0], 30000);
    ck_assert(!is_known(0, "Ana"));
    ck_assert_uint_eq(carry(0, 2), 1);
    house_kit_pass(&part[2], 30000);
    ck_assert(!is_known(2, "Ana"));
    carry(0, 1);
    house_kit_pass(&part[1], 30000);
    forget_at(2, "kit/Ana"); /* once more, by whoever did not know */
    carry(2, 0);
    house_kit_pass(&part[0], 30000);
    ck_assert_uint_eq(waiting(0, 1) + waiting(0, 2), 0);
}
END_TEST

START_TEST(accounts_that_are_linked_are_forgotten_in_all_parts)
{
    link_at_0("Ana", "Bea");
    carry_all();
    ck_assert(is_known(2, "Bea"));
    forget_at(0, "kit/Ana");
    house_kit_pass(&part[0], 30000);
    carry_all();
    for (unsigned at = 0; at < PARTS; at++) {
        house_kit_pass(&part[at], 60000);
        ck_assert(!is_known(at, "Ana"));
        ck_assert(!is_known(at, "Bea"));
    }
}
END_TEST

/* --- deals of weeks --------------------------------------------------------------------------- */

START_TEST(the_deal_of_a_week_is_the_same_in_all_parts)
{
    house_kit_says(&part[1], "Ana", "!decrypto weekly");
    carry(1, 0);
    house_kit_says(&part[0], "Ben", "!decrypto weekly");
    ck_assert_uint_eq(week_secrets_count(part[1].house->week_secrets, "decrypto"), 1);
    ck_assert_mem_eq(week_secrets_at(part[0].house->week_secrets, "decrypto", 0),
                     week_secrets_at(part[1].house->week_secrets, "decrypto", 0),
                     sizeof(struct week_secret));
}
END_TEST

Suite *suite_person_parts(void);

Suite *suite_person_parts(void)
{
    Suite *suite = suite_create("person_parts");
    TCase *tcase = tcase_create("person_parts");
    tcase_add_checked_fixture(tcase, open_parts, close_parts);
    tcase_set_timeout(tcase, 30);
    tcase_add_test(tcase, what_somebody_chooses_counts_in_all_parts);
    tcase_add_test(tcase, a_whole_house_tells_nobody);
    tcase_add_test(tcase, what_was_chosen_before_is_told_at_the_start);
    tcase_add_test(tcase, a_letter_that_comes_twice_changes_nothing);
    tcase_add_test(tcase, a_letter_that_could_not_be_stored_is_heard_again);
    tcase_add_test(tcase, what_could_not_be_stored_is_told_once_it_is);
    tcase_add_test(tcase, who_is_blocked_in_one_part_is_kept_away_in_another);
    tcase_add_test(tcase, accounts_that_are_linked_are_so_in_all_parts);
    tcase_add_test(tcase, who_sits_twice_at_a_table_elsewhere_is_not_linked);
    tcase_add_test(tcase, tables_of_all_parts_are_counted);
    tcase_add_test(tcase, who_is_forgotten_is_so_in_all_parts);
    tcase_add_test(tcase, a_part_that_comes_later_forgets_then);
    tcase_add_test(tcase, what_was_said_before_brings_nobody_back);
    tcase_add_test(tcase, any_part_may_be_asked_to_forget);
    tcase_add_test(tcase, accounts_that_are_linked_are_forgotten_in_all_parts);
    tcase_add_test(tcase, the_deal_of_a_week_is_the_same_in_all_parts);
    suite_add_tcase(suite, tcase);
    return suite;
}
