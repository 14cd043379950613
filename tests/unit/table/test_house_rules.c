/* The house's rules while a game runs: pause, overdue and skip, open seats and substitutes, giving
 * up, being away, who may rule. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pebbles.h"
#include "rules.h"
#include "table_kit.h"

/* The person at a seat: the seats were dealt. */
static uint64_t at(const struct kit *kit, int seat)
{
    return kit->table.seat[seat].person;
}

static struct kit *started(unsigned count)
{
    struct kit *kit = kit_new(NULL);
    kit_start(kit, count, 0); /* an order that changes nothing */
    return kit;
}

START_TEST(moves_of_the_game_go_through)
{
    struct kit *kit = started(3);
    ck_assert_int_eq(kit_do(kit, 102, "take", "{\"count\":2}"), REFUSAL_NOT_YOUR_TURN);
    ck_assert_int_eq(kit_do(kit, 101, "take", "{\"count\":2}"), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 102, "take", "{\"count\":4}"), REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(kit_do(kit, 109, "take", "{\"count\":1}"), REFUSAL_NOT_SEATED);
    kit->moderator = true;
    ck_assert_int_eq(kit_do(kit, KIT_MOD, "take", "{\"count\":1}"), REFUSAL_NOT_SEATED);
    ck_assert_int_eq(kit_do(kit, 103, "join", "{\"name\":\"X\",\"event\":\"e\"}"),
                     REFUSAL_WRONG_PHASE);
    kit_free(&kit);
}
END_TEST

START_TEST(the_end_is_kept_and_then_closed)
{
    struct kit *kit = started(2);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(kit_do(kit, at(kit, i % 2), "take", "{\"count\":3}"), REFUSAL_NONE);
    }
    ck_assert_int_eq(kit->table.phase, TABLE_OVER);
    ck_assert_int_eq(kit_do(kit, 101, "take", "{\"count\":1}"), REFUSAL_GAME_OVER);
    ck_assert_int_eq(kit_do(kit, 101, "pause", NULL), REFUSAL_GAME_OVER);
    const struct value_tree *view = kit_view(kit, SEAT_CROWD);
    ck_assert_str_eq(value_text_at(view, "result.outcome", ""), "win");
    ck_assert_int_eq(value_number_at(view, "result.winners.0", -1), 1);
    ck_assert_uint_eq(kit_wait(kit, 60 * KIT_MINUTE), 0);
    ck_assert_int_eq(kit_do(kit, 102, "rematch", NULL), REFUSAL_NONE);
    ck_assert_uint_eq(kit_wait(kit, 60 * KIT_MINUTE), 0);
    ck_assert_uint_eq(kit_wait(kit, 1), 1);
    ck_assert(table_is_done(&kit->table));
    kit_free(&kit);
}
END_TEST

START_TEST(a_pause_moves_deadlines_by_its_length)
{
    struct kit *kit = started(2);
    int64_t due = table_due_ms(&kit->table);
    kit->now_ms += 20000;
    ck_assert_int_eq(kit_do(kit, 101, "pause", "{\"for\":\"2h\"}"), REFUSAL_NONE);
    ck_assert_int_eq(table_due_ms(&kit->table), kit->now_ms + 7200000 + 1);
    ck_assert_int_eq(kit_do(kit, 101, "pause", NULL), REFUSAL_PAUSED);
    ck_assert_int_eq(kit_do(kit, 101, "take", "{\"count\":1}"), REFUSAL_PAUSED);
    kit_wait(kit, 3600000);
    ck_assert_int_eq(kit_do(kit, 101, "resume", NULL), REFUSAL_NONE);
    ck_assert_int_eq(table_due_ms(&kit->table), due + 3600000);
    ck_assert_int_eq(kit_do(kit, 101, "resume", NULL), REFUSAL_NOT_PAUSED);
    kit_free(&kit);
}
END_TEST

