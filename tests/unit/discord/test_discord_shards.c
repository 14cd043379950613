#include "gateway_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>
#define ZLIB_CONST
#include <zlib.h>

#include "buf.h"
#include "discord_session_limit.h"
#include "heap.h"
#include "unpack.h"

/* Opens and greets every socket that waits; how many there were. */
static unsigned greet_all(unsigned from)
{
    unsigned count = 0;
    for (unsigned i = from; i < kit->hand->socket_count; i++) {
        struct hand_socket *socket = &kit->hand->sockets[i];
        if (!socket->opened && !socket->freed) {
            hand_socket_open(socket);
            hand_socket_receive(socket, "{\"op\":10,\"d\":{\"heartbeat_interval\":600000}}");
            count++;
        }
    }
    kit_saved();
    return count;
}

static int shard_named(const struct hand_socket *socket)
{
    const char *at = strstr(hand_socket_sent(socket), "\"shard\":[");
    ck_assert_ptr_nonnull(at);
    return (int)strtol(at + 9, NULL, 10);
}

START_TEST(as_many_shards_as_discord_recommends_identify_one_after_the_other)
{
    kit_start();
    kit_bot(3, 900, 1);
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_uint_eq(kit->hand->socket_count, i + 1);
        ck_assert_uint_eq(greet_all(0), 1);
        hand_run(kit->hand, 5499);
        ck_assert_uint_eq(kit->hand->socket_count, i + 1);
        hand_run(kit->hand, 1);
    }
    hand_run(kit->hand, 5000);
    ck_assert_uint_eq(kit->hand->socket_count, 3);
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_int_eq(strtol(strstr(kit->hand->sockets[i].sent[0], "\"shard\":[") + 9, NULL, 10),
                         (long)i);
    }
    ck_assert_uint_eq(discord_gateway_shard_of(kit->gateway, 0), 0);
    ck_assert_uint_eq(discord_gateway_shard_of(kit->gateway, UINT64_C(7) << 22), 1);
}
END_TEST

START_TEST(shards_of_different_keys_identify_together)
{
    kit_start();
    kit_bot(8, 900, 4);
    ck_assert_uint_eq(kit->hand->socket_count, 4);
    ck_assert_uint_eq(greet_all(0), 4);
    hand_run(kit->hand, 5500);
    ck_assert_uint_eq(kit->hand->socket_count, 8);
}
END_TEST

START_TEST(one_shard_of_many_may_run_here)
{
    kit->setup.shard_id = 2;
    kit->setup.shard_count = 5;
    kit_start();
    kit_bot(9, 900, 1);
    kit_hello();
    ck_assert(kit_said("\"shard\":[2,5]"));
    kit_ready(1);
    ck_assert_ptr_nonnull(kit_row("gateway/shard/2"));
    hand_run(kit->hand, 30000);
    ck_assert_uint_eq(kit->hand->socket_count, 1);
}
END_TEST

/* ---- parts of a house */

/* A shard connects, and the slot is ours all along; who it says it is. */
static void identify_as(const char *shard)
{
    kit_slot(FAULT_NONE);
    kit_hello();
    kit_slot(FAULT_NONE);
    kit_saved();
    ck_assert_msg(kit_said(shard), "%s: %s", shard, hand_socket_sent(hand_socket(kit->hand)));
}

