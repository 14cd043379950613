/* A house that is a part of one: events that are passed on to another part, letters of others, what
 * the others know of its tables, and which part is to handle what somebody says. */
#include <stdio.h>
#include <string.h>

#include <check.h>

#include "controls.h"
#include "house_kit.h"
#include "house_part.h"
#include "kit.h"
#include "letters_put.h"
#include "linked.h"
#include "part_table.h"

Suite *suite_house_part(void);

enum { PART = 1, PARTS = 3, TEXT_BYTES = 512 };

static struct house_kit kit;

/* What was passed to the platform. */
static unsigned passed_count;
static uint64_t passed_letter;
static char passed_event[TEXT_BYTES];
static char passed_text[TEXT_BYTES];

static void note_passed(struct house_kit *of, uint64_t letter, const char *event_id,
                        const char *text)
{
    ck_assert_ptr_eq(of, &kit);
    passed_count++;
    passed_letter = letter;
    snprintf(passed_event, sizeof passed_event, "%s", event_id);
    snprintf(passed_text, sizeof passed_text, "%s", text);
}

/* As a platform does: somebody says it. */
static void say_passed(struct house_kit *of, uint64_t letter, const char *event_id,
                       const char *text)
{
    note_passed(of, letter, event_id, text);
    ck_assert(house_kit_tell(of, event_id, "Ana", text));
}

/* The same store, played as another part. */
static void become(unsigned part)
{
    kit.part = part;
    house_kit_restart(&kit);
    house_kit_settle(&kit);
}

static void setup(void)
{
    house_kit_open(&kit, NULL);
    kit.parts = PARTS;
    kit.passed = note_passed;
    passed_count = 0;
    become(PART);
}

static void teardown(void)
{
    house_kit_close(&kit);
}

static const char *letters(uint64_t part)
{
    return kit_read(kit.store, &(struct store_question){.query = STORE_LETTERS, .id = part});
}

static const char *sitting(const char *address)
{
    return kit_read(kit.store, &(struct store_question){.query = STORE_SITTING_AT, .key = address});
}

static void put(enum store_op op, const struct store_row *row)
{
    ck_assert_int_eq(kit_put(kit.store, op, row).code, FAULT_NONE);
}

/* --- letters ---------------------------------------------------------------------------------- */

static void pass_on(const char *event_id)
{
    const struct adapter_row rows[] = {{.key = "cursor", .value = "7", .len = 1, .order = 1}};
    ck_assert(house_pass_on(kit.house, kit.adapter, PART, event_id, "!interceptor", rows, 1, &kit));
    house_kit_settle(&kit);
}

static const char *cursor(void)
{
    return kit_read(kit.store, &(struct store_question){
                                   .query = STORE_ADAPTER_ROWS, .key = "kit", .extra = "cursor"});
}

START_TEST(part_passes_an_event_on_with_its_rows)
{
    become(0);
    kit.disk_full = true;
    pass_on("ev1");
    ck_assert_uint_eq(kit.not_stored, 1);
    kit.disk_full = false;
    house_kit_pass(&kit, 5000);
    ck_assert_str_eq(letters(PART), "");
    ck_assert_str_eq(cursor(), "");
    pass_on("ev1");
    ck_assert_uint_eq(kit.stored, 1);
    ck_assert_str_eq(letters(PART), "1 1 0 kit/ev1 kit !interceptor\n");
    ck_assert_str_eq(cursor(), "0 0 1 kit cursor 7\n");
}
END_TEST

START_TEST(part_hands_a_letter_over_once_until_it_ended)
{
    become(0);
    pass_on("ev1");
    become(PART);
    ck_assert_uint_eq(passed_count, 1);
    ck_assert_str_eq(passed_event, "ev1");
    ck_assert_str_eq(passed_text, "!interceptor");
    house_hear_letters(kit.house);
    house_kit_settle(&kit);
    ck_assert_uint_eq(passed_count, 1);
    become(PART);
    ck_assert_uint_eq(passed_count, 2);
    house_passed(kit.house, passed_letter);
    house_kit_settle(&kit);
    ck_assert_str_eq(letters(PART), "");
    put(STORE_LETTER,
        &(struct store_row){.sub = PART, .key = "kit/ev2", .extra = "kit", .text = "two"});
    house_kit_settle(&kit);
    ck_assert_uint_eq(passed_count, 2);
    house_hear_letters(kit.house);
    house_kit_settle(&kit);
    ck_assert_uint_eq(passed_count, 3);
    ck_assert_str_eq(passed_event, "ev2");
}
END_TEST

