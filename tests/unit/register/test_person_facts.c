/* What parts of a house tell each other of somebody: the later choice counts, in whichever order
 * and however often it is heard. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "forgotten.h"
#include "person_facts.h"

enum { PARTS = 3 };

static uint64_t dice;
static struct store *store;
static struct facts_world world[PARTS];
static struct forgotten *forgotten[PARTS];
static struct facts_taken taken;

static void open_parts(void)
{
    struct fault fault;
    store = store_open(&store_sqlite, ":memory:", false, NULL, NULL, &fault);
    ck_assert_ptr_nonnull(store);
    for (unsigned part = 0; part < PARTS; part++) {
        struct entropy entropy = entropy_seeded(&dice, 7 + part);
        forgotten[part] = forgotten_new();
        world[part] = (struct facts_world){people_new(&entropy), forgotten[part], part, 1000};
    }
}

static void close_parts(void)
{
    for (unsigned part = 0; part < PARTS; part++) {
        people_free(&world[part].people);
        forgotten_free(&forgotten[part]);
    }
    store_close(&store);
}

/* How somebody is known in a part; made there. */
static struct person *of(unsigned part, const char *name)
{
    struct people *people = world[part].people;
    return people_inbound(people, "kit", name, name, people_unused_id(people));
}

/* What a part says of somebody; to be freed. Must be news. */
static char *said(unsigned part, struct person *person)
{
    struct buf json;
    ck_assert(person_facts_note(person, &world[part]));
    buf_init(&json, FACTS_JSON_MAX);
    person_facts_write(person, &world[part], &json);
    ck_assert(!json.full);
    person->untold = false;
    ck_assert(!person_facts_note(person, &world[part])); /* it is said */
    char *text = strdup(json.text);
    buf_deinit(&json);
    return text;
}

/* Whoever hears of somebody has nothing to tell of it. */
static void heard(unsigned part, const char *address, const char *text)
{
    person_facts_take(&world[part], address, text, &taken);
    struct person *person = people_at_key(world[part].people, address);
    ck_assert(person == NULL || !person_facts_note(person, &world[part]));
}

static void tell(unsigned from, struct person *person, unsigned to)
{
    char *text = said(from, person);
    heard(to, person->addresses->key, text);
    free(text);
}

static void at(int64_t now_ms)
{
    for (unsigned part = 0; part < PARTS; part++) {
        world[part].now_ms = now_ms;
    }
}

static const char *zone(unsigned part, const char *address)
{
    const struct person *person = people_at_key(world[part].people, address);
    return person == NULL ? NULL : person_zone(person);
}

START_TEST(all_that_is_chosen_is_told)
{
    struct person *ana = of(1, "Ana");
    static const char *const choices[OWN_CHOICES] = {
        [OWN_ZONE] = "Europe/Athens", [OWN_QUIET] = "22-7",  [OWN_OFF] = "weekend",
        [OWN_VACATION] = "3 days",    [OWN_LANGUAGE] = "nl", [OWN_NUDGES] = "once",
        [OWN_PLAIN] = "on",           [OWN_LISTED] = "off",  [OWN_LONGER] = "on"};
    for (unsigned i = 0; i < OWN_CHOICES; i++) {
        ck_assert_int_eq(person_choose(ana, (enum own_choice)i, choices[i], 0), REFUSAL_NONE);
    }
    ana->greeted = true;
    person_block(ana, of(1, "Cy")->id, true);
    tell(1, ana, 0);
    ck_assert(taken.chosen && !taken.linked);
    const struct person *there = people_at(world[0].people, "kit", "Ana");
    for (unsigned i = 0; i < OWN_CHOICES; i++) {
        char here[OWN_CHOICE_BYTES];
        char known[OWN_CHOICE_BYTES];
        const struct own_choices one = linked_choices(ana);
        const struct own_choices other = linked_choices(there);
        own_choice_print(&one, (enum own_choice)i, 0, here);
        own_choice_print(&other, (enum own_choice)i, 0, known);
        ck_assert_str_eq(here, known);
        ck_assert_str_ne(here, "");
    }
    ck_assert(there->greeted && !there->zone_asked && !there->stored);
    const struct person *cy = people_at(world[0].people, "kit", "Cy");
    ck_assert_str_eq(cy->name, "Cy");
    ck_assert(blocks_have(person_blocks(there), cy->id));
}
END_TEST