START_TEST(a_part_runs_its_own_shards_of_a_multiple_of_the_parts)
{
    kit_divide(1, 3);
    kit_start();
    kit_bot(4, 900, 1);
    identify_as("\"shard\":[1,6]");
    kit_ready(1);
    hand_run(kit->hand, 6000);
    identify_as("\"shard\":[4,6]");
    kit_ready(2);
    ck_assert_ptr_nonnull(kit_row("gateway/shard/1"));
    ck_assert_ptr_nonnull(kit_row("gateway/shard/4"));
    hand_run(kit->hand, 30000);
    ck_assert_uint_eq(kit->slot_count, 4);
    ck_assert_uint_eq(kit->hand->socket_count, 2);
    ck_assert_uint_eq(discord_gateway_shard_of(kit->gateway, UINT64_C(10) << 22), 4);
    /* what is stored of a dispatch is told to the shard that it came by */
    kit->keeps = DISPATCH_KEPT;
    kit_dispatch("A", 3);
    discord_gateway_stored(kit->gateway, &kit->dispatches[0].id, NULL);
    hand_run(kit->hand, 1000);
    kit_saved();
    ck_assert_ptr_nonnull(strstr(kit_row("gateway/shard/4")->value, ":3"));
}
END_TEST

START_TEST(a_part_resumes_its_shards_whatever_is_left_of_others)
{
    kit_divide(1, 2);
    kit_start();
    kit_bot(2, 900, 1);
    identify_as("\"shard\":[1,2]");
    kit_ready(1);
    ck_assert_ptr_nonnull(kit_row("gateway/shard/1"));
    kit->rows[kit->row_count] = *kit_row("gateway/shard/1"); /* of when the house was whole */
    snprintf(kit->rows[kit->row_count++].key, 64, "gateway/shard/0");
    kit_restart();
    ck_assert_uint_eq(hand_open(kit->hand), 0); /* nobody had to be asked how many there are */
    kit_hello();
    ck_assert(kit_said("{\"op\":6,"));
    ck_assert_uint_eq(kit->slot_count, 2); /* who resumes needs none */
}
END_TEST

START_TEST(parts_identify_one_after_the_other)
{
    kit_divide(3, 4);
    kit_start();
    kit_bot(4, 900, 2);
    ck_assert_str_eq(kit->slots[0].key, "identify/1");
    ck_assert_uint_eq(kit->hand->socket_count, 0);
    kit_slot(FAULT_GONE);
    hand_run(kit->hand, 399);
    ck_assert_uint_eq(kit->slot_count, 1);
    hand_run(kit->hand, 401);
    ck_assert_uint_eq(kit->slot_count, 2);
    ck_assert_str_eq(kit->slots[0].holder, kit->slots[1].holder);
    kit_slot(FAULT_RETRY); /* as good as another's */
    hand_run(kit->hand, 800);
    ck_assert_uint_eq(kit->slot_count, 3);
    ck_assert_uint_eq(kit->hand->socket_count, 0);
    kit_slot(FAULT_NONE);
    ck_assert_uint_eq(kit->hand->socket_count, 1);
    kit_hello();
    ck_assert_uint_eq(kit->slot_count, 4);
    ck_assert_int_ge(kit->slots[3].ms, 5500);
    ck_assert(!kit_said("{\"op\":2,"));
    kit_slot(FAULT_GONE); /* it took too long to connect */
    ck_assert(!kit_said("{\"op\":2,"));
    kit_goodbye();
    hand_run(kit->hand, 2000);
    identify_as("\"shard\":[3,4]");
    ck_assert_uint_eq(kit->slot_count, 6);
}
END_TEST

START_TEST(what_is_said_of_a_slot_after_the_end_matters_to_nobody)
{
    kit_divide(0, 2);
    kit_start();
    kit_bot(2, 900, 1);
    discord_gateway_stop(kit->gateway);
    kit_slot(FAULT_NONE);
    ck_assert_uint_eq(kit->hand->socket_count, 0);
    ck_assert(kit_is_down());
}
END_TEST

