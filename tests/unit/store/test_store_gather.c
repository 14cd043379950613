/* Many turns in one transaction leave what the same turns leave one by one, to the byte and sum; a
 * turn among them that cannot be costs itself alone. In PostgreSQL they are gathered by kind. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "database.h"
#include "entropy.h"
#include "store_damage.h"
#include "turns.h"

Suite *suite_store_gather(void);

enum { BATCHES = 240, OPS_MAX = 7, TABLES_MAX = 9, ROWS_MAX = 12, TEXTS = 12, LONG_BYTES = 9000 };

/* What a sum might be mistaken in. */
static char long_text[LONG_BYTES];
static const char *const texts[TEXTS] = {
    "plain", "",     " ",       "a,b",     "(a)",  "\"quoted\"",
    "\\x41", "it's", "zwölf €", "a\tb\nc", "NULL", long_text,
};

struct dice {
    struct entropy entropy;
    uint64_t state;
};

static uint64_t roll(struct dice *dice, uint64_t sides)
{
    uint64_t number = 0;
    dice->entropy.fill(dice->entropy.context, &number, sizeof number);
    return number % sides;
}

/* Ops that are written together, or not at all, and how often each is rolled. */
static const enum store_op ops[] = {
    STORE_EVENT,       STORE_INBOX,       STORE_INBOX_DONE, STORE_TABLE,        STORE_TABLE,
    STORE_JOURNAL,     STORE_SENT,        STORE_SENT,       STORE_OUTBOX,       STORE_OUTBOX,
    STORE_OUTBOX_DONE, STORE_WORDS,       STORE_ADAPTER,    STORE_CRASH_MARKER, STORE_PERSON,
    STORE_LETTER,      STORE_LETTER_DONE, STORE_SITTING,
};

static void put_one(struct store_batch *batch, struct dice *dice, uint64_t steps[TABLES_MAX])
{
    static char key[64];
    enum store_op op = ops[roll(dice, sizeof ops / sizeof ops[0])];
    bool of_table = op == STORE_TABLE || op == STORE_JOURNAL || op == STORE_SENT;
    uint64_t id = 1 + roll(dice, of_table ? TABLES_MAX : ROWS_MAX);
    uint64_t sub = roll(dice, 5);
    if (op == STORE_JOURNAL) {
        steps[id - 1] += 1 + roll(dice, 2);
        sub = steps[id - 1];
    }
    snprintf(key, sizeof key, "%s%d", texts[roll(dice, TEXTS - 1)], (int)roll(dice, 30));
    const struct store_row row = {.id = id,
                                  .sub = sub,
                                  .at_ms = 1893499200000 + (int64_t)roll(dice, 1000000000),
                                  .key = key,
                                  .extra = texts[roll(dice, TEXTS)],
                                  .text = texts[roll(dice, TEXTS)]};
    store_put(batch, op, &row);
}

static struct store_batch *random_batch(struct dice *dice, uint64_t steps[TABLES_MAX])
{
    struct store_batch *batch = store_batch_new();
    uint64_t count = 1 + roll(dice, OPS_MAX);
    for (uint64_t i = 0; i < count; i++) {
        put_one(batch, dice, steps);
    }
    return batch;
}

/* The same turns of a seed, so many at a time. */
static void write_turns(uint64_t seed, unsigned together)
{
    static struct fault faults[BATCHES];
    struct dice dice = {.state = seed};
    uint64_t steps[TABLES_MAX] = {0};
    dice.entropy = entropy_seeded(&dice.state, seed);
    for (unsigned i = 0; i < BATCHES; i++) {
        struct store_batch *batch = random_batch(&dice, steps);
        faults[i] = (struct fault){FAULT_NONE, ""};
        store_commit(turns_store, &batch, kit_done, &faults[i]);
        if ((i + 1) % together == 0) {
            kit_settle(turns_store);
        }
    }
    kit_settle(turns_store);
    for (unsigned i = 0; i < BATCHES; i++) {
        ck_assert_msg(faults[i].code == FAULT_NONE, "%u: %s", i, faults[i].text);
    }
}

static const char *const compared[] = {
    "event",  "inbox", "tables", "standing", "open_table", "journal", "sent",
    "outbox", "words", "person", "adapter",  "work",       "letter",  "sitting",
};
enum { COMPARED = sizeof compared / sizeof compared[0] };