START_TEST(hosts_skip_only_what_is_overdue)
{
    struct kit *kit = started(2); /* seat 1 owes without a time, but only seat 1 may know */
    ck_assert_int_eq(kit_do(kit, 101, "skip", NULL), REFUSAL_NOT_OVERDUE);
    kit_wait(kit, PEBBLES_LIMIT_MS + 1);
    ck_assert_int_eq(kit_do(kit, 101, "skip", NULL), REFUSAL_NONE);
    kit_free(&kit);
    kit = kit_new(game_find("interceptor"));
    kit_start(kit, 4, 0);
    ck_assert_int_eq(kit_do(kit, 101, "skip", NULL), REFUSAL_NOT_OVERDUE);
    ck_assert_ptr_nonnull(strstr(kit_why(kit), "until_ms"));
    kit->moderator = true;
    ck_assert_int_eq(kit_do(kit, 102, "skip", NULL), REFUSAL_NOT_OVERDUE); /* plays too */
    enum refusal refusal = kit_do(kit, KIT_MOD, "skip", NULL);
    ck_assert(refusal == REFUSAL_NONE || refusal == REFUSAL_NOTHING_TO_SKIP);
    kit_free(&kit);
}
END_TEST

START_TEST(an_overdue_turn_is_said_once)
{
    struct kit *kit = started(2);
    ck_assert_uint_eq(kit_wait(kit, PEBBLES_LIMIT_MS), 0);
    ck_assert_uint_eq(kit_wait(kit, 1), 1);
    ck_assert(kit_told(kit, MSG_GAME_LEFT));
    ck_assert_uint_eq(kit_wait(kit, 10LL * 86400000), 0);
    ck_assert_int_eq(kit_do(kit, 101, "take", "{\"count\":1}"), REFUSAL_NONE);
    kit_free(&kit);
}
END_TEST

START_TEST(a_player_who_leaves_stops_the_game_until_a_substitute_sits)
{
    struct kit *kit = started(3);
    ck_assert_int_eq(kit_do(kit, 101, "note", "{\"text\":\"the heap is cursed\"}"), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 101, "leave", NULL), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_SEAT_OPEN));
    ck_assert(kit_told(kit, MSG_GAME_PAUSED));
    ck_assert_uint_eq(kit->table.host, 102); /* it was the host */
    ck_assert_int_eq(kit_do(kit, 101, "take", "{\"count\":1}"), REFUSAL_NOT_SEATED);
    ck_assert_int_eq(kit_do(kit, 102, "resume", NULL), REFUSAL_SEAT_OPEN);
    ck_assert_int_eq(kit_do(kit, 102, "substitute", NULL), REFUSAL_ALREADY_SEATED);
    kit_wait(kit, 9 * KIT_MINUTE);
    ck_assert_int_eq(kit_do(kit, 109, "substitute", "{\"seat\":1}"), REFUSAL_NO_OPEN_SEAT);
    ck_assert_int_eq(kit_do(kit, 109, "substitute", "{\"name\":\"Sub\"}"), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_SUBSTITUTED));
    ck_assert(kit_told(kit, MSG_GAME_RESUMED));
    ck_assert_int_eq(table_seat_of(&kit->table, 109), 0);
    ck_assert_int_eq(kit->table.seat[0].reach, DIRECT_UNVERIFIED); /* another person, another way */
    const struct value_tree *view = kit_view(kit, 0);
    ck_assert_str_eq(value_text_at(view, "play.note", ""), "the heap is cursed");
    ck_assert_int_eq(kit_do(kit, 109, "take", "{\"count\":1}"), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 101, "take", "{\"count\":1}"), REFUSAL_NOT_SEATED);
    kit_free(&kit);
}
END_TEST

START_TEST(who_left_may_come_back)
{
    struct kit *kit = started(2);
    ck_assert_int_eq(kit_do(kit, 102, "leave", NULL), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 102, "substitute", "{\"name\":\"Ben\"}"), REFUSAL_NONE);
    ck_assert_int_eq(table_seat_of(&kit->table, 102), 1);
    kit_free(&kit);
}
END_TEST

