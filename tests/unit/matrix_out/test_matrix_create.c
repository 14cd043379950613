/* How rooms of our own are made: matrix.md 1.8, to the letter; and who is silenced in them. */
#include <check.h>
#include <string.h>

#include "matrix_create.h"
#include "matrix_direct.h"
#include "matrix_operation_private.h"
#include "words_kit.h"

Suite *suite_matrix_create(void);

static const cJSON *at(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

static void locked(const cJSON *json, const char *seen)
{
    ck_assert_str_eq(words_member(json, "preset"), "private_chat");
    const cJSON *power = at(json, "power_level_content_override");
    ck_assert_int_eq(at(power, "invite")->valueint, 100);
    ck_assert_int_eq(at(power, "state_default")->valueint, 100);
    ck_assert_int_eq(at(power, "users_default")->valueint, 0);
    ck_assert_int_eq(at(at(power, "events"), "m.room.encryption")->valueint, 100);
    ck_assert_ptr_null(
        at(power, "users")); /* the bot is in no list: from version 12 on it may not */
    const cJSON *state = at(json, "initial_state");
    ck_assert_int_eq(cJSON_GetArraySize(state), 2);
    const cJSON *history = cJSON_GetArrayItem(state, 0);
    ck_assert_str_eq(words_member(history, "type"), "m.room.history_visibility");
    ck_assert_str_eq(words_member(at(history, "content"), "history_visibility"), seen);
    const cJSON *guests = cJSON_GetArrayItem(state, 1);
    ck_assert_str_eq(words_member(at(guests, "content"), "guest_access"), "forbidden");
}

START_TEST(a_direct_room_is_made_so_that_only_two_can_ever_read_it)
{
    const char *user = "@ana:house.example";
    const struct matrix_creation creation = {.marker = matrix_direct_marker(words_arena, user)};
    cJSON *json = words_json(matrix_create_direct(words_arena, user, &creation));
    locked(json, "joined");
    ck_assert(cJSON_IsTrue(at(json, "is_direct")));
    ck_assert_int_eq(cJSON_GetArraySize(at(json, "invite")), 1);
    ck_assert_str_eq(cJSON_GetArrayItem(at(json, "invite"), 0)->valuestring, user);
    ck_assert_str_eq(words_member(at(json, "creation_content"), "io.deaddrop.id"),
                     "direct/@ana:house.example");
    cJSON_Delete(json);
}
END_TEST

START_TEST(a_team_room_is_made_for_its_members_alone)
{
    static const char *const members[] = {"@ana:house.example", "@ben:house.example"};
    const struct matrix_creation creation = {.marker = "nonce"};
    cJSON *json = words_json(
        matrix_create_team(words_arena, "Decrypto #3: \"White\"", members, 2, &creation));
    locked(json, "invited"); /* what was said since they were asked in */
    ck_assert_ptr_null(at(json, "is_direct"));
    ck_assert_str_eq(words_member(json, "name"), "Decrypto #3: \"White\"");
    ck_assert_int_eq(cJSON_GetArraySize(at(json, "invite")), 2);
    ck_assert_str_eq(words_member(at(json, "creation_content"), "io.deaddrop.id"), "nonce");
    cJSON_Delete(json);
}
END_TEST

static const char *const ben[] = {"@ben:house.example"};

START_TEST(who_is_muted_has_less_power_than_any_message_takes)
{
    cJSON *levels = words_json("{\"users\":{\"@bot:house.example\":100},\"events_default\":0,"
                               "\"events\":{\"m.reaction\":-5,\"m.room.encryption\":100}}");
    ck_assert(matrix_power_mute(levels, ben, 1, true));
    ck_assert_int_eq(at(at(levels, "users"), ben[0])->valueint, -6);
    ck_assert_int_eq(at(at(levels, "users"), "@bot:house.example")->valueint, 100);
    ck_assert(matrix_power_mute(levels, ben, 1, true)); /* again is the same */
    ck_assert_int_eq(cJSON_GetArraySize(at(levels, "users")), 2);
    ck_assert(matrix_power_mute(levels, ben, 1, false));
    ck_assert_ptr_null(at(at(levels, "users"), ben[0]));
    ck_assert_int_eq(at(levels, "events_default")->valueint, 0);
    cJSON_Delete(levels);
}
END_TEST

START_TEST(levels_of_another_shape_are_not_written)
{
    static const char *const bad[] = {"[]", "\"x\"", "{\"users\":[]}", "{\"users\":7}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cJSON *levels = words_json(bad[i]);
        ck_assert(!matrix_power_mute(levels, ben, 1, true));
        cJSON_Delete(levels);
    }
    cJSON *levels = words_json("{}");
    ck_assert(matrix_power_mute(levels, ben, 1, true));
    ck_assert_int_eq(at(at(levels, "users"), ben[0])->valueint, -1);
    cJSON_Delete(levels);
}
END_TEST

Suite *suite_matrix_create(void)
{
    Suite *suite = suite_create("matrix_create");
    TCase *create = tcase_create("create");
    tcase_add_checked_fixture(create, words_set_up, words_tear_down);
    tcase_add_test(create, a_direct_room_is_made_so_that_only_two_can_ever_read_it);
    tcase_add_test(create, a_team_room_is_made_for_its_members_alone);
    tcase_add_test(create, who_is_muted_has_less_power_than_any_message_takes);
    tcase_add_test(create, levels_of_another_shape_are_not_written);
    suite_add_tcase(suite, create);
    return suite;
}
