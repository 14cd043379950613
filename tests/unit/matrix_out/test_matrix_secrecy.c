/* The leak rule, one thing after another (matrix.md 1.8 and 3, rows 12 and 13). */
#include <check.h>
#include <string.h>

#include "matrix_secrecy.h"
#include "room_kit.h"

Suite *suite_matrix_secrecy(void);

static struct matrix_room room;
static struct matrix_secret_place place;

static void set_up(void)
{
    memset(&room, 0, sizeof room);
    memset(&place, 0, sizeof place);
    room_make(&room);
    room_member(&room, ROOM_ANA, MATRIX_JOINED);
}

static void tear_down(void)
{
    room_clear(&room);
}

static enum matrix_secrecy checked(void)
{
    place.room = NULL;
    enum matrix_secrecy secrecy =
        matrix_secret_place(&matrix_e2ee_closed, &room, ROOM_BOT, ROOM_ANA, &place);
    ck_assert((place.room != NULL) == (secrecy == SECRECY_HOLDS));
    return secrecy;
}

START_TEST(a_room_of_the_bot_and_the_player_alone_takes_a_secret)
{
    ck_assert_int_eq(checked(), SECRECY_HOLDS);
    ck_assert_ptr_eq(place.room, &room);
    room.history = MATRIX_HISTORY_INVITED;
    room.join_rule = MATRIX_JOIN_KNOCK;
    ck_assert_int_eq(checked(), SECRECY_HOLDS);
}
END_TEST

START_TEST(a_third_member_stops_it)
{
    room_member(&room, ROOM_EVE, MATRIX_JOINED);
    ck_assert_int_eq(checked(), SECRECY_STRANGER);
    room_member(&room, ROOM_EVE, MATRIX_INVITED);
    ck_assert_int_eq(checked(), SECRECY_STRANGER);
    room_member(&room, ROOM_EVE, MATRIX_LEFT);
    ck_assert_int_eq(checked(), SECRECY_HOLDS);
    room_member(&room, ROOM_EVE, MATRIX_KNOCKING);
    ck_assert_int_eq(checked(), SECRECY_HOLDS);
    room_member(&room, ROOM_EVE, MATRIX_BANNED);
    ck_assert_int_eq(checked(), SECRECY_HOLDS);
}
END_TEST

START_TEST(two_people_are_no_direct_room_when_one_of_them_is_another)
{
    room_member(&room, ROOM_ANA, MATRIX_LEFT);
    room_member(&room, ROOM_EVE, MATRIX_JOINED);
    ck_assert_int_eq(checked(), SECRECY_STRANGER);
}
END_TEST

START_TEST(members_that_are_counted_and_not_named_stop_it)
{
    room.joined_count++;
    ck_assert_int_eq(checked(), SECRECY_STRANGER);
}
END_TEST

START_TEST(history_that_others_can_read_stops_it)
{
    room.history = MATRIX_HISTORY_OTHER; /* shared, world_readable, whatever else */
    ck_assert_int_eq(checked(), SECRECY_HISTORY);
    room.history = MATRIX_HISTORY_UNKNOWN;
    ck_assert_int_eq(checked(), SECRECY_HISTORY);
}
END_TEST

START_TEST(a_room_that_people_walk_into_stops_it)
{
    static const enum matrix_join_rule rules[] = {MATRIX_JOIN_PUBLIC, MATRIX_JOIN_OTHER,
                                                  MATRIX_JOIN_UNKNOWN};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        room.join_rule = rules[i];
        ck_assert_int_eq(checked(), SECRECY_OPEN);
    }
}
END_TEST

START_TEST(encryption_that_is_on_or_unknown_stops_it)
{
    room.encryption = MATRIX_ENCRYPTED;
    ck_assert_int_eq(checked(), SECRECY_ENCRYPTED);
    room.encryption = MATRIX_ENCRYPTION_UNKNOWN;
    ck_assert_int_eq(checked(), SECRECY_ENCRYPTED);
}
END_TEST

START_TEST(who_is_only_invited_is_waited_for)
{
    room_member(&room, ROOM_ANA, MATRIX_INVITED);
    ck_assert_int_eq(checked(), SECRECY_INVITED);
    room_member(&room, ROOM_ANA, MATRIX_LEFT);
    ck_assert_int_eq(checked(), SECRECY_LEFT);
}
END_TEST

START_TEST(a_room_that_is_not_wholly_known_stops_it)
{
    room.state = MATRIX_STATE_PARTIAL;
    ck_assert_int_eq(checked(), SECRECY_UNKNOWN);
}
END_TEST

