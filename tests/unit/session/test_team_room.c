/* Rooms of a team's own: opened, kept up, silent where they must be, and given up for talk through
 * the house when a platform cannot have them. */
#include <stdio.h>
#include <string.h>

#include <check.h>

#include "commit.h"
#include "house_kit.h"
#include "scheduled_event.h"
#include "team_room.h"

static struct house_kit kit;

static void open_kit(void)
{
    house_kit_open(&kit, NULL);
    kit.team_rooms = true;
    kit.mute = MUTE_POWER;
}

static void close_kit(void)
{
    house_kit_close(&kit);
}

/* Seats in order: Ana Ben Cy Dee (Eva Fin); White is the even ones. In round 2 Cy encrypts for
 * White and Dee for Black. */
static const struct team_room *room_of(int team)
{
    return team_room_of(house_kit_table(&kit), team);
}

static unsigned venues(void)
{
    return house_kit_table(&kit)->resident->table.venue_count;
}

static bool last_order(enum room_operation_kind act, const char *account)
{
    for (unsigned i = kit.order_count; i-- > 0;) {
        if (strcmp(kit.order[i].account, account) == 0) {
            return kit.order[i].act == act;
        }
    }
    return false;
}

static void clues(void)
{
    house_kit_says_in(&kit, "~Cy", "Cy", "clues keys, milk, sunday");
    house_kit_says_in(&kit, "~Dee", "Dee", "clues oven, cloud, fang");
}

START_TEST(each_team_gets_a_room_with_who_encrypts_silent)
{
    house_kit_start_decrypto(&kit, 6);
    ck_assert_uint_eq(kit.order_count, 2);
    const struct kit_order *white = &kit.order[0];
    ck_assert_int_eq(white->act, ROOM_OPEN);
    ck_assert_str_eq(white->room, "den");
    ck_assert_str_eq(white->name, "Decrypto #1: White");
    ck_assert_str_eq(white->members, "Ana Cy Eva ");
    ck_assert_str_eq(white->silent, "Cy ");
    ck_assert_str_eq(kit.order[1].members, "Ben Dee Fin ");
    ck_assert_ptr_nonnull(room_of(0));
    ck_assert_str_eq(room_of(0)->key, "kit/team0");
    ck_assert_uint_eq(venues(), 3);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "of Decrypto #1: White"), 1);
}
END_TEST

START_TEST(silence_goes_with_the_own_code)
{
    house_kit_start_decrypto(&kit, 6);
    clues();
    ck_assert(last_order(ROOM_UNMUTE, "Dee")); /* may talk about White's code */
    ck_assert(!last_order(ROOM_UNMUTE, "Cy"));
    house_kit_says_in(&kit, "~Ana", "Ana", "decode 314");
    house_kit_says_in(&kit, "~Ben", "Ben", "intercept 143");
    ck_assert(last_order(ROOM_MUTE, "Dee"));
    ck_assert(last_order(ROOM_UNMUTE, "Cy"));
}
END_TEST

START_TEST(a_code_is_shown_only_when_silence_is_kept)
{
    house_kit_start_decrypto(&kit, 6);
    clues();
    house_kit_says_in(&kit, "~Ana", "Ana", "decode 314");
    house_kit_says_in(&kit, "~Ben", "Ben", "intercept 143");
    house_kit_says_in(&kit, "~Ben", "Ben", "decode 241");
    kit.hold_orders = true;
    unsigned sends = kit.send_count;
    unsigned orders = kit.order_count;
    house_kit_says_in(&kit, "~Ana", "Ana", "intercept 412"); /* round 3: Eva and Fin encrypt */
    ck_assert_uint_gt(house_kit_orders(&kit, orders, ROOM_MUTE), 0);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Your code is"), 0);
    house_kit_says_in(&kit, "~Eva", "Eva", "hand"); /* nor to who asks for it */
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Your code is"), 0);
    while (orders < kit.order_count) {
        house_kit_do_order(&kit, &kit.order[orders++]);
        house_kit_settle(&kit);
    }
    ck_assert_uint_gt(house_kit_count(&kit, sends, "Your code is 421"), 0);
    ck_assert_uint_gt(house_kit_count(&kit, sends, "Your code is 132"), 0);
}
END_TEST

