/* What is kept of somebody: on PostgreSQL out of the stores of all parts of a house. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>
#include <cjson/cJSON.h>

#include "database.h"
#include "turns.h"

Suite *suite_store_export(void);

enum { PARTS = 3 };

/* Part 0 is turns_store; on SQLite there is no other. */
static struct store *part[PARTS];

static void begin(void)
{
    char path[KIT_PATH_BYTES + 8];
    turns_begin();
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    part[0] = turns_store;
    for (unsigned at = 1; at < PARTS && database_is_postgres(); at++) {
        snprintf(path, sizeof path, "%s#%u", turns_path, at);
        part[at] = store_open(store_driver_of(path), path, false, NULL, NULL, &turns_fault);
        ck_assert_msg(part[at] != NULL, "%s", turns_fault.text);
    }
}

static void end(void)
{
    for (unsigned at = 1; at < PARTS && database_is_postgres(); at++) {
        store_close(&part[at]);
    }
    turns_end();
}

/* Somebody of this number, who said something. */
static void know(struct store *store, uint64_t person, const char *address, const char *words)
{
    char text[96];
    snprintf(text, sizeof text, "%032d%s", 0, words);
    const struct store_row rows[] = {{.id = person, .text = "{\"name\":\"Ana\"}"},
                                     {.id = person, .key = address},
                                     {.id = 7, .key = "d1", .sub = person, .text = text}};
    static const enum store_op ops[] = {STORE_PERSON, STORE_ADDRESS, STORE_WORDS};
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        ck_assert_int_eq(kit_put(store, ops[i], &rows[i]).code, FAULT_NONE);
    }
}

struct exported {
    uint64_t rows;
    cJSON *json;
};

static void take(void *context, const struct store_row *row)
{
    struct exported *exported = context;
    exported->rows = row->sub;
    exported->json = cJSON_ParseWithLength(row->text, row->text_len);
}

static struct exported exported_of(struct store *store, uint64_t person, const char *address)
{
    struct exported exported = {.json = NULL};
    const struct store_question question = {.query = STORE_EXPORT, .id = person, .key = address};
    ck_assert_int_eq(store_read_now(store, &question, take, &exported, &turns_fault), 0);
    ck_assert_ptr_nonnull(exported.json);
    return exported;
}

/* Is this text in that member? */
static bool has(const cJSON *json, const char *member, const char *text)
{
    const cJSON *found = member == NULL ? json : cJSON_GetObjectItem(json, member);
    char *print = found == NULL ? NULL : cJSON_PrintUnformatted(found);
    bool has = print != NULL && strstr(print, text) != NULL;
    cJSON_free(print);
    return has;
}

START_TEST(an_export_has_all_that_is_theirs)
{
    know(turns_store, 5, "web/Ana", "hello");
    know(turns_store, 6, "web/Ben", "good evening");
    struct exported ana = exported_of(turns_store, 5, "web/Ana");
    ck_assert_uint_eq(ana.rows, 3);
    ck_assert(has(ana.json, "words", "hello") && !has(ana.json, NULL, "good evening"));
    cJSON_Delete(ana.json);
    ana = exported_of(turns_store, 0, "web/Zoe");
    ck_assert_uint_eq(ana.rows, 0);
    cJSON_Delete(ana.json);
}
END_TEST

START_TEST(an_export_has_that_of_all_parts)
{
    if (!database_is_postgres()) {
        return;
    }
    know(part[0], 5, "web/Ana", "hello");
    know(part[1], 5, "web/Ben", "good evening"); /* the same number is somebody else's there */
    know(part[2], 9, "web/Ana", "goodbye");
    for (unsigned at = 0; at < PARTS; at += 2) {
        struct exported ana = exported_of(part[at], at == 0 ? 5 : 9, "web/Ana");
        ck_assert_uint_eq(ana.rows, 6);
        const cJSON *parts = cJSON_GetObjectItem(ana.json, "parts");
        ck_assert_int_eq(cJSON_GetArraySize(parts), 1);
        const cJSON *other = cJSON_GetArrayItem(parts, 0);
        ck_assert_int_eq(cJSON_GetObjectItem(other, "part")->valueint, at == 0 ? 2 : 0);
        ck_assert(has(ana.json, "words", at == 0 ? "hello" : "goodbye"));
        ck_assert(has(other, "words", at == 0 ? "goodbye" : "hello"));
        ck_assert(has(other, "addresses", "web/Ana"));
        ck_assert(!has(ana.json, NULL, "good evening"));
        cJSON_Delete(ana.json);
    }
    struct exported ben = exported_of(part[0], 0, "web/Ben");
    ck_assert_uint_eq(ben.rows, 3);
    ck_assert(has(ben.json, "parts", "good evening") && !has(ben.json, NULL, "hello"));
    cJSON_Delete(ben.json);
}
END_TEST

/* One statement reads one schema after another, however often, and ends in its own. */
START_TEST(each_part_is_read_in_turn)
{
    const struct store_question asked = {.query = STORE_PERSONS_ELSEWHERE, .key = "web/Ana"};
    if (!database_is_postgres()) {
        return;
    }
    know(part[0], 5, "web/Ana", "hello");
    know(part[1], 6, "web/Ana", "good evening");
    know(part[2], 7, "web/Ana", "goodbye");
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_str_eq(kit_read(part[0], &asked),
                         "6 1 0   {\"name\":\"Ana\"}\n7 2 0   {\"name\":\"Ana\"}\n");
        ck_assert_str_eq(kit_read(part[1], &asked),
                         "5 0 0   {\"name\":\"Ana\"}\n7 2 0   {\"name\":\"Ana\"}\n");
        ck_assert_str_eq(turns_ask(STORE_PERSONS, 0), "5 0 0   {\"name\":\"Ana\"}\n");
    }
    know(part[1], 8, "web/Ben", "hello"); /* it still writes where it is */
    ck_assert_ptr_nonnull(strstr(
        kit_read(part[1], &(struct store_question){.query = STORE_ADDRESSES}), "8 0 0 web/Ben"));
}
END_TEST

START_TEST(only_a_divided_house_has_parts)
{
    know(part[0], 5, "web/Ana", "hello");
    struct exported ana = exported_of(part[0], 5, "web/Ana");
    ck_assert(database_is_postgres() == cJSON_HasObjectItem(ana.json, "parts"));
    ck_assert_uint_eq(ana.rows, 3);
    cJSON_Delete(ana.json);
}
END_TEST

Suite *suite_store_export(void)
{
    Suite *suite = suite_create("store_export");
    TCase *tcase = tcase_create("store_export");
    tcase_add_checked_fixture(tcase, begin, end);
    tcase_set_timeout(tcase, 30);
    tcase_add_test(tcase, an_export_has_all_that_is_theirs);
    tcase_add_test(tcase, an_export_has_that_of_all_parts);
    tcase_add_test(tcase, each_part_is_read_in_turn);
    tcase_add_test(tcase, only_a_divided_house_has_parts);
    suite_add_tcase(suite, tcase);
    return suite;
}