START_TEST(part_handles_what_was_passed_on_once)
{
    kit.passed = say_passed;
    put(STORE_LETTER,
        &(struct store_row){.sub = PART, .key = "kit/ev1", .extra = "kit", .text = "!interceptor"});
    become(PART);
    ck_assert_uint_eq(kit.house->tables.by_id.count, 1);
    ck_assert_uint_eq(kit.stored, 1);
    become(PART); /* it is not told that this has ended */
    ck_assert_uint_eq(passed_count, 2);
    ck_assert_uint_eq(kit.repeated, 1);
    ck_assert_uint_eq(kit.house->tables.by_id.count, 1);
}
END_TEST

START_TEST(part_hands_letters_over_again_after_a_time_without_a_store)
{
    put(STORE_LETTER, &(struct store_row){.sub = PART, .key = "kit/ev1", .extra = "kit"});
    put(STORE_LETTER, &(struct store_row){.sub = PART, .key = "kit/ev2", .extra = "kit"});
    house_hear_letters(kit.house);
    house_kit_settle(&kit);
    ck_assert_uint_eq(passed_count, 2);
    kit.disk_full = true;
    house_passed(kit.house, passed_letter); /* which cannot be stored */
    house_kit_pass(&kit, 2000);
    kit.disk_full = false;
    house_kit_pass(&kit, 5000);
    ck_assert_uint_eq(passed_count, 3);
    ck_assert_str_eq(passed_event, "ev1");
    ck_assert_str_eq(letters(PART), "1 1 0 kit/ev1 kit \n");
}
END_TEST

START_TEST(part_reads_many_letters_in_their_order)
{
    for (unsigned i = 0; i < 600; i++) {
        char key[32];
        snprintf(key, sizeof key, "kit/ev%u", i);
        put(STORE_LETTER, &(struct store_row){.sub = PART, .key = key, .extra = "kit"});
    }
    house_hear_letters(kit.house);
    house_kit_settle(&kit);
    for (unsigned i = 0; i < 600; i++) {
        ck_assert_uint_gt(passed_count, i);
        house_passed(kit.house, i + 1);
        house_kit_settle(&kit);
    }
    ck_assert_uint_eq(passed_count, 600);
    ck_assert_str_eq(passed_event, "ev599");
    ck_assert_str_eq(letters(PART), "");
}
END_TEST

START_TEST(part_drops_a_letter_that_nobody_reads)
{
    put(STORE_LETTER, &(struct store_row){.sub = PART, .key = "gone/ev1", .extra = "gone"});
    house_hear_letters(kit.house);
    house_kit_settle(&kit);
    ck_assert_str_eq(letters(PART), "");
}
END_TEST

START_TEST(part_tells_all_others)
{
    struct commit *commit = commit_new(kit.house);
    letters_put_all(commit, "person", "kit/Ana", "{}");
    commit_submit(&commit);
    house_kit_settle(&kit);
    ck_assert_str_eq(letters(0), "1 0 0 kit/Ana person {}\n");
    ck_assert_str_eq(letters(PART), "");
    ck_assert_str_eq(letters(2), "2 2 0 kit/Ana person {}\n");
}
END_TEST

START_TEST(part_that_is_all_tells_nobody)
{
    kit.parts = 0;
    become(0);
    struct commit *commit = commit_new(kit.house);
    letters_put_all(commit, "person", "kit/Ana", "{}");
    commit_submit(&commit);
    house_kit_says(&kit, "Ana", "!interceptor");
    ck_assert_str_eq(kit_read(kit.store, &(struct store_question){.query = STORE_LETTERS_ALL}), "");
    ck_assert_str_eq(sitting("kit/Ana"), "");
}
END_TEST