START_TEST(a_crash_forgets_neither_silence_nor_room)
{
    house_kit_start_decrypto(&kit, 6);
    clues();
    house_kit_says_in(&kit, "~Ana", "Ana", "decode 314");
    house_kit_says_in(&kit, "~Ben", "Ben", "intercept 143");
    house_kit_says_in(&kit, "~Ben", "Ben", "decode 241");
    kit.hold_orders = true;
    house_kit_says_in(&kit, "~Ana", "Ana", "intercept 412");
    unsigned sends = kit.send_count;
    unsigned orders = kit.order_count;
    char nonce[NONCE_BYTES];
    snprintf(nonce, sizeof nonce, "%s", kit.order[orders - 1].nonce);
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    ck_assert_uint_gt(kit.order_count, orders); /* given again */
    ck_assert_uint_gt(kit.order[orders].tries, 0);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Your code is"), 0);
    kit.hold_orders = false;
    for (unsigned i = orders; i < kit.order_count; i++) {
        house_kit_do_order(&kit, &kit.order[i]);
    }
    house_kit_settle(&kit);
    ck_assert_uint_gt(house_kit_count(&kit, sends, "Your code is 421"), 0);
    unsigned known = 0;
    for (unsigned i = orders; i < kit.order_count; i++) {
        known += strcmp(kit.order[i].nonce, nonce) == 0;
    }
    ck_assert_uint_eq(known, 1);
    house_kit_says_in(&kit, "~Ana", "Ana", "status");
    ck_assert_str_eq(room_of(1)->key, "kit/team1");
}
END_TEST

START_TEST(an_opening_that_lasts_does_not_let_a_code_slip)
{
    kit.hold_orders = true;
    house_kit_start_decrypto(&kit, 6);
    ck_assert_uint_eq(kit.order_count, 2);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "Your code is 314"),
                      1); /* Cy will be silent there */
    clues();
    house_kit_says_in(&kit, "~Ana", "Ana", "decode 314");
    house_kit_says_in(&kit, "~Ben", "Ben", "intercept 143");
    house_kit_says_in(&kit, "~Ben", "Ben", "decode 241");
    house_kit_says_in(&kit, "~Ana", "Ana", "intercept 412");
    ck_assert_uint_eq(house_kit_count(&kit, 0, "Your code is 421"), 0); /* Eva could speak there */
    house_kit_do_order(&kit, &kit.order[0]);
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "Your code is 421"), 0);
    ck_assert_uint_gt(house_kit_orders(&kit, 2, ROOM_MUTE), 0);
    for (unsigned i = 2; i < kit.order_count; i++) {
        house_kit_do_order(&kit, &kit.order[i]);
        house_kit_settle(&kit);
    }
    ck_assert_uint_eq(house_kit_count(&kit, 0, "Your code is 421"), 1);
}
END_TEST

START_TEST(talk_in_the_room_is_talk_and_a_prefix_a_command)
{
    house_kit_start_decrypto(&kit, 6);
    unsigned sends = kit.send_count;
    house_kit_says_in(&kit, "team0", "Ana", "decode 314");
    house_kit_says_in(&kit, "team0", "Ana", "Decrypto! I think \"keys\" means piano");
    ck_assert_uint_eq(kit.send_count, sends);
    clues();
    sends = kit.send_count;
    house_kit_says_in(&kit, "team0", "Ana", "!decode 314");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "answers · your team's own code: 314"), 2);
    sends = kit.send_count;
    house_kit_says_in(&kit, "team0", "Ana", "!clues a, b, c");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "That belongs elsewhere"), 1);
    house_kit_says_in(&kit, "team0", "Ana", "!interceptor");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "That belongs elsewhere"), 2);
}
END_TEST

START_TEST(what_is_said_through_the_house_goes_into_the_room)
{
    house_kit_start_decrypto(&kit, 6);
    unsigned sends = kit.send_count;
    house_kit_says_in(&kit, "~Ana", "Ana", "team hello there");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "hello there"), 1);
    ck_assert_str_eq(kit.send[sends].room[0] != '\0' ? kit.send[sends].room : "",
                     house_kit_has(&kit.send[sends], "hello there") ? "team0"
                                                                    : kit.send[sends].room);
    sends = kit.send_count;
    house_kit_says_in(&kit, "~Cy", "Cy", "team hello there");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "hello there"), 0);
}
END_TEST

START_TEST(who_leaves_is_taken_out_and_a_substitute_comes_in)
{
    house_kit_start_decrypto(&kit, 6);
    unsigned orders = kit.order_count;
    house_kit_says(&kit, "Eva", "!leave");
    ck_assert_uint_eq(house_kit_orders(&kit, orders, ROOM_REMOVE), 1);
    ck_assert_str_eq(kit.order[orders].account, "Eva");
    ck_assert_str_eq(kit.order[orders].room, "team0");
    orders = kit.order_count;
    house_kit_says(&kit, "Gus", "!substitute");
    ck_assert_uint_eq(house_kit_orders(&kit, orders, ROOM_ADD), 1);
    ck_assert_str_eq(kit.order[orders].account, "Gus");
}
END_TEST

