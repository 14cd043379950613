/* A store of a whole house taken apart: each part has what is of its rooms, and nobody loses any.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "clock.h"
#include "database.h"
#include "log.h"
#include "store_division.h"
#include "store_part.h"
#include "store_upkeep.h"
#include "turns.h"

Suite *suite_store_division(void);

enum { PARTS = 3 };

/* The room's row says it itself. */
static unsigned number_of(const struct store_row *row, unsigned parts)
{
    return (unsigned)strtoul(row->text, NULL, 10) % parts;
}

static const struct row_rules divided = {
    .adapter = "fake", .room_rows = "c/", .room_part = number_of};
static const struct row_rules whole = {.adapter = "web"};
static const struct row_rules *const rules[] = {&whole, &divided, NULL};

static void put(enum store_op op, const struct store_row *row)
{
    struct fault fault = kit_put(turns_store, op, row);
    ck_assert_msg(fault.code == FAULT_NONE, "%s", fault.text);
}

static void put_table(uint64_t id, const char *room, const char *header)
{
    put(STORE_TABLE,
        &(struct store_row){.id = id, .sub = 1, .key = room, .extra = "spyfall", .text = header});
    put(STORE_JOURNAL, &(struct store_row){.id = id, .extra = "00", .text = "deal"});
    put(STORE_SENT, &(struct store_row){.id = id, .key = "crowd", .extra = "x", .text = "m"});
    put(STORE_WORDS, &(struct store_row){.id = id, .sub = 1, .key = "d", .text = "word"});
    put(STORE_OUTBOX, &(struct store_row){.id = 10 + id, .sub = id, .key = "fake/1", .text = "{}"});
    put(STORE_RESULT,
        &(struct store_row){.id = id, .at_ms = 9, .key = room, .extra = "", .text = "{}"});
    put(STORE_RESULT_SEAT, &(struct store_row){.id = id, .sub = 1, .text = "{}"});
}

static void fill(void)
{
    static const struct store_row rows[] = {
        {.key = "fake", .extra = "c/den", .text = "0"},
        {.key = "fake", .extra = "c/hall", .text = "4"},
        {.key = "fake", .extra = "c/attic", .text = "2"},
        {.key = "fake", .extra = "u/ada", .text = "{}"},
        {.key = "web", .extra = "r/park", .text = "{}"},
    };
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        put(STORE_ADAPTER, &rows[i]);
    }
    put_table(1, "fake/den", "{}");
    put_table(2, "fake/hall", "{}");
    put_table(3, "fake/attic", "{}");
    put_table(4, "fake/thread", "{\"home\":\"fake/hall\"}");
    put_table(5, "fake/unheard", "{}");
    put_table(6, "web/park", "{}");
    put(STORE_RESULT, &(struct store_row){.id = 7, .key = "fake/attic", .text = "{}"});
    put(STORE_OUTBOX, &(struct store_row){.id = 31, .key = "fake/attic", .text = "{}"});
    put(STORE_SETTING, &(struct store_row){.key = "room fake/hall", .extra = "a", .text = "1"});
    put(STORE_SETTING, &(struct store_row){.key = "room web/park", .extra = "a", .text = "1"});
    put(STORE_SETTING, &(struct store_row){.key = "house", .extra = "a", .text = "1"});
    put(STORE_PERSON, &(struct store_row){.id = 1, .text = "{}"});
    put(STORE_ADDRESS, &(struct store_row){.id = 1, .key = "fake/ada"});
}

/* The ids of what a question finds, with blanks between. */
static const char *ids(struct store *store, enum store_query query)
{
    static char text[256];
    const char *rows = kit_read(store, &(struct store_question){.query = query});
    size_t len = 0;
    text[0] = '\0';
    for (const char *line = rows; *line != '\0'; line = strchr(line, '\n') + 1) {
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%lu", len > 0 ? " " : "",
                                strtoul(line, NULL, 10));
    }
    return text;
}

static const char *read(struct store *store, enum store_query query)
{
    return kit_read(store, &(struct store_question){.query = query});
}

/* How many tables are not of that part. */
static int strangers(struct store *store, unsigned part)
{
    struct fault fault = {FAULT_NONE, ""};
    if (store_division_check(store, rules, part, PARTS, &fault) == 0) {
        return 0;
    }
    ck_assert_int_eq(fault.code, FAULT_CONFIG);
    const char *count = strstr(fault.text, " has ");
    ck_assert_ptr_nonnull(count);
    return (int)strtol(count + strlen(" has "), NULL, 10);
}