/* --- who sits where --------------------------------------------------------------------------- */

START_TEST(part_says_who_sits_at_its_tables)
{
    put(STORE_SITTING, &(struct store_row){.id = 9, .sub = PART, .key = "gone", .text = "gone"});
    put(STORE_SITTING, &(struct store_row){.id = 9, .sub = 2, .key = "other", .text = "other"});
    house_kit_says(&kit, "Ana", "!interceptor");
    house_kit_says(&kit, "Ben", "!join");
    ck_assert_ptr_nonnull(strstr(sitting("kit/Ana"), "#1 Interceptor in den"));
    ck_assert_str_eq(sitting("kit/Ben"), sitting("kit/Ana"));
    house_kit_says(&kit, "Ben", "!leave");
    ck_assert_str_eq(sitting("kit/Ben"), "");
    become(PART);
    ck_assert_ptr_nonnull(strstr(sitting("kit/Ana"), "#1 Interceptor in den"));
    ck_assert_ptr_null(strstr(sitting(""), "gone"));
    ck_assert_ptr_nonnull(strstr(sitting(""), "other"));
    house_kit_says(&kit, "Ana", "!abort");
    house_kit_says(&kit, "Ana", "!abort");
    ck_assert_str_eq(sitting("kit/Ana"), "");
}
END_TEST

/* A house of before had no parts. */
START_TEST(part_says_at_its_start_what_nobody_knows)
{
    kit.parts = 0;
    become(0);
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.parts = PARTS;
    become(0);
    ck_assert_ptr_nonnull(strstr(sitting("kit/Ana"), "#1 Interceptor in den"));
}
END_TEST

START_TEST(part_says_anew_what_could_not_be_stored)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.disk_full = true;
    house_kit_says(&kit, "Ben", "!join");
    kit.disk_full = false;
    house_kit_pass(&kit, 5000);
    ck_assert_str_eq(sitting("kit/Ben"), "");
    ck_assert_ptr_nonnull(strstr(sitting("kit/Ana"), "#1"));
    house_kit_says(&kit, "Ben", "!join");
    ck_assert_ptr_nonnull(strstr(sitting("kit/Ben"), "#1"));
}
END_TEST

/* Whoever has two accounts is found by either. */
START_TEST(part_says_all_accounts_of_who_sits_there)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    house_kit_says(&kit, "Zoe", "!status");
    struct person *ana = people_at(kit.house->people, "kit", "Ana");
    linked_join(ana, people_at(kit.house->people, "kit", "Zoe"), kit.now_ms);
    ana->stored = false;
    struct commit *commit = commit_new(kit.house);
    commit_person(commit, ana);
    kit.disk_full = _i == 1; /* then once there is a store again */
    commit_submit(&commit);
    house_kit_settle(&kit);
    ck_assert_int_eq(sitting("kit/Zoe")[0] == '\0', _i == 1);
    kit.disk_full = false;
    house_kit_pass(&kit, 5000);
    ck_assert_ptr_nonnull(strstr(sitting("kit/Zoe"), "#1 Interceptor in den"));
}
END_TEST

/* --- whose part it is ------------------------------------------------------------------------- */

static char found[TEXT_BYTES]; /* "1", "0", "1: tables", one behind the other */

static void note_found(void *context, const struct house_part *where)
{
    size_t len = strlen(found);
    snprintf(found + len, sizeof found - len, "%s%s%u%s%s", len == 0 ? "" : " ",
             (const char *)context, where->part, where->tables == NULL ? "" : ": ",
             where->tables == NULL ? "" : where->tables);
}

static struct inbound said(const char *account, const char *text)
{
    return (struct inbound){.kind = INBOUND_TEXT,
                            .adapter = "kit",
                            .event_id = "f1",
                            .room = "~",
                            .account = account,
                            .name = account,
                            .text = text,
                            .private_room = true,
                            .reply_seat = SEAT_NONE};
}

static const char *where(const struct inbound *inbound)
{
    static char nothing[] = "";
    found[0] = '\0';
    house_find_part(kit.house, kit.adapter, inbound, note_found, nothing);
    house_kit_settle(&kit);
    return found;
}

