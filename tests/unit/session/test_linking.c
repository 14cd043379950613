/* Accounts that are linked, through the whole house: what a full disk and a crash leave of it, what
 * is on the disk, who is told what, and where the card goes. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "card.h"
#include "forget.h"
#include "house_kit.h"
#include "linked.h"

static struct house_kit kit;

static void open_kit(void)
{
    house_kit_open(&kit, NULL);
    house_kit_other(&kit);
}

static void close_kit(void)
{
    house_kit_close(&kit);
}

/* Ana is on one platform, Bea on the other one. */
static void ana(const char *text)
{
    house_kit_says_in(&kit, "~Ana", "Ana", text);
}

static void bea(const char *text)
{
    const struct inbound inbound = {
        .kind = INBOUND_TEXT, .text = text, .room = "~Bea", .private_room = true};
    house_kit_hears(&kit, kit.other, "Bea", &inbound);
}

static const char *last_to(const char *account)
{
    for (unsigned i = kit.send_count; i-- > 0;) {
        if (strcmp(kit.send[i].account, account) == 0) {
            return kit.send[i].text;
        }
    }
    return "";
}

/* The code that Ana was told last. */
static const char *code(void)
{
    static char text[16];
    for (const char *at = strchr(last_to("Ana"), '-'); at != NULL; at = strchr(at + 1, '-')) {
        if (strspn(at - 4, "BCDFGHJKMNPQRSTVWXZ") == 4) {
            snprintf(text, sizeof text, "%.9s", at - 4);
            return text;
        }
    }
    ck_abort_msg("no code in: %s", last_to("Ana"));
    return NULL;
}

static void say_code(void)
{
    char text[32];
    ana("link");
    snprintf(text, sizeof text, "link %s", code());
    bea(text);
}

static void link_them(void)
{
    say_code();
    bea("link yes");
    ana("link yes");
}

static struct person *person(const char *adapter, const char *account)
{
    return people_at(kit.house->people, adapter, account);
}

static bool are_linked(void)
{
    const struct person *one = person("kit", "Ana");
    const struct person *other = person("other", "Bea");
    return one != NULL && other != NULL && linked_are(one, other);
}

struct found {
    unsigned count;
    const char *text;
};

static void count_text(void *context, const struct store_row *row)
{
    struct found *found = context;
    char text[16384];
    snprintf(text, sizeof text, "%s %s %.*s", row->key, row->extra, (int)row->text_len, row->text);
    found->count += strstr(text, found->text) != NULL;
}

static unsigned rows_with(enum store_query query, const char *text)
{
    struct fault fault;
    struct found found = {.text = text};
    const struct store_question question = {.query = query, .key = FORGET_SCOPE};
    ck_assert_int_eq(store_read_now(kit.store, &question, count_text, &found, &fault), 0);
    return found.count;
}

static void reopen(void)
{
    house_kit_restart(&kit);
    house_kit_settle(&kit);
}

START_TEST(the_code_is_nowhere_on_the_disk)
{
    kit.hold = true;
    ana("link");
    house_kit_settle(&kit);
    ck_assert(kit.send[kit.send_count - 1].transient);
    ck_assert_uint_eq(rows_with(STORE_OUTBOX_ALL, code()), 0);
    ck_assert_uint_eq(rows_with(STORE_OUTBOX_ALL, "link"), 0);
}
END_TEST

/* A table that sleeps would be loaded first, with what was said on the disk until then. */
START_TEST(a_code_that_is_said_does_not_wait_on_the_disk)
{
    house_kit_start(&kit);
    link_them();
    ana("link");
    tables_unload(&kit.house->tables, house_kit_table(&kit));
    unsigned commits = kit.commits;
    bea("link bcdf-ghjk");
    ck_assert_ptr_nonnull(strstr(last_to("Bea"), "I know no such code"));
    ck_assert_uint_eq(kit.commits, commits + 2); /* the event and its answer's end, no wait */
    ck_assert_int_eq(house_kit_table(&kit)->load, ENTRY_COLD);
}
END_TEST

