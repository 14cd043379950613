/* Frames of a WebSocket, over a real socket: what RFC 6455 forbids ends it with the code that it
 * wants, what it allows is taken. */
#include "http_world.h"
#include "ws_frame.h"

#include <check.h>
#include <string.h>

#define GOOD "Host: here\r\nSec-WebSocket-Protocol: deaddrop\r\n"

struct bytes {
    const char *what;
    const char *bytes;
    size_t len;
    unsigned code; /* that it is closed with */
};

#define KEY "\x00\x00\x00\x00" /* a mask that changes nothing */

static void frames_open(struct wire *wire)
{
    world_client(wire);
    ck_assert(wire_upgrade(wire, "/socket", GOOD));
    ck_assert(wire_until(wire, "\x81\x05hello"));
    wire_forget(wire);
}

static void frames_end(const struct bytes *sent)
{
    struct wire wire;
    frames_open(&wire);
    wire_put(&wire, sent->bytes, sent->len);
    ck_assert_msg(wire_until_closed(&wire), "%s keeps its socket", sent->what);
    ck_assert_msg(wire.len >= 4 && (unsigned char)wire.got[0] == 0x88, "%s: no close frame",
                  sent->what);
    unsigned code = (unsigned)(unsigned char)wire.got[2] << 8 | (unsigned char)wire.got[3];
    ck_assert_msg(code == sent->code, "%s: %u, not %u", sent->what, code, sent->code);
    wire_close(&wire);
    world_until(&world.closed, 1);
    world.closed = 0;
    ck_assert_uint_eq(world.said_count, 0);
}

START_TEST(frame_that_is_forbidden_ends_the_socket)
{
    static const struct bytes bad[] = {
        {"an unmasked text", "\x81\x02hi", sizeof("\x81\x02hi") - 1, 1002},
        {"an unmasked ping", "\x89\x00", sizeof("\x89\x00") - 1, 1002},
        {"an unmasked close", "\x88\x02\x03\xe8", sizeof("\x88\x02\x03\xe8") - 1, 1002},
        {"a reserved bit", "\xc1\x82" KEY "hi", sizeof("\xc1\x82" KEY "hi") - 1, 1002},
        {"an unknown opcode", "\x83\x82" KEY "hi", sizeof("\x83\x82" KEY "hi") - 1, 1002},
        {"an unknown control frame", "\x8b\x80" KEY, sizeof("\x8b\x80" KEY) - 1, 1002},
        {"a ping in pieces", "\x09\x80" KEY, sizeof("\x09\x80" KEY) - 1, 1002},
        {"a long ping", "\x89\xfe\x00\x7e", sizeof("\x89\xfe\x00\x7e") - 1, 1002},
        {"a continuation of nothing", "\x80\x82" KEY "hi", sizeof("\x80\x82" KEY "hi") - 1, 1002},
        {"a text inside a text", "\x01\x82" KEY "hi\x81\x82" KEY "hi",
         sizeof("\x01\x82" KEY "hi\x81\x82" KEY "hi") - 1, 1002},
        {"a length that is too wide", "\x81\xfe\x00\x05" KEY "hello",
         sizeof("\x81\xfe\x00\x05" KEY "hello") - 1, 1002},
        {"a length that is far too wide", "\x81\xff\0\0\0\0\0\0\x01\0" KEY,
         sizeof("\x81\xff\0\0\0\0\0\0\x01\0" KEY) - 1, 1002},
        {"a length with a sign", "\x81\xff\x80\0\0\0\0\0\0\0" KEY,
         sizeof("\x81\xff\x80\0\0\0\0\0\0\0" KEY) - 1, 1002},
        {"binary that is no text", "\x82\x82" KEY "\xff\xfe", sizeof("\x82\x82" KEY "\xff\xfe") - 1,
         1007},
        {"broken text", "\x81\x82" KEY "\xc3\x28", sizeof("\x81\x82" KEY "\xc3\x28") - 1, 1007},
        {"a surrogate", "\x81\x83" KEY "\xed\xa0\x80", sizeof("\x81\x83" KEY "\xed\xa0\x80") - 1,
         1007},
        {"a close of one byte", "\x88\x81" KEY "\x03", sizeof("\x88\x81" KEY "\x03") - 1, 1002},
        {"a close with a code that is none", "\x88\x82" KEY "\x03\xed",
         sizeof("\x88\x82" KEY "\x03\xed") - 1, 1002},
        {"a close with broken text", "\x88\x83" KEY "\x03\xe8\xff",
         sizeof("\x88\x83" KEY "\x03\xe8\xff") - 1, 1007},
        {"a close", "\x88\x82" KEY "\x03\xe9", sizeof("\x88\x82" KEY "\x03\xe9") - 1, 1001},
        {"a close without a word", "\x88\x80" KEY, sizeof("\x88\x80" KEY) - 1, 1000},
    };
    world_start(NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        frames_end(&bad[i]);
    }
    world_stop();
}
END_TEST

START_TEST(frame_may_come_in_pieces_with_pings_between)
{
    static const char text[] =
        "\x01\x82" KEY "\xe2\x82\x89\x81" KEY "?\x00\x80" KEY "\x80\x81" KEY "\xac";
    struct wire wire;
    world_start(NULL);
    frames_open(&wire);
    for (size_t i = 0; i < sizeof text - 1; i++) {
        wire_put(&wire, text + i, 1);
        uv_run(&world.loop, UV_RUN_NOWAIT);
    }
    world_until(&world.said_count, 1);
    ck_assert_str_eq(world.said[0], "\xe2\x82\xac");
    ck_assert(wire_until(&wire, "\x8a\x01?"));
    wire_close(&wire);
    world_stop();
}
END_TEST

START_TEST(frame_says_what_was_said_before_a_close)
{
    static const char text[] = "\x81\x82" KEY "hi\x81\x82" KEY "ho\x88\x80" KEY;
    struct wire wire;
    world_start(NULL);
    frames_open(&wire);
    wire_put(&wire, text, sizeof text - 1);
    ck_assert(wire_until_closed(&wire));
    world_until(&world.closed, 1);
    ck_assert_uint_eq(world.said_count, 2);
    ck_assert_str_eq(world.said[1], "ho");
    wire_close(&wire);
    world_stop();
}
END_TEST

START_TEST(frame_of_every_length_goes_both_ways)
{
    static const size_t lengths[] = {0, 1, 125, 126, 127, 65535, 65536, 70000};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        unsigned char head[WS_HEAD_BYTES_MAX];
        size_t len = ws_frame_head(head, WS_TEXT, lengths[i]);
        ck_assert_uint_eq(len, lengths[i] < 126 ? 2u : lengths[i] < 65536 ? 4u : 10u);
        uint64_t said = head[1];
        for (size_t at = 2; at < len; at++) {
            said = (at == 2 ? 0 : said << 8) | head[at];
        }
        ck_assert_uint_eq(said, lengths[i]);
    }
}
END_TEST

Suite *suite_ws_frame(void);
Suite *suite_ws_frame(void)
{
    Suite *suite = suite_create("ws_frame");
    TCase *tcase = tcase_create("ws_frame");
    tcase_add_test(tcase, frame_that_is_forbidden_ends_the_socket);
    tcase_add_test(tcase, frame_may_come_in_pieces_with_pings_between);
    tcase_add_test(tcase, frame_says_what_was_said_before_a_close);
    tcase_add_test(tcase, frame_of_every_length_goes_both_ways);
    suite_add_tcase(suite, tcase);
    return suite;
}