/* Part k has this of the whole. */
static void part_has(const char *place, const char *tables, const char *results, const char *outbox)
{
    struct fault fault = {0};
    unsigned part = store_part_of(place);
    struct store *store = store_open(store_driver_of(place), place, false, NULL, NULL, &fault);
    ck_assert_msg(store != NULL, "%s", fault.text);
    ck_assert_str_eq(ids(store, STORE_TABLES_EVER), tables);
    ck_assert_str_eq(ids(store, STORE_TABLES), tables);
    ck_assert_str_eq(ids(store, STORE_RESULTS_TABLES), results);
    ck_assert_str_eq(ids(store, STORE_OUTBOX_ALL), outbox);
    ck_assert_str_eq(ids(store, STORE_PERSONS), "1");
    ck_assert_ptr_nonnull(strstr(read(store, STORE_ADDRESSES), "fake/ada"));
    ck_assert_ptr_nonnull(strstr(read(store, STORE_ADAPTER_ALL), "u/ada"));
    ck_assert_int_eq(strstr(read(store, STORE_ADAPTER_ALL), "c/hall") != NULL, part == 1);
    ck_assert_int_eq(strstr(read(store, STORE_ADAPTER_ALL), "r/park") != NULL, part == 0);
    ck_assert_int_eq(strstr(read(store, STORE_SETTINGS), "fake/hall") != NULL, part == 1);
    ck_assert_int_eq(strstr(read(store, STORE_SETTINGS), "web/park") != NULL, part == 0);
    ck_assert_ptr_nonnull(strstr(read(store, STORE_SETTINGS), "house"));
    ck_assert_int_eq(strangers(store, part), 0);
    ck_assert_int_gt(strangers(store, part == 0 ? 1 : 0), 0);
    store_close(&store);
}

START_TEST(division_takes_a_house_apart)
{
    char first[KIT_PATH_BYTES];
    char place[KIT_PATH_BYTES + 8];
    struct store_copied copied;
    static const char *const has[PARTS][3] = {
        {"1 5 6", "1 5 6", "11 15 16"}, {"2 4", "2 4", "12 14"}, {"3", "3 7", "13 31"}};
    fill();
    ck_assert_int_eq(strangers(turns_store, 0), 3);
    ck_assert_int_eq(strangers(turns_store, 2), 4); /* nobody knows whose one is */
    store_close(&turns_store);
    database_new(first, turns_folder, "first.db");
    unsigned parts = database_is_postgres() ? PARTS : 1;
    for (unsigned part = 0; part < parts; part++) {
        snprintf(place, sizeof place, part == 0 ? "%s" : "%s#%u", first, part);
        ck_assert_msg(store_copy_part(turns_path, place, rules, PARTS, &copied, &turns_fault) == 0,
                      "%s", turns_fault.text);
        ck_assert_int_eq(store_copy_part(turns_path, place, rules, PARTS, &copied, &turns_fault),
                         -1);
        ck_assert(copied.was_there);
        ck_assert_int_eq(
            store_copy_part(turns_path, place, rules, PARTS + 1, &copied, &turns_fault), -1);
        ck_assert(!copied.was_there);
        part_has(place, has[part][0], has[part][1], has[part][2]);
    }
    /* what was taken apart is as it was */
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    ck_assert_str_eq(ids(turns_store, STORE_TABLES_EVER), "1 2 3 4 5 6");
    store_close(&turns_store);
    database_end(first);
}
END_TEST

START_TEST(division_waits_until_all_is_handled)
{
    char first[KIT_PATH_BYTES];
    struct store_copied copied;
    fill();
    put(STORE_INBOX, &(struct store_row){.id = 1, .key = "fake/9", .text = "{}"});
    store_close(&turns_store);
    database_new(first, turns_folder, "first.db");
    ck_assert_int_eq(store_copy_part(turns_path, first, rules, PARTS, &copied, &turns_fault), -1);
    ck_assert_ptr_nonnull(strstr(turns_fault.text, "1 events wait"));
    ck_assert_msg(store_copy(turns_path, first, &copied, &turns_fault) == 0, "%s",
                  turns_fault.text);
    database_end(first);
}
END_TEST

/* --- fewer parts than before ------------------------------------------------------------------ */

static struct store *open_part(unsigned part)
{
    char place[KIT_PATH_BYTES + 8];
    struct fault fault = {0};
    snprintf(place, sizeof place, part == 0 ? "%s" : "%s#%u", turns_path, part);
    struct store *store = store_open(store_driver_of(place), place, false, NULL, NULL, &fault);
    ck_assert_msg(store != NULL, "%s", fault.text);
    return store;
}

/* What a house of so many parts would leave; "": nothing. */
static const char *leaves(struct store *store, unsigned parts)
{
    static struct fault fault;
    fault = (struct fault){FAULT_NONE, ""};
    int done = store_division_leaves(store, parts, false, &fault);
    ck_assert_int_eq(done, fault.code == FAULT_NONE ? 0 : -1);
    ck_assert(done == 0 || fault.code == FAULT_CONFIG);
    ck_assert_int_eq(store_division_check(store, rules, 0, parts, &fault), done);
    return fault.text;
}

