/* In which language the house speaks in a room, and what words for it begin with there: what
 * reaches the store, and whose choice counts. What it sounds like: tests/play/language*.play. */

#include <stdio.h>
#include <string.h>

#include <check.h>

#include "complete.h"
#include "house_kit.h"
#include "kit.h"
#include "languages.h"
#include "room_words.h"
#include "team_room_row.h"

static struct house_kit kit;

static const char *server_of(const char *room)
{
    return strcmp(room, "alone") == 0 ? NULL : room[0] == 'o' ? "other" : "guild";
}

static const char *home_of(const char *room)
{
    return strncmp(room, "thread", 6) == 0 ? "den" : NULL;
}

static void setup(void)
{
    house_kit_open(&kit, NULL);
    kit.server = server_of;
    kit.opened_from = home_of;
}

static void teardown(void)
{
    house_kit_close(&kit);
}

static void says(const char *room, const char *text, bool moderator)
{
    const struct inbound inbound = {.kind = INBOUND_TEXT,
                                    .room = room,
                                    .text = text,
                                    .moderator = moderator,
                                    .moderates_server = moderator};
    house_kit_hears(&kit, kit.adapter, "Mia", &inbound);
}

static bool stored(const char *row)
{
    return strstr(kit_read(kit.store, &(struct store_question){.query = STORE_SETTINGS}), row) !=
           NULL;
}

static void prefix_is(const char *room, const char *prefix)
{
    ck_assert_str_eq(room_prefix(kit.house, "kit", room), prefix);
}

START_TEST(room_words_of_a_server_count_in_its_rooms)
{
    says("den", "!prefix ? server", false);
    ck_assert(!stored("server kit/guild"));
    says("den", "!prefix ? server", true);
    ck_assert(stored("server kit/guild prefix ?"));
    prefix_is("den", "?");
    prefix_is("hall", "?");
    prefix_is("other", "!");
    prefix_is("alone", "!");
    house_kit_restart(&kit);
    prefix_is("hall", "?");
    says("hall", "?prefix as usual server", true);
    ck_assert(!stored("server kit/guild"));
    prefix_is("den", "!");
}
END_TEST

START_TEST(room_words_of_the_room_itself_come_first)
{
    says("den", "!prefix ? server", true);
    says("den", "?prefix .", true);
    ck_assert(stored("room kit/den prefix ."));
    prefix_is("den", ".");
    prefix_is("thread1", ".");
    prefix_is("hall", "?");
    says("den", ".prefix , SERVER", true);
    prefix_is("den", ".");
    prefix_is("hall", ",");
    says("den", ".prefix as usual", true);
    prefix_is("den", ",");
    prefix_is("thread1", ",");
}
END_TEST

static void zone_is(const char *room, const char *zone)
{
    const char *is = room_zone(kit.house, "kit", room);
    ck_assert_str_eq(is == NULL ? "none" : is, zone);
}

/* Moments are told in it to who has chosen none. */
START_TEST(room_words_have_a_time_zone)
{
    zone_is("den", "none");
    says("den", "!room_zone kathmandu server", true);
    says("hall", "!room_zone america/st johns", true);
    ck_assert(stored("server kit/guild room_zone Asia/Kathmandu"));
    ck_assert(stored("room kit/hall room_zone America/St_Johns"));
    house_kit_restart(&kit);
    zone_is("den", "Asia/Kathmandu");
    zone_is("thread1", "Asia/Kathmandu");
    zone_is("hall", "America/St_Johns");
    zone_is("other", "none");
    says("den", "!spyfall", false);
    ck_assert_uint_ge(house_kit_count(&kit, 0, "\"zone\":\"Asia/Kathmandu\""), 1);
    says("hall", "!room_zone as usual", true);
    zone_is("hall", "Asia/Kathmandu");
    says("hall", "!room_zone springfield", true);
    zone_is("hall", "Asia/Kathmandu");
}
END_TEST

/* A moderator of one room alone chooses for that room, and is told how. */
START_TEST(room_words_of_a_server_are_not_chosen_by_moderators_of_a_room)
{
    struct inbound inbound = {
        .kind = INBOUND_TEXT, .room = "den", .text = "!prefix ? server", .moderator = true};
    house_kit_hears(&kit, kit.adapter, "Dee", &inbound);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "Only a moderator of the whole server"), 1);
    ck_assert(!stored("server kit/guild"));
    inbound.text = "!prefix";
    house_kit_hears(&kit, kit.adapter, "Dee", &inbound);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "Before a word for me"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "For the whole server"), 0);
    inbound.text = "!prefix ?";
    house_kit_hears(&kit, kit.adapter, "Dee", &inbound);
    ck_assert(stored("room kit/den prefix ?"));
    prefix_is("hall", "!");
}
END_TEST

