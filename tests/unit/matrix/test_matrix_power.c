#include "matrix_power.h"

#include <string.h>

#include <check.h>

static struct matrix_power *power;

static cJSON *json_of(const char *text)
{
    return cJSON_ParseWithLengthOpts(text, strlen(text), NULL, false);
}

static void made(const char *create, const char *levels)
{
    matrix_power_free(&power);
    power = matrix_power_new();
    cJSON *one = json_of(create);
    cJSON *two = levels == NULL ? NULL : json_of(levels);
    matrix_power_create(power, one, "@owner:test");
    matrix_power_levels(power, two);
    cJSON_Delete(one);
    cJSON_Delete(two);
}

START_TEST(rooms_up_to_11_give_their_creator_100_until_levels_say_otherwise)
{
    made("{\"room_version\":\"11\"}", NULL);
    ck_assert_int_eq(matrix_power_of(power, "@owner:test"), 100);
    ck_assert_int_eq(matrix_power_of(power, "@other:test"), 0);
    ck_assert_int_eq(matrix_power_to_send(power, "m.room.message", false), 0);
    ck_assert_int_eq(matrix_power_to_send(power, "m.room.name", true), 50);
    made("{\"room_version\":\"11\"}", "{\"users\":{\"@other:test\":50}}");
    ck_assert_int_eq(matrix_power_of(power, "@owner:test"), 0);
    ck_assert_int_eq(matrix_power_of(power, "@other:test"), 50);
    made("{}", "{\"users_default\":7}");
    ck_assert_int_eq(matrix_power_of(power, "@owner:test"), 7);
    matrix_power_free(&power);
}
END_TEST

START_TEST(from_12_on_creators_stand_above_all_and_are_in_no_event)
{
    made("{\"room_version\":\"12\",\"additional_creators\":[\"@two:test\",7,\"nobody\"]}",
         "{\"users\":{\"@owner:test\":0,\"@three:test\":100}}");
    ck_assert_int_eq(matrix_power_of(power, "@owner:test"), MATRIX_POWER_CREATOR);
    ck_assert_int_eq(matrix_power_of(power, "@two:test"), MATRIX_POWER_CREATOR);
    ck_assert_int_eq(matrix_power_of(power, "@three:test"), 100);
    ck_assert_int_eq(matrix_power_of(power, "nobody"), 0);
    made("{\"room_version\":\"11\",\"additional_creators\":[\"@two:test\"]}", NULL);
    ck_assert_int_eq(matrix_power_of(power, "@two:test"), 0);
    matrix_power_free(&power);
}
END_TEST

START_TEST(versions_are_read_as_what_they_are)
{
    static const char *const above[] = {"12", "13", "100", "org.matrix.hydra.11"};
    static const char *const below[] = {
        "1", "11", "9", "", "?", "12a", "org.example.12", "99999999999999999999"};
    for (size_t i = 0; i < sizeof above / sizeof above[0]; i++) {
        ck_assert_msg(matrix_power_is_above(above[i]), "%s", above[i]);
    }
    for (size_t i = 0; i < sizeof below / sizeof below[0]; i++) {
        ck_assert_msg(!matrix_power_is_above(below[i]), "%s", below[i]);
    }
}
END_TEST

START_TEST(old_rooms_may_have_levels_as_texts)
{
    made("{}", "{\"users\":{\"@a:b\":\"50\",\"@b:b\":\" -3 \",\"@c:b\":\"+7\",\"@d:b\":\"x\","
               "\"@e:b\":null,\"@f:b\":12.9,\"@g:b\":1e300,\"@h:b\":\"99999999999999999999\"},"
               "\"users_default\":\"1\",\"invite\":\"60\"}");
    ck_assert_int_eq(matrix_power_of(power, "@a:b"), 50);
    ck_assert_int_eq(matrix_power_of(power, "@b:b"), -3);
    ck_assert_int_eq(matrix_power_of(power, "@c:b"), 7);
    ck_assert_int_eq(matrix_power_of(power, "@d:b"), 1);
    ck_assert_int_eq(matrix_power_of(power, "@e:b"), 1);
    ck_assert_int_eq(matrix_power_of(power, "@f:b"), 12);
    ck_assert_int_eq(matrix_power_of(power, "@g:b"), 1);
    ck_assert_int_eq(matrix_power_of(power, "@h:b"), 1);
    ck_assert_int_eq(matrix_power_to(power, "invite"), 60);
    ck_assert_int_eq(matrix_power_to(power, "kick"), 50);
    matrix_power_free(&power);
}
END_TEST

START_TEST(an_event_has_its_own_level_or_the_rooms)
{
    made("{}", "{\"events\":{\"m.reaction\":20,\"m.room.name\":30},\"events_default\":10,"
               "\"state_default\":40}");
    ck_assert_int_eq(matrix_power_to_send(power, "m.reaction", false), 20);
    ck_assert_int_eq(matrix_power_to_send(power, "m.room.message", false), 10);
    ck_assert_int_eq(matrix_power_to_send(power, "m.room.name", true), 30);
    ck_assert_int_eq(matrix_power_to_send(power, "m.room.topic", true), 40);
    matrix_power_free(&power);
}
END_TEST

START_TEST(levels_of_no_shape_are_as_none)
{
    static const char *const shapes[] = {"[]", "7", "{\"users\":[]}",
                                         "{\"users\":7,\"events\":[1]}", "{\"users_default\":{}}"};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        made("[]", shapes[i]);
        ck_assert_int_le(matrix_power_of(power, "@owner:test"), 100);
        ck_assert_int_eq(matrix_power_of(power, "@other:test"), 0);
        ck_assert_int_eq(matrix_power_to_send(power, "m.room.message", false), 0);
    }
    matrix_power_free(&power);
}
END_TEST

Suite *suite_matrix_power(void);

Suite *suite_matrix_power(void)
{
    Suite *suite = suite_create("matrix_power");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, rooms_up_to_11_give_their_creator_100_until_levels_say_otherwise);
    tcase_add_test(tcase, from_12_on_creators_stand_above_all_and_are_in_no_event);
    tcase_add_test(tcase, versions_are_read_as_what_they_are);
    tcase_add_test(tcase, old_rooms_may_have_levels_as_texts);
    tcase_add_test(tcase, an_event_has_its_own_level_or_the_rooms);
    tcase_add_test(tcase, levels_of_no_shape_are_as_none);
    suite_add_tcase(suite, tcase);
    return suite;
}
