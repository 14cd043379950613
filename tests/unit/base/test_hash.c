/* SHA-256 and the texts of bytes, against what the standards say. */

#include <string.h>

#include <check.h>

#include "hash.h"

START_TEST(hash_is_sha256)
{
    /* FIPS 180-2, appendix B */
    uint8_t hash[HASH_BYTES];
    char text[HASH_HEX_SIZE];
    hash_of(hash, "abc", 3);
    hash_hex(text, hash, sizeof(hash));
    ck_assert_str_eq(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    hash_of(hash, NULL, 0);
    hash_hex(text, hash, sizeof(hash));
    ck_assert_str_eq(text, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}
END_TEST

START_TEST(hash_of_pieces_is_that_of_the_whole)
{
    uint8_t whole[HASH_BYTES];
    uint8_t pieces[HASH_BYTES];
    hash_of(whole, "secret\0web/a\0", 13);
    struct hash *hash = hash_new();
    hash_add(hash, "secret", 6);
    hash_add(hash, "", 1);
    hash_add(hash, "web/a", 6);
    hash_end(&hash, pieces);
    ck_assert_ptr_null(hash);
    ck_assert_mem_eq(whole, pieces, sizeof(whole));
}
END_TEST

START_TEST(hash_hex_goes_there_and_back)
{
    uint8_t bytes[256];
    uint8_t back[256];
    char text[513];
    for (int i = 0; i < 256; i++) {
        bytes[i] = (uint8_t)i;
    }
    hash_hex(text, bytes, sizeof(bytes));
    ck_assert(hash_unhex(back, sizeof(back), text));
    ck_assert_mem_eq(bytes, back, sizeof(bytes));
    ck_assert(hash_unhex(back, 2, "BEef"));
    ck_assert_uint_eq(back[0], 0xbe);
    ck_assert_uint_eq(back[1], 0xef);
}
END_TEST

START_TEST(hash_unhex_takes_exactly_hex)
{
    static const char *const wrong[] = {"",     "be",   "bee",  "beefs", "beef0",
                                        "be f", "bexf", "+1ef", "be-1"};
    uint8_t bytes[2];
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        ck_assert_msg(!hash_unhex(bytes, 2, wrong[i]), "%s", wrong[i]);
    }
}
END_TEST

START_TEST(hash_base64url_is_that_of_the_rfc)
{
    /* RFC 4648, section 10, with - and _ and no padding */
    static const char *const pairs[][2] = {
        {"", ""},           {"f", "Zg"},          {"fo", "Zm8"},          {"foo", "Zm9v"},
        {"foob", "Zm9vYg"}, {"fooba", "Zm9vYmE"}, {"foobar", "Zm9vYmFy"}, {"\xfb\xff", "-_8"}};
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        char text[16];
        size_t count = strlen(pairs[i][0]);
        hash_base64url(text, pairs[i][0], count);
        ck_assert_str_eq(text, pairs[i][1]);
        ck_assert_uint_eq(hash_base64url_size(count), strlen(pairs[i][1]) + 1);
    }
    ck_assert_uint_eq(hash_base64url_size(16), 23);
}
END_TEST

START_TEST(hash_equal_looks_at_every_byte)
{
    char one[32] = {0};
    char other[32] = {0};
    ck_assert(hash_equal(one, other, sizeof(one)));
    for (size_t i = 0; i < sizeof(one); i++) {
        other[i] = 1;
        ck_assert(!hash_equal(one, other, sizeof(one)));
        other[i] = 0;
    }
}
END_TEST

Suite *suite_hash(void);

Suite *suite_hash(void)
{
    Suite *suite = suite_create("hash");
    TCase *tcase = tcase_create("hash");
    tcase_add_test(tcase, hash_is_sha256);
    tcase_add_test(tcase, hash_of_pieces_is_that_of_the_whole);
    tcase_add_test(tcase, hash_hex_goes_there_and_back);
    tcase_add_test(tcase, hash_unhex_takes_exactly_hex);
    tcase_add_test(tcase, hash_base64url_is_that_of_the_rfc);
    tcase_add_test(tcase, hash_equal_looks_at_every_byte);
    suite_add_tcase(suite, tcase);
    return suite;
}
