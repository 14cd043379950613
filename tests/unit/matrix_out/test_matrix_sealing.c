/* Sending where encryption may have to wait: by a double that seals when it is told to. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "out_kit.h"

Suite *suite_matrix_sealing(void);

#define PUT    "/rooms/{}/send/{}/{}"
#define STATE  "/rooms/{}/state"
#define CREATE "/createRoom"
#define SECRET "You are the spy."

static struct matrix_e2ee e2ee;
static struct matrix_sealing *waits; /* the last content that was handed over */
static unsigned handed;
static unsigned cancelled;
static enum matrix_encrypts encrypts;
static struct matrix_room *den;

static bool double_may(const struct matrix_e2ee *own, const struct matrix_room *room)
{
    (void)own;
    return room->encryption != MATRIX_ENCRYPTION_UNKNOWN;
}

static void double_seal(const struct matrix_e2ee *own, const struct matrix_room *room,
                        struct matrix_sealing *sealing, const char *type, const char *content)
{
    (void)own;
    handed++;
    if (room->encryption == MATRIX_ENCRYPTED) {
        sealing->wait = &waits;
        waits = sealing;
        return;
    }
    sealing->ended(sealing, &(struct matrix_sealed){
                                .end = MATRIX_SEAL_SENDS, .type = type, .content = content});
}

static void double_cancel(const struct matrix_e2ee *own, struct matrix_sealing *sealing)
{
    (void)own;
    cancelled += sealing->wait != NULL;
    waits = waits == sealing ? NULL : waits;
    sealing->wait = NULL;
}

static enum matrix_encrypts double_encrypts(const struct matrix_e2ee *own, const char *const *users,
                                            size_t count)
{
    (void)own;
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(users[0], ROOM_ANA);
    return encrypts;
}

static void ends(enum matrix_seal_end end)
{
    struct matrix_sealing *sealing = waits;
    ck_assert_ptr_nonnull(sealing);
    waits = NULL;
    sealing->wait = NULL;
    sealing->ended(sealing, &(struct matrix_sealed){.end = end,
                                                    .type = "m.room.encrypted",
                                                    .content = "{\"ciphertext\":\"A\"}",
                                                    .retry_ms = out.now_ms + 5000,
                                                    .why = "keys"});
}

static void set_up(void)
{
    out_set_up();
    e2ee = matrix_e2ee_closed;
    e2ee.reads = true;
    e2ee.may = double_may;
    e2ee.seal = double_seal;
    e2ee.cancel = double_cancel;
    e2ee.encrypts = double_encrypts;
    waits = NULL;
    handed = cancelled = 0;
    encrypts = MATRIX_ENCRYPTS_YES;
    out.matrix.e2ee = &e2ee;
    den = out_den();
    den->encryption = MATRIX_ENCRYPTED;
}

static void post(uint64_t row, const char *text)
{
    out_send(row, SEND_POST, OUT_DEN, NULL, DOC_LINES, out_doc(text, NULL));
}

START_TEST(nothing_leaves_before_it_is_sealed)
{
    post(1, "Ana sits down.");
    ck_assert_uint_eq(handed, 1);
    ck_assert_uint_eq(out_open(), 0);
    ends(MATRIX_SEAL_SENDS);
    struct out_request *request = out_asked("PUT", PUT);
    ck_assert_ptr_nonnull(strstr(request->path, "/send/m.room.encrypted/0123456789012345678901"));
    ck_assert_str_eq(request->json, "{\"ciphertext\":\"A\"}");
    out_become(request, "$line");
    ck_assert(out_ended(1)->sent);
    ck_assert(!out_ever("Ana sits down."));
}
END_TEST

START_TEST(who_reads_there_is_known_before_anything_is_sealed)
{
    den->state = MATRIX_STATE_PARTIAL;
    post(1, "Ana sits down.");
    ck_assert_uint_eq(handed, 0);
    ck_assert_ptr_nonnull(out_asked("GET", STATE));
}
END_TEST

START_TEST(what_waits_too_long_comes_again)
{
    post(1, "Ana sits down.");
    ends(MATRIX_SEAL_LATER);
    ck_assert_int_eq(out_ended(1)->status, SEND_NOT_SENT);
    ck_assert_int_eq(out_ended(1)->retry_ms, out.now_ms + 5000);
    post(2, "Ben sits down.");
    ends(MATRIX_SEAL_NEVER);
    ck_assert_int_eq(out_ended(2)->status, SEND_GONE);
}
END_TEST