static void look(int64_t found[COMPARED])
{
    for (int i = 0; i < COMPARED; i++) {
        char sql[160];
        snprintf(sql, sizeof sql,
                 "SELECT coalesce(sum(hashtextextended(one::text, 7) %% 1000000007), 0)::bigint "
                 "FROM %s AS one",
                 compared[i]);
        found[i] = database_number(turns_path, sql);
    }
}

static void found_damage(void *context, const char *what)
{
    (void)context;
    ck_abort_msg("%s", what);
}

static void begin(void)
{
    memset(long_text, 'l', sizeof long_text - 1);
    turns_begin();
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
}

START_TEST(gathered_turns_leave_what_single_ones_leave)
{
    static const unsigned together[] = {1, 24, 60, BATCHES};
    int64_t want[COMPARED];
    int64_t got[COMPARED];
    const struct store_damage_listener listener = {found_damage, NULL};
    for (size_t i = 0; i < sizeof together / sizeof together[0]; i++) {
        write_turns(17 + (uint64_t)_i, together[i]);
        look(i == 0 ? want : got);
        for (int j = 0; j < COMPARED && i > 0; j++) {
            ck_assert_msg(want[j] == got[j], "%s, %u together", compared[j], together[i]);
        }
        ck_assert_int_eq(store_check_now(turns_store, &listener, &turns_fault), 0);
        store_close(&turns_store);
        database_end(turns_path);
        database_new(turns_path, turns_folder, "d.db");
        ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    }
}
END_TEST

/* Submits so many turns of a table each, and one of a step that was before. */
START_TEST(gathered_line_that_does_not_follow_costs_its_turn_alone)
{
    enum { TURNS = 30, WRONG = 17 };
    static struct fault faults[TURNS];
    for (unsigned i = 0; i < TURNS; i++) {
        struct store_batch *batch = store_batch_new();
        uint64_t table = i == WRONG ? 3 : i + 1;
        faults[i] = (struct fault){FAULT_NONE, ""};
        store_put(batch, STORE_JOURNAL, &(struct store_row){.id = table, .sub = 1, .text = "a"});
        store_put(batch, STORE_TABLE,
                  &(struct store_row){.id = table, .sub = 1, .key = "r", .extra = "g"});
        store_commit(turns_store, &batch, kit_done, &faults[i]);
    }
    kit_settle(turns_store);
    for (unsigned i = 0; i < TURNS; i++) {
        /* what was submitted after it was built on it */
        ck_assert_msg((faults[i].code == FAULT_NONE) == (i < WRONG), "%u: %s", i, faults[i].text);
    }
    ck_assert_msg(strstr(faults[WRONG].text, "does not follow") != NULL, "%s", faults[WRONG].text);
    ck_assert_int_eq(database_number(turns_path, "SELECT count(*) FROM journal"), WRONG);
}
END_TEST

/* More than one statement holds. */
START_TEST(gathered_turns_may_be_large)
{
    enum { TURNS = 400 };
    static struct fault faults[TURNS];
    for (unsigned i = 0; i < TURNS; i++) {
        struct store_batch *batch = store_batch_new();
        faults[i] = (struct fault){FAULT_NONE, ""};
        store_put(batch, STORE_OUTBOX,
                  &(struct store_row){.id = 1 + i % 390, .sub = i, .key = "r", .text = long_text});
        store_commit(turns_store, &batch, kit_done, &faults[i]);
    }
    kit_settle(turns_store);
    for (unsigned i = 0; i < TURNS; i++) {
        ck_assert_msg(faults[i].code == FAULT_NONE, "%s", faults[i].text);
    }
    ck_assert_int_eq(database_number(turns_path, "SELECT count(*) FROM outbox"), 390);
    ck_assert_int_eq(database_number(turns_path, "SELECT max(table_id) FROM outbox"), TURNS - 1);
}
END_TEST

Suite *suite_store_gather(void)
{
    Suite *suite = suite_create("store_gather");
    TCase *tcase = tcase_create("gather");
    tcase_add_checked_fixture(tcase, begin, turns_end);
    if (database_is_postgres()) {
        tcase_add_loop_test(tcase, gathered_turns_leave_what_single_ones_leave, 0, 4);
    }
    tcase_add_test(tcase, gathered_line_that_does_not_follow_costs_its_turn_alone);
    tcase_add_test(tcase, gathered_turns_may_be_large);
    suite_add_tcase(suite, tcase);
    return suite;
}