static const char *where_said(const char *account, const char *text)
{
    const struct inbound inbound = said(account, text);
    return where(&inbound);
}

static const char *where_pressed(const char *tag)
{
    char control[CONTROL_BYTES];
    struct inbound inbound = said("Ana", NULL);
    inbound.kind = INBOUND_PRESS;
    inbound.control = control;
    ck_assert(
        controls_print(control, tag, 0, strcmp(tag, CONTROL_NO_TAG) == 0 ? "data" : "join", NULL));
    return where(&inbound);
}

/* A table of another part. */
static void sits(uint64_t id, uint64_t part, const char *tag, const char *addresses)
{
    char label[64];
    snprintf(label, sizeof label, "table %s", tag);
    put(STORE_SITTING,
        &(struct store_row){.id = id, .sub = part, .key = tag, .extra = addresses, .text = label});
}

/* They have played a game that ended then. */
static void played(struct store *store, uint64_t person, int64_t at_ms)
{
    static const char about[] = "{\"game\":\"decrypto\"}";
    ck_assert_int_eq(
        kit_put(store, STORE_RESULT,
                &(struct store_row){.id = 7, .at_ms = at_ms, .key = "kit/den", .text = about})
            .code,
        FAULT_NONE);
    ck_assert_int_eq(
        kit_put(store, STORE_RESULT_SEAT, &(struct store_row){.id = 7, .sub = person, .text = "{}"})
            .code,
        FAULT_NONE);
}

START_TEST(part_of_a_button_is_that_of_its_table)
{
    house_kit_says(&kit, "Ben", "!interceptor");
    sits(5, 2, "abc", "kit/Ana");
    ck_assert_str_eq(where_pressed(house_kit_table(&kit)->tag), "1");
    ck_assert_str_eq(where_pressed("abc"), "2");
    ck_assert_str_eq(where_pressed("xyz"), "1");
    ck_assert_str_eq(where_pressed(CONTROL_NO_TAG), "0");
}
END_TEST

START_TEST(part_of_what_is_said_is_that_of_their_tables)
{
    ck_assert_str_eq(where_said("Ana", "1-2-3"), "1");
    sits(5, 2, "abc", "kit/Ana");
    ck_assert_str_eq(where_said("Ana", "1-2-3"), "2");
    ck_assert_str_eq(where_said("Ana", "hand"), "2");
    ck_assert_str_eq(where_said("Ana", "help"), "2");
    ck_assert_str_eq(where_said("Ben", "hand"), "1");
    sits(6, 2, "def", "kit/Ana");
    ck_assert_str_eq(where_said("Ana", "hand"), "2");
    sits(7, 0, "ghi", "kit/Ana");
    ck_assert_str_eq(where_said("Ana", "hand"), "1: table ghi\ntable abc\ntable def");
    house_kit_says(&kit, "Ben", "!interceptor");
    ck_assert_str_eq(where_said("Ben", "hand"), "1");
    sits(8, 0, "jkl", "kit/Ben");
    ck_assert_str_eq(where_said("Ben", "hand"), "1: #1 Interceptor in den\ntable jkl");
    sits(7, 0, "", "");
    sits(9, PART, "old", "kit/Ana"); /* what we have is in memory */
    ck_assert_str_eq(where_said("Ana", "hand"), "2");
}
END_TEST

