/* What people want to be told, and whom they block: limits, and what a row gives back. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "alerts.h"
#include "blocks.h"
#include "buf.h"

static void ck_same(const struct alerts *one, const struct alerts *other)
{
    ck_assert_uint_eq(one->count, other->count);
    for (unsigned i = 0; i < one->count; i++) {
        ck_assert_uint_eq(one->item[i].number, other->item[i].number);
        ck_assert_uint_eq(one->item[i].kind, other->item[i].kind);
        ck_assert_uint_eq(one->item[i].table, other->item[i].table);
        ck_assert_uint_eq(one->item[i].seats, other->item[i].seats);
        ck_assert_int_eq(one->item[i].asked_ms, other->item[i].asked_ms);
        ck_assert_str_eq(one->item[i].room, other->item[i].room);
    }
    ck_assert_uint_eq(one->told_count, other->told_count);
    ck_assert_mem_eq(one->told, other->told, one->told_count * sizeof one->told[0]);
}

static struct alerts *read_text(const char *text)
{
    cJSON *json = cJSON_ParseWithLength(text, strlen(text));
    struct alerts *alerts = alerts_read(json);
    cJSON_Delete(json);
    return alerts;
}

START_TEST(alerts_come_back_from_a_row)
{
    struct alerts *alerts = NULL;
    struct buf json;
    ck_assert(alerts_add(&alerts, &(struct alert){.kind = ALERT_PLAYERS, .room = "kit/a room"}));
    ck_assert(alerts_add(
        &alerts,
        &(struct alert){.kind = ALERT_STEP_IN, .room = "kit/!b:c.d", .asked_ms = 1893499200000}));
    ck_assert(alerts_add(
        &alerts,
        &(struct alert){.kind = ALERT_SEATS, .table = UINT64_MAX, .seats = 3, .room = "kit/den"}));
    alerts_tell(alerts, 7, 1893499200000);
    alerts_tell(alerts, 8, 1893499200001);
    alerts_tell(alerts, 7, 1893499200002);
    buf_init(&json, 4096);
    buf_text(&json, "{");
    alerts_write(alerts, &json);
    buf_text(&json, "}");
    struct alerts *back = read_text(json.text);
    ck_same(alerts, back);
    ck_assert_int_eq(alerts_told_ms(back, 7), 1893499200002);
    ck_assert_int_eq(alerts_told_ms(back, 9), 0);
    ck_assert_int_eq(alerts_last_ms(back), 1893499200002);
    /* a number is never given to two at once */
    ck_assert(alerts_remove(back, 1));
    ck_assert(alerts_add(&back, &(struct alert){.kind = ALERT_PLAYERS, .room = "kit/e"}));
    ck_assert_uint_eq(back->item[2].number, 4);
    ck_assert_ptr_eq(alerts_find(back, ALERT_SEATS, "kit/other", UINT64_MAX), &back->item[1]);
    ck_assert_ptr_null(alerts_find(back, ALERT_PLAYERS, "kit/a room", 0));
    ck_assert(alerts_remove_room(back, "kit/den"));
    ck_assert(!alerts_remove_room(back, "kit/den"));
    ck_assert(!alerts_remove(back, 99));
    free(back);
    free(alerts);
    buf_deinit(&json);
}
END_TEST

START_TEST(alerts_have_a_limit_and_pass_over_what_is_none)
{
    struct alerts *alerts = NULL;
    for (unsigned i = 0; i < ALERTS_MAX; i++) {
        ck_assert(alerts_add(&alerts, &(struct alert){.kind = ALERT_PLAYERS, .room = "kit/a"}));
    }
    ck_assert(!alerts_add(&alerts, &(struct alert){.kind = ALERT_PLAYERS, .room = "kit/a"}));
    for (unsigned i = 1; i < ALERTS_TOLD_MAX * 2; i++) {
        alerts_tell(alerts, i, i);
    }
    ck_assert_uint_eq(alerts->told_count, ALERTS_TOLD_MAX);
    ck_assert_int_eq(alerts_told_ms(alerts, 1), 0);
    free(alerts);
    alerts =
        read_text("{\"alerts\":[\"players\",\"cake 1 0 0 0 kit/a\",3,\"players 99999 0 0 0 a\","
                  "\"seats 1 2 999 0 a\",\"players 2 0 0 0 kit/a\"],\"told\":[\"x\",4]}");
    ck_assert_uint_eq(alerts->count, 1);
    ck_assert_uint_eq(alerts->told_count, 0);
    free(alerts);
    ck_assert_ptr_null(read_text("{}"));
}
END_TEST

START_TEST(blocks_have_a_limit_and_come_back_from_a_row)
{
    struct blocks *blocks = NULL;
    struct buf json;
    ck_assert(!blocks_have(NULL, 5));
    for (uint64_t i = 1; i <= BLOCKS_MAX; i++) {
        ck_assert(blocks_add(&blocks, (UINT64_C(1) << 52) + i));
    }
    ck_assert(!blocks_add(&blocks, 5));
    ck_assert(blocks_add(&blocks, (UINT64_C(1) << 52) + 1));
    ck_assert(!blocks_remove(blocks, 5));
    ck_assert(blocks_remove(blocks, (UINT64_C(1) << 52) + 2));
    buf_init(&json, 8192);
    buf_text(&json, "{");
    blocks_write(blocks, &json);
    buf_text(&json, "}");
    cJSON *tree = cJSON_ParseWithLength(json.text, json.len);
    struct blocks *back = blocks_read(tree);
    ck_assert_uint_eq(back->count, BLOCKS_MAX - 1);
    ck_assert_mem_eq(back->person, blocks->person, back->count * sizeof back->person[0]);
    cJSON_Delete(tree);
    free(back);
    free(blocks);
    buf_deinit(&json);
}
END_TEST

Suite *suite_alerts(void);

Suite *suite_alerts(void)
{
    Suite *suite = suite_create("alerts");
    TCase *tcase = tcase_create("alerts");
    tcase_add_test(tcase, alerts_come_back_from_a_row);
    tcase_add_test(tcase, alerts_have_a_limit_and_pass_over_what_is_none);
    tcase_add_test(tcase, blocks_have_a_limit_and_come_back_from_a_row);
    suite_add_tcase(suite, tcase);
    return suite;
}