START_TEST(a_session_start_limit_that_is_reached_is_waited_for)
{
    kit_start();
    kit_bot(1, 20, 1);
    int64_t from_ms = kit->hand->now_ms;
    while (kit->hand->socket_count == 0) {
        if (hand_open(kit->hand) > 0) {
            int64_t passed = kit->hand->now_ms - from_ms;
            char body[300];
            snprintf(body, sizeof body,
                     "{\"url\":\"" KIT_BASE "\",\"shards\":1,\"session_start_limit\":{\"total\":"
                     "1000,\"remaining\":%d,\"reset_after\":%lld,\"max_concurrency\":1}}",
                     passed < 3600000 ? 20 : 1000, (long long)(3600000 - passed % 3600000));
            hand_answer(hand_call(kit->hand, 0), 200, NULL, body);
        }
        hand_run(kit->hand, hand_next_ms(kit->hand));
    }
    ck_assert_int_ge(kit->hand->now_ms - from_ms, 3600000);
    ck_assert_int_le(kit->hand->now_ms - from_ms, 3700000);
    ck_assert_uint_le(kit->hand->call_count, 20);
}
END_TEST

START_TEST(another_process_keeps_the_pause_between_two_identifies)
{
    kit_start();
    kit_bot(1, 900, 1);
    kit_hello();
    hand_run(kit->hand, 1000);
    kit_restart();
    kit_bot(1, 900, 1);
    ck_assert_uint_eq(kit->hand->socket_count, 1);
    hand_run(kit->hand, 4499);
    ck_assert_uint_eq(kit->hand->socket_count, 1);
    hand_run(kit->hand, 1);
    ck_assert_uint_eq(kit->hand->socket_count, 2);
}
END_TEST

START_TEST(a_session_start_limit_counts_our_own_use_over_a_day)
{
    struct discord_session_limit limit;
    struct discord_session_limit other;
    struct buf row;
    int64_t now_ms = INT64_C(1900000000000);
    discord_session_limit_init(&limit);
    for (unsigned i = 0; i < 980; i++) {
        ck_assert_int_eq(discord_session_limit_wait_ms(&limit, 0, now_ms), 0);
        discord_session_limit_use(&limit, 0, now_ms);
        now_ms += 6000;
    }
    ck_assert(discord_session_limit_is_reached(&limit, now_ms));
    buf_init(&row, 2048);
    discord_session_limit_write(&limit, &row);
    discord_session_limit_init(&other);
    discord_session_limit_read(&other, row.text, row.len);
    ck_assert(discord_session_limit_is_reached(&other, now_ms));
    ck_assert(!discord_session_limit_is_reached(&other, now_ms + SESSION_LIMIT_DAY_MS));
    ck_assert_int_eq(discord_session_limit_wait_ms(&other, 0, now_ms - 3600000),
                     SESSION_LIMIT_DAY_MS - 980 * 6000 + 3600000);
    buf_deinit(&row);
}
END_TEST

START_TEST(a_clock_that_was_set_back_does_not_hold_identifies_for_long)
{
    struct discord_session_limit limit;
    discord_session_limit_init(&limit);
    discord_session_limit_use(&limit, 0, INT64_C(1900000000000));
    ck_assert_int_le(discord_session_limit_wait_ms(&limit, 0, INT64_C(1800000000000)),
                     SESSION_LIMIT_PAUSE_MS);
}
END_TEST

/* ---- packed frames */

static size_t pack(z_stream *stream, const char *text, unsigned char *out, size_t size)
{
    stream->next_in = (const unsigned char *)text;
    stream->avail_in = (unsigned)strlen(text);
    stream->next_out = out;
    stream->avail_out = (unsigned)size;
    ck_assert_int_eq(deflate(stream, Z_SYNC_FLUSH), Z_OK);
    return size - stream->avail_out;
}

static void receive_split(const unsigned char *bytes, size_t len, size_t at)
{
    struct hand_socket *socket = hand_socket(kit->hand);
    hand_socket_receive_bytes(socket, bytes, at);
    if (at < len) {
        hand_socket_receive_bytes(socket, bytes + at, len - at);
    }
}

