/* Every rule of the gateway is seen to bite. */
#include "fake_kit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST
#include <zlib.h>

enum { OP_IDENTIFY = 2, INFLATED_MAX = 1 << 20 };

static struct fake_kit kit;

static void open_kit(void)
{
    fake_kit_open(&kit);
}

static void close_kit(void)
{
    fake_kit_close(&kit);
}

static struct fake_discord_knobs *knobs(void)
{
    return fake_discord_knobs(kit.fake);
}

/* Connects, identifies with this, and gives the link; it is the caller's. */
static struct fake_link *identified(const char *d)
{
    char text[400];
    struct fake_link *link = fake_kit_connect(&kit, KIT_URL);
    cJSON_Delete(fake_kit_take(&kit, link));
    snprintf(text, sizeof text, "{\"op\":%d,\"d\":%s}", OP_IDENTIFY, d);
    fake_kit_say(link, text);
    return link;
}

static const char sound[] = "{\"token\":\"fake-token\",\"intents\":1,\"properties\":{}}";

static void ends_with(const char *d, unsigned code)
{
    struct fake_link *link = identified(d);
    unsigned got = fake_kit_end(link);
    ck_assert_msg(got == code, "%s: %u, not %u", d, got, code);
    fake_discord_link_close(&link, 0);
}

static int next_op(struct fake_link *link)
{
    cJSON *json = fake_kit_take(&kit, link);
    int op = json == NULL ? -1 : cJSON_GetObjectItem(json, "op")->valueint;
    cJSON_Delete(json);
    return op;
}

START_TEST(what_is_not_sound_is_closed_with_its_code)
{
    ends_with("{\"token\":\"other\",\"intents\":1,\"properties\":{}}", 4004);
    ends_with("{\"token\":\"fake-token\",\"intents\":1}", 4002);
    ends_with("{\"token\":\"fake-token\",\"intents\":1,\"properties\":{},\"shard\":[2,2]}", 4010);
    ends_with("{\"token\":\"fake-token\",\"intents\":-1,\"properties\":{}}", 4013);
    ends_with("{\"token\":\"fake-token\",\"intents\":32768,\"properties\":{}}", 4014);
    struct fake_link *link = fake_kit_connect(&kit, "wss://gateway.fake/?v=9");
    ck_assert_uint_eq(fake_kit_end(link), 4012);
    fake_discord_link_close(&link, 0);
    link = fake_kit_connect(&kit, KIT_URL);
    fake_kit_say(link, "{\"op\":3,\"d\":{}}");
    ck_assert_uint_eq(fake_kit_end(link), 4003);
    fake_discord_link_close(&link, 0);
    link = fake_kit_connect(&kit, KIT_URL);
    fake_kit_say(link, "{\"op\":99}");
    ck_assert_uint_eq(fake_kit_end(link), 4001);
    fake_discord_link_close(&link, 0);
    link = fake_kit_connect(&kit, KIT_URL);
    fake_kit_say(link, "no json");
    ck_assert_uint_eq(fake_kit_end(link), 4002);
    fake_discord_link_close(&link, 0);
    fake_kit_login(&kit, 1);
    fake_kit_say(kit.link, "{\"op\":2,\"d\":{}}");
    ck_assert_uint_eq(fake_kit_end(kit.link), 4005);
}
END_TEST

START_TEST(a_shard_is_not_given_more_than_2500_guilds)
{
    for (int i = 0; i < 2500; i++) {
        fake_discord_guild(kit.fake, "another");
    }
    ends_with(sound, 4011);
}
END_TEST

START_TEST(frames_are_short_and_few)
{
    static char text[5000];
    memset(text, ' ', sizeof text - 1);
    struct fake_link *link = fake_kit_connect(&kit, KIT_URL);
    fake_discord_link_hear(link, text, 4097);
    ck_assert_uint_eq(fake_kit_end(link), 4002);
    fake_discord_link_close(&link, 0);
    link = fake_kit_connect(&kit, KIT_URL);
    for (int i = 0; i < 120; i++) {
        fake_kit_say(link, "{\"op\":1,\"d\":null}");
    }
    ck_assert_uint_eq(fake_kit_end(link), 1);
    fake_kit_say(link, "{\"op\":1,\"d\":null}");
    ck_assert_uint_eq(fake_kit_end(link), 4008);
    fake_discord_link_close(&link, 0);
}
END_TEST