START_TEST(the_later_choice_counts_in_any_order)
{
    struct person *ana = of(1, "Ana");
    person_choose(ana, OWN_ZONE, "Europe/Athens", 0);
    person_choose(ana, OWN_PLAIN, "on", 0);
    char *first = said(1, ana);
    at(2000);
    person_choose(ana, OWN_ZONE, "Europe/Lisbon", 0);
    char *second = said(1, ana);
    at(3000);
    person_choose(ana, OWN_ZONE, "usual", 0);
    char *third = said(1, ana);
    heard(0, "kit/Ana", first);
    heard(0, "kit/Ana", second);
    ck_assert_str_eq(zone(0, "kit/Ana"), "Europe/Lisbon");
    heard(0, "kit/Ana", first);
    heard(0, "kit/Ana", second);
    ck_assert_str_eq(zone(0, "kit/Ana"), "Europe/Lisbon");
    heard(2, "kit/Ana", third);
    heard(2, "kit/Ana", first);
    ck_assert(!taken.chosen);
    ck_assert_ptr_null(zone(2, "kit/Ana"));
    ck_assert(person_is_plain(people_at_key(world[2].people, "kit/Ana")));
    free(first);
    free(second);
    free(third);
}
END_TEST

/* Something else is chosen in another part before either has heard of it. */
START_TEST(two_parts_at_once_keep_both)
{
    struct person *here = of(1, "Ana");
    struct person *there = of(2, "Ana");
    person_choose(here, OWN_ZONE, "Europe/Athens", 0);
    person_choose(there, OWN_QUIET, "22-7", 0);
    char *one = said(1, here);
    char *other = said(2, there);
    heard(2, "kit/Ana", one);
    heard(1, "kit/Ana", other);
    heard(0, "kit/Ana", other);
    heard(0, "kit/Ana", one);
    for (unsigned part = 0; part < PARTS; part++) {
        const struct person *ana = people_at(world[part].people, "kit", "Ana");
        ck_assert_str_eq(person_zone(ana), "Europe/Athens");
        ck_assert_int_eq(person_clock(ana)->quiet.from, 1320);
    }
    free(one);
    free(other);
}
END_TEST

START_TEST(of_one_moment_the_same_counts_everywhere)
{
    struct person *here = of(1, "Ana");
    struct person *there = of(2, "Ana");
    person_choose(here, OWN_ZONE, "Europe/Athens", 0);
    person_choose(there, OWN_ZONE, "Europe/Lisbon", 0);
    char *one = said(1, here);
    char *other = said(2, there);
    heard(2, "kit/Ana", one);
    heard(1, "kit/Ana", other);
    ck_assert_str_eq(person_zone(here), person_zone(there));
    free(one);
    free(other);
}
END_TEST

START_TEST(who_is_blocked_no_more_is_so_everywhere)
{
    struct person *ana = of(1, "Ana");
    struct person *cy = of(1, "Cy");
    person_block(ana, cy->id, true);
    tell(1, ana, 2);
    const struct person *there = people_at(world[2].people, "kit", "Ana");
    ck_assert_uint_eq(person_blocks(there)->count, 1);
    at(2000);
    person_block(ana, cy->id, false);
    tell(1, ana, 2);
    ck_assert(person_blocks(there) == NULL || person_blocks(there)->count == 0);
}
END_TEST

/* --- accounts --------------------------------------------------------------------------------- */

START_TEST(part_0_alone_says_who_is_linked)
{
    struct person *ana = of(0, "Ana");
    struct person *bea = of(0, "Bea");
    struct person *there = of(1, "Bea");
    person_choose(ana, OWN_ZONE, "Europe/Athens", 0);
    person_choose(there, OWN_ZONE, "Europe/Lisbon", 0);
    free(said(1, there));
    at(2000);
    linked_join(ana, bea, 0);
    tell(0, ana, 1);
    ck_assert(taken.linked);
    const struct person *first = people_at(world[1].people, "kit", "Ana");
    ck_assert(linked_are(first, there));
    ck_assert_ptr_eq(there->lead, first);
    tell(0, bea, 1);
    ck_assert(!taken.linked);
    ck_assert_str_eq(person_zone(there), "Europe/Athens");
    at(3000);
    linked_part(people_at(world[1].people, "kit", "Ana"));
    ck_assert(!person_facts_note(there, &world[1]));
    linked_part(bea);
    tell(0, bea, 1);
    tell(0, ana, 1);
    ck_assert(linked_is_alone(first) && linked_is_alone(there));
    ck_assert_str_eq(person_zone(there), "Europe/Athens"); /* who is parted keeps what was chosen */
}
END_TEST