START_TEST(a_crash_at_any_point_leaves_them_linked_or_not)
{
    say_code();
    reopen();
    bea("link yes");
    ck_assert(!are_linked());
    say_code();
    bea("link yes");
    reopen();
    ana("link yes");
    ck_assert(!are_linked());
    link_them();
    ck_assert(are_linked());
    reopen();
    ck_assert(are_linked());
    ana("unlink sure");
    ck_assert(!are_linked());
    reopen();
    ck_assert(!are_linked());
}
END_TEST

START_TEST(a_full_disk_links_nobody_who_is_told_so)
{
    say_code();
    bea("link yes");
    kit.disk_full = true;
    unsigned sends = kit.send_count;
    ana("link yes");
    house_kit_pass(&kit, 2000);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "are one person for me now"), 0);
    kit.disk_full = false;
    house_kit_pass(&kit, 5000);
    ana("link");
    bea("todo");
    bool linked = are_linked();
    reopen();
    ck_assert_int_eq(are_linked(), linked); /* what is in memory is on the disk by now */
}
END_TEST

/* What others are told of a table, and its journal, names neither accounts nor persons anew. */
START_TEST(tables_know_nothing_of_it)
{
    house_kit_start(&kit);
    unsigned lines = rows_with(STORE_JOURNAL_ALL, "");
    uint64_t id = person("kit", "Ana")->id;
    unsigned sends = kit.send_count;
    link_them();
    ck_assert(are_linked());
    ck_assert_uint_eq(rows_with(STORE_JOURNAL_ALL, ""), lines);
    ck_assert_uint_eq(person("kit", "Ana")->id, id);
    for (unsigned i = sends; i < kit.send_count; i++) {
        const char *who = kit.send[i].account;
        ck_assert_msg(strcmp(who, "Ana") == 0 || strcmp(who, "Bea") == 0, "%s: %s", who,
                      kit.send[i].text);
    }
}
END_TEST

START_TEST(the_card_is_where_they_were_last)
{
    house_kit_start(&kit);
    link_them();
    const struct table_entry *entry = house_kit_table(&kit);
    const struct card *card = card_of(entry, person("kit", "Ana")->id);
    ck_assert_str_eq(card->at, "kit/Ana");
    house_kit_pass(&kit, 2LL * LINKED_MOVE_MS);
    unsigned sends = kit.send_count;
    bea("todo");
    ck_assert_str_eq(card->at, "other/Bea");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "is with your other account now"), 1);
    ck_assert_ptr_nonnull(card->id);
    reopen();
    card = card_of(house_kit_table(&kit), person("kit", "Ana")->id);
    ck_assert_str_eq(card->at, "other/Bea");
}
END_TEST

START_TEST(where_nothing_arrives_the_other_account_is_told)
{
    house_kit_start(&kit);
    link_them();
    house_kit_pass(&kit, 2LL * LINKED_MOVE_MS);
    kit.closed = "Bea";
    bea("todo");
    const struct table_entry *entry = house_kit_table(&kit);
    const struct card *card = card_of(entry, person("kit", "Ana")->id);
    ck_assert_str_eq(card->at, "kit/Ana");
    ck_assert(!card->closed);
    ck_assert_ptr_nonnull(card->id);
    int seat = table_seat_of(&entry->resident->table, person("kit", "Ana")->id);
    ck_assert_int_eq(entry->resident->table.seat[seat].reach, DIRECT_VERIFIED);
}
END_TEST