START_TEST(nobody_in_time_is_the_games_own_rule)
{
    struct kit *kit = started(3);
    ck_assert_int_eq(kit_do(kit, 102, "leave", NULL), REFUSAL_NONE);
    ck_assert_uint_eq(kit_wait(kit, 10 * KIT_MINUTE), 0);
    ck_assert_uint_eq(kit_wait(kit, 1), 1);
    ck_assert(kit_told(kit, MSG_TABLE_NO_SUBSTITUTE));
    ck_assert(kit_told(kit, MSG_GAME_RESUMED)); /* two go on */
    ck_assert(!kit->table.waiting);
    ck_assert_int_eq(kit_do(kit, 109, "substitute", "{\"name\":\"Sub\"}"), REFUSAL_NO_OPEN_SEAT);
    ck_assert_int_eq(kit_do(kit, 103, "leave", NULL), REFUSAL_NONE);
    kit_wait(kit, 10 * KIT_MINUTE + 1);
    ck_assert_int_eq(kit->table.phase, TABLE_OVER);
    ck_assert_uint_eq(rules_state(kit->table.state)->result.winners, seat_bit(0));
    kit_free(&kit);
}
END_TEST

START_TEST(two_open_seats_are_both_waited_for)
{
    struct kit *kit = started(4);
    ck_assert_int_eq(kit_do(kit, 102, "leave", NULL), REFUSAL_NONE);
    kit->now_ms += 60000;
    ck_assert_int_eq(kit_do(kit, 103, "leave", NULL), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 109, "substitute", "{\"seat\":2,\"name\":\"S\"}"), REFUSAL_NONE);
    ck_assert(kit->table.waiting);
    ck_assert(!kit_told(kit, MSG_GAME_RESUMED));
    ck_assert_int_eq(kit_do(kit, 110, "substitute", "{\"name\":\"T\"}"), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_GAME_RESUMED));
    ck_assert(!kit->table.waiting);
    kit_free(&kit);
}
END_TEST

START_TEST(a_pause_by_hand_outlasts_a_substitute)
{
    struct kit *kit = started(3);
    ck_assert_int_eq(kit_do(kit, 101, "pause", NULL), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 102, "leave", NULL), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 109, "substitute", "{\"name\":\"S\"}"), REFUSAL_NONE);
    ck_assert(!kit_told(kit, MSG_GAME_RESUMED));
    ck_assert_int_eq(kit_do(kit, 101, "resume", NULL), REFUSAL_NONE);
    kit_free(&kit);
}
END_TEST

START_TEST(with_leave_abort_the_game_just_ends)
{
    struct kit *kit = kit_new(NULL);
    kit_do(kit, 101, "option", "{\"option\":\"leave\",\"value\":\"abort\"}");
    kit_start(kit, 2, 0);
    ck_assert_int_eq(kit_do(kit, 102, "leave", NULL), REFUSAL_NONE);
    ck_assert_int_eq(kit->table.phase, TABLE_OVER);
    ck_assert(kit->table.aborted);
    kit_free(&kit);
}
END_TEST

START_TEST(an_aborted_game_has_no_result)
{
    struct kit *kit = started(2);
    ck_assert_int_eq(kit_do(kit, 101, "abort", NULL), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_ABORTED));
    const struct value_tree *view = kit_view(kit, SEAT_CROWD);
    ck_assert_str_eq(value_text_at(view, "phase", ""), "over");
    ck_assert_str_eq(value_text_at(view, "result.outcome", ""), "none");
    ck_assert_str_eq(value_text_at(view, "result.reason", ""), "aborted");
    ck_assert(value_bool_at(view, "play.over"));
    kit_free(&kit);
}
END_TEST

