/* Lines that people wrote and that all read: which there are, who may hide them, what shows their
 * words afterwards, and that the game does not change. */
#include <stdio.h>
#include <string.h>

#include "table_kit.h"

static const char signals[] = "{\"documents\":{\"kind\":\"word\",\"value\":\"honestly\"},"
                              "\"money\":{\"kind\":\"ends_punct\",\"value\":\"?\"}}";
static const char others[] = "{\"documents\":{\"kind\":\"word\",\"value\":\"coffee\"},"
                             "\"money\":{\"kind\":\"first_word\",\"value\":\"well\"}}";

static struct kit *kit;

static uint64_t at(int seat)
{
    return kit->table.seat[seat].person;
}

/* Seats 0 and 2 are Officials; seat 0 has led with a line at the step that is returned. */
static uint32_t line_posted(const char *say)
{
    char json[400];
    kit = kit_new(game_find("interceptor"));
    kit_start(kit, 4, 0);
    for (int seat = 0; seat < 2; seat++) {
        ck_assert_int_eq(kit_do(kit, at(seat), "register", seat == 0 ? signals : others),
                         REFUSAL_NONE);
        ck_assert_int_eq(kit_do(kit, at(seat + 2), "confirm", NULL), REFUSAL_NONE);
    }
    ck_assert_int_eq(kit_do(kit, at(0), "choose_leader", "{\"seat\":0}"), REFUSAL_NONE);
    snprintf(json, sizeof json, "{\"symbol\":\"documents\",\"say\":\"%s\"}", say);
    ck_assert_int_eq(kit_do(kit, at(0), "play", json), REFUSAL_NONE);
    return kit->table.step;
}

static enum refusal hide(uint64_t person, const char *json)
{
    kit->moderator = person == KIT_MOD;
    enum refusal refusal = kit_do(kit, person, "hide", json);
    kit->moderator = false;
    return refusal;
}

static const char *hide_args(uint32_t step)
{
    static char json[40];
    snprintf(json, sizeof json, "{\"step\":%u}", step);
    return json;
}

static bool hides(const char *text)
{
    return table_lines_hides(&kit->table.lines, text, strlen(text));
}

START_TEST(what_all_read_is_a_line_and_what_was_typed_in_secret_none)
{
    uint32_t step = line_posted("Honestly, no.");
    const struct table_line *line = table_lines_at(&kit->table.lines, step);
    ck_assert_ptr_nonnull(line);
    ck_assert_int_eq(line->seat, 0);
    ck_assert_uint_eq(table_lines_last(&kit->table.lines, SEAT_NONE), step);
    ck_assert_uint_eq(table_lines_last(&kit->table.lines, 0), step);
    ck_assert_uint_eq(table_lines_last(&kit->table.lines, 1), 0);
    for (uint32_t secret = 1; secret < step; secret++) {
        ck_assert_ptr_null(table_lines_at(&kit->table.lines, secret));
        ck_assert_int_eq(hide(KIT_MOD, hide_args(secret)), REFUSAL_NOT_RELAYED);
    }
    kit_free(&kit);
}
END_TEST

START_TEST(a_moderator_and_the_referee_may_and_nobody_else)
{
    uint32_t step = line_posted("Honestly, no.");
    ck_assert_int_eq(hide(at(0), hide_args(step)), REFUSAL_NOT_MODERATOR);
    ck_assert_int_eq(hide(at(1), NULL), REFUSAL_NOT_MODERATOR); /* no more is told than that */
    ck_assert_int_eq(hide(777, "{\"seat\":1}"), REFUSAL_NOT_MODERATOR);
    ck_assert(!hides("Honestly, no."));
    kit->table.referee = 777;
    kit->twin.referee = 777;
    ck_assert_int_eq(hide(777, hide_args(step)), REFUSAL_NONE);
    ck_assert(hides("Honestly, no."));
    kit_free(&kit);
}
END_TEST

START_TEST(hiding_changes_no_game_and_tells_who_wrote_it)
{
    line_posted("Honestly, no.");
    struct table before;
    memcpy(&before, &kit->table, sizeof before);
    ck_assert_int_eq(hide(KIT_MOD, NULL), REFUSAL_NONE);
    ck_assert_int_eq(memcmp(before.state, kit->table.state, sizeof before.state), 0);
    ck_assert_uint_eq(kit_told_to(kit, MSG_TABLE_YOUR_LINE_HIDDEN), seat_bit(0));
    ck_assert_ptr_nonnull(strstr(kit->line, "hide {\"step\":")); /* the journal says which */
    ck_assert_ptr_null(strstr(kit->line, "Honestly"));
    ck_assert_int_eq(hide(KIT_MOD, NULL), REFUSAL_ALREADY_DONE);
    ck_assert_int_eq(hide(KIT_MOD, "{\"seat\":0}"), REFUSAL_ALREADY_DONE);
    ck_assert_int_eq(hide(KIT_MOD, "{\"seat\":3}"), REFUSAL_NOT_RELAYED);
    ck_assert_str_eq(kit_why(kit), "{\"seat\":3}");
    kit_free(&kit);
}
END_TEST

START_TEST(words_that_are_written_again_are_another_line)
{
    line_posted("Honestly, no.");
    ck_assert_int_eq(hide(KIT_MOD, NULL), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, at(2), "play", "{\"symbol\":\"documents\"}"), REFUSAL_NONE);
    ck_assert_int_eq(
        kit_do(kit, at(1), "play", "{\"symbol\":\"documents\",\"say\":\"More coffee.\"}"),
        REFUSAL_NONE);
    ck_assert(hides("Honestly, no."));
    ck_assert(!hides("More coffee."));
    struct table_lines *lines = &kit->table.lines;
    const uint32_t step = table_lines_last(lines, 1);
    ck_assert(!table_lines_redacted_at(lines, step));
    ck_assert_int_eq(hide(KIT_MOD, "{\"seat\":1}"), REFUSAL_NONE);
    ck_assert(hides("More coffee."));
    kit_free(&kit);
}
END_TEST

