/* A verification, with a client of somebody's on the other side. */
#include "matrix_verification.h"

#include <stdio.h>
#include <string.h>

#include <check.h>

#include "crypto_kit.h"
#include "json_at.h"
#include "matrix_ed25519.h"

static struct matrix_verification_setup sides;
static struct matrix_verification *bot;
static struct provider_sas *phone;
static char phone_key[PROVIDER_KEY_TEXT];
static char bot_key[PROVIDER_KEY_TEXT];
static cJSON *said; /* by the bot, last */

static void side(struct matrix_verification_side *into, const char *user, const char *device)
{
    uint8_t seed[PROVIDER_KEY_BYTES];
    snprintf(into->user, sizeof into->user, "%s", user);
    snprintf(into->device, sizeof into->device, "%s", device);
    kit_entropy()->fill(kit_entropy()->context, seed, sizeof seed);
    matrix_ed25519_public(seed, into->device_key);
    kit_entropy()->fill(kit_entropy()->context, seed, sizeof seed);
    matrix_ed25519_public(seed, into->master);
}

static void setup(void)
{
    memset(&sides, 0, sizeof sides);
    side(&sides.own, "@bot:test", "DEADDROP");
    side(&sides.other, "@ana:test", "PHONE");
    snprintf(sides.transaction, sizeof sides.transaction, "T1");
    bot = matrix_verification_new(&sides, kit_entropy());
    phone = provider_sas_new(kit_entropy());
    provider_sas_key(phone, phone_key);
    said = NULL;
}

static void teardown(void)
{
    cJSON_Delete(said);
    matrix_verification_free(&bot);
    provider_sas_free(&phone);
}

/* The bot's next message has to be of this type. */
static const cJSON *says(const char *wanted)
{
    const char *type = "nothing";
    cJSON_Delete(said);
    said = matrix_verification_next(bot, &type);
    ck_assert_str_eq(type, wanted);
    if (!sides.is_in_room) {
        ck_assert_str_eq(json_at_text(said, "transaction_id"), "T1");
    }
    return said;
}

static void hears(const char *type, const char *content)
{
    cJSON *json = kit_json(content);
    ck_assert_ptr_nonnull(json);
    matrix_verification_take(bot, type, json);
    cJSON_Delete(json);
}

#define START                                                                           \
    "{\"from_device\":\"PHONE\",\"method\":\"m.sas.v1\",\"transaction_id\":\"T1\","     \
    "\"key_agreement_protocols\":[\"curve25519-hkdf-sha256\"],\"hashes\":[\"sha256\"]," \
    "\"message_authentication_codes\":[\"hkdf-hmac-sha256\",\"hkdf-hmac-sha256.v2\"],"  \
    "\"short_authentication_string\":[\"decimal\",\"emoji\"]}"

static struct matrix_sas_talk talk_of(bool is_phone)
{
    const struct matrix_sas_side ana = {sides.other.user, sides.other.device, phone_key};
    const struct matrix_sas_side ours = {sides.own.user, sides.own.device, bot_key};
    return (struct matrix_sas_talk){.from = is_phone ? ana : ours,
                                    .to = is_phone ? ours : ana,
                                    .transaction = sides.transaction};
}

/* Up to where people compare. */
static void until_shown(void)
{
    char text[256];
    char commitment[PROVIDER_KEY_TEXT];
    char promised[PROVIDER_KEY_TEXT];
    says("m.key.verification.ready");
    hears("m.key.verification.start", START);
    snprintf(promised, sizeof promised, "%s",
             json_at_text(says("m.key.verification.accept"), "commitment"));
    snprintf(text, sizeof text, "{\"key\":\"%s\"}", phone_key);
    hears("m.key.verification.key", text);
    snprintf(bot_key, sizeof bot_key, "%s", json_at_text(says("m.key.verification.key"), "key"));
    cJSON *start = kit_json(START);
    ck_assert(matrix_sas_commitment(bot_key, start, commitment));
    ck_assert_str_eq(commitment, promised);
    cJSON_Delete(start);
    ck_assert_int_eq(provider_sas_their_key(phone, bot_key), PROVIDER_GOOD);
    ck_assert_int_eq(matrix_verification_state(bot), MATRIX_VERIFICATION_SHOWN);
}