START_TEST(packed_frames_are_read_wherever_they_are_cut)
{
    unsigned char bytes[4000];
    z_stream stream = {0};
    kit->setup.compression = COMPRESSION_ZLIB;
    kit_start();
    kit_bot(1, 900, 1);
    ck_assert_str_eq(hand_socket(kit->hand)->url,
                     KIT_BASE "/?v=10&encoding=json&compress=zlib-stream");
    ck_assert_int_eq(deflateInit(&stream, 6), Z_OK);
    hand_socket_open(hand_socket(kit->hand));
    size_t len =
        pack(&stream, "{\"op\":10,\"d\":{\"heartbeat_interval\":41250}}", bytes, sizeof bytes);
    receive_split(bytes, len, 1);
    kit_saved();
    len = pack(&stream,
               "{\"op\":0,\"t\":\"READY\",\"s\":1,\"d\":{\"session_id\":\"s1\","
               "\"resume_gateway_url\":\"" KIT_OWN "\"}}",
               bytes, sizeof bytes);
    receive_split(bytes, len, len - 2);
    ck_assert_uint_eq(kit->ready_count, 1);
    for (int sequence = 2; sequence < 60; sequence++) {
        char text[100];
        snprintf(text, sizeof text, "{\"op\":0,\"t\":\"EVENT_%d\",\"s\":%d,\"d\":{\"x\":[1,2]}}",
                 sequence, sequence);
        len = pack(&stream, text, bytes, sizeof bytes);
        receive_split(bytes, len, (size_t)sequence % len);
        ck_assert_uint_eq(kit->dispatch_count, (unsigned)sequence - 1);
    }
    hand_socket_receive(hand_socket(kit->hand), "{\"op\":0,\"t\":\"PLAIN\",\"s\":99,\"d\":1}");
    ck_assert_uint_eq(kit->dispatch_count, 59);
    deflateEnd(&stream);
}
END_TEST

START_TEST(zstd_is_asked_for_where_it_is_built_in)
{
    kit->setup.compression = COMPRESSION_ZSTD;
    kit_start();
    kit_bot(1, 900, 1);
    ck_assert_str_eq(hand_socket(kit->hand)->url,
                     unpack_has_zstd() ? KIT_BASE "/?v=10&encoding=json&compress=zstd-stream"
                                       : KIT_BASE "/?v=10&encoding=json&compress=zlib-stream");
    hand_socket_open(hand_socket(kit->hand));
    hand_socket_receive_bytes(hand_socket(kit->hand), "no such thing", 13);
    ck_assert(hand_socket(kit->hand)->code >= 4000 || !unpack_has_zstd());
}
END_TEST

START_TEST(a_broken_stream_ends_the_connection_and_the_next_one_begins_anew)
{
    unsigned char bytes[4000];
    z_stream stream = {0};
    kit->setup.compression = COMPRESSION_ZLIB;
    kit_start();
    kit_bot(1, 900, 1);
    hand_socket_open(hand_socket(kit->hand));
    hand_socket_receive_bytes(hand_socket(kit->hand), "this is not zlib", 16);
    ck_assert_uint_ge(hand_socket(kit->hand)->code, 4000);
    kit_goodbye();
    hand_run(kit->hand, 6000);
    ck_assert_int_eq(deflateInit(&stream, 6), Z_OK);
    hand_socket_open(hand_socket(kit->hand));
    size_t len =
        pack(&stream, "{\"op\":10,\"d\":{\"heartbeat_interval\":41250}}", bytes, sizeof bytes);
    receive_split(bytes, len, len);
    kit_saved();
    ck_assert_int_eq(shard_named(hand_socket(kit->hand)), 0);
    deflateEnd(&stream);
}
END_TEST

START_TEST(packed_frames_that_nobody_asked_for_end_the_connection)
{
    kit_up();
    hand_socket_receive_bytes(hand_socket(kit->hand), "x", 1);
    ck_assert_uint_ge(hand_socket(kit->hand)->code, 4000);
}
END_TEST

/* ---- hostile frames */

#define NAME_TOO_LONG "MORE_THAN_SIXTY_FOUR_BYTES_IS_THE_NAME_OF_NO_EVENT_AT_ALL_AND_NEVER"