START_TEST(heartbeats_are_acknowledged_unless_told_otherwise)
{
    fake_kit_login(&kit, 0);
    fake_kit_say(kit.link, "{\"op\":1,\"d\":1}");
    ck_assert_int_eq(next_op(kit.link), 11);
    knobs()->acks = false;
    fake_kit_say(kit.link, "{\"op\":1,\"d\":1}");
    ck_assert_int_eq(next_op(kit.link), -1);
    char *state = fake_discord_state(kit.fake);
    cJSON *json = cJSON_ParseWithLength(state, strlen(state));
    const cJSON *link = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "links"), 0);
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(link, "beats")), 2);
    cJSON_Delete(json);
    free(state);
}
END_TEST

START_TEST(who_does_not_beat_is_closed)
{
    fake_kit_login(&kit, 0);
    fake_kit_pass(&kit, 41250);
    fake_kit_say(kit.link, "{\"op\":1,\"d\":1}");
    fake_kit_pass(&kit, 82499);
    ck_assert_uint_eq(fake_kit_end(kit.link), 1);
    fake_kit_pass(&kit, 1);
    ck_assert_uint_eq(fake_kit_end(kit.link), 4009);
}
END_TEST

START_TEST(what_is_pushed_arrives)
{
    fake_kit_login(&kit, 0);
    fake_discord_push_op(kit.fake, 0, 1, "null");
    ck_assert_int_eq(next_op(kit.link), 1);
    fake_discord_push_op(kit.fake, 1, 7, "null");
    ck_assert_int_eq(next_op(kit.link), -1);
    fake_discord_push_op(kit.fake, -1, 7, "null");
    ck_assert_int_eq(next_op(kit.link), 7);
    fake_discord_push_event(kit.fake, 0, "SOMETHING_NEW", "{\"a\":1}");
    cJSON_Delete(fake_kit_event(&kit, "SOMETHING_NEW"));
    struct fake_frame frame;
    fake_discord_push_raw(kit.fake, 0, "{no", 3, false);
    ck_assert(fake_discord_link_take(kit.link, &frame));
    ck_assert(frame.len == 3 && memcmp(frame.bytes, "{no", 3) == 0);
    fake_discord_push_close(kit.fake, 0, 0);
    ck_assert(fake_discord_link_take(kit.link, &frame));
    ck_assert_int_eq(frame.kind, FAKE_FRAME_CUT);
    fake_kit_say(kit.link, "{\"op\":1,\"d\":1}");
    ck_assert(!fake_discord_link_take(kit.link, &frame));
}
END_TEST

START_TEST(every_close_code_can_be_pushed)
{
    static const unsigned codes[] = {1000, 1001, 4000, 4001, 4002, 4003, 4004, 4005, 4007,
                                     4008, 4009, 4010, 4011, 4012, 4013, 4014, 4999};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        fake_kit_login(&kit, 0);
        fake_discord_push_close(kit.fake, 0, codes[i]);
        ck_assert_uint_eq(fake_kit_end(kit.link), codes[i]);
        fake_discord_link_close(&kit.link, 0);
        fake_kit_pass(&kit, 5000);
    }
}
END_TEST

START_TEST(silence_is_total)
{
    fake_kit_login(&kit, 1);
    fake_discord_push_silence(kit.fake, 0);
    fake_kit_say(kit.link, "{\"op\":1,\"d\":1}");
    fake_discord_channel(kit.fake, kit.guild, "unheard", 0);
    fake_kit_pass(&kit, 200000);
    struct fake_frame frame;
    ck_assert(!fake_discord_link_take(kit.link, &frame));
}
END_TEST

START_TEST(a_connection_can_begin_badly)
{
    int status = 0;
    knobs()->refuse_status = 503;
    ck_assert_ptr_null(fake_discord_link_open(kit.fake, KIT_URL, &status));
    ck_assert_int_eq(status, 503);
    knobs()->refuse_status = 0;
    knobs()->reconnect_first = 1;
    struct fake_link *link = fake_kit_connect(&kit, KIT_URL);
    ck_assert_int_eq(next_op(link), 7);
    fake_kit_pass(&kit, 5000);
    ck_assert_uint_eq(fake_kit_end(link), 1000);
    fake_discord_link_close(&link, 0);
    knobs()->hello = false;
    link = fake_kit_connect(&kit, KIT_URL);
    ck_assert_int_eq(next_op(link), -1);
    fake_discord_link_close(&link, 0);
    knobs()->hello = true;
    knobs()->ready = false;
    link = identified(sound);
    ck_assert_int_eq(next_op(link), -1);
    fake_discord_link_close(&link, 0);
}
END_TEST

