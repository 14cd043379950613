/* Sums of bytes: CRC-32C, the same by whichever way, so that a store can move to another machine.
 */
#include "checksum.h"

#include <check.h>

START_TEST(sum_is_that_of_the_standard)
{
    ck_assert_uint_eq(checksum_add(0, "123456789", 9), 0xe3069283);
    ck_assert_uint_eq(checksum_add_by_tables(0, "123456789", 9), 0xe3069283);
    ck_assert_uint_eq(checksum_add(checksum_add(0, "1234", 4), "56789", 5), 0xe3069283);
    ck_assert_uint_eq(checksum_add(7, "", 0), 7);
}
END_TEST

START_TEST(sum_is_the_same_by_tables_and_by_the_processor)
{
    uint8_t bytes[96];
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(i * 167 + 13);
    }
    for (unsigned from = 0; from < 9; from++) {
        for (unsigned len = 0; len < sizeof bytes - 9; len++) {
            ck_assert_uint_eq(checksum_add(len, bytes + from, len),
                              checksum_add_by_tables(len, bytes + from, len));
        }
    }
}
END_TEST

Suite *suite_checksum(void);

Suite *suite_checksum(void)
{
    Suite *suite = suite_create("checksum");
    TCase *tcase = tcase_create("checksum");
    tcase_add_test(tcase, sum_is_that_of_the_standard);
    tcase_add_test(tcase, sum_is_the_same_by_tables_and_by_the_processor);
    suite_add_tcase(suite, tcase);
    return suite;
}