/* A line of this text at a step, as a game would tell it. */
static void tell(struct table_lines *lines, uint32_t step, int seat, const char *text)
{
    static struct outcome out;
    struct move move;
    outcome_init(&out);
    move_init(&move, table_action(&kit->table, "talk"), seat, KIT_START_MS);
    value_text(&move.args, "text", text, strlen(text));
    struct value_tree *facts = outcome_say(&out, AUDIENCE_CROWD, MSG_SPYFALL_ASKED);
    value_number(facts, "seat", seat);
    value_text(facts, "text", text, strlen(text));
    outcome_end(&out);
    table_lines_note(lines, &move, &out, step);
}

START_TEST(what_is_hidden_is_never_forgotten_for_what_is_new)
{
    static struct table_lines lines;
    char text[32];
    memset(&lines, 0, sizeof lines);
    line_posted("Honestly, no.");
    unsigned hidden = 0;
    for (uint32_t step = 1; step <= 40; step++) {
        snprintf(text, sizeof text, "line %u", step);
        tell(&lines, step, 1, text);
        if (table_lines_hidable(&lines, step)) {
            table_lines_hide(&lines, step);
            hidden++;
        }
    }
    kit->table.lines = lines;
    kit->twin.lines = lines;
    ck_assert_int_eq(hide(KIT_MOD, hide_args(40)), REFUSAL_HIDDEN_FULL);
    ck_assert_uint_ge(hidden, 8);
    ck_assert_uint_lt(hidden, 40);
    for (uint32_t step = 41; step <= 400; step++) {
        snprintf(text, sizeof text, "line %u", step);
        tell(&lines, step, 2, text);
    }
    for (uint32_t step = 1; step <= hidden; step++) {
        snprintf(text, sizeof text, "line %u", step);
        ck_assert_msg(table_lines_hides(&lines, text, strlen(text)), "%s is back", text);
    }
    ck_assert_uint_eq(table_lines_last(&lines, 2), 400);
    tell(&lines, 401, 1, "line 1"); /* written anew, it is a line of its own */
    ck_assert(!table_lines_hides(&lines, "line 1", 6));
    kit_free(&kit);
}
END_TEST

START_TEST(views_lose_the_words_and_nothing_else)
{
    static struct table_lines lines;
    struct value_tree facts;
    struct value fact[24];
    char pool[400];
    char json[600];
    memset(&lines, 0, sizeof lines);
    line_posted("Honestly, no.");
    tell(&lines, 1, 1, "Paris");
    table_lines_hide(&lines, 1);
    value_init(&facts, fact, 24, pool, sizeof pool);
    value_text(&facts, "name", "Paris", 5); /* somebody is called so, a place too */
    value_list(&facts, "locations");
    value_text(&facts, NULL, "Paris", 5);
    value_end(&facts);
    value_object(&facts, "clues");
    value_list(&facts, "white");
    value_text(&facts, NULL, "Paris", 5);
    value_text(&facts, NULL, "Rome", 4);
    value_end(&facts);
    value_end(&facts);
    value_text(&facts, "text", "Paris", 5);
    value_text(&facts, "value", "Paris", 5);
    table_lines_veil(&lines, &facts);
    ck_assert_uint_gt(value_print(&facts, json, sizeof json), 0);
    ck_assert_str_eq(json, "{\"name\":\"Paris\",\"locations\":[\"Paris\"],\"clues\":{\"white\":"
                           "[\"…\",\"Rome\"]},\"text\":\"\",\"value\":\"Paris\"}");
    table_lines_redact_events(&lines, &facts);
    ck_assert_uint_gt(value_print(&facts, json, sizeof json), 0);
    ck_assert_ptr_nonnull(strstr(json, "\"value\":\"…\""));
    kit_free(&kit);
}
END_TEST

START_TEST(it_is_said_in_many_ways)
{
    uint32_t step = line_posted("Honestly, no.");
    kit->moderator = true;
    ck_assert_int_eq(kit_say(kit, KIT_MOD, "!hide"), COMMAND_MOVE);
    ck_assert_str_eq(kit_args(kit), "{}");
    ck_assert_int_eq(kit_say(kit, KIT_MOD, "!hide @Ana"), COMMAND_MOVE);
    ck_assert_int_eq(kit_slash(kit, KIT_MOD, "mod hide", "{\"seat\":\"Ana\"}"), COMMAND_MOVE);
    ck_assert_int_eq(kit_slash(kit, KIT_MOD, "table hide", "{\"step\":\"3\"}"), COMMAND_REFUSED);
    ck_assert_uint_gt(step, 3); /* nobody names a step by hand */
    kit_free(&kit);
}
END_TEST

Suite *suite_line(void);
Suite *suite_line(void)
{
    Suite *suite = suite_create("line");
    TCase *tcase = tcase_create("line");
    tcase_add_test(tcase, what_all_read_is_a_line_and_what_was_typed_in_secret_none);
    tcase_add_test(tcase, a_moderator_and_the_referee_may_and_nobody_else);
    tcase_add_test(tcase, hiding_changes_no_game_and_tells_who_wrote_it);
    tcase_add_test(tcase, words_that_are_written_again_are_another_line);
    tcase_add_test(tcase, what_is_hidden_is_never_forgotten_for_what_is_new);
    tcase_add_test(tcase, views_lose_the_words_and_nothing_else);
    tcase_add_test(tcase, it_is_said_in_many_ways);
    suite_add_tcase(suite, tcase);
    return suite;
}