START_TEST(identifies_of_one_key_keep_their_distance)
{
    knobs()->max_concurrency = 2;
    struct fake_link *first = identified(sound);
    struct fake_link *second = identified(sound);
    ck_assert_int_eq(next_op(first), 0);
    ck_assert_int_eq(next_op(second), 9);
    struct fake_link *other =
        identified("{\"token\":\"fake-token\",\"intents\":0,\"properties\":{},\"shard\":[1,2]}");
    ck_assert_int_eq(next_op(other), 0);
    fake_kit_pass(&kit, 5000);
    struct fake_link *third = identified(sound);
    ck_assert_int_eq(next_op(third), 0);
    fake_discord_link_close(&first, 1000);
    fake_discord_link_close(&second, 1000);
    fake_discord_link_close(&third, 1000);
    fake_discord_link_close(&other, 1000);
}
END_TEST

START_TEST(an_overdrawn_budget_kills_the_token)
{
    knobs()->identifies_left = 1;
    fake_kit_login(&kit, 0);
    fake_kit_pass(&kit, 5000);
    ends_with(sound, 4004);
    ck_assert_uint_eq(fake_kit_end(kit.link), 4004);
    fake_kit_refused(&kit, "GET", "/users/@me", NULL, 0);
}
END_TEST

static struct fake_link *resumed(int64_t seq)
{
    char text[300];
    struct fake_link *link = fake_kit_connect(&kit, "wss://resume.fake/?v=10&encoding=json");
    cJSON_Delete(fake_kit_take(&kit, link));
    snprintf(text, sizeof text,
             "{\"op\":6,\"d\":{\"token\":\"fake-token\",\"session_id\":\"%s\",\"seq\":%" PRId64
             "}}",
             kit.session, seq);
    fake_kit_say(link, text);
    return link;
}

START_TEST(a_resume_replays_what_was_missed)
{
    fake_kit_login(&kit, 1);
    int64_t seq = kit.seq;
    fake_discord_link_close(&kit.link, 4200);
    fake_discord_channel(kit.fake, kit.guild, "one", 0);
    fake_discord_channel(kit.fake, kit.guild, "two", 0);
    kit.link = resumed(seq);
    cJSON *first = fake_kit_take(&kit, kit.link); /* nothing that was heard already */
    ck_assert_str_eq(fake_kit_text(first, "t"), "CHANNEL_CREATE");
    ck_assert_str_eq(fake_kit_text(cJSON_GetObjectItem(first, "d"), "name"), "one");
    ck_assert_int_eq(kit.seq, seq + 1);
    cJSON_Delete(first);
    cJSON_Delete(fake_kit_event(&kit, "CHANNEL_CREATE"));
    cJSON_Delete(fake_kit_event(&kit, "RESUMED"));
    ck_assert_int_eq(kit.seq, seq + 3);
}
END_TEST

START_TEST(a_session_that_is_over_is_not_resumed)
{
    fake_kit_login(&kit, 1);
    fake_discord_link_close(&kit.link, 1000);
    kit.link = resumed(kit.seq);
    ck_assert_int_eq(next_op(kit.link), 9);
    fake_discord_link_close(&kit.link, 1000);
    fake_kit_pass(&kit, 5000);
    fake_kit_login(&kit, 1);
    fake_discord_link_close(&kit.link, 4200);
    fake_kit_pass(&kit, 120001);
    kit.link = resumed(kit.seq);
    ck_assert_int_eq(next_op(kit.link), 9);
    fake_discord_link_close(&kit.link, 1000);
    fake_kit_login(&kit, 1);
    fake_discord_link_close(&kit.link, 4200);
    knobs()->resumes = false;
    kit.link = resumed(kit.seq);
    ck_assert_int_eq(next_op(kit.link), 9);
}
END_TEST

START_TEST(a_sequence_of_the_future_is_wrong)
{
    fake_kit_login(&kit, 1);
    fake_discord_link_close(&kit.link, 4200);
    kit.link = resumed(kit.seq + 1);
    ck_assert_uint_eq(fake_kit_end(kit.link), 4007);
}
END_TEST

START_TEST(a_gap_that_is_too_long_is_not_resumed)
{
    knobs()->replay_events = 2;
    fake_kit_login(&kit, 1);
    int64_t seq = kit.seq;
    fake_discord_link_close(&kit.link, 4200);
    for (int i = 0; i < 3; i++) {
        fake_discord_channel(kit.fake, kit.guild, "x", 0);
    }
    kit.link = resumed(seq);
    ck_assert_int_eq(next_op(kit.link), 9);
}
END_TEST

