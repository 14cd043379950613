/* Maps, what was seen, buckets, timers: small things that everything else leans on. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "flood.h"
#include "map.h"
#include "nonce.h"
#include "owed.h"
#include "recent_events.h"
#include "timers.h"

static uint64_t dice;

static struct entropy seeded(void)
{
    return entropy_seeded(&dice, 7);
}

START_TEST(map_finds_what_was_put_through_growth_and_removal)
{
    struct entropy entropy = seeded();
    static char keys[2000][16];
    struct map map;
    map_init(&map, &entropy);
    for (int i = 0; i < 2000; i++) {
        snprintf(keys[i], sizeof keys[i], "key %d", i);
        map_put(&map, keys[i], keys[i]);
        map_put_number(&map, (uint64_t)i * 64, keys[i]);
    }
    for (int i = 0; i < 2000; i += 2) {
        map_remove(&map, keys[i]);
        map_remove_number(&map, (uint64_t)i * 64);
    }
    for (int i = 0; i < 2000; i++) {
        ck_assert_ptr_eq(map_get(&map, keys[i]), i % 2 == 0 ? NULL : keys[i]);
        ck_assert_ptr_eq(map_get_number(&map, (uint64_t)i * 64), i % 2 == 0 ? NULL : keys[i]);
    }
    ck_assert_uint_eq(map.count, 2000);
    ck_assert_ptr_null(map_get(&map, "none"));
    map_deinit(&map);
}
END_TEST

START_TEST(seen_tells_repeats_and_forgets_the_oldest)
{
    struct entropy entropy = seeded();
    struct recent_events *seen = recent_events_new(&entropy);
    char key[32];
    ck_assert(recent_events_add(seen, "web/1"));
    ck_assert(!recent_events_add(seen, "web/1"));
    recent_events_forget(seen, "web/1");
    ck_assert(!recent_events_has(seen, "web/1"));
    ck_assert(recent_events_add(seen, "web/1"));
    for (int i = 0; i < RECENT_EVENTS_MAX; i++) {
        snprintf(key, sizeof key, "web/x%d", i);
        ck_assert(recent_events_add(seen, key));
    }
    ck_assert(!recent_events_has(seen, "web/1"));
    ck_assert(recent_events_has(seen, "web/x100"));
    ck_assert(!recent_events_add(seen, "web/x100"));
    recent_events_free(&seen);
}
END_TEST

START_TEST(flood_lets_a_burst_through_and_then_its_rate)
{
    const struct flood_limit limit = {.burst = 5, .per_minute = 60};
    struct flood flood = {0, 0};
    for (int i = 0; i < 5; i++) {
        ck_assert(flood_take(&flood, &limit, 1, 1000000));
    }
    ck_assert(!flood_take(&flood, &limit, 1, 1000000));
    ck_assert(!flood_take(&flood, &limit, 1, 1000999));
    ck_assert(flood_take(&flood, &limit, 1, 1001000));
    ck_assert(!flood_take(&flood, &limit, 2, 1002000));
    ck_assert(flood_take(&flood, &limit, 2, 1003000));
    ck_assert(flood_tell(&flood, 1003000));
    ck_assert(!flood_tell(&flood, 1004000));
    ck_assert(flood_tell(&flood, 1009000));
    const struct flood_limit none = {0, 0};
    for (int i = 0; i < 1000; i++) {
        ck_assert(flood_take(&flood, &none, 3, 1003000));
    }
}
END_TEST

START_TEST(timers_come_in_the_order_of_their_moments)
{
    struct timers timers = {0};
    static struct timer timer[500];
    uint64_t state = 12345;
    memset(timer, 0, sizeof timer);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 500; i++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            timers_set(&timers, &timer[i], (int64_t)(state >> 40));
        }
    }
    for (int i = 0; i < 500; i += 5) {
        timers_set(&timers, &timer[i], NO_DEADLINE);
    }
    ck_assert_uint_eq(timers.count, 400);
    int64_t last = 0;
    for (int i = 0; i < 400; i++) {
        struct timer *first = timers_first(&timers);
        ck_assert_int_ge(first->due_ms, last);
        last = first->due_ms;
        timers_set(&timers, first, NO_DEADLINE);
    }
    ck_assert_ptr_null(timers_first(&timers));
    timers_deinit(&timers);
}
END_TEST

START_TEST(nonces_and_ids_have_their_form)
{
    struct entropy entropy = seeded();
    char nonce[NONCE_BYTES];
    for (int i = 0; i < 100; i++) {
        nonce_make(&entropy, nonce);
        ck_assert_uint_eq(strlen(nonce), 22);
        ck_assert_uint_eq(strspn(nonce, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                        "0123456789-_"),
                          22);
        uint64_t id = nonce_id(&entropy);
        ck_assert_uint_gt(id, 0);
        ck_assert_uint_lt(id, UINT64_C(1) << 53);
    }
}
END_TEST

Suite *suite_map(void);

Suite *suite_map(void)
{
    Suite *suite = suite_create("map");
    TCase *tcase = tcase_create("map");
    tcase_add_test(tcase, map_finds_what_was_put_through_growth_and_removal);
    tcase_add_test(tcase, seen_tells_repeats_and_forgets_the_oldest);
    tcase_add_test(tcase, flood_lets_a_burst_through_and_then_its_rate);
    tcase_add_test(tcase, timers_come_in_the_order_of_their_moments);
    tcase_add_test(tcase, nonces_and_ids_have_their_form);
    suite_add_tcase(suite, tcase);
    return suite;
}