START_TEST(rooms_are_closed_soon_after_a_table_that_was_given_up)
{
    house_kit_start_decrypto(&kit, 4);
    house_kit_says(&kit, "Ana", "!abort");
    unsigned orders = kit.order_count;
    ck_assert_uint_eq(house_kit_orders(&kit, 0, ROOM_CLOSE), 0); /* they may still talk it over */
    house_kit_pass(&kit, (int64_t)14 * 60 * 1000);
    ck_assert_uint_eq(house_kit_orders(&kit, 0, ROOM_CLOSE), 0);
    house_kit_pass(&kit, (int64_t)2 * 60 * 1000);
    ck_assert_ptr_null(house_kit_table(&kit));
    ck_assert_uint_eq(house_kit_orders(&kit, orders, ROOM_CLOSE), 2);
    ck_assert_uint_eq(kit.house->outbox.count, 0);
}
END_TEST

START_TEST(a_platform_that_refuses_gives_the_room_up)
{
    kit.fail_orders = 1;
    kit.status = SEND_REFUSED;
    house_kit_start_decrypto(&kit, 6);
    ck_assert_ptr_null(room_of(0));
    ck_assert_ptr_nonnull(room_of(1));
    unsigned sends = kit.send_count;
    house_kit_says_in(&kit, "~Ana", "Ana", "team hello there");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "hello there"), 2); /* Cy and Eva, one each */
    clues();
    house_kit_says_in(&kit, "~Ana", "Ana", "decode 314");
    kit.fail_orders = 1; /* the silence of Dee */
    unsigned orders = kit.order_count;
    sends = kit.send_count;
    house_kit_says_in(&kit, "~Ben", "Ben", "intercept 143");
    ck_assert_ptr_null(room_of(1));
    ck_assert_uint_eq(house_kit_orders(&kit, orders, ROOM_CLOSE), 1);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "no longer works"), 3);
    ck_assert_uint_eq(venues(), 1);
}
END_TEST

START_TEST(an_order_is_repeated_with_its_nonce)
{
    kit.fail_orders = 2;
    kit.status = SEND_AMBIGUOUS;
    house_kit_start_decrypto(&kit, 6);
    house_kit_pass(&kit, 5000);
    ck_assert_uint_eq(house_kit_orders(&kit, 0, ROOM_OPEN), 4);
    ck_assert_ptr_nonnull(room_of(0));
    ck_assert_ptr_nonnull(room_of(1));
    unsigned again = strcmp(kit.order[0].nonce, kit.order[2].nonce) == 0 ? 2 : 3;
    ck_assert_str_eq(kit.order[0].nonce, kit.order[again].nonce);
    ck_assert_str_eq(room_of(0)->key, "kit/team0");
}
END_TEST

START_TEST(no_room_where_nobody_can_be_silenced)
{
    kit.mute = MUTE_RELAY;
    house_kit_start_decrypto(&kit, 6);
    ck_assert_uint_eq(kit.order_count, 0);
    unsigned sends = kit.send_count;
    house_kit_says_in(&kit, "~Ana", "Ana", "team hello there");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "hello there"), 2);
}
END_TEST

START_TEST(a_disk_that_is_full_undoes_an_opening)
{
    kit.hold_orders = true;
    house_kit_start_decrypto(&kit, 6);
    kit.disk_full = true;
    house_kit_do_order(&kit, &kit.order[0]);
    house_kit_settle(&kit);
    ck_assert_int_ne(house_kit_table(&kit)->load, ENTRY_RESIDENT); /* read anew when needed */
    kit.disk_full = false;
    kit.hold_orders = false;
    house_kit_do_order(&kit, &kit.order[1]);
    unsigned orders = kit.order_count;
    house_kit_pass(&kit, 10000);
    ck_assert_uint_gt(house_kit_orders(&kit, orders, ROOM_OPEN), 0);
    house_kit_says_in(&kit, "~Ana", "Ana", "status");
    ck_assert_ptr_nonnull(room_of(0));
    ck_assert_str_eq(room_of(0)->key, "kit/team0");
}
END_TEST