START_TEST(an_older_link_never_undoes_a_newer_one)
{
    struct person *ana = of(0, "Ana");
    struct person *bea = of(0, "Bea");
    linked_join(ana, bea, 0);
    char *linked = said(0, ana);
    free(said(0, bea));
    at(2000);
    linked_part(bea);
    char *parted = said(0, ana);
    heard(1, "kit/Ana", linked);
    ck_assert_uint_eq(linked_accounts(people_at(world[1].people, "kit", "Ana")), 2);
    heard(1, "kit/Ana", parted);
    heard(1, "kit/Ana", linked);
    ck_assert_uint_eq(linked_accounts(people_at(world[1].people, "kit", "Ana")), 1);
    heard(2, "kit/Ana", parted);
    heard(2, "kit/Ana", linked);
    ck_assert_uint_eq(linked_accounts(people_at(world[2].people, "kit", "Ana")), 1);
    free(linked);
    free(parted);
}
END_TEST

/* Whoever is not the lead says nothing of what all accounts have in common. */
START_TEST(what_is_common_is_the_leads)
{
    struct person *ana = of(0, "Ana");
    struct person *bea = of(0, "Bea");
    struct person *there = of(1, "Bea");
    person_choose(ana, OWN_ZONE, "Europe/Athens", 0);
    linked_join(ana, bea, 0);
    free(said(0, ana));
    free(said(0, bea));
    at(2000);
    person_choose(there, OWN_ZONE, "Europe/Lisbon", 0);
    person_choose(there, OWN_LISTED, "off", 0);
    tell(1, there, 0); /* before it is heard there that they are linked */
    ck_assert_str_eq(person_zone(bea), "Europe/Athens");
    ck_assert(bea->unlisted && !ana->unlisted);
}
END_TEST

START_TEST(linked_choices_made_elsewhere_are_heard)
{
    struct person *ana = of(0, "Ana");
    linked_join(ana, of(0, "Bea"), 0);
    free(said(0, of(0, "Bea")));
    tell(0, ana, 1);
    struct person *there = people_at(world[1].people, "kit", "Bea");
    at(2000);
    person_choose(there, OWN_ZONE, "Europe/Athens", 0);
    tell(1, there->lead, 0);
    ck_assert_str_eq(person_zone(ana), "Europe/Athens");
}
END_TEST

/* --- deals of weeks --------------------------------------------------------------------------- */

START_TEST(a_deal_that_is_known_is_known_everywhere)
{
    struct person *ana = of(1, "Ana");
    const struct played_week played = {12, "decrypto", "2026-W48"};
    const struct played_week own = {13, "decrypto", "2026-W48"};
    person_played(ana, &played);
    tell(1, ana, 2);
    struct person *there = people_at(world[2].people, "kit", "Ana");
    ck_assert(played_weeks_elsewhere(there->weeks, &played)); /* that table is another one here */
    person_played(there, &own);
    tell(2, there, 1);
    ck_assert_uint_eq(ana->weeks->count, 2);
}
END_TEST

START_TEST(ones_own_table_is_found_again)
{
    struct person *ana = of(1, "Ana");
    const struct played_week played = {12, "decrypto", "2026-W48"};
    person_played(ana, &played);
    tell(1, ana, 2);
    struct person *there = people_at(world[2].people, "kit", "Ana");
    person_choose(there, OWN_PLAIN, "on", 0);
    tell(2, there, 1);
    ck_assert_uint_eq(ana->weeks->count, 1);
    ck_assert(!played_weeks_elsewhere(ana->weeks, &played));
}
END_TEST

/* --- those who were forgotten ----------------------------------------------------------------- */

static void note(unsigned part, const char *address, int64_t at_ms)
{
    struct store_batch *batch = store_batch_new();
    forgotten_note(forgotten[part], address, at_ms, world[part].now_ms, batch);
    store_batch_free(&batch);
}

START_TEST(who_was_forgotten_does_not_come_back)
{
    struct person *ana = of(1, "Ana");
    struct person *cy = of(1, "Cy");
    person_choose(ana, OWN_PLAIN, "on", 0);
    person_block(cy, ana->id, true);
    note(0, "kit/Ana", 1500);
    at(2000);
    tell(1, ana, 0); /* part 1 has not heard of it */
    tell(1, cy, 0);
    ck_assert_ptr_null(people_at(world[0].people, "kit", "Ana"));
    ck_assert_uint_eq(people_at(world[0].people, "kit", "Cy") != NULL, 1);
    people_forget(world[1].people, ana);
    note(1, "kit/Ana", 1500);
    ana = of(1, "Ana");
    person_choose(ana, OWN_PLAIN, "on", 0);
    tell(1, ana, 0); /* they come anew, to a part that has */
    ck_assert(person_is_plain(people_at(world[0].people, "kit", "Ana")));
    at(2000 + 25 * 3600 * 1000);
    note(0, "kit/Dee", 3000);
    ck_assert_int_eq(forgotten_at(forgotten[0], "kit/Ana"), 0);
    ck_assert_int_eq(forgotten_at(forgotten[0], "kit/Dee"), 3000);
}
END_TEST

