/* The deal of a week, as a table has it: chosen in the lobby, brought up to date by its start. */
#include <stdio.h>
#include <string.h>

#include "table_kit.h"

static const char *choice(const char *value, const char *week, char digit)
{
    static char json[200];
    char hex[SEED_BYTES * 2 + 1];
    memset(hex, digit, sizeof hex - 1);
    hex[sizeof hex - 1] = '\0';
    int len = snprintf(json, sizeof json, "{\"option\":\"deal\",\"value\":\"%s\"", value);
    snprintf(json + len, sizeof json - (size_t)len,
             week == NULL ? "}" : ",\"week\":\"%s\",\"commitment\":\"%s\"}", week, hex);
    return json;
}

START_TEST(a_deal_of_a_week_is_chosen_and_left_again)
{
    struct kit *kit = kit_new(game_find("decrypto"));
    kit_fill(kit, 4);
    ck_assert_ptr_eq(table_commitment(&kit->table), kit->table.commitment);
    ck_assert_int_eq(kit_do(kit, 101, "option", choice("weekly", "2026-W48", 'a')), REFUSAL_NONE);
    ck_assert_str_eq(kit->table.week.name, "2026-W48");
    ck_assert_uint_eq(table_commitment(&kit->table)[0], 0xaa);
    ck_assert_int_eq(kit_do(kit, 101, "option", choice("own", NULL, 'a')), REFUSAL_NONE);
    ck_assert_str_eq(kit->table.week.name, "");
    ck_assert_uint_eq(table_commitment(&kit->table)[0], 0);
    kit_free(&kit);
}
END_TEST

START_TEST(without_its_week_it_is_not_chosen)
{
    struct kit *kit = kit_new(game_find("decrypto"));
    kit_fill(kit, 4);
    ck_assert_int_eq(kit_do(kit, 101, "option", choice("weekly", NULL, 'a')), REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(kit_do(kit, 101, "option", choice("weekly", "2026-W48", 'x')),
                     REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(kit_do(kit, 101, "option", choice("weekly", "2026-W480", 'a')),
                     REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(kit_do(kit, 101, "option", choice("monthly", NULL, 'a')), REFUSAL_BAD_OPTION);
    kit_free(&kit);
}
END_TEST

START_TEST(where_nothing_is_drawn_there_is_none)
{
    struct kit *kit = kit_new(game_find("interceptor"));
    kit_fill(kit, 4);
    ck_assert_int_eq(kit_do(kit, 101, "option", choice("weekly", "2026-W48", 'a')),
                     REFUSAL_BAD_OPTION);
    kit_free(&kit);
}
END_TEST

START_TEST(its_start_says_which_week_it_is_now)
{
    static const char deal[] = "\"seed\":\"%064d\",\"order\":[0,1,2,3],\"deal\":{\"keywords\":{"
                               "\"white\":[\"cow\",\"tea\",\"piano\",\"rain\"],"
                               "\"black\":[\"sea\",\"hat\",\"king\",\"moon\"]}}}";
    struct kit *kit = kit_new(game_find("decrypto"));
    char rest[400];
    char json[600];
    snprintf(rest, sizeof rest, deal, 0);
    kit_fill(kit, 4);
    ck_assert_int_eq(kit_do(kit, 101, "option", choice("weekly", "2026-W48", 'a')), REFUSAL_NONE);
    snprintf(json, sizeof json, "{%s", rest);
    ck_assert_int_eq(kit_do(kit, 101, "start", json), REFUSAL_BAD_ARGUMENT);
    ck_assert_str_eq(kit_why(kit), "{\"argument\":\"week\",\"problem\":\"missing\"}");
    snprintf(json, sizeof json, "{\"week\":\"2026-W49\",\"commitment\":\"%064d\",%s", 1, rest);
    ck_assert_int_eq(kit_do(kit, 101, "start", json), REFUSAL_NONE);
    ck_assert_str_eq(kit->table.week.name, "2026-W49");
    ck_assert_uint_eq(table_commitment(&kit->table)[0], 0);
    ck_assert_uint_eq(table_commitment(&kit->table)[SEED_BYTES - 1], 1);
    kit_free(&kit);
}
END_TEST

Suite *suite_week(void);

Suite *suite_week(void)
{
    Suite *suite = suite_create("week");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, a_deal_of_a_week_is_chosen_and_left_again);
    tcase_add_test(tcase, without_its_week_it_is_not_chosen);
    tcase_add_test(tcase, where_nothing_is_drawn_there_is_none);
    tcase_add_test(tcase, its_start_says_which_week_it_is_now);
    suite_add_tcase(suite, tcase);
    return suite;
}