START_TEST(a_host_removes_only_who_is_overdue_a_moderator_anybody)
{
    struct kit *kit = started(3);
    ck_assert_int_eq(kit_do(kit, 101, "kick", "{\"seat\":2}"), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_POLL)); /* else the others have to agree */
    ck_assert(!kit->table.seat[2].left);
    kit->moderator = true;
    ck_assert_int_eq(kit_do(kit, KIT_MOD, "kick", "{\"seat\":2}"), REFUSAL_NONE);
    ck_assert(kit->table.seat[2].left);
    ck_assert_int_eq(kit_do(kit, KIT_MOD, "kick", "{\"seat\":2}"), REFUSAL_ALREADY_DONE);
    kit_free(&kit);
}
END_TEST

START_TEST(being_away_costs_nobody_time)
{
    struct kit *kit = started(2);
    int64_t due = table_due_ms(&kit->table);
    kit->now_ms = due + 500000; /* it would have fallen long ago */
    table_downtime_move(&kit->table, 540000, kit->now_ms, &kit->move);
    ck_assert_int_eq(kit_make(kit), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_AWAY));
    ck_assert_int_eq(table_due_ms(&kit->table), due + 540000);
    table_downtime_move(&kit->table, 0, kit->now_ms, &kit->move);
    ck_assert_int_eq(kit_make(kit), REFUSAL_BAD_ARGUMENT);
    kit_free(&kit);
}
END_TEST

START_TEST(who_is_told_late_has_their_time)
{
    struct kit *kit = started(2);
    int64_t due = table_due_ms(&kit->table);
    table_delay_move(&kit->table, "late", 59000, kit->now_ms, &kit->move);
    ck_assert_int_eq(kit_make(kit), REFUSAL_NONE);
    ck_assert(!kit_told(kit, MSG_TABLE_LATE)); /* a while is no news */
    ck_assert_int_eq(table_due_ms(&kit->table), due + 59000);
    kit->now_ms = due + 100000;
    table_delay_move(&kit->table, "late", 90000, kit->now_ms, &kit->move);
    ck_assert_int_eq(kit_make(kit), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_LATE));
    ck_assert_int_eq(table_due_ms(&kit->table), due + 149000);
    table_delay_move(&kit->table, "late", 0, kit->now_ms, &kit->move);
    ck_assert_int_eq(kit_make(kit), REFUSAL_BAD_ARGUMENT);
    kit_free(&kit);
}
END_TEST

/* Nothing is said of it: boards and cards show the new time. */
START_TEST(who_has_quiet_hours_has_their_time)
{
    struct kit *kit = started(2);
    int64_t due = table_due_ms(&kit->table);
    table_delay_move(&kit->table, "rest", 36000000, kit->now_ms, &kit->move);
    ck_assert_int_eq(kit_make(kit), REFUSAL_NONE);
    ck_assert(!kit_told(kit, MSG_TABLE_LATE) && !kit_told(kit, MSG_TABLE_AWAY));
    ck_assert_int_eq(table_due_ms(&kit->table), due + 36000000);
    table_delay_move(&kit->table, "rest", -1, kit->now_ms, &kit->move);
    ck_assert_int_eq(kit_make(kit), REFUSAL_BAD_ARGUMENT);
    kit_free(&kit);
}
END_TEST

START_TEST(being_away_in_a_pause_is_not_counted_twice)
{
    struct kit *kit = started(2);
    int64_t due = table_due_ms(&kit->table);
    ck_assert_int_eq(kit_do(kit, 101, "pause", NULL), REFUSAL_NONE);
    kit->now_ms += 100000;
    table_downtime_move(&kit->table, 50000, kit->now_ms, &kit->move);
    ck_assert_int_eq(kit_make(kit), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 101, "resume", NULL), REFUSAL_NONE);
    ck_assert_int_eq(table_due_ms(&kit->table), due + 100000);
    kit_free(&kit);
}
END_TEST