START_TEST(a_transaction_says_nothing_of_words)
{
    char path[OUT_TEXT_BYTES];
    static const char *const words[] = {"Round 1", "Round 2"};
    for (unsigned i = 0; i < 2; i++) {
        struct sending sending = {.row = i + 1,
                                  .kind = SEND_EDIT,
                                  .room = OUT_DEN,
                                  .edit_of = "$board",
                                  .nonce = "0123456789012345678901",
                                  .doc = out_doc(words[i], NULL),
                                  .head = {.kind = DOC_BOARD},
                                  .created_ms = out.now_ms};
        out_send_with(&sending);
        ends(MATRIX_SEAL_SENDS);
        struct out_request *request = out_asked("PUT", PUT);
        if (i == 1) { /* the same ciphertext, here: the words alone differ */
            ck_assert_str_eq(request->path, path);
        }
        snprintf(path, sizeof path, "%s", request->path);
        out_become(request, "$edit");
    }
}
END_TEST

static void tell(uint64_t row)
{
    matrix_person_acted(&out.matrix, ROOM_ANA);
    out_send(row, SEND_PRIVATE, OUT_DEN, ROOM_ANA, DOC_PRIVATE, out_doc(SECRET, NULL));
}

static struct matrix_room *direct(void)
{
    struct matrix_room *room = out_direct();
    room->encryption = MATRIX_ENCRYPTED;
    return room;
}

START_TEST(the_leak_rule_is_checked_again_after_every_wait)
{
    struct matrix_room *room = direct();
    tell(1);
    ck_assert_uint_eq(handed, 1);
    ends(MATRIX_SEAL_AGAIN);
    ck_assert_uint_eq(handed, 2);
    struct matrix_sealing *sealing = waits;
    waits = NULL;
    sealing->wait = NULL;
    room_member(room, ROOM_EVE, MATRIX_JOINED); /* meanwhile */
    sealing->ended(sealing, &(struct matrix_sealed){.end = MATRIX_SEAL_AGAIN});
    ck_assert_uint_eq(handed, 2);
    ck_assert(!out_ever(SECRET));
}
END_TEST

START_TEST(a_secret_that_is_being_sealed_stops_when_somebody_comes)
{
    struct matrix_room *room = direct();
    tell(1);
    room_member(room, ROOM_EVE, MATRIX_JOINED);
    matrix_room_changed(&out.matrix, room);
    ck_assert_uint_eq(cancelled, 1);
    ck_assert_int_eq(out_ended(1)->status, SEND_NOT_SENT);
    ck_assert(!out_ever("ciphertext"));
}
END_TEST

START_TEST(a_direct_room_is_encrypted_where_their_devices_can)
{
    tell(1);
    ck_assert_ptr_nonnull(strstr(out_asked("POST", CREATE)->json, "m.megolm.v1.aes-sha2"));
}
END_TEST

START_TEST(a_direct_room_is_plain_where_they_cannot)
{
    encrypts = MATRIX_ENCRYPTS_NO;
    tell(1);
    ck_assert_ptr_null(strstr(out_asked("POST", CREATE)->json, "megolm"));
}
END_TEST

START_TEST(a_direct_room_is_created_once_that_is_known)
{
    encrypts = MATRIX_ENCRYPTS_UNKNOWN;
    tell(1);
    ck_assert_ptr_null(out_asked("POST", CREATE));
    ck_assert(!out_has_ended(1));
    encrypts = MATRIX_ENCRYPTS_YES;
    matrix_direct_known(&out.matrix, ROOM_ANA);
    ck_assert_ptr_nonnull(out_asked("POST", CREATE));
}
END_TEST

Suite *suite_matrix_sealing(void)
{
    Suite *suite = suite_create("matrix_sealing");
    TCase *sealing = tcase_create("sealing");
    tcase_add_checked_fixture(sealing, set_up, out_tear_down);
    tcase_add_test(sealing, nothing_leaves_before_it_is_sealed);
    tcase_add_test(sealing, who_reads_there_is_known_before_anything_is_sealed);
    tcase_add_test(sealing, what_waits_too_long_comes_again);
    tcase_add_test(sealing, a_transaction_says_nothing_of_words);
    tcase_add_test(sealing, the_leak_rule_is_checked_again_after_every_wait);
    tcase_add_test(sealing, a_secret_that_is_being_sealed_stops_when_somebody_comes);
    tcase_add_test(sealing, a_direct_room_is_encrypted_where_their_devices_can);
    tcase_add_test(sealing, a_direct_room_is_plain_where_they_cannot);
    tcase_add_test(sealing, a_direct_room_is_created_once_that_is_known);
    suite_add_tcase(suite, sealing);
    return suite;
}
