/* What a delivery is on every platform, over a house by hand. */
#include <check.h>
#include <stdio.h>

#include "board_age.h"
#include "delivery.h"

Suite *suite_delivery(void);

static char notified[128];

/* NOLINTNEXTLINE(readability-function-size): as adapter.h has it */
void house_delivered(struct house *house, struct adapter *adapter, uint64_t row,
                     const char *platform_id, const struct adapter_row *rows, size_t row_count,
                     void *token)
{
    ck_assert_ptr_null(house);
    ck_assert_ptr_null(adapter);
    ck_assert_ptr_null(rows);
    ck_assert_ptr_null(token);
    snprintf(notified, sizeof notified, "%d sent %s %zu", (int)row, platform_id, row_count);
}

void house_send_failed(struct house *house, struct adapter *adapter, uint64_t row,
                       enum send_status status, int64_t retry_ms, const char *why)
{
    ck_assert_ptr_null(house);
    ck_assert_ptr_null(adapter);
    snprintf(notified, sizeof notified, "%d failed %d %d %s", (int)row, (int)status, (int)retry_ms,
             why);
}

START_TEST(whichever_ends_the_others_stay)
{
    static const unsigned orders[][3] = {{0, 1, 2}, {2, 1, 0}, {1, 0, 2}, {1, 2, 0}};
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        struct deliveries all = {0};
        struct delivery three[3];
        for (unsigned k = 0; k < 3; k++) {
            delivery_begin(&three[k], &all, k + 1);
        }
        ck_assert_ptr_eq(all.first, &three[2]);
        for (unsigned ended = 0; ended < 3; ended++) {
            unsigned left = 0;
            delivery_end(&three[orders[i][ended]]);
            for (const struct delivery *one = all.first; one != NULL; one = one->next) {
                ck_assert_ptr_eq(one->previous == NULL ? all.first : one->previous->next, one);
                ck_assert_ptr_ne(one, &three[orders[i][ended]]);
                left++;
            }
            ck_assert_uint_eq(left, 2 - ended);
        }
    }
}
END_TEST

START_TEST(ids_of_parts_stand_in_their_order)
{
    struct deliveries all = {0};
    struct delivery delivery;
    delivery_begin(&delivery, &all, 1);
    ck_assert_ptr_null(delivery.messages);
    delivery_add_message(&delivery, "$one");
    ck_assert_str_eq(delivery.messages, "$one");
    delivery_add_message(&delivery, "$two");
    delivery_add_message(&delivery, "$three");
    ck_assert_str_eq(delivery.messages, "$one $two $three");
    delivery_end(&delivery);
}
END_TEST

START_TEST(a_drawing_takes_the_place_of_the_last)
{
    struct deliveries all = {0};
    struct delivery delivery;
    delivery_begin(&delivery, &all, 1);
    delivery_set_drawing(&delivery, "<svg/>", "A board.");
    delivery_set_drawing(&delivery, "<svg></svg>", "Another.");
    ck_assert_str_eq(delivery.svg, "<svg></svg>");
    ck_assert_str_eq(delivery.alt, "Another.");
    delivery_set_drawing(&delivery, NULL, NULL);
    ck_assert_ptr_null(delivery.svg);
    ck_assert_ptr_null(delivery.alt);
    delivery_end(&delivery);
}
END_TEST

START_TEST(the_house_is_notified_of_what_is_its_own)
{
    struct deliveries all = {0};
    struct delivery delivery;
    delivery_begin(&delivery, &all, 7);
    delivery_sent(&delivery, "$one", NULL, 0);
    ck_assert_str_eq(notified, "7 sent $one 0");
    delivery_failed(&delivery, SEND_NOT_SENT, 42, "busy");
    char wanted[sizeof notified];
    snprintf(wanted, sizeof wanted, "7 failed %d 42 busy", (int)SEND_NOT_SENT);
    ck_assert_str_eq(notified, wanted);
    delivery_end(&delivery);
    notified[0] = '\0';
    delivery_begin(&delivery, &all, 0);
    delivery_sent(&delivery, "$two", NULL, 0);
    delivery_failed(&delivery, SEND_GONE, 0, "gone");
    ck_assert_str_eq(notified, "");
    delivery_end(&delivery);
}
END_TEST

START_TEST(a_board_is_posted_anew_when_it_is_old_or_out_of_sight)
{
    static const struct {
        struct board_age age;
        struct board_limits limits;
        int64_t now_ms;
        uint32_t seen;
        bool over;
    } rows[] = {
        {{5, 1000}, {10, 0}, 9000000, 15, false}, {{5, 1000}, {10, 0}, 1000, 16, true},
        {{5, 0}, {10, 0}, 9000000, 100, false},   {{5, 1000}, {10, 500}, 1500, 5, false},
        {{5, 1000}, {10, 500}, 1501, 5, true},    {{5, 0}, {10, 500}, 9000000, 100, false},
        {{UINT32_MAX, 1}, {10, 0}, 1, 9, false},  {{UINT32_MAX, 1}, {10, 0}, 1, 10, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert(board_age_is_over(&rows[i].age, &rows[i].limits, rows[i].seen, rows[i].now_ms) ==
                  rows[i].over);
    }
}
END_TEST

Suite *suite_delivery(void)
{
    Suite *suite = suite_create("delivery");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, whichever_ends_the_others_stay);
    tcase_add_test(tests, ids_of_parts_stand_in_their_order);
    tcase_add_test(tests, a_drawing_takes_the_place_of_the_last);
    tcase_add_test(tests, the_house_is_notified_of_what_is_its_own);
    tcase_add_test(tests, a_board_is_posted_anew_when_it_is_old_or_out_of_sight);
    suite_add_tcase(suite, tests);
    return suite;
}
