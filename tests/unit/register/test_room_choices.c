/* What a room plays with: its choice of packs, and that no entry returns until a pack is used up.
 */
#include "room_choices.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "pack.h"

static const uint64_t key[2] = {1, 2};
static const char room[] = "web/den";
static const char *const words[] = {"ant", "bee", "cat", "dog", "eel"};
static const struct deal_pack five = {words, 5, NULL};
static const struct pack_use usual = {room, "decrypto", "en"};
static struct room_choices *room_choices;
static struct store_batch *batch;

static void set_up(void)
{
    room_choices = room_choices_new(key);
    batch = store_batch_new();
}

static void tear_down(void)
{
    room_choices_free(&room_choices);
    store_batch_free(&batch);
}

/* Which of the list the room was dealt, as letters. */
static const char *dealt_of(const char *where, const char *pack, const struct deal_pack *list)
{
    static char letters[16];
    bool dealt[8];
    const struct pack_use place = {where, "decrypto", pack};
    size_t count = room_choices_used(room_choices, &place, list, dealt);
    size_t len = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (dealt[i]) {
            letters[len++] = list->entry[i][0];
        }
    }
    letters[len] = '\0';
    ck_assert_uint_eq(len, count);
    return letters;
}

static void deal(const char *const *names, size_t count, bool anew)
{
    const struct used_words dealt = {&five, names, count, anew};
    room_choices_note_used(room_choices, batch, &usual, &dealt);
}

START_TEST(what_was_dealt_is_known_by_room_and_pack)
{
    static const char *const two[] = {"bee", "eel"};
    ck_assert_str_eq(dealt_of(room, "en", &five), "");
    deal(two, 2, false);
    ck_assert_str_eq(dealt_of(room, "en", &five), "be");
    ck_assert_str_eq(dealt_of("web/hall", "en", &five), "");
    ck_assert_str_eq(dealt_of(room, "sea", &five), "");
    ck_assert_uint_eq(store_batch_count(batch), 1);
    deal(words, 1, false);
    ck_assert_str_eq(dealt_of(room, "en", &five), "abe");
}
END_TEST

START_TEST(a_pack_that_is_used_up_begins_anew)
{
    static const char *const other[] = {"fox"};
    static const struct deal_pack more = {other, 1, NULL};
    deal(words, 4, false);
    const struct used_words fox = {&more, other, 1, false};
    room_choices_note_used(room_choices, batch, &usual, &fox);
    deal(words + 1, 2, true);
    ck_assert_str_eq(dealt_of(room, "en", &five), "bc");
    ck_assert_str_eq(dealt_of(room, "en", &more), "f"); /* of another grade of the same pack */
}
END_TEST

START_TEST(a_pack_may_be_edited)
{
    static const char *const edited[] = {"yak", "dog", "ant"};
    static const struct deal_pack three = {edited, 3, NULL};
    deal(words, 2, false);
    ck_assert_str_eq(dealt_of(room, "en", &three), "a");
}
END_TEST

START_TEST(a_choice_is_by_room_and_game)
{
    ck_assert_str_eq(room_choices_pack(room_choices, room, "decrypto"), "");
    room_choices_set_pack(room_choices, batch, room, "decrypto", "sea");
    ck_assert_str_eq(room_choices_pack(room_choices, room, "decrypto"), "sea");
    ck_assert_str_eq(room_choices_pack(room_choices, room, "spyfall"), "");
    ck_assert_str_eq(room_choices_pack(room_choices, "web/hall", "decrypto"), "");
    room_choices_set_pack(room_choices, batch, room, "decrypto", "");
    ck_assert_str_eq(room_choices_pack(room_choices, room, "decrypto"), "");
}
END_TEST

static void take(const char *scope, const char *name, const char *value)
{
    const struct store_row row = {
        .key = scope, .extra = name, .text = value, .text_len = strlen(value)};
    room_choices_read(room_choices, &row);
}

START_TEST(rows_of_the_store_are_read_and_others_left)
{
    take("room web/den", "pack.decrypto", "sea");
    take("house", "pack.decrypto", "land");
    take("room web/den", "prefix", "?");
    take("room web/den", "dealt.decrypto.en", "not of four");
    ck_assert_str_eq(room_choices_pack(room_choices, room, "decrypto"), "sea");
    ck_assert_str_eq(dealt_of(room, "en", &five), "");
}
END_TEST

START_TEST(a_choice_of_a_server_is_none_of_a_room)
{
    take("server web/den", "prefix", "?");
    take("room web/hall", "language", "de");
    ck_assert_str_eq(room_choices_server_word(room_choices, "web/den", "prefix"), "?");
    ck_assert_str_eq(room_choices_word(room_choices, room, "prefix"), "");
    ck_assert_str_eq(room_choices_server_word(room_choices, "web/hall", "language"), "");
    ck_assert(room_choices_have_words(room_choices));
    room_choices_set_word(room_choices, batch, "web/hall", "language", "en");
    room_choices_set_word(room_choices, batch, "web/hall", "language", "");
    room_choices_set_word(room_choices, batch, "web/hall", "language", "");
    ck_assert(room_choices_have_words(room_choices));
    room_choices_set_server_word(room_choices, batch, "web/den", "prefix", "");
    ck_assert(!room_choices_have_words(room_choices));
    ck_assert_str_eq(room_choices_server_word(room_choices, "web/den", "prefix"), "");
    ck_assert_uint_eq(store_batch_count(batch), 4);
}
END_TEST

START_TEST(a_damaged_row_of_a_server_holds_up_no_room)
{
    const struct store_row row = {.key = "server web/den", .extra = "prefix", .damaged = true};
    room_choices_read(room_choices, &row);
    ck_assert(!room_choices_are_damaged(room_choices, "web/den"));
    room_choices_set_server_word(room_choices, batch, "web/den", "prefix", ".");
    ck_assert_uint_eq(store_batch_count(batch), 1);
    ck_assert_str_eq(room_choices_server_word(room_choices, "web/den", "prefix"), ".");
}
END_TEST

Suite *suite_room_choices(void);

Suite *suite_room_choices(void)
{
    Suite *suite = suite_create("room_choices");
    TCase *tcase = tcase_create("room_choices");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, what_was_dealt_is_known_by_room_and_pack);
    tcase_add_test(tcase, a_pack_that_is_used_up_begins_anew);
    tcase_add_test(tcase, a_pack_may_be_edited);
    tcase_add_test(tcase, a_choice_is_by_room_and_game);
    tcase_add_test(tcase, rows_of_the_store_are_read_and_others_left);
    tcase_add_test(tcase, a_choice_of_a_server_is_none_of_a_room);
    tcase_add_test(tcase, a_damaged_row_of_a_server_holds_up_no_room);
    suite_add_tcase(suite, tcase);
    return suite;
}