START_TEST(part_of_results_is_where_they_played_last)
{
    static struct house_kit parts[PARTS];
    house_kit_open(&parts[0], NULL); /* those that are asked what the other parts have */
    house_kit_open(&parts[2], NULL);
    parts[2].parts = PARTS;
    parts[2].all = parts;
    ck_assert_str_eq(where_said("Ana", "stats"), "1");
    house_kit_says_in(&parts[2], "~Ana", "Ana", "help");
    played(parts[2].store, people_at(parts[2].house->people, "kit", "Ana")->id, 2000);
    ck_assert_str_eq(where_said("Ana", "stats"), "2");
    ck_assert_str_eq(where_said("Ana", "leaderboard"), "2");
    ck_assert_str_eq(where_said("Ben", "leaderboard"), "1");
    house_kit_says(&kit, "Ana", "!status");
    played(kit.store, people_at(kit.house->people, "kit", "Ana")->id, 3000);
    ck_assert_str_eq(where_said("Ana", "leaderboard"), "1");
    sits(5, 2, "abc", "kit/Ana");
    ck_assert_str_eq(where_said("Ana", "leaderboard"), "2");
    sits(6, 0, "def", "kit/Ana");
    ck_assert_str_eq(where_said("Ana", "leaderboard"), "1"); /* where they played last */
    ck_assert_str_eq(where_said("Ana", "hand"), "1: table def\ntable abc");
    parts[2].all = NULL;
    house_kit_close(&parts[0]);
    house_kit_close(&parts[2]);
}
END_TEST

START_TEST(part_of_results_is_in_their_button)
{
    char said[TEXT_BYTES];
    snprintf(said, sizeof said, "leaderboard at-%llu", (unsigned long long)part_table(2, 7));
    ck_assert_str_eq(where_said("Ana", said), "2");
    snprintf(said, sizeof said, "stats game-%llu", (unsigned long long)part_table(0, 7));
    ck_assert_str_eq(where_said("Ana", said), "0");
    ck_assert_str_eq(where_said("Ana", "leaderboard at-7"), "1");
    snprintf(said, sizeof said, "leaderboard at-%llu", (unsigned long long)part_table(PARTS, 7));
    ck_assert_str_eq(where_said("Ana", said), "1");
}
END_TEST

START_TEST(part_of_what_is_about_themselves)
{
    struct inbound here = said("Ana", "!status");
    sits(5, 2, "abc", "kit/Ana");
    ck_assert_str_eq(where_said("Ana", "link"), "0");
    ck_assert_str_eq(where_said("Ana", "unlink"), "0");
    ck_assert_str_eq(where_said("Ana", "data"), "0");
    ck_assert_str_eq(where_said("Ana", "zone"), "1");
    ck_assert_str_eq(where_said("Ana", "settings"), "1");
    ck_assert_str_eq(where_said("Ana", "block"), "1");
    here.private_room = false;
    here.room = "den";
    ck_assert_str_eq(where(&here), "1");
    here.text = "!data";
    ck_assert_str_eq(where(&here), "0");
    kit.parts = 0;
    become(0);
    ck_assert_str_eq(where_said("Ana", "hand"), "0");
}
END_TEST

START_TEST(part_is_answered_in_the_order_of_the_questions)
{
    const struct inbound hand = said("Ana", "hand");
    const struct inbound link = said("Ana", "link");
    const struct inbound other = said("Ben", "link");
    char names[][2] = {"a", "b", "c"};
    sits(5, 2, "abc", "kit/Ana");
    found[0] = '\0';
    house_find_part(kit.house, kit.adapter, &hand, note_found, names[0]);
    house_find_part(kit.house, kit.adapter, &link, note_found, names[1]);
    house_find_part(kit.house, kit.adapter, &other, note_found, names[2]);
    ck_assert_str_eq(found, "c0");
    house_kit_settle(&kit);
    ck_assert_str_eq(found, "c0 a2 b0");
}
END_TEST

START_TEST(part_is_this_one_where_the_store_does_not_answer)
{
    sits(5, 2, "abc", "kit/Ana");
    kit.unreadable = FAULT_RETRY;
    ck_assert_str_eq(where_said("Ana", "hand"), "1");
    ck_assert(kit.house->down); /* so that no move is taken from who may mean another table */
    kit.unreadable = FAULT_NONE;
    house_kit_pass(&kit, 5000);
    ck_assert(!kit.house->down);
    ck_assert_str_eq(where_said("Ana", "hand"), "2");
}
END_TEST

/* --- who sits at several ---------------------------------------------------------------------- */

