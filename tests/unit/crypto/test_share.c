#include "matrix_share.h"

#include <check.h>

START_TEST(who_gets_a_rooms_key_follows_from_who_they_are)
{
    static const struct {
        struct matrix_share_owner owner;
        bool is_signed;
        enum matrix_share_verdict verdict;
    } rows[] = {
        {{0}, false, MATRIX_SHARE_YES}, /* many have no cross-signing at all */
        {{.has_identity = true}, true, MATRIX_SHARE_YES},
        {{.has_identity = true}, false, MATRIX_SHARE_UNVERIFIED},
        {{.only_signed = true}, false, MATRIX_SHARE_UNVERIFIED},
        {{.only_signed = true, .has_identity = true}, true, MATRIX_SHARE_YES},
        {{.is_ourselves = true}, false, MATRIX_SHARE_UNVERIFIED},
        {{.is_ourselves = true, .has_identity = true}, true, MATRIX_SHARE_YES},
        {{.is_changed = true, .has_identity = true}, true, MATRIX_SHARE_HELD},
        {{.is_changed = true}, false, MATRIX_SHARE_HELD},
    };
    struct matrix_device device = {.takes_megolm = true};
    struct matrix_device other = {.takes_megolm = false};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert_int_eq(matrix_share(&rows[i].owner, &device, rows[i].is_signed), rows[i].verdict);
        ck_assert_int_eq(matrix_share(&rows[i].owner, &other, rows[i].is_signed),
                         MATRIX_SHARE_UNREADABLE);
    }
}
END_TEST

Suite *suite_share(void);

Suite *suite_share(void)
{
    Suite *suite = suite_create("share");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, who_gets_a_rooms_key_follows_from_who_they_are);
    suite_add_tcase(suite, tcase);
    return suite;
}