START_TEST(a_room_we_are_not_in_stops_it)
{
    room.own = MATRIX_INVITED;
    ck_assert_int_eq(checked(), SECRECY_OUT);
    room.own = MATRIX_JOINED;
    room_member(&room, ROOM_BOT, MATRIX_LEFT);
    ck_assert_int_eq(checked(), SECRECY_OUT);
}
END_TEST

START_TEST(a_team_reads_its_room_and_nobody_else_does)
{
    static const char *const team[] = {ROOM_ANA, ROOM_BEN};
    struct matrix_readers readers = {.own = ROOM_BOT, .account = team, .count = 2, .all = true};
    ck_assert_int_eq(matrix_secrecy(&matrix_e2ee_closed, &room, &readers), SECRECY_LEFT);
    readers.all = false;
    ck_assert_int_eq(matrix_secrecy(&matrix_e2ee_closed, &room, &readers), SECRECY_HOLDS);
    room_member(&room, ROOM_BEN, MATRIX_INVITED);
    readers.all = true;
    ck_assert_int_eq(matrix_secrecy(&matrix_e2ee_closed, &room, &readers), SECRECY_INVITED);
    room_member(&room, ROOM_EVE, MATRIX_INVITED);
    readers.all = false;
    ck_assert_int_eq(matrix_secrecy(&matrix_e2ee_closed, &room, &readers), SECRECY_STRANGER);
}
END_TEST

START_TEST(nothing_is_posted_where_encryption_is_on_or_unknown)
{
    struct matrix_open_place open;
    ck_assert(matrix_open_place(&matrix_e2ee_closed, &room, &open));
    room.encryption = MATRIX_ENCRYPTED;
    ck_assert(!matrix_open_place(&matrix_e2ee_closed, &room, &open));
    room.encryption = MATRIX_ENCRYPTION_UNKNOWN;
    ck_assert(!matrix_open_place(&matrix_e2ee_closed, &room, &open));
    room.encryption = MATRIX_PLAIN;
    room.own = MATRIX_LEFT;
    ck_assert(!matrix_open_place(&matrix_e2ee_closed, &room, &open));
}
END_TEST

static struct matrix_sealed sealed;

static void seal_ended(struct matrix_sealing *sealing, const struct matrix_sealed *ended)
{
    (void)sealing;
    sealed = *ended;
}

static enum matrix_seal_end seal(enum matrix_room_encryption encryption)
{
    const struct matrix_e2ee *closed = &matrix_e2ee_closed;
    struct matrix_sealing sealing = {.ended = seal_ended};
    room.encryption = encryption;
    closed->seal(closed, &room, &sealing, "m.room.message", "{}");
    return sealed.end;
}

START_TEST(without_encryption_nothing_is_sealed_but_what_is_plain)
{
    ck_assert_int_eq(seal(MATRIX_PLAIN), MATRIX_SEAL_SENDS);
    ck_assert_str_eq(sealed.content, "{}");
    ck_assert_str_eq(sealed.type, "m.room.message");
    ck_assert_int_eq(seal(MATRIX_ENCRYPTED), MATRIX_SEAL_NEVER);
    ck_assert_int_eq(seal(MATRIX_ENCRYPTION_UNKNOWN), MATRIX_SEAL_NEVER);
}
END_TEST

Suite *suite_matrix_secrecy(void)
{
    Suite *suite = suite_create("matrix_secrecy");
    TCase *rule = tcase_create("rule");
    tcase_add_checked_fixture(rule, set_up, tear_down);
    tcase_add_test(rule, a_room_of_the_bot_and_the_player_alone_takes_a_secret);
    tcase_add_test(rule, a_third_member_stops_it);
    tcase_add_test(rule, two_people_are_no_direct_room_when_one_of_them_is_another);
    tcase_add_test(rule, members_that_are_counted_and_not_named_stop_it);
    tcase_add_test(rule, history_that_others_can_read_stops_it);
    tcase_add_test(rule, a_room_that_people_walk_into_stops_it);
    tcase_add_test(rule, encryption_that_is_on_or_unknown_stops_it);
    tcase_add_test(rule, who_is_only_invited_is_waited_for);
    tcase_add_test(rule, a_room_that_is_not_wholly_known_stops_it);
    tcase_add_test(rule, a_room_we_are_not_in_stops_it);
    tcase_add_test(rule, a_team_reads_its_room_and_nobody_else_does);
    tcase_add_test(rule, nothing_is_posted_where_encryption_is_on_or_unknown);
    tcase_add_test(rule, without_encryption_nothing_is_sealed_but_what_is_plain);
    suite_add_tcase(suite, rule);
    return suite;
}