START_TEST(a_guild_can_be_made_for_a_shard)
{
    uint64_t guild[2 * 7];
    for (unsigned i = 0; i < 14; i++) {
        guild[i] = fake_discord_guild_on(kit.fake, "Den", i % 7, 7);
        ck_assert_uint_eq((guild[i] >> 22) % 7, i % 7);
        for (unsigned j = 0; j < i; j++) {
            ck_assert_uint_ne(guild[i], guild[j]);
        }
    }
    ck_assert_uint_eq(fake_discord_guild_on(kit.fake, "Den", 7, 7), 0);
}
END_TEST

START_TEST(shards_hear_of_their_guilds_and_the_first_of_messages)
{
    knobs()->max_concurrency = 2;
    int shard = (int)((kit.guild >> 22) % 2);
    struct fake_link *links[2];
    for (int i = 0; i < 2; i++) {
        char d[200];
        snprintf(d, sizeof d,
                 "{\"token\":\"fake-token\",\"intents\":4609,\"properties\":{},\"shard\":[%d,2]}",
                 i);
        links[i] = identified(d);
        while (next_op(links[i]) >= 0) {
        }
    }
    fake_discord_say(kit.fake, kit.ana, kit.channel, "hello", 0);
    ck_assert_int_eq(next_op(links[shard]), 0);
    ck_assert_int_eq(next_op(links[!shard]), -1);
    fake_discord_say(kit.fake, kit.ana, fake_discord_dm(kit.fake, kit.ana), "hello", 0);
    ck_assert_int_eq(next_op(links[0]), 0);
    ck_assert_int_eq(next_op(links[1]), -1);
    fake_discord_link_close(&links[0], 1000);
    fake_discord_link_close(&links[1], 1000);
}
END_TEST

START_TEST(events_need_their_intents)
{
    fake_kit_login(&kit, 1);
    fake_discord_say(kit.fake, kit.ana, kit.channel, "hello", 0);
    ck_assert_int_eq(next_op(kit.link), -1);
}
END_TEST

START_TEST(weather_doubles_delays_and_cuts)
{
    fake_kit_login(&kit, 1 | 512);
    fake_discord_weather(kit.fake, &(struct fake_discord_weather){.doubled_per_mille = 1000});
    fake_discord_say(kit.fake, kit.ana, kit.channel, "twice", 0);
    cJSON_Delete(fake_kit_event(&kit, "MESSAGE_CREATE"));
    int64_t seq = kit.seq;
    cJSON_Delete(fake_kit_event(&kit, "MESSAGE_CREATE"));
    ck_assert_int_eq(kit.seq, seq + 1);
    fake_discord_weather(
        kit.fake, &(struct fake_discord_weather){.late_per_mille = 1000, .notify_delay_ms = 700});
    fake_discord_say(kit.fake, kit.ana, kit.channel, "late", 0);
    fake_discord_mend(kit.fake);
    fake_discord_say(kit.fake, kit.bob, kit.channel, "early", 0);
    uint64_t order[2];
    fake_kit_pass(&kit, 700);
    for (int i = 0; i < 2; i++) {
        cJSON *event = fake_kit_event(&kit, "MESSAGE_CREATE");
        order[i] = fake_kit_id(event, "id");
        cJSON_Delete(event);
    }
    ck_assert_uint_gt(order[0], order[1]);
    fake_discord_weather(kit.fake, &(struct fake_discord_weather){.lost_per_mille = 1000});
    fake_discord_say(kit.fake, kit.ana, kit.channel, "last", 0);
    ck_assert_uint_eq(fake_kit_end(kit.link), 0);
}
END_TEST

/* Takes everything and inflates it as one stream; a message ends with 00 00 FF FF. */
static size_t inflated(struct fake_link *link, char *into, unsigned *frames)
{
    z_stream stream = {0};
    struct fake_frame frame;
    ck_assert_int_eq(inflateInit(&stream), Z_OK);
    stream.next_out = (unsigned char *)into;
    stream.avail_out = INFLATED_MAX - 1;
    *frames = 0;
    while (fake_discord_link_take(link, &frame)) {
        ck_assert_int_eq(frame.kind, FAKE_FRAME_BINARY);
        ++*frames;
        stream.next_in = (const unsigned char *)frame.bytes;
        stream.avail_in = (unsigned)frame.len;
        ck_assert_int_eq(inflate(&stream, Z_SYNC_FLUSH), Z_OK);
    }
    size_t len = INFLATED_MAX - 1 - stream.avail_out;
    into[len] = '\0';
    inflateEnd(&stream);
    return len;
}