static void read_row(void *context, const struct store_row *row)
{
    forgotten_read(context, row);
}

static void not_failed(void *context, const struct fault *fault)
{
    (void)context;
    ck_assert_ptr_null(fault);
}

START_TEST(who_was_forgotten_is_read_back)
{
    struct fault fault;
    const struct store_question settings = {.query = STORE_SETTINGS};
    struct store_batch *batch = store_batch_new();
    forgotten_note(forgotten[0], "kit/Ana", 1500, 2000, batch);
    store_commit(store, &batch, not_failed, NULL);
    ck_assert_int_eq(store_read_now(store, &settings, read_row, forgotten[1], &fault), 0);
    ck_assert_int_eq(forgotten_at(forgotten[1], "kit/Ana"), 1500);
    ck_assert_int_eq(forgotten_at(forgotten[1], "kit/Bea"), 0);
}
END_TEST

/* --- rows ------------------------------------------------------------------------------------- */

START_TEST(moments_are_in_the_persons_row)
{
    struct fault fault;
    struct entropy entropy = entropy_seeded(&dice, 9);
    struct person *ana = of(1, "Ana");
    person_choose(ana, OWN_ZONE, "Europe/Athens", 0);
    free(said(1, ana));
    struct store_batch *batch = store_batch_new();
    person_store(ana, batch);
    store_commit(store, &batch, not_failed, NULL);
    people_free(&world[1].people);
    world[1].people = people_new(&entropy);
    ck_assert_int_eq(people_load(world[1].people, store, &fault), 0);
    ana = people_at(world[1].people, "kit", "Ana");
    ck_assert(!person_facts_note(ana, &world[1]));
    ck_assert_int_eq(fact_mark_of(ana->marks, OWN_ZONE).at_ms, 1000);
    ana->untold = true; /* and what was not stored is told once more */
    free(said(1, ana));
}
END_TEST

START_TEST(what_makes_no_sense_is_passed_over)
{
    static const char *const texts[] = {
        "",
        "{",
        "{}",
        "[]",
        "7",
        "{\"shared\":7,\"blocked\":7,\"linked\":{},\"weeks\":[1]}",
        "{\"shared\":[\"zone\",\"zone x y\",\"nothing 5 5\",7],\"zone\":9}",
        ("{\"shared\":[\"blocked 9000 5\",\"linked 9000 5\"],\"blocked\":[7,{\"at\":\"x\"},{}],"
         "\"linked\":[{\"at\":\"/\"},{\"at\":\"kit/\"},{\"at\":7}]}"),
        "{\"shared\":[\"zone 9000 5\"],\"zone\":\"Europe/Nowhere\"}"};
    person_choose(of(0, "Ana"), OWN_ZONE, "Europe/Athens", 0);
    free(said(0, of(0, "Ana")));
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        heard(0, "kit/Ana", texts[i]);
        heard(0, "nonsense", texts[i]);
    }
    ck_assert_ptr_null(people_at_key(world[0].people, "nonsense"));
    ck_assert_ptr_null(people_at_key(world[0].people, "kit/"));
}
END_TEST

Suite *suite_person_facts(void);

Suite *suite_person_facts(void)
{
    Suite *suite = suite_create("person_facts");
    TCase *tcase = tcase_create("person_facts");
    tcase_add_checked_fixture(tcase, open_parts, close_parts);
    tcase_add_test(tcase, all_that_is_chosen_is_told);
    tcase_add_test(tcase, the_later_choice_counts_in_any_order);
    tcase_add_test(tcase, two_parts_at_once_keep_both);
    tcase_add_test(tcase, of_one_moment_the_same_counts_everywhere);
    tcase_add_test(tcase, who_is_blocked_no_more_is_so_everywhere);
    tcase_add_test(tcase, part_0_alone_says_who_is_linked);
    tcase_add_test(tcase, an_older_link_never_undoes_a_newer_one);
    tcase_add_test(tcase, what_is_common_is_the_leads);
    tcase_add_test(tcase, linked_choices_made_elsewhere_are_heard);
    tcase_add_test(tcase, a_deal_that_is_known_is_known_everywhere);
    tcase_add_test(tcase, ones_own_table_is_found_again);
    tcase_add_test(tcase, who_was_forgotten_does_not_come_back);
    tcase_add_test(tcase, who_was_forgotten_is_read_back);
    tcase_add_test(tcase, moments_are_in_the_persons_row);
    tcase_add_test(tcase, what_makes_no_sense_is_passed_over);
    suite_add_tcase(suite, tcase);
    return suite;
}
