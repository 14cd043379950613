/* Interactions by HTTP: signed by Discord and fresh, or not heard at all. */
#include <check.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_endpoint.h"
#include "hash.h"
#include "round.h"

Suite *suite_party_endpoint(void);

enum { KEY_BYTES = 32, SIGNATURE_BYTES = 64 };

static struct party party;
static EVP_PKEY *key;
static char public_key[2 * KEY_BYTES + 1];
static char signature[2 * SIGNATURE_BYTES + 1];
static char stamp[24];
static const char *said;

static void set_up(void)
{
    static const unsigned char seed[KEY_BYTES] = {7};
    unsigned char raw[KEY_BYTES];
    size_t len = sizeof raw;
    key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, sizeof seed);
    EVP_PKEY_get_raw_public_key(key, raw, &len);
    hash_hex(public_key, raw, sizeof raw);
    memset(&party, 0, sizeof party);
    party.public_key = public_key;
    party_open(&party, 4);
}

static void tear_down(void)
{
    party_close(&party);
    EVP_PKEY_free(key);
}

/* Signs a body as of so many seconds ago. */
static void sign(const char *body, int ago_s)
{
    unsigned char raw[SIGNATURE_BYTES];
    unsigned char text[4096];
    size_t len = sizeof raw;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    snprintf(stamp, sizeof stamp, "%lld", (long long)party.now_ms / 1000 - ago_s);
    size_t size = (size_t)snprintf((char *)text, sizeof text, "%s%s", stamp, body);
    EVP_DigestSignInit(context, NULL, NULL, NULL, key);
    ck_assert_int_eq(EVP_DigestSign(context, raw, &len, text, size), 1);
    EVP_MD_CTX_free(context);
    hash_hex(signature, raw, sizeof raw);
}

static int hear(const char *body)
{
    return discord_endpoint_receive(party.adapter, signature, stamp, body, strlen(body), &said);
}

static const char ping[] = "{\"type\":1,\"id\":\"1\",\"token\":\"t\"}";

START_TEST(a_ping_is_answered)
{
    sign(ping, 0);
    ck_assert_int_eq(hear(ping), 200);
    ck_assert_str_eq(said, "{\"type\":1}");
}
END_TEST

START_TEST(what_discord_did_not_sign_is_not_heard)
{
    sign(ping, 0);
    ck_assert_int_eq(hear("{\"type\":1,\"id\":\"2\",\"token\":\"t\"}"), 401);
    signature[3] = signature[3] == 'a' ? 'b' : 'a';
    ck_assert_int_eq(hear(ping), 401);
    ck_assert_int_eq(discord_endpoint_receive(party.adapter, NULL, NULL, ping, 3, &said), 401);
    ck_assert_int_eq(discord_endpoint_receive(party.adapter, "ab", "1", ping, 3, &said), 401);
    sign(ping, 3600);
    ck_assert_int_eq(hear(ping), 401);
    sign("{", 0);
    ck_assert_int_eq(hear("{"), 400);
}
END_TEST

START_TEST(blanks_are_signed_too)
{
    static const char airy[] = "{ \"type\" : 1,\n\"id\":\"1\", \"token\":\"t\" }\n";
    sign(airy, 0);
    ck_assert_int_eq(hear(airy), 200);
    ck_assert_int_eq(hear(ping), 401); /* the same, written anew */
}
END_TEST

START_TEST(a_command_that_came_by_http_is_done_and_answered_once)
{
    char body[1024];
    uint64_t born = ((uint64_t)(party.now_ms - 1420070400000) << 22) | 5;
    snprintf(body, sizeof body,
             "{\"type\":2,\"id\":\"%llu\",\"token\":\"tok\",\"application_id\":\"%llu\","
             "\"guild_id\":\"%llu\",\"channel_id\":\"%llu\",\"channel\":{\"type\":0,\"name\":"
             "\"den\"},\"app_permissions\":\"8\",\"member\":{\"permissions\":\"0\",\"user\":{"
             "\"id\":\"%llu\",\"username\":\"Ana\"}},\"data\":{\"name\":\"interceptor\"}}",
             (unsigned long long)born, (unsigned long long)fake_discord_bot(party.fake),
             (unsigned long long)party.guild, (unsigned long long)party.channel,
             (unsigned long long)party.person[ANA]);
    sign(body, 0);
    ck_assert_int_eq(hear(body), 202);
    ck_assert_int_eq(hear(body), 202);
    sees(&party, BEN, "who plays?");
    party_pass(&party, 3000);
    ck_assert_uint_eq(party_times(&party, BEN, "who plays?"), 1);
}
END_TEST

Suite *suite_party_endpoint(void)
{
    Suite *suite = suite_create("party_endpoint");
    TCase *tcase = tcase_create("endpoint");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_ping_is_answered);
    tcase_add_test(tcase, what_discord_did_not_sign_is_not_heard);
    tcase_add_test(tcase, blanks_are_signed_too);
    tcase_add_test(tcase, a_command_that_came_by_http_is_done_and_answered_once);
    suite_add_tcase(suite, tcase);
    return suite;
}