/* The card is on its way when its person goes on elsewhere: it becomes one line there. */
START_TEST(a_card_that_arrives_late_shrinks)
{
    house_kit_start(&kit);
    link_them();
    house_kit_pass(&kit, 2LL * LINKED_MOVE_MS);
    bea("todo");
    house_kit_pass(&kit, 2LL * LINKED_MOVE_MS);
    kit.hold = true;
    unsigned first = kit.send_count;
    ana("todo"); /* the card goes there, and is held */
    house_kit_pass(&kit, 2LL * LINKED_MOVE_MS);
    bea("todo");
    kit.hold = false;
    unsigned sends = kit.send_count;
    for (unsigned i = first; i < sends; i++) {
        house_kit_arrive(&kit, &kit.send[i]);
    }
    house_kit_settle(&kit);
    const struct card *card = card_of(house_kit_table(&kit), person("kit", "Ana")->id);
    ck_assert_str_eq(card->at, "other/Bea");
    ck_assert_uint_ge(house_kit_count(&kit, sends, "is with your other account now"), 1);
}
END_TEST

static void not_failed(void *context, const struct fault *fault)
{
    (void)context;
    ck_assert_ptr_null(fault);
}

START_TEST(who_is_forgotten_is_so_with_all_accounts)
{
    house_kit_start(&kit);
    link_them();
    house_kit_pass(&kit, 2LL * LINKED_MOVE_MS);
    bea("todo");
    struct store_batch *batch = store_batch_new();
    const struct store_row row = {
        .key = FORGET_SCOPE, .extra = FORGET_PREFIX "other/Bea", .text = "1"};
    store_put(batch, STORE_SETTING, &row);
    store_commit(kit.store, &batch, not_failed, NULL);
    house_kit_pass(&kit, 60000);
    ck_assert_ptr_null(person("kit", "Ana"));
    ck_assert_ptr_null(person("other", "Bea"));
    ck_assert_uint_eq(rows_with(STORE_SETTINGS_OF, "forget"), 0);
    ck_assert_uint_eq(rows_with(STORE_PERSONS, "Ana") + rows_with(STORE_PERSONS, "Bea"), 0);
    ck_assert_uint_eq(rows_with(STORE_ADDRESSES, "Ana") + rows_with(STORE_ADDRESSES, "Bea"), 0);
    ck_assert_uint_eq(rows_with(STORE_TABLES_EVER, "Bea"), 0);
}
END_TEST

/* A code of somebody who is forgotten before it is said. */
START_TEST(who_is_forgotten_has_no_code)
{
    ana("link");
    char text[32];
    snprintf(text, sizeof text, "link %s", code());
    struct store_batch *batch = store_batch_new();
    const struct store_row row = {
        .key = FORGET_SCOPE, .extra = FORGET_PREFIX "kit/Ana", .text = "1"};
    store_put(batch, STORE_SETTING, &row);
    store_commit(kit.store, &batch, not_failed, NULL);
    house_kit_pass(&kit, 60000);
    bea(text);
    ck_assert_ptr_nonnull(strstr(last_to("Bea"), "I know no such code"));
}
END_TEST

Suite *suite_linking(void);

Suite *suite_linking(void)
{
    Suite *suite = suite_create("linking");
    TCase *tcase = tcase_create("linking");
    tcase_add_checked_fixture(tcase, open_kit, close_kit);
    tcase_set_timeout(tcase, 30);
    tcase_add_test(tcase, the_code_is_nowhere_on_the_disk);
    tcase_add_test(tcase, a_code_that_is_said_does_not_wait_on_the_disk);
    tcase_add_test(tcase, a_crash_at_any_point_leaves_them_linked_or_not);
    tcase_add_test(tcase, a_full_disk_links_nobody_who_is_told_so);
    tcase_add_test(tcase, tables_know_nothing_of_it);
    tcase_add_test(tcase, the_card_is_where_they_were_last);
    tcase_add_test(tcase, where_nothing_arrives_the_other_account_is_told);
    tcase_add_test(tcase, a_card_that_arrives_late_shrinks);
    tcase_add_test(tcase, who_is_forgotten_is_so_with_all_accounts);
    tcase_add_test(tcase, who_is_forgotten_has_no_code);
    suite_add_tcase(suite, tcase);
    return suite;
}
