#include "route.h"

#include <stdlib.h>

#include <check.h>

static void is(const char *route, const char *const *ids, const char *query, const char *wanted)
{
    char *text = route_text("/api", route, ids, query);
    ck_assert_str_eq(text, wanted);
    free(text);
}

START_TEST(holes_are_filled_in_their_order)
{
    const char *ids[ROUTE_IDS_MAX] = {"1", "2", "3"};
    is("/a", ids, NULL, "/api/a");
    is("/a/{}", ids, NULL, "/api/a/1");
    is("/{}/x/{}/{}", ids, NULL, "/api/1/x/2/3");
    is("/{}{}", ids, NULL, "/api/12");
}
END_TEST

START_TEST(nothing_in_an_id_becomes_part_of_the_path)
{
    const char *ids[] = {"!a:b/c?d#e%", "\xc3\xa9 +~-._9"};
    is("/{}/{}", ids, NULL, "/api/%21a%3Ab%2Fc%3Fd%23e%25/%C3%A9%20%2B~-._9");
}
END_TEST

START_TEST(a_query_stands_behind_it)
{
    const char *ids[] = {"1"};
    is("/{}", ids, "a=b&c=d", "/api/1?a=b&c=d");
}
END_TEST

START_TEST(a_whole_route_has_no_prefix)
{
    const char *ids[] = {"1"};
    is("/_matrix/{}", ids, NULL, "/_matrix/1");
    is("/.well-known/x", ids, NULL, "/.well-known/x");
}
END_TEST

Suite *suite_route(void);

Suite *suite_route(void)
{
    Suite *suite = suite_create("route");
    TCase *tcase = tcase_create("route");
    tcase_add_test(tcase, holes_are_filled_in_their_order);
    tcase_add_test(tcase, nothing_in_an_id_becomes_part_of_the_path);
    tcase_add_test(tcase, a_query_stands_behind_it);
    tcase_add_test(tcase, a_whole_route_has_no_prefix);
    suite_add_tcase(suite, tcase);
    return suite;
}
