/* What is served again and again: its forms, and who takes which. */
#include "http_file.h"

#include <check.h>
#include <string.h>
#include <zlib.h>

#include "http_world.h"

START_TEST(http_file_is_packed_only_for_who_takes_gzip)
{
    static const struct {
        const char *accept;
        bool takes;
    } rows[] = {{"", false},
                {"gzip", true},
                {"GZip", true},
                {"x-gzip", true},
                {"br, gzip", true},
                {"deflate , gzip;q=0.5", true},
                {"gzip;q=0", false},
                {"gzip; q=0.000", false},
                {"gzip;Q=0.0, br", false},
                {"gzip;q=0.001", true},
                {"gzipped", false},
                {"identity", false},
                {"*", false},
                {",,", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert_msg(http_file_takes_packed(rows[i].accept) == rows[i].takes, "%s",
                      rows[i].accept);
    }
}
END_TEST

START_TEST(http_file_unpacks_to_the_same)
{
    static char text[20000];
    static char back[20001];
    struct http_file file = {0};
    z_stream stream = {0};
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (char)('a' + i % 23 * (i % 7) % 26);
    }
    http_file_make(&file, http_file_type("a.txt"), text, sizeof text);
    ck_assert_ptr_nonnull(file.packed);
    ck_assert_uint_lt(file.packed_len, sizeof text / 4);
    ck_assert_int_eq(inflateInit2(&stream, 16 + MAX_WBITS), Z_OK);
    stream.next_in = (Bytef *)file.packed;
    stream.avail_in = (uInt)file.packed_len;
    stream.next_out = (Bytef *)back;
    stream.avail_out = sizeof back;
    ck_assert_int_eq(inflate(&stream, Z_FINISH), Z_STREAM_END);
    ck_assert_uint_eq(stream.total_out, sizeof text);
    ck_assert_mem_eq(back, text, sizeof text);
    inflateEnd(&stream);
    ck_assert_str_ne(file.tag, file.packed_tag);
    http_file_free(&file);
}
END_TEST

START_TEST(http_file_that_gains_nothing_stays_as_it_is)
{
    static char noise[4000];
    uint64_t state = 1;
    struct http_file file = {0};
    for (size_t i = 0; i < sizeof noise; i++) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        noise[i] = (char)(state >> 33);
    }
    http_file_make(&file, http_file_type("a.png"), noise, sizeof noise);
    ck_assert_ptr_null(file.packed);
    http_file_make(&file, http_file_type("a.txt"), "aaaaaaaaaaaaaaaaaaaaaaaaaaaa", 28);
    ck_assert_ptr_null(file.packed);
    http_file_free(&file);
}
END_TEST

static void asked(struct wire *wire, const char *ask)
{
    world_client(wire);
    wire_text(wire, ask);
    ck_assert(wire_until_closed(wire));
}

/* HEAD says of each form what GET would. */
START_TEST(http_file_says_how_it_is_packed)
{
    world_start(NULL);
    struct wire wire;
    asked(&wire, "HEAD /long.txt HTTP/1.1\r\nHost: here\r\nAccept-Encoding: gzip\r\n\r\n");
    ck_assert_ptr_nonnull(strstr(wire.got, "Content-Encoding: gzip\r\n"));
    ck_assert_ptr_nonnull(strstr(wire.got, "Vary: Accept-Encoding\r\n"));
    ck_assert_ptr_nonnull(strstr(wire.got, "-gz\"\r\n"));
    ck_assert_ptr_null(strstr(wire.got, "Content-Length: 512\r\n"));
    wire_close(&wire);
    asked(&wire, "HEAD /long.txt HTTP/1.1\r\nHost: here\r\n\r\n");
    ck_assert_ptr_null(strstr(wire.got, "Content-Encoding"));
    ck_assert_ptr_nonnull(strstr(wire.got, "Vary: Accept-Encoding\r\n"));
    ck_assert_ptr_nonnull(strstr(wire.got, "Content-Length: 512\r\n"));
    wire_close(&wire);
    asked(&wire, "GET / HTTP/1.1\r\nHost: here\r\nAccept-Encoding: gzip\r\n\r\n");
    ck_assert_ptr_null(strstr(wire.got, "Vary"));
    ck_assert_ptr_nonnull(strstr(wire.got, "<p>page"));
    wire_close(&wire);
    world_stop();
}
END_TEST

Suite *suite_http_file(void);
Suite *suite_http_file(void)
{
    Suite *suite = suite_create("http_file");
    TCase *tcase = tcase_create("http_file");
    tcase_add_test(tcase, http_file_is_packed_only_for_who_takes_gzip);
    tcase_add_test(tcase, http_file_unpacks_to_the_same);
    tcase_add_test(tcase, http_file_that_gains_nothing_stays_as_it_is);
    tcase_add_test(tcase, http_file_says_how_it_is_packed);
    suite_add_tcase(suite, tcase);
    return suite;
}
