/* A table as it was: from the last mark before it, and never from what is not there. */
#include "replay_past.h"

#include <check.h>
#include <stdlib.h>

#include "game.h"
#include "table.h"

static const char *no_words(const void *words, const char *digest, size_t *len_r)
{
    (void)words;
    (void)digest;
    *len_r = 0;
    return NULL;
}

/* The step of what is found, -1 where nothing is. */
static int64_t found(const struct replay_past *past, uint32_t step)
{
    struct table *table = replay_past_at(past, step, no_words, NULL);
    int64_t at = table == NULL ? -1 : (int64_t)table->step;
    ck_assert(table == NULL || table->past == NULL);
    free(table);
    return at;
}

START_TEST(it_is_found_from_the_last_mark_before_it)
{
    static const char opens[] =
        "1 1900000000000 p.101 open {\"game\":\"lowball\",\"number\":1,\"adapter\":\"x\",\"room\":"
        "\"den\",\"commitment\":"
        "\"00000000000000000000000000000000000000000000000000000000000000aa\"} -";
    static const char joins[] = "2 1900000001000 p.101 join {\"event\":\"e1\"} -";
    struct table table;
    struct replay_past *past = replay_past_new();
    table_init(&table, 7);
    table.game = game_find("lowball");
    table.rules_version = table.game->rules_version;
    ck_assert_int_eq(found(past, 0), -1); /* nothing is marked */
    replay_past_mark(past, &table);
    ck_assert_int_eq(found(past, 0), 0);
    ck_assert_int_eq(found(past, 1), -1); /* no such line yet */
    replay_past_add(past, opens, sizeof opens - 1);
    ck_assert_int_eq(found(past, 1), 1);
    replay_past_add(past, joins, sizeof joins - 1);
    ck_assert_int_eq(found(past, 2), 2);
    ck_assert_int_eq(found(past, 1), 1);
    replay_past_add(past, "nonsense", 8);
    ck_assert_int_eq(found(past, 3), -1); /* a line that does not follow leads nowhere */
    ck_assert_int_eq(found(past, 2), 2);
    table.step = 3; /* what is marked is not made again */
    replay_past_mark(past, &table);
    ck_assert_int_eq(found(past, 3), 3);
    ck_assert_int_eq(found(past, 2), 2);
    replay_past_free(&past);
    ck_assert_ptr_null(past);
    replay_past_free(&past);
}
END_TEST

Suite *suite_replay_past(void);

Suite *suite_replay_past(void)
{
    Suite *suite = suite_create("replay_past");
    TCase *tcase = tcase_create("replay_past");
    tcase_add_test(tcase, it_is_found_from_the_last_mark_before_it);
    suite_add_tcase(suite, tcase);
    return suite;
}