static void phone_proves(const char *master)
{
    char id[MATRIX_KEY_ID_TEXT];
    matrix_key_id(id, "ed25519", sides.other.master);
    struct matrix_sas_key keys[] = {{"ed25519:PHONE", sides.other.device_key}, {id, master}};
    if (strcmp(keys[0].id, keys[1].id) > 0) {
        struct matrix_sas_key first = keys[0];
        keys[0] = keys[1];
        keys[1] = first;
    }
    struct matrix_sas_talk talk = talk_of(true);
    cJSON *content = matrix_sas_mac(phone, &talk, keys, 2);
    matrix_verification_take(bot, "m.key.verification.mac", content);
    cJSON_Delete(content);
}

/* Does the phone take the bot's MACs for its device and its master key? */
static void phone_checks(const cJSON *content)
{
    uint32_t vouched = 0;
    char id[MATRIX_KEY_ID_TEXT];
    matrix_key_id(id, "ed25519", sides.own.master);
    const struct matrix_sas_key keys[] = {{"ed25519:DEADDROP", sides.own.device_key},
                                          {id, sides.own.master}};
    struct matrix_sas_talk talk = talk_of(false);
    ck_assert(matrix_sas_proved(phone, &talk, content, keys, 2, &vouched));
    ck_assert_uint_eq(vouched, 3);
}

START_TEST(both_see_the_same_and_prove_their_keys)
{
    struct matrix_sas_seen seen;
    struct matrix_sas_seen other;
    until_shown();
    struct matrix_sas_talk talk = talk_of(true);
    matrix_verification_see(bot, &seen);
    matrix_sas_see(phone, &talk, &other);
    ck_assert_mem_eq(seen.number, other.number, sizeof seen.number);
    ck_assert_mem_eq(seen.emoji, other.emoji, sizeof seen.emoji);
    matrix_verification_answer(bot, true);
    phone_checks(says("m.key.verification.mac"));
    ck_assert(!matrix_verification_has_next(bot));
    phone_proves(sides.other.master);
    says("m.key.verification.done");
    ck_assert_int_eq(matrix_verification_state(bot), MATRIX_VERIFICATION_PROVED);
    ck_assert(matrix_verification_proves_master(bot));
}
END_TEST

START_TEST(who_proves_first_waits_for_what_the_operator_says)
{
    until_shown();
    phone_proves(sides.other.master);
    phone_proves(sides.other.master); /* it came again */
    ck_assert(!matrix_verification_has_next(bot));
    ck_assert_int_eq(matrix_verification_state(bot), MATRIX_VERIFICATION_SHOWN);
    matrix_verification_answer(bot, true);
    says("m.key.verification.mac");
    says("m.key.verification.done");
    ck_assert_int_eq(matrix_verification_state(bot), MATRIX_VERIFICATION_PROVED);
}
END_TEST

START_TEST(what_does_not_match_is_not_proved)
{
    until_shown();
    phone_proves(sides.other.master);
    matrix_verification_answer(bot, false);
    ck_assert_str_eq(json_at_text(says("m.key.verification.cancel"), "code"), "m.mismatched_sas");
    ck_assert(!matrix_verification_has_next(bot));
    phone_proves(sides.other.master);
    ck_assert_int_eq(matrix_verification_state(bot), MATRIX_VERIFICATION_CANCELLED);
}
END_TEST

START_TEST(another_key_than_is_known_here_ends_it)
{
    until_shown();
    matrix_verification_answer(bot, true);
    says("m.key.verification.mac");
    phone_proves(sides.own.master); /* under its id another key */
    ck_assert_str_eq(json_at_text(says("m.key.verification.cancel"), "code"), "m.key_mismatch");
    ck_assert(!matrix_verification_proves_master(bot));
}
END_TEST

