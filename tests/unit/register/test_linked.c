/* Accounts of one somebody: what is shared, what stays with each, and what is stored of it. */
#include <check.h>
#include <string.h>

#include "linked.h"

static uint64_t dice;
static struct people *people;
static struct store *store;

static void open_people(void)
{
    struct fault fault;
    struct entropy entropy = entropy_seeded(&dice, 7);
    people = people_new(&entropy);
    store = store_open(&store_sqlite, ":memory:", false, NULL, NULL, &fault);
    ck_assert_ptr_nonnull(store);
}

static void close_people(void)
{
    people_free(&people);
    store_close(&store);
}

static struct person *person(const char *adapter, const char *name)
{
    return people_inbound(people, adapter, name, name, people_unused_id(people));
}

static const struct address *address(struct person *of)
{
    return of->addresses;
}

static void not_failed(void *context, const struct fault *fault)
{
    (void)context;
    ck_assert_ptr_null(fault);
}

/* What is not stored yet is, and everything is read anew. */
static void reload(struct person *const *who, unsigned count)
{
    struct fault fault;
    struct entropy entropy = entropy_seeded(&dice, 8);
    struct store_batch *batch = store_batch_new();
    for (unsigned i = 0; i < count; i++) {
        person_store(who[i], batch);
    }
    store_commit(store, &batch, not_failed, NULL);
    people_free(&people);
    people = people_new(&entropy);
    ck_assert_int_eq(people_load(people, store, &fault), 0);
}

START_TEST(the_first_ones_choices_stand_and_are_filled)
{
    struct person *ana = person("kit", "Ana");
    struct person *bea = person("other", "Bea");
    person_choose(ana, OWN_ZONE, "Europe/Athens", 0);
    person_choose(bea, OWN_ZONE, "Europe/Lisbon", 0);
    person_choose(bea, OWN_QUIET, "22-7", 0);
    linked_join(ana, bea, 0);
    ck_assert(linked_are(ana, bea));
    ck_assert_str_eq(person_zone(bea), "Europe/Athens");
    ck_assert_int_eq(person_clock(ana)->quiet.from, 1320);
    person_choose(bea, OWN_PLAIN, "on", 0);
    ck_assert(person_is_plain(ana));
    linked_part(ana);
    ck_assert(!linked_are(ana, bea));
    ck_assert(linked_is_alone(ana) && linked_is_alone(bea));
    person_choose(bea, OWN_PLAIN, "off", 0);
    ck_assert(person_is_plain(ana) && !person_is_plain(bea));
    ck_assert_str_eq(person_zone(bea), "Europe/Athens");
}
END_TEST

START_TEST(names_tables_and_accounts_stay_with_each)
{
    struct person *ana = person("kit", "Ana");
    struct person *bea = person("other", "Bea");
    person_add_table(ana, 1);
    person_add_table(bea, 2);
    uint64_t ids[] = {ana->id, bea->id};
    linked_join(ana, bea, 0);
    ck_assert_uint_eq(linked_tables(ana), 2);
    ck_assert(linked_has_table(ana, 2) && !person_has_table(ana, 2));
    ck_assert_uint_eq(linked_accounts(bea), 2);
    ck_assert_ptr_null(person_account(ana, "other"));
    ck_assert_ptr_eq(people_find(people, ids[1]), bea);
    ck_assert_str_eq(bea->name, "Bea");
    linked_part(bea);
    ck_assert_uint_eq(linked_tables(bea), 1);
    ck_assert_uint_eq(ana->id, ids[0]);
    ck_assert_uint_eq(bea->id, ids[1]);
}
END_TEST