static const char *const hostile[] = {
    "",
    "null",
    "[]",
    "7",
    "\"op\"",
    "{",
    "{}",
    "{\"op\":null}",
    "{\"op\":-1}",
    "{\"op\":0.5}",
    "{\"op\":1e300}",
    "{\"op\":\"0\"}",
    "{\"op\":0}",
    "{\"op\":0,\"s\":5}",
    "{\"op\":0,\"s\":5,\"t\":null}",
    "{\"op\":0,\"s\":-5,\"t\":\"A\",\"d\":{}}",
    "{\"op\":0,\"s\":1e300,\"t\":\"A\",\"d\":{}}",
    "{\"op\":0,\"s\":1.5,\"t\":\"A\",\"d\":{}}",
    "{\"op\":0,\"s\":\"5\",\"t\":\"A\",\"d\":{}}",
    "{\"op\":0,\"s\":null,\"t\":\"A\",\"d\":{}}",
    "{\"op\":0,\"s\":9,\"t\":{},\"d\":{}}",
    ("{\"op\":0,\"s\":9,\"t\":\"" NAME_TOO_LONG "\"}"),
    "{\"op\":99,\"d\":{}}",
    "{\"op\":11,\"d\":[[[[[]]]]]}",
    "{\"op\":10}",
    "{\"op\":0,\"s\":2,\"t\":\"READY\",\"d\":{\"session_id\":\"evil\"}}",
};

START_TEST(frames_of_no_shape_change_nothing)
{
    kit_up();
    hand_socket_receive(hand_socket(kit->hand), hostile[_i]);
    ck_assert_uint_eq(hand_socket(kit->hand)->code, 0);
    ck_assert_uint_eq(kit->dispatch_count, 0);
    ck_assert_uint_eq(kit->ready_count, 1);
    kit_dispatch("A", 2);
    ck_assert_uint_eq(kit->dispatch_count, 1);
}
END_TEST

START_TEST(hellos_that_make_no_sense_are_left)
{
    static const char *const hellos[] = {"{\"op\":10}",
                                         "{\"op\":10,\"d\":{\"heartbeat_interval\":0}}",
                                         "{\"op\":10,\"d\":{\"heartbeat_interval\":-1}}",
                                         "{\"op\":10,\"d\":{\"heartbeat_interval\":1e12}}",
                                         "{\"op\":10,\"d\":{\"heartbeat_interval\":\"41250\"}}"};
    kit_start();
    kit_bot(1, 900, 1);
    for (size_t i = 0; i < sizeof hellos / sizeof hellos[0]; i++) {
        hand_socket_open(hand_socket(kit->hand));
        hand_socket_receive(hand_socket(kit->hand), hellos[i]);
        ck_assert_uint_ge(hand_socket(kit->hand)->code, 4000);
        kit_goodbye();
        while (hand_socket(kit->hand)->opened) {
            if (hand_open(kit->hand) > 0) {
                kit_bot(1, 900, 1);
            }
            hand_run(kit->hand, hand_next_ms(kit->hand));
        }
    }
}
END_TEST

START_TEST(a_ready_of_no_shape_is_not_taken)
{
    static const char *const readies[] = {
        "{\"op\":0,\"s\":1,\"t\":\"READY\"}", "{\"op\":0,\"s\":1,\"t\":\"READY\",\"d\":[]}",
        "{\"op\":0,\"s\":1,\"t\":\"READY\",\"d\":{\"session_id\":7}}",
        "{\"op\":0,\"s\":1,\"t\":\"READY\",\"d\":{\"session_id\":\"\"}}"};
    kit_start();
    kit_bot(1, 900, 1);
    kit_hello();
    hand_socket_receive(hand_socket(kit->hand), readies[_i]);
    ck_assert_uint_ge(hand_socket(kit->hand)->code, 4000);
    ck_assert_uint_eq(kit->ready_count, 0);
}
END_TEST