START_TEST(who_has_no_identity_proves_their_device_alone)
{
    matrix_verification_free(&bot);
    struct matrix_verification_setup without = sides;
    without.other.master[0] = '\0';
    bot = matrix_verification_new(&without, kit_entropy());
    until_shown();
    matrix_verification_answer(bot, true);
    says("m.key.verification.mac");
    phone_proves(sides.other.master);
    says("m.key.verification.done");
    ck_assert(!matrix_verification_proves_master(bot));
}
END_TEST

START_TEST(what_comes_too_early_or_is_no_good_cancels)
{
    static const struct {
        const char *type;
        const char *content;
        const char *code;
    } rows[] = {
        {"m.key.verification.key", "{\"key\":\"x\"}", "m.unexpected_message"},
        {"m.key.verification.mac", "{}", "m.unexpected_message"},
        {"m.key.verification.start", "{}", "m.invalid_message"},
        {"m.key.verification.start", "{\"from_device\":\"TABLET\"}", "m.invalid_message"},
        {"m.key.verification.start", "{\"from_device\":\"PHONE\",\"method\":\"m.qr\"}",
         "m.unknown_method"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        says("m.key.verification.ready");
        hears(rows[i].type, rows[i].content);
        ck_assert_str_eq(json_at_text(says("m.key.verification.cancel"), "code"), rows[i].code);
        ck_assert_str_eq(matrix_verification_why(bot), rows[i].code);
        ck_assert(!matrix_verification_was_theirs(bot));
        hears("m.key.verification.start", START);
        ck_assert(!matrix_verification_has_next(bot));
        matrix_verification_free(&bot);
        bot = matrix_verification_new(&sides, kit_entropy());
    }
    says("m.key.verification.ready");
    hears("m.key.verification.start", START);
    says("m.key.verification.accept");
    hears("m.key.verification.start", START); /* it came again */
    ck_assert(!matrix_verification_has_next(bot));
    hears("m.key.verification.key", "{\"key\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}");
    ck_assert_str_eq(json_at_text(says("m.key.verification.cancel"), "code"), "m.invalid_message");
}
END_TEST

START_TEST(they_may_cancel)
{
    until_shown();
    hears("m.key.verification.cancel", "{\"code\":\"m.user\"}");
    ck_assert(matrix_verification_was_theirs(bot));
    ck_assert_str_eq(matrix_verification_why(bot), "m.user");
    ck_assert(!matrix_verification_has_next(bot));
    matrix_verification_cancel(bot, "m.timeout", "late");
    ck_assert_str_eq(matrix_verification_why(bot), "m.user");
}
END_TEST

START_TEST(in_a_room_all_refers_to_the_request)
{
    matrix_verification_free(&bot);
    sides.is_in_room = true;
    bot = matrix_verification_new(&sides, kit_entropy());
    const cJSON *relation = json_at(says("m.key.verification.ready"), "m.relates_to");
    ck_assert_str_eq(json_at_text(relation, "rel_type"), "m.reference");
    ck_assert_str_eq(json_at_text(relation, "event_id"), "T1");
    ck_assert_ptr_null(json_at(said, "transaction_id"));
}
END_TEST

Suite *suite_verification(void);
Suite *suite_verification(void)
{
    Suite *suite = suite_create("verification");
    TCase *tests = tcase_create("verification");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, both_see_the_same_and_prove_their_keys);
    tcase_add_test(tests, who_proves_first_waits_for_what_the_operator_says);
    tcase_add_test(tests, what_does_not_match_is_not_proved);
    tcase_add_test(tests, another_key_than_is_known_here_ends_it);
    tcase_add_test(tests, who_has_no_identity_proves_their_device_alone);
    tcase_add_test(tests, what_comes_too_early_or_is_no_good_cancels);
    tcase_add_test(tests, they_may_cancel);
    tcase_add_test(tests, in_a_room_all_refers_to_the_request);
    suite_add_tcase(suite, tests);
    return suite;
}
