#include "unpack.h"

#include <stdlib.h>
#include <string.h>

#include <check.h>
#define ZLIB_CONST
#include <zlib.h>
#ifdef DD_ZSTD
#include <zstd.h>
#endif

#include "heap.h"

enum { PACKED_MAX = 200000 };

static unsigned char packed[PACKED_MAX];

static size_t pack(z_stream *stream, const void *text, size_t len)
{
    stream->next_in = (const unsigned char *)text;
    stream->avail_in = (unsigned)len;
    stream->next_out = packed;
    stream->avail_out = PACKED_MAX;
    ck_assert_int_eq(deflate(stream, Z_SYNC_FLUSH), Z_OK);
    return PACKED_MAX - stream->avail_out;
}

START_TEST(a_message_is_read_wherever_it_is_cut)
{
    static const char text[] =
        "{\"op\":0,\"t\":\"MESSAGE\",\"d\":\"\xc3\xa9t\xc3\xa9 aaaaaaaaaaaaaaa\"}";
    z_stream stream = {0};
    struct fault fault;
    ck_assert_int_eq(deflateInit(&stream, 9), Z_OK);
    size_t size = pack(&stream, text, sizeof text - 1);
    for (size_t cut = 0; cut <= size; cut++) {
        struct unpack *unpack = unpack_new(1000);
        size_t len = 0;
        ck_assert_int_eq(unpack_put(unpack, packed, cut, &fault),
                         cut == size ? UNPACK_WHOLE : UNPACK_MORE);
        if (cut < size) {
            ck_assert_int_eq(unpack_put(unpack, packed + cut, size - cut, &fault), UNPACK_WHOLE);
        }
        ck_assert_str_eq(unpack_text(unpack, &len), text);
        ck_assert_uint_eq(len, sizeof text - 1);
        unpack_free(&unpack);
    }
    deflateEnd(&stream);
}
END_TEST

START_TEST(messages_share_one_stream_and_come_byte_by_byte)
{
    z_stream stream = {0};
    struct fault fault;
    struct unpack *unpack = unpack_new(100000);
    char *text = heap_allocate(70000);
    ck_assert_int_eq(deflateInit(&stream, 6), Z_OK);
    for (size_t round = 0; round < 20; round++) {
        size_t len = round * 3000 + 1;
        for (size_t i = 0; i < len; i++) {
            text[i] = (char)('a' + (i * i + round) % 23);
        }
        size_t size = pack(&stream, text, len);
        for (size_t i = 0; i + 1 < size; i++) {
            ck_assert_int_eq(unpack_put(unpack, packed + i, 1, &fault), UNPACK_MORE);
        }
        ck_assert_int_eq(unpack_put(unpack, packed + size - 1, 1, &fault), UNPACK_WHOLE);
        size_t got = 0;
        ck_assert_int_eq(memcmp(unpack_text(unpack, &got), text, len), 0);
        ck_assert_uint_eq(got, len);
    }
    free(text);
    unpack_free(&unpack);
    deflateEnd(&stream);
}
END_TEST

START_TEST(a_bomb_is_cut_off)
{
    size_t bomb = (size_t)64 * 1024 * 1024;
    char *zeros = heap_allocate(bomb);
    z_stream stream = {0};
    struct fault fault;
    struct unpack *unpack = unpack_new(100000);
    ck_assert_int_eq(deflateInit(&stream, 9), Z_OK);
    size_t size = pack(&stream, zeros, bomb);
    ck_assert_uint_lt(size, 100000);
    ck_assert_int_eq(unpack_put(unpack, packed, size, &fault), UNPACK_BROKEN);
    ck_assert_ptr_nonnull(strstr(fault.text, "too long"));
    ck_assert_int_eq(unpack_put(unpack, packed, size, &fault), UNPACK_BROKEN);
    free(zeros);
    unpack_free(&unpack);
    deflateEnd(&stream);
}
END_TEST

START_TEST(a_message_of_exactly_the_limit_is_taken)
{
    char text[100];
    z_stream stream = {0};
    struct fault fault;
    memset(text, 'x', sizeof text);
    for (size_t len = 99; len <= 100; len++) {
        struct unpack *unpack = unpack_new(99);
        memset(&stream, 0, sizeof stream);
        ck_assert_int_eq(deflateInit(&stream, 6), Z_OK);
        size_t size = pack(&stream, text, len);
        ck_assert_int_eq(unpack_put(unpack, packed, size, &fault),
                         len == 99 ? UNPACK_WHOLE : UNPACK_BROKEN);
        unpack_free(&unpack);
        deflateEnd(&stream);
    }
}
END_TEST