START_TEST(room_words_need_a_server_for_it)
{
    says("alone", "!prefix ? server", true);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "isn't part of a server"), 1);
    ck_assert(!stored("prefix"));
    says("alone", "!prefix", true);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "whole server"), 0);
    says("den", "!prefix server", true); /* a question */
    says("den", "!prefix", true);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "For the whole server"), 1);
    ck_assert(!stored("prefix"));
    says("den", "!prefix a server", true);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "one to eight signs"), 1);
    says("den", "!prefix ?server", true); /* letters are no sign */
    ck_assert_uint_eq(house_kit_count(&kit, 0, "one to eight signs"), 2);
    ck_assert(!stored("prefix"));
}
END_TEST

START_TEST(room_words_of_a_team_are_those_of_its_table)
{
    kit.team_rooms = true;
    kit.mute = MUTE_POWER;
    house_kit_start_decrypto(&kit, 6);
    ck_assert_ptr_nonnull(team_room_of(house_kit_table(&kit), 0));
    prefix_is("team0", "!");
    says("den", "!prefix ?", true);
    prefix_is("team0", "?");
    says("den", "?prefix as usual", true);
    says("hall", "!prefix . server", true);
    prefix_is("team0", ".");
}
END_TEST

START_TEST(room_words_by_the_options_of_a_command)
{
    struct value fact[8];
    char text[64];
    struct value_tree args;
    struct inbound inbound = {.kind = INBOUND_SLASH,
                              .room = "den",
                              .command = "prefix",
                              .args = &args,
                              .moderator = true,
                              .moderates_server = true};
    value_init(&args, fact, 8, text, sizeof text);
    value_text(&args, "to", "?", 1);
    value_text(&args, "server", "yes", 3);
    house_kit_hears(&kit, kit.adapter, "Mia", &inbound);
    prefix_is("hall", "?");
    value_init(&args, fact, 8, text, sizeof text);
    value_text(&args, "to", ".", 1);
    value_text(&args, "server", "no", 2);
    house_kit_hears(&kit, kit.adapter, "Mia", &inbound);
    prefix_is("den", ".");
    prefix_is("hall", "?");
}
END_TEST

/* Somebody who is about to open a table is offered its options in the language of the room. */
START_TEST(room_words_stand_beside_what_is_completed)
{
    static const char german[] = "language = de\nterm.live = gleich\n";
    char folder[KIT_PATH_BYTES];
    char path[KIT_PATH_BYTES];
    struct fault fault = {0};
    struct completion choices[COMPLETIONS_MAX];
    const struct inbound asked = {.kind = INBOUND_SLASH,
                                  .adapter = "kit",
                                  .account = "Ana",
                                  .room = "den",
                                  .command = "interceptor"};
    struct buf told;
    buf_init(&told, LANGUAGES_TOLD_MAX);
    kit_folder(folder);
    kit_path(path, folder, "de.ini");
    FILE *file = fopen(path, "w");
    ck_assert(file != NULL && fputs(german, file) >= 0 && fclose(file) == 0);
    struct languages *languages = languages_open(&fault);
    ck_assert_int_eq(languages_read(languages, folder, &told), 0);
    kit.house->setup.languages = languages;
    says("den", "!language de", true);
    ck_assert_uint_eq(house_complete(kit.house, kit.adapter, &asked, "pace", "gleich", choices), 1);
    ck_assert_str_eq(choices[0].value, "live");
    says("den", "!language as usual", true);
    ck_assert_uint_eq(house_complete(kit.house, kit.adapter, &asked, "pace", "gleich", choices), 0);
    kit.house->setup.languages = NULL;
    languages_free(&languages);
    buf_deinit(&told);
    kit_remove(folder);
}
END_TEST

START_TEST(room_words_are_not_chosen_while_nothing_can_be_written)
{
    kit.disk_full = true;
    says("den", "!interceptor", true);
    ck_assert(kit.house->down);
    says("den", "!prefix ? server", true);
    prefix_is("den", "!");
}
END_TEST

Suite *suite_room_words(void);
Suite *suite_room_words(void)
{
    Suite *suite = suite_create("room_words");
    TCase *tests = tcase_create("room_words");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, room_words_of_a_server_count_in_its_rooms);
    tcase_add_test(tests, room_words_have_a_time_zone);
    tcase_add_test(tests, room_words_of_the_room_itself_come_first);
    tcase_add_test(tests, room_words_of_a_server_are_not_chosen_by_moderators_of_a_room);
    tcase_add_test(tests, room_words_need_a_server_for_it);
    tcase_add_test(tests, room_words_of_a_team_are_those_of_its_table);
    tcase_add_test(tests, room_words_by_the_options_of_a_command);
    tcase_add_test(tests, room_words_stand_beside_what_is_completed);
    tcase_add_test(tests, room_words_are_not_chosen_while_nothing_can_be_written);
    suite_add_tcase(suite, tests);
    return suite;
}
