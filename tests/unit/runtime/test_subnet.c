/* Addresses and ranges as somebody writes them. */
#include "subnet.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder_kit.h"
#include "settings.h"

static bool has(const char *list, const char *address)
{
    struct subnets subnets;
    const char *wrong = NULL;
    size_t len = 0;
    unsigned char bytes[SUBNET_BYTES];
    ck_assert_msg(subnets_read(&subnets, list, &wrong, &len), "%s: %.*s", list, (int)len, wrong);
    ck_assert(subnet_address(address, strlen(address), bytes));
    return subnets_have(&subnets, bytes);
}

START_TEST(subnet_has_its_addresses_and_no_others)
{
    ck_assert(has("127.0.0.1", "127.0.0.1"));
    ck_assert(!has("127.0.0.1", "127.0.0.2"));
    ck_assert(has("10.0.0.0/8", "10.255.0.1"));
    ck_assert(!has("10.0.0.0/8", "11.0.0.1"));
    ck_assert(has("192.0.2.64/27", "192.0.2.95"));
    ck_assert(!has("192.0.2.64/27", "192.0.2.96"));
    ck_assert(has("0.0.0.0/0", "203.0.113.9"));
    ck_assert(!has("0.0.0.0/0", "2001:db8::1"));
    ck_assert(has("::1", "::1"));
    ck_assert(has("2001:db8::/33", "2001:db8:7fff::1"));
    ck_assert(!has("2001:db8::/33", "2001:db8:8000::1"));
    ck_assert(has("127.0.0.1", "::ffff:127.0.0.1"));
    ck_assert(has(" 10.0.0.1,\t10.0.0.2 , fd00::/8", "fd12::1"));
    ck_assert(!has("", "127.0.0.1"));
}
END_TEST

START_TEST(subnet_that_is_none_is_named)
{
    static const char *const bad[] = {"10.0.0.0/33", "::/129",      "10.0.0.0/",   "10.0.0.0/8x",
                                      "10.0.0",      "nginx",       "10.0.0.1:80", "/8",
                                      "10.0.0.0/-1", "1.2.3.4/0008"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char list[64];
        struct subnets subnets;
        const char *wrong = NULL;
        size_t len = 0;
        snprintf(list, sizeof list, "127.0.0.1 %s ::1", bad[i]);
        ck_assert_msg(!subnets_read(&subnets, list, &wrong, &len), "%s is taken", bad[i]);
        ck_assert_uint_eq(len, strlen(bad[i]));
        ck_assert_int_eq(strncmp(wrong, bad[i], len), 0);
    }
}
END_TEST

START_TEST(subnet_mistake_in_the_settings_is_said_with_its_line)
{
    char path[] = "subnet.XXXXXX";
    struct buf problems;
    buf_init(&problems, SETTINGS_PROBLEMS_MAX);
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    close(file);
    kit_write(path, "[web]\nport = 1\ntrusted_proxies = 127.0.0.1 10.0.0.0/33\n");
    ck_assert_ptr_null(settings_load(path, NULL, &problems));
    char wanted[200];
    snprintf(wanted, sizeof wanted, "%s:3: web.trusted_proxies: must be addresses or ranges", path);
    ck_assert_msg(strstr(problems.text, wanted) != NULL, "%s", problems.text);
    ck_assert_msg(strstr(problems.text, ", not \"10.0.0.0/33\"\n") != NULL, "%s", problems.text);
    unlink(path);
    buf_deinit(&problems);
}
END_TEST

Suite *suite_subnet(void);
Suite *suite_subnet(void)
{
    Suite *suite = suite_create("subnet");
    TCase *tcase = tcase_create("subnet");
    tcase_add_test(tcase, subnet_has_its_addresses_and_no_others);
    tcase_add_test(tcase, subnet_that_is_none_is_named);
    tcase_add_test(tcase, subnet_mistake_in_the_settings_is_said_with_its_line);
    suite_add_tcase(suite, tcase);
    return suite;
}