START_TEST(being_away_moves_the_lobby_and_open_seats)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 2);
    int64_t due = table_due_ms(&kit->table);
    table_downtime_move(&kit->table, 70000, kit->now_ms, &kit->move);
    ck_assert_int_eq(kit_make(kit), REFUSAL_NONE);
    ck_assert_int_eq(table_due_ms(&kit->table), due + 70000);
    kit_free(&kit);
    kit = started(2);
    kit_do(kit, 102, "leave", NULL);
    due = table_due_ms(&kit->table);
    table_downtime_move(&kit->table, 70000, kit->now_ms, &kit->move);
    ck_assert_int_eq(kit_make(kit), REFUSAL_NONE);
    ck_assert_int_eq(table_due_ms(&kit->table), due + 70000);
    kit_free(&kit);
}
END_TEST

START_TEST(a_frozen_table_takes_nothing)
{
    struct kit *kit = started(2);
    kit->table.frozen = true;
    ck_assert_int_eq(kit_do(kit, 101, "take", "{\"count\":1}"), REFUSAL_TABLE_FROZEN);
    ck_assert(table_due_ms(&kit->table) == NO_DEADLINE);
    kit_view(kit, SEAT_CROWD);
    kit_free(&kit);
}
END_TEST

START_TEST(time_never_runs_backwards)
{
    struct kit *kit = started(2);
    int64_t now = kit->table.now_ms;
    kit->now_ms -= 5000;
    ck_assert_int_eq(kit_do(kit, 101, "take", "{\"count\":1}"), REFUSAL_NONE);
    ck_assert_int_eq(kit->table.now_ms, now);
    kit->move.at_ms = now - 1;
    ck_assert_int_eq(table_replay(&kit->table, &kit->move, &kit->out), REFUSAL_BAD_INPUT);
    kit_free(&kit);
}
END_TEST

START_TEST(a_name_may_change)
{
    struct kit *kit = started(2);
    ck_assert_int_eq(kit_do(kit, 0, "name", "{\"seat\":0,\"name\":\"Anastasia\"}"), REFUSAL_NONE);
    ck_assert_str_eq(kit->table.seat[0].name, "Anastasia");
    ck_assert_str_eq(kit->table.host_name, "Anastasia");
    kit_free(&kit);
}
END_TEST

static const char *const signals_json =
    "{\"seed\":\"0000000000000000000000000000000000000000000000000000000000000000\",\"deal\":{"
    "\"leader\":0,\"signals\":{\"officials\":{\"documents\":{\"kind\":\"word\",\"value\":"
    "\"honestly\"},\"money\":{\"kind\":\"ends_punct\",\"value\":\"?\"}},\"journalists\":{"
    "\"documents\":{\"kind\":\"word\",\"value\":\"tea\"},\"money\":{\"kind\":\"word\",\"value\":"
    "\"coffee\"}}}}}";

static struct kit *interceptor(void)
{
    struct kit *kit = kit_new(game_find("interceptor"));
    kit_fill(kit, 4);
    ck_assert_int_eq(kit_do(kit, 101, "start", signals_json), REFUSAL_NONE);
    return kit;
}

START_TEST(a_ruling_is_for_owners_and_referees_not_for_moderators_who_play)
{
    struct kit *kit = interceptor();
    ck_assert_int_eq(
        kit_do(kit, 102, "call", "{\"kind\":\"word\",\"value\":\"honest\",\"symbol\":\"money\"}"),
        REFUSAL_NONE);
    ck_assert_str_eq(value_text_at(kit_view(kit, SEAT_CROWD), "play.phase", ""), "ruling");
    ck_assert_int_eq(kit_do(kit, 101, "play", "{\"symbol\":\"money\",\"say\":\"tea?\"}"),
                     REFUSAL_RULING_PENDING);
    kit->moderator = true;
    ck_assert_int_eq(kit_do(kit, 104, "rule", "{\"answer\":\"yes\"}"), REFUSAL_NOT_YOURS);
    ck_assert_int_eq(kit_do(kit, 101, "skip", NULL), REFUSAL_RULING_PENDING);
    ck_assert_int_eq(kit_do(kit, KIT_MOD, "rule", "{\"answer\":\"no\"}"), REFUSAL_NONE);
    ck_assert_str_eq(value_text_at(kit_view(kit, SEAT_CROWD), "play.phase", ""), "play");
    kit_free(&kit);
}
END_TEST