/* Something that is done again leaves nothing. */
static void leaves_while(struct store *store, enum store_op op, const struct store_row *row,
                         enum store_op done_op, const struct store_row *done, const char *said)
{
    ck_assert_int_eq(kit_put(store, op, row).code, FAULT_NONE);
    const char *text = leaves(turns_store, 1);
    ck_assert_msg(strstr(text, said) != NULL && strstr(text, "at least 3") != NULL, "%s", text);
    ck_assert_str_ne(leaves(turns_store, 2), "");
    ck_assert_str_eq(leaves(turns_store, PARTS), "");
    ck_assert_int_eq(kit_put(store, done_op, done).code, FAULT_NONE);
    ck_assert_str_eq(leaves(turns_store, 1), "");
}

START_TEST(division_leaves_no_part_in_silence)
{
    static const struct store_row table = {.id = 1, .sub = 1, .key = "fake/hall", .text = "{}"};
    static const struct store_row closed = {.id = 1};
    static const struct store_row message = {.id = 1, .key = "fake/hall", .text = "{}"};
    static const struct store_row request = {.key = "request", .extra = "forget x", .text = "1"};
    static const struct store_row granted = {.key = "request", .extra = "forget x"};
    static const struct store_row letter = {.sub = 2, .key = "fake/1", .extra = "fake"};
    turns_store = open_part(0);
    ck_assert_str_eq(leaves(turns_store, 1), "");
    if (database_is_postgres()) {
        struct store *last = open_part(2);
        ck_assert_str_eq(leaves(turns_store, 1), "");
        leaves_while(last, STORE_TABLE, &table, STORE_TABLE_GONE, &closed,
                     "hold 1 open tables and 0");
        leaves_while(last, STORE_OUTBOX, &message, STORE_OUTBOX_DONE, &closed,
                     "0 open tables and 1");
        leaves_while(last, STORE_INBOX, &message, STORE_INBOX_DONE, &closed, "0 open tables and 1");
        leaves_while(last, STORE_SETTING, &request, STORE_SETTING, &granted, "and 1 messages");
        leaves_while(last, STORE_LETTER, &letter, STORE_LETTER_DONE, &closed, "and 1 messages");
        store_close(&last);
    }
}
END_TEST

/* How many rooms a part is said to have left to others; 0: nothing is said. */
static int rooms_left(unsigned part)
{
    char line[LOG_LINE_MAX];
    int count = 0;
    struct fault fault = {FAULT_NONE, ""};
    FILE *lines = tmpfile();
    ck_assert_ptr_nonnull(lines);
    log_open(&(struct log_setup){
        .file = fileno(lines), .level = LEVEL_WARNING, .clock = clock_system()});
    ck_assert_int_eq(store_division_check(turns_store, rules, part, PARTS, &fault), 0);
    log_close();
    rewind(lines);
    while (fgets(line, sizeof line, lines) != NULL) {
        const char *rooms = strstr(line, " rooms=");
        ck_assert(rooms != NULL && strstr(line, "event=store.rooms_left") != NULL);
        count += (int)strtol(rooms + strlen(" rooms="), NULL, 10);
    }
    fclose(lines);
    return count;
}

START_TEST(division_says_which_rooms_are_left)
{
    static const struct store_row rooms[] = {
        {.key = "fake", .extra = "c/den", .text = "0"},
        {.key = "fake", .extra = "c/hall", .text = "4"},
        {.key = "fake", .extra = "c/attic", .text = "2"},
        {.key = "web", .extra = "r/park", .text = "{}"},
    };
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    ck_assert_int_eq(rooms_left(0), 0);
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
        put(STORE_ADAPTER, &rooms[i]);
    }
    ck_assert_int_eq(rooms_left(0), 2);
    ck_assert_int_eq(rooms_left(1), 1); /* one of part 0 may be direct */
    ck_assert_int_eq(rooms_left(2), 1);
}
END_TEST

Suite *suite_store_division(void)
{
    Suite *suite = suite_create("store_division");
    TCase *tcase = tcase_create("store_division");
    tcase_add_checked_fixture(tcase, turns_begin, turns_end);
    tcase_add_test(tcase, division_takes_a_house_apart);
    tcase_add_test(tcase, division_waits_until_all_is_handled);
    tcase_add_test(tcase, division_leaves_no_part_in_silence);
    tcase_add_test(tcase, division_says_which_rooms_are_left);
    suite_add_tcase(suite, tcase);
    return suite;
}