START_TEST(it_is_read_back_with_where_they_were_last)
{
    struct person *who[] = {person("kit", "Ana"), person("other", "Bea"), person("kit", "Cy"),
                            person("kit", "Dee")};
    linked_join(who[0], who[1], 0);
    linked_join(who[2], who[0], 0);
    linked_acts(who[0], address(who[1]));
    ck_assert_ptr_eq(who[1]->lead, who[2]);
    reload(who, 4);
    const struct person *ana = people_at(people, "kit", "Ana");
    const struct person *bea = people_at(people, "other", "Bea");
    const struct person *cy = people_at(people, "kit", "Cy");
    ck_assert(linked_are(ana, bea) && linked_are(bea, cy));
    ck_assert_ptr_eq(ana->lead, cy);
    ck_assert(linked_is_alone(people_at(people, "kit", "Dee")));
    ck_assert_str_eq(linked_way(ana, "kit")->key, "other/Bea");
    ck_assert(!linked_acts(people_at(people, "kit", "Ana"), linked_way(ana, "kit")));
}
END_TEST

START_TEST(whose_lead_is_gone_is_alone)
{
    struct person *who[] = {person("kit", "Ana"), person("other", "Bea")};
    linked_join(who[0], who[1], 0);
    reload(who + 1, 1); /* the other one's row never came to the disk */
    ck_assert_ptr_null(people_at(people, "kit", "Ana"));
    ck_assert(linked_is_alone(people_at(people, "other", "Bea")));
}
END_TEST

START_TEST(the_way_is_where_they_were_last_if_it_works)
{
    struct person *ana = person("kit", "Ana");
    struct person *bea = person("other", "Bea");
    ck_assert_str_eq(linked_way(ana, "other")->key, "kit/Ana");
    linked_join(ana, bea, 0);
    ck_assert_str_eq(linked_way(ana, "other")->key, "kit/Ana"); /* nothing is known */
    ck_assert(linked_acts(bea, address(bea)));
    ck_assert_str_eq(linked_way(ana, "kit")->key, "other/Bea");
    bea->addresses->closed = true;
    ck_assert_str_eq(linked_way(bea, "other")->key, "kit/Ana");
    ck_assert(!linked_way_works(ana, "other/Bea"));
    ana->addresses->closed = true;
    ck_assert_str_eq(linked_way(bea, "other")->key, "other/Bea"); /* then its own */
    bea->addresses->closed = false;
    linked_part(bea);
    ck_assert_str_eq(linked_way(ana, "other")->key, "kit/Ana");
    ck_assert_ptr_null(ana->lead->active);
}
END_TEST

START_TEST(the_lead_may_go_and_be_forgotten)
{
    struct person *ana = person("kit", "Ana");
    struct person *bea = person("other", "Bea");
    struct person *cy = person("kit", "Cy");
    person_choose(ana, OWN_ZONE, "Europe/Athens", 0);
    linked_join(ana, bea, 0);
    linked_join(ana, cy, 0);
    linked_acts(bea, address(ana));
    people_forget(people, ana);
    ck_assert(linked_are(bea, cy));
    ck_assert_str_eq(person_zone(cy), "Europe/Athens");
    ck_assert_ptr_null(bea->lead->active);
    ck_assert_uint_eq(linked_accounts(cy), 2);
    ck_assert(linked_is_alone(ana));
}
END_TEST

Suite *suite_linked(void);

Suite *suite_linked(void)
{
    Suite *suite = suite_create("linked");
    TCase *tcase = tcase_create("linked");
    tcase_add_checked_fixture(tcase, open_people, close_people);
    tcase_add_test(tcase, the_first_ones_choices_stand_and_are_filled);
    tcase_add_test(tcase, names_tables_and_accounts_stay_with_each);
    tcase_add_test(tcase, it_is_read_back_with_where_they_were_last);
    tcase_add_test(tcase, whose_lead_is_gone_is_alone);
    tcase_add_test(tcase, the_way_is_where_they_were_last_if_it_works);
    tcase_add_test(tcase, the_lead_may_go_and_be_forgotten);
    suite_add_tcase(suite, tcase);
    return suite;
}