START_TEST(a_named_referee_rules_alone)
{
    struct kit *kit = kit_new(game_find("interceptor"));
    kit_fill(kit, 4);
    ck_assert_int_eq(kit_do(kit, 101, "referee", "{\"person\":110,\"name\":\"Ref\"}"),
                     REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 101, "start", signals_json), REFUSAL_NONE);
    kit_do(kit, 102, "call", "{\"kind\":\"word\",\"value\":\"honest\",\"symbol\":\"money\"}");
    ck_assert_int_eq(kit_do(kit, 101, "rule", "{\"answer\":\"no\"}"), REFUSAL_NOT_YOURS);
    ck_assert_int_eq(kit_do(kit, 110, "rule", "{\"answer\":\"no\"}"), REFUSAL_NONE);
    kit_free(&kit);
}
END_TEST

START_TEST(a_team_that_concedes_loses)
{
    struct kit *kit = interceptor();
    ck_assert_int_eq(kit_do(kit, 101, "concede", NULL), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 101, "concede", NULL), REFUSAL_ALREADY_DONE);
    ck_assert_int_eq(kit_do(kit, 103, "concede", NULL), REFUSAL_NONE);
    ck_assert_int_eq(kit->table.phase, TABLE_OVER);
    ck_assert_uint_eq(rules_state(kit->table.state)->result.winners, seat_bit(1) | seat_bit(3));
    kit_free(&kit);
}
END_TEST

Suite *suite_house_rules(void);

Suite *suite_house_rules(void)
{
    Suite *suite = suite_create("house_rules");
    TCase *tcase = tcase_create("house_rules");
    tcase_add_test(tcase, moves_of_the_game_go_through);
    tcase_add_test(tcase, the_end_is_kept_and_then_closed);
    tcase_add_test(tcase, a_pause_moves_deadlines_by_its_length);
    tcase_add_test(tcase, hosts_skip_only_what_is_overdue);
    tcase_add_test(tcase, an_overdue_turn_is_said_once);
    tcase_add_test(tcase, a_player_who_leaves_stops_the_game_until_a_substitute_sits);
    tcase_add_test(tcase, who_left_may_come_back);
    tcase_add_test(tcase, nobody_in_time_is_the_games_own_rule);
    tcase_add_test(tcase, two_open_seats_are_both_waited_for);
    tcase_add_test(tcase, a_pause_by_hand_outlasts_a_substitute);
    tcase_add_test(tcase, with_leave_abort_the_game_just_ends);
    tcase_add_test(tcase, an_aborted_game_has_no_result);
    tcase_add_test(tcase, a_host_removes_only_who_is_overdue_a_moderator_anybody);
    tcase_add_test(tcase, being_away_costs_nobody_time);
    tcase_add_test(tcase, who_is_told_late_has_their_time);
    tcase_add_test(tcase, who_has_quiet_hours_has_their_time);
    tcase_add_test(tcase, being_away_in_a_pause_is_not_counted_twice);
    tcase_add_test(tcase, being_away_moves_the_lobby_and_open_seats);
    tcase_add_test(tcase, a_frozen_table_takes_nothing);
    tcase_add_test(tcase, time_never_runs_backwards);
    tcase_add_test(tcase, a_name_may_change);
    tcase_add_test(tcase, a_ruling_is_for_owners_and_referees_not_for_moderators_who_play);
    tcase_add_test(tcase, a_named_referee_rules_alone);
    tcase_add_test(tcase, a_team_that_concedes_loses);
    suite_add_tcase(suite, tcase);
    return suite;
}
