/* Talk inside a team: who may say something, who hears it, and that no table and no journal knows
 * of it afterwards. */
#include <stdio.h>
#include <string.h>

#include "table_kit.h"

static const char register_signals[] = "{\"documents\":{\"kind\":\"word\",\"value\":\"honestly\"},"
                                       "\"money\":{\"kind\":\"ends_punct\",\"value\":\"?\"}}";

/* Seats 0 and 2 are one team, 1 and 3 the other. */
static struct kit *talking(const char *option, const char *value)
{
    struct kit *kit = kit_new(game_find("interceptor"));
    char json[80];
    if (option != NULL) {
        snprintf(json, sizeof json, "{\"option\":\"%s\",\"value\":\"%s\"}", option, value);
        ck_assert_int_eq(kit_do(kit, 101, "option", json), REFUSAL_NONE);
    }
    kit_start(kit, 4, 0);
    return kit;
}

static uint64_t at(const struct kit *kit, int seat)
{
    return kit->table.seat[seat].person;
}

/* What comes of it when the person at this seat says something to the team. */
static enum refusal say(struct kit *kit, int seat, const char *text)
{
    struct table before;
    move_init(&kit->move, table_action(&kit->table, "talk"), seat, kit->now_ms);
    kit->move.person = at(kit, seat);
    kit->move.moderator = false;
    value_text(&kit->move.args, "text", text, strlen(text));
    memcpy(&before, &kit->table, sizeof before);
    enum refusal refusal = table_try(&kit->table, &kit->move, &kit->out);
    ck_assert_int_eq(memcmp(&before, &kit->table, sizeof before), 0);
    return refusal;
}

static void choose_signals(struct kit *kit)
{
    for (int seat = 0; seat < 2; seat++) {
        ck_assert_int_eq(kit_do(kit, at(kit, seat), "register", register_signals), REFUSAL_NONE);
        ck_assert_int_eq(kit_do(kit, at(kit, seat + 2), "confirm", NULL), REFUSAL_NONE);
    }
}

START_TEST(what_is_said_reaches_the_team_alone)
{
    struct kit *kit = talking(NULL, NULL);
    ck_assert_int_eq(say(kit, 0, "honestly, and a question mark?"), REFUSAL_NONE);
    ck_assert_uint_eq(kit_told_to(kit, MSG_TABLE_TEAM_SAID), seat_bit(2));
    ck_assert_uint_eq(kit_told_to(kit, MSG_TABLE_TEAM_TOLD), seat_bit(0));
    ck_assert_int_eq(say(kit, 3, "hi"), REFUSAL_NONE);
    ck_assert_uint_eq(kit_told_to(kit, MSG_TABLE_TEAM_SAID), seat_bit(1));
    ck_assert_int_eq(say(kit, 3, "  "), REFUSAL_BAD_ARGUMENT);
    kit_free(&kit);
}
END_TEST

START_TEST(a_team_is_silent_once_it_has_agreed)
{
    struct kit *kit = talking(NULL, NULL);
    ck_assert_uint_eq(table_hushed(&kit->table), 0);
    choose_signals(kit);
    ck_assert_uint_eq(table_hushed(&kit->table), 0xF);
    for (int seat = 0; seat < 4; seat++) {
        ck_assert_int_eq(say(kit, seat, "psst"), REFUSAL_HUSHED);
    }
    ck_assert_str_eq(kit_why(kit), "{\"game\":\"interceptor\"}");
    kit_free(&kit);
    kit = talking("team_room", "open");
    choose_signals(kit);
    ck_assert_int_eq(say(kit, 1, "psst"), REFUSAL_NONE);
    kit_free(&kit);
}
END_TEST

START_TEST(who_is_alone_talks_to_nobody)
{
    struct kit *kit = talking(NULL, NULL);
    ck_assert_uint_eq(table_team_seats(&kit->table, 0), seat_bit(0) | seat_bit(2));
    ck_assert_int_eq(kit_do(kit, at(kit, 2), "leave", NULL), REFUSAL_NONE);
    ck_assert_uint_eq(table_team_seats(&kit->table, 0), seat_bit(0));
    ck_assert_int_eq(say(kit, 0, "anybody?"), REFUSAL_NO_TEAM_TALK);
    ck_assert_int_eq(say(kit, 1, "still here"), REFUSAL_NONE);
    kit_free(&kit);
    kit = kit_new(NULL); /* a game whose teams have nothing to talk about */
    kit_start(kit, 4, 0);
    ck_assert_int_eq(say(kit, 0, "hi"), REFUSAL_NO_TEAM_TALK);
    kit_free(&kit);
}
END_TEST

START_TEST(talk_is_never_a_move)
{
    struct kit *kit = talking(NULL, NULL);
    uint32_t step = kit->table.step;
    ck_assert_int_eq(kit_do(kit, at(kit, 0), "talk", "{\"text\":\"hi\"}"), REFUSAL_UNKNOWN_ACTION);
    kit->move.judgement_count = 0;
    ck_assert_int_eq(table_replay(&kit->table, &kit->move, &kit->out), REFUSAL_UNKNOWN_ACTION);
    ck_assert_uint_eq(kit->table.step, step);
    kit_free(&kit);
}
END_TEST

START_TEST(the_word_team_means_what_fits)
{
    struct kit *kit = kit_new(game_find("interceptor"));
    kit_fill(kit, 4);
    kit->private_room = true;
    kit_say(kit, 102, "team journalists");
    ck_assert_str_eq(kit_reading(kit), "team {\"team\":\"journalists\"}");
    kit_free(&kit);
    kit = talking(NULL, NULL);
    kit->private_room = true;
    kit_say(kit, 102, "team journalists");
    ck_assert_str_eq(kit_reading(kit), "talk {\"text\":\"journalists\"}");
    kit_slash(kit, 102, "team", "{\"text\":\"hello\"}");
    ck_assert_str_eq(kit_reading(kit), "talk {\"text\":\"hello\"}");
    kit->private_room = false;
    kit_say(kit, 102, "!team journalists");
    ck_assert_str_eq(kit_reading(kit), "not_allowed_here {\"verb\":\"talk\"}");
    kit_free(&kit);
}
END_TEST

START_TEST(its_form_is_offered_to_who_may_talk)
{
    struct kit *kit = talking(NULL, NULL);
    ck_assert_str_ne(kit_offer(kit, 0, "talk", -1), "");
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "talk", -1), "");
    ck_assert_str_eq(kit_offer(kit, SEAT_MODERATOR, "talk", -1), "");
    choose_signals(kit);
    ck_assert_str_eq(kit_offer(kit, 0, "talk", -1), "");
    kit_free(&kit);
}
END_TEST

Suite *suite_talk(void);

Suite *suite_talk(void)
{
    Suite *suite = suite_create("talk");
    TCase *tcase = tcase_create("talk");
    tcase_add_test(tcase, what_is_said_reaches_the_team_alone);
    tcase_add_test(tcase, a_team_is_silent_once_it_has_agreed);
    tcase_add_test(tcase, who_is_alone_talks_to_nobody);
    tcase_add_test(tcase, talk_is_never_a_move);
    tcase_add_test(tcase, the_word_team_means_what_fits);
    tcase_add_test(tcase, its_form_is_offered_to_who_may_talk);
    suite_add_tcase(suite, tcase);
    return suite;
}