/* The control of the newest button that insists. */
static void insisting(char control[KIT_ROOM_BYTES])
{
    for (unsigned i = kit.send_count; i-- > 0;) {
        const char *at = strstr(kit.send[i].doc, ".clues.insist=");
        if (at != NULL) {
            const char *begin = at;
            while (begin[-1] != '"') {
                begin--;
            }
            size_t len = strcspn(begin, "\"");
            ck_assert_uint_lt(len, KIT_ROOM_BYTES);
            memcpy(control, begin, len);
            control[len] = '\0';
            return;
        }
    }
    ck_abort_msg("nobody was offered to insist");
}

START_TEST(a_warning_is_insisted_on_by_one_press)
{
    char first[KIT_ROOM_BYTES];
    char second[KIT_ROOM_BYTES];
    house_kit_start_decrypto(&kit, 6);
    house_kit_says_in(&kit, "~Cy", "Cy", "clues cowboy, milk, sunday");
    insisting(first);
    house_kit_says_in(&kit, "~Cy", "Cy", "clues keys, 12, sunday");
    insisting(second);
    ck_assert_str_ne(first, second);
    unsigned sends = kit.send_count;
    house_kit_press(&kit, "Dee", second); /* nobody else's */
    house_kit_press(&kit, "Cy", first);   /* and never something newer */
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Your clues are in"), 0);
    house_kit_press(&kit, "Cy", second);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Your clues are in"), 1);
    ck_assert_uint_gt(house_kit_count(&kit, sends, "keys"), 0);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "cowboy"), 0);
}
END_TEST

/* Refused for good, or with its room gone: the table goes on, with the rooms that it has. */
START_TEST(an_event_is_nothing_to_the_rooms_of_a_table)
{
    static const struct scheduled_event night = {
        .id = "n1", .name = "Night", .start_ms = 1, .end_ms = 2};
    static const enum send_status ends[] = {SEND_REFUSED, SEND_GONE, SEND_NOT_SENT};
    house_kit_start_decrypto(&kit, 6);
    unsigned orders = kit.order_count;
    unsigned sends = kit.send_count;
    kit.fail_orders = 1;
    kit.status = ends[_i];
    struct commit *commit = commit_new(kit.house);
    ck_assert(scheduled_event_put(&commit->mail, ROOM_EVENT_CREATE, "kit/den",
                                  house_kit_table(&kit)->id, &night));
    commit_submit(&commit);
    house_kit_settle(&kit);
    house_kit_pass(&kit, 5000);
    ck_assert_uint_eq(house_kit_orders(&kit, orders, ROOM_EVENT_CREATE),
                      ends[_i] == SEND_NOT_SENT ? 2 : 1);
    ck_assert_uint_eq(kit.order_count, orders + (ends[_i] == SEND_NOT_SENT ? 2 : 1));
    ck_assert_ptr_nonnull(room_of(0));
    ck_assert_uint_eq(venues(), 3);
    ck_assert_uint_eq(kit.send_count, sends);
    ck_assert_uint_eq(kit.house->outbox.count, 0);
}
END_TEST

Suite *suite_team_room(void);

Suite *suite_team_room(void)
{
    Suite *suite = suite_create("team_room");
    TCase *tcase = tcase_create("team_room");
    tcase_add_checked_fixture(tcase, open_kit, close_kit);
    tcase_add_test(tcase, each_team_gets_a_room_with_who_encrypts_silent);
    tcase_add_test(tcase, silence_goes_with_the_own_code);
    tcase_add_test(tcase, a_code_is_shown_only_when_silence_is_kept);
    tcase_add_test(tcase, a_crash_forgets_neither_silence_nor_room);
    tcase_add_test(tcase, an_opening_that_lasts_does_not_let_a_code_slip);
    tcase_add_test(tcase, talk_in_the_room_is_talk_and_a_prefix_a_command);
    tcase_add_test(tcase, what_is_said_through_the_house_goes_into_the_room);
    tcase_add_test(tcase, who_leaves_is_taken_out_and_a_substitute_comes_in);
    tcase_add_test(tcase, rooms_are_closed_soon_after_a_table_that_was_given_up);
    tcase_add_test(tcase, a_platform_that_refuses_gives_the_room_up);
    tcase_add_test(tcase, an_order_is_repeated_with_its_nonce);
    tcase_add_test(tcase, no_room_where_nobody_can_be_silenced);
    tcase_add_test(tcase, a_disk_that_is_full_undoes_an_opening);
    tcase_add_test(tcase, a_warning_is_insisted_on_by_one_press);
    tcase_add_loop_test(tcase, an_event_is_nothing_to_the_rooms_of_a_table, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite;
}