START_TEST(a_resume_url_without_tls_is_not_taken_from_a_connection_with_it)
{
    kit_start();
    kit_bot(1, 900, 1);
    kit_hello();
    hand_socket_receive(hand_socket(kit->hand),
                        "{\"op\":0,\"s\":1,\"t\":\"READY\",\"d\":{\"session_id\":\"s1\","
                        "\"resume_gateway_url\":\"ws://elsewhere.test\"}}");
    kit_saved();
    hand_socket_close(hand_socket(kit->hand), 4000);
    hand_run(kit->hand, 1000);
    ck_assert_str_eq(hand_socket(kit->hand)->url, KIT_BASE "/?v=10&encoding=json");
    kit_hello();
    ck_assert(kit_said("{\"op\":6,"));
}
END_TEST

START_TEST(a_guild_of_ten_megabytes_is_received)
{
    size_t size = (size_t)10 * 1024 * 1024;
    char *text = heap_allocate(size + 100);
    int head = snprintf(text, 100, "{\"op\":0,\"s\":2,\"t\":\"GUILD_CREATE\",\"d\":{\"name\":\"");
    memset(text + head, 'x', size);
    memcpy(text + head + size, "\"}}", 4);
    kit_up();
    hand_socket_receive(hand_socket(kit->hand), text);
    ck_assert_uint_eq(kit->dispatch_count, 1);
    ck_assert_uint_eq(hand_socket(kit->hand)->code, 0);
    free(text);
}
END_TEST

Suite *suite_discord_shards(void);

Suite *suite_discord_shards(void)
{
    Suite *suite = suite_create("discord_shards");
    TCase *tcase = tcase_create("shards");
    tcase_add_checked_fixture(tcase, gateway_kit_set_up, gateway_kit_tear_down);
    tcase_add_test(tcase, as_many_shards_as_discord_recommends_identify_one_after_the_other);
    tcase_add_test(tcase, shards_of_different_keys_identify_together);
    tcase_add_test(tcase, one_shard_of_many_may_run_here);
    tcase_add_test(tcase, a_part_runs_its_own_shards_of_a_multiple_of_the_parts);
    tcase_add_test(tcase, a_part_resumes_its_shards_whatever_is_left_of_others);
    tcase_add_test(tcase, parts_identify_one_after_the_other);
    tcase_add_test(tcase, what_is_said_of_a_slot_after_the_end_matters_to_nobody);
    tcase_add_test(tcase, a_session_start_limit_that_is_reached_is_waited_for);
    tcase_add_test(tcase, another_process_keeps_the_pause_between_two_identifies);
    tcase_add_test(tcase, packed_frames_are_read_wherever_they_are_cut);
    tcase_add_test(tcase, zstd_is_asked_for_where_it_is_built_in);
    tcase_add_test(tcase, a_broken_stream_ends_the_connection_and_the_next_one_begins_anew);
    tcase_add_test(tcase, packed_frames_that_nobody_asked_for_end_the_connection);
    tcase_add_loop_test(tcase, frames_of_no_shape_change_nothing, 0,
                        sizeof hostile / sizeof hostile[0]);
    tcase_add_test(tcase, hellos_that_make_no_sense_are_left);
    tcase_add_loop_test(tcase, a_ready_of_no_shape_is_not_taken, 0, 4);
    tcase_add_test(tcase, a_resume_url_without_tls_is_not_taken_from_a_connection_with_it);
    tcase_add_test(tcase, a_guild_of_ten_megabytes_is_received);
    suite_add_tcase(suite, tcase);
    tcase = tcase_create("limit");
    tcase_add_test(tcase, a_session_start_limit_counts_our_own_use_over_a_day);
    tcase_add_test(tcase, a_clock_that_was_set_back_does_not_hold_identifies_for_long);
    suite_add_tcase(suite, tcase);
    return suite;
}