START_TEST(a_compressed_stream_is_one_stream_also_split_at_every_byte)
{
    static char text[INFLATED_MAX];
    static const size_t steps[] = {0, 1, 7};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        unsigned frames = 0;
        knobs()->split_bytes = steps[i];
        struct fake_link *link = fake_kit_connect(&kit, KIT_URL "&compress=zlib-stream");
        char say[120];
        snprintf(say, sizeof say, "{\"op\":2,\"d\":%s}", sound);
        fake_kit_say(link, say);
        size_t len = inflated(link, text, &frames);
        ck_assert_ptr_nonnull(strstr(text, "heartbeat_interval"));
        ck_assert_ptr_nonnull(strstr(text, "\"READY\""));
        ck_assert_ptr_nonnull(strstr(text, "\"GUILD_CREATE\""));
        ck_assert(len > 500 && (steps[i] == 0 ? frames == 3 : frames > 50));
        fake_discord_link_close(&link, 1000);
        fake_kit_pass(&kit, 5000);
    }
}
END_TEST

START_TEST(messages_come_in_fragments)
{
    knobs()->fragment_bytes = 10;
    struct fake_link *link = fake_kit_connect(&kit, KIT_URL);
    struct fake_frame frame;
    size_t len = 0;
    unsigned firsts = 0;
    unsigned lasts = 0;
    while (fake_discord_link_take(link, &frame)) {
        ck_assert_uint_le(frame.len, 10);
        len += frame.len;
        firsts += frame.first;
        lasts += frame.last;
    }
    ck_assert_uint_gt(len, 40);
    ck_assert_uint_eq(firsts, 1);
    ck_assert_uint_eq(lasts, 1);
    fake_discord_link_close(&link, 1000);
}
END_TEST

START_TEST(a_bomb_is_small_and_inflates_to_what_was_said)
{
    static char text[INFLATED_MAX];
    unsigned frames = 0;
    struct fake_link *link = fake_kit_connect(&kit, KIT_URL "&compress=zlib-stream");
    fake_discord_push_bomb(kit.fake, -1, 900000);
    ck_assert_uint_gt(inflated(link, text, &frames), 900000);
    ck_assert_uint_eq(frames, 2);
    fake_discord_link_close(&link, 1000);
}
END_TEST

Suite *suite_fake_gateway(void);

Suite *suite_fake_gateway(void)
{
    Suite *suite = suite_create("fake_gateway");
    TCase *tcase = tcase_create("gateway");
    tcase_add_checked_fixture(tcase, open_kit, close_kit);
    tcase_add_test(tcase, what_is_not_sound_is_closed_with_its_code);
    tcase_add_test(tcase, a_shard_is_not_given_more_than_2500_guilds);
    tcase_add_test(tcase, frames_are_short_and_few);
    tcase_add_test(tcase, heartbeats_are_acknowledged_unless_told_otherwise);
    tcase_add_test(tcase, who_does_not_beat_is_closed);
    tcase_add_test(tcase, what_is_pushed_arrives);
    tcase_add_test(tcase, every_close_code_can_be_pushed);
    tcase_add_test(tcase, silence_is_total);
    tcase_add_test(tcase, a_connection_can_begin_badly);
    tcase_add_test(tcase, identifies_of_one_key_keep_their_distance);
    tcase_add_test(tcase, an_overdrawn_budget_kills_the_token);
    tcase_add_test(tcase, a_resume_replays_what_was_missed);
    tcase_add_test(tcase, a_session_that_is_over_is_not_resumed);
    tcase_add_test(tcase, a_sequence_of_the_future_is_wrong);
    tcase_add_test(tcase, a_gap_that_is_too_long_is_not_resumed);
    tcase_add_test(tcase, a_guild_can_be_made_for_a_shard);
    tcase_add_test(tcase, shards_hear_of_their_guilds_and_the_first_of_messages);
    tcase_add_test(tcase, events_need_their_intents);
    tcase_add_test(tcase, weather_doubles_delays_and_cuts);
    tcase_add_test(tcase, a_compressed_stream_is_one_stream_also_split_at_every_byte);
    tcase_add_test(tcase, messages_come_in_fragments);
    tcase_add_test(tcase, a_bomb_is_small_and_inflates_to_what_was_said);
    suite_add_tcase(suite, tcase);
    return suite;
}