START_TEST(what_is_not_packed_is_broken)
{
    struct fault fault;
    struct unpack *unpack = unpack_new(1000);
    ck_assert_int_eq(unpack_put(unpack, "{\"op\":10}", 9, &fault), UNPACK_BROKEN);
    unpack_free(&unpack);
    unpack = unpack_new(1000);
    ck_assert_int_eq(unpack_put(unpack, "", 0, &fault), UNPACK_MORE);
    ck_assert_int_eq(unpack_put(unpack, "\x78\x9c", 2, &fault), UNPACK_MORE);
    ck_assert_int_eq(unpack_put(unpack, "\xff\xff\xff\xff", 4, &fault), UNPACK_BROKEN);
    unpack_free(&unpack);
}
END_TEST

START_TEST(a_stream_that_ends_is_broken)
{
    static const char text[] = "the end";
    uLongf len = PACKED_MAX;
    struct fault fault;
    struct unpack *unpack = unpack_new(1000);
    ck_assert_int_eq(compress(packed, &len, (const unsigned char *)text, sizeof text), Z_OK);
    ck_assert_int_eq(unpack_put(unpack, packed, len, &fault), UNPACK_BROKEN);
    unpack_free(&unpack);
}
END_TEST

Suite *suite_unpack(void);

#ifdef DD_ZSTD
static size_t pack_zstd(ZSTD_CCtx *stream, const char *text, size_t len)
{
    ZSTD_inBuffer in = {text, len, 0};
    ZSTD_outBuffer out = {packed, PACKED_MAX, 0};
    ck_assert_uint_eq(ZSTD_compressStream2(stream, &out, &in, ZSTD_e_flush), 0);
    return out.pos;
}

START_TEST(messages_of_zstd_share_one_stream)
{
    struct fault fault;
    ZSTD_CCtx *stream = ZSTD_createCCtx();
    struct unpack *unpack = unpack_new_zstd(100000);
    char *text = heap_allocate(70000);
    for (size_t round = 0; round < 20; round++) {
        size_t len = round * 3000 + 1;
        for (size_t i = 0; i < len; i++) {
            text[i] = (char)('a' + (i * i + round) % 23);
        }
        size_t size = pack_zstd(stream, text, len);
        size_t told = 0;
        ck_assert_int_eq(unpack_put(unpack, packed, size, &fault), UNPACK_WHOLE);
        ck_assert_int_eq(memcmp(unpack_text(unpack, &told), text, len), 0);
        ck_assert_uint_eq(told, len);
    }
    free(text);
    unpack_free(&unpack);
    ZSTD_freeCCtx(stream);
}
END_TEST

START_TEST(bombs_and_rubbish_of_zstd_break_the_stream)
{
    struct fault fault;
    ZSTD_CCtx *stream = ZSTD_createCCtx();
    char *text = heap_allocate(70000);
    size_t size = pack_zstd(stream, text, 70000);
    struct unpack *unpack = unpack_new_zstd(69999);
    ck_assert_int_eq(unpack_put(unpack, packed, size, &fault), UNPACK_BROKEN);
    ck_assert_int_eq(unpack_put(unpack, packed, size, &fault), UNPACK_BROKEN);
    unpack_free(&unpack);
    unpack = unpack_new_zstd(70000);
    ck_assert_int_eq(unpack_put(unpack, packed, size, &fault), UNPACK_WHOLE);
    ck_assert_int_eq(unpack_put(unpack, "\x07\x07\x07\x07 no zstd", 12, &fault), UNPACK_BROKEN);
    unpack_free(&unpack);
    free(text);
    ZSTD_freeCCtx(stream);
}
END_TEST
#endif

Suite *suite_unpack(void)
{
    Suite *suite = suite_create("unpack");
    TCase *tcase = tcase_create("unpack");
    tcase_add_test(tcase, a_message_is_read_wherever_it_is_cut);
    tcase_add_test(tcase, messages_share_one_stream_and_come_byte_by_byte);
    tcase_add_test(tcase, a_bomb_is_cut_off);
    tcase_add_test(tcase, a_message_of_exactly_the_limit_is_taken);
    tcase_add_test(tcase, what_is_not_packed_is_broken);
    tcase_add_test(tcase, a_stream_that_ends_is_broken);
#ifdef DD_ZSTD
    tcase_add_test(tcase, messages_of_zstd_share_one_stream);
    tcase_add_test(tcase, bombs_and_rubbish_of_zstd_break_the_stream);
#endif
    suite_add_tcase(suite, tcase);
    return suite;
}