/* Says something in private while there are tables elsewhere. */
static const char *says_elsewhere(const char *account, const char *text)
{
    char room[KIT_ROOM_BYTES];
    struct inbound inbound = said(account, text);
    snprintf(room, sizeof room, "~%s", account);
    inbound.room = room;
    inbound.elsewhere = "#1 Interceptor in den\n#4 Decrypto in hall";
    house_kit_forget(&kit);
    house_kit_hears(&kit, kit.adapter, account, &inbound);
    return kit.send_count == 0 ? "" : kit.send[kit.send_count - 1].text;
}

START_TEST(part_takes_no_word_that_may_be_for_another_table)
{
    static const char *const meant[] = {
        "ask How was work?", "hand", "status #1", "leave", "board", "say hi", "frobnicate"};
    house_kit_start(&kit);
    uint32_t step = house_kit_table(&kit)->resident->table.step;
    for (size_t i = 0; i < sizeof meant / sizeof meant[0]; i++) {
        const char *answer = says_elsewhere("Ana", meant[i]);
        ck_assert_msg(strstr(answer, "#4 Decrypto in hall") != NULL, "%s: %s", meant[i], answer);
        ck_assert_uint_eq(house_kit_table(&kit)->resident->table.step, step);
    }
    ck_assert_ptr_nonnull(strstr(says_elsewhere("Ana", "todo"), "#4 Decrypto in hall"));
    ck_assert_ptr_null(strstr(says_elsewhere("Ana", "help"), "You sit at several"));
    ck_assert_ptr_null(strstr(says_elsewhere("Ana", "zone Berlin"), "You sit at several"));
    house_kit_forget(&kit);
    house_kit_says_in(&kit, "~Ana", "Ana", "hand");
    ck_assert_uint_gt(kit.send_count, 0);
    ck_assert_ptr_null(strstr(kit.send[0].text, "You sit at several"));
}
END_TEST

START_TEST(part_refuses_what_the_first_one_has_to_do)
{
    house_kit_says(&kit, "Ana", "!data");
    ck_assert_uint_eq(house_kit_count(&kit, 0, "That's about all your accounts"), 1);
    house_kit_forget(&kit);
    become(0);
    house_kit_says(&kit, "Ana", "!data");
    ck_assert_uint_eq(house_kit_count(&kit, 0, "That's about all your accounts"), 0);
}
END_TEST

Suite *suite_house_part(void)
{
    Suite *suite = suite_create("house_part");
    TCase *tcase = tcase_create("part");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 30);
    tcase_add_test(tcase, part_passes_an_event_on_with_its_rows);
    tcase_add_test(tcase, part_hands_a_letter_over_once_until_it_ended);
    tcase_add_test(tcase, part_handles_what_was_passed_on_once);
    tcase_add_test(tcase, part_hands_letters_over_again_after_a_time_without_a_store);
    tcase_add_test(tcase, part_reads_many_letters_in_their_order);
    tcase_add_test(tcase, part_drops_a_letter_that_nobody_reads);
    tcase_add_test(tcase, part_tells_all_others);
    tcase_add_test(tcase, part_that_is_all_tells_nobody);
    tcase_add_test(tcase, part_says_who_sits_at_its_tables);
    tcase_add_test(tcase, part_says_at_its_start_what_nobody_knows);
    tcase_add_test(tcase, part_says_anew_what_could_not_be_stored);
    tcase_add_loop_test(tcase, part_says_all_accounts_of_who_sits_there, 0, 2);
    tcase_add_test(tcase, part_of_a_button_is_that_of_its_table);
    tcase_add_test(tcase, part_of_what_is_said_is_that_of_their_tables);
    tcase_add_test(tcase, part_of_results_is_where_they_played_last);
    tcase_add_test(tcase, part_of_results_is_in_their_button);
    tcase_add_test(tcase, part_of_what_is_about_themselves);
    tcase_add_test(tcase, part_is_answered_in_the_order_of_the_questions);
    tcase_add_test(tcase, part_is_this_one_where_the_store_does_not_answer);
    tcase_add_test(tcase, part_takes_no_word_that_may_be_for_another_table);
    tcase_add_test(tcase, part_refuses_what_the_first_one_has_to_do);
    suite_add_tcase(suite, tcase);
    return suite;
}
