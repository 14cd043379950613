/* Both halves of a room's session: what one writes, the other reads. */
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "crypto_kit.h"
#include "json_at.h"
#include "matrix_megolm_in.h"
#include "matrix_megolm_out.h"
#include "transitions_kit.h"

enum { NOW_MS = 1000000000 };

static struct matrix_pickle pickle;
static struct kit_two two;
static struct matrix_own_device ana;
static struct matrix_olm_sender sender;
static struct matrix_megolm_out *out;
static struct matrix_megolm_in *in;
static struct matrix_changes *changes;
static cJSON *key;

static const struct matrix_device phone = {.ed = "PHONEPHONEPHONEPHONEPHONEPHONEPHONEPHONEPHE"};
static const struct matrix_device laptop = {.ed = "LAPTOPLAPTOPLAPTOPLAPTOPLAPTOPLAPTOPLAPTOPA"};

/* On disk, and everybody has its key. */
static void share(void)
{
    matrix_megolm_out_write(out, changes);
    matrix_megolm_out_stored(out, true);
    cJSON_Delete(key);
    key = matrix_megolm_out_share(out);
    ck_assert(matrix_megolm_out_give(out, &phone));
    matrix_megolm_out_shared(out, true);
    ck_assert_int_eq(matrix_megolm_out_state(out), MATRIX_MEGOLM_SHARED);
}

static void make(const char *settings)
{
    cJSON *json = kit_json(settings);
    matrix_megolm_out_free(&out);
    out = matrix_megolm_out_new(&pickle, "!room:test", json, kit_entropy(), NOW_MS);
    cJSON_Delete(json);
}

static void setup(void)
{
    memset(&pickle, 7, sizeof pickle);
    kit_two(&two);
    ana = (struct matrix_own_device){.user = "@ana:test", .id = "PHONE", .account = two.ana};
    sender = (struct matrix_olm_sender){.user = "@ana:test", .device = "PHONE"};
    memcpy(sender.curve, two.ana_curve, sizeof sender.curve);
    memcpy(sender.ed, two.ana_ed, sizeof sender.ed);
    changes = matrix_changes_new();
    key = NULL;
    make("{}");
}

static void teardown(void)
{
    matrix_megolm_out_free(&out);
    matrix_megolm_in_free(&in);
    matrix_changes_free(&changes);
    cJSON_Delete(key);
    kit_two_free(&two);
}

static enum matrix_key_verdict take(void)
{
    return matrix_megolm_in_take(&in, &pickle, key, &sender, NOW_MS);
}

/* What Ana writes, as an event that came from the homeserver. */
static cJSON *written(const char *content_text, const char *event_id)
{
    cJSON *content = kit_json(content_text);
    cJSON *event = cJSON_CreateObject();
    cJSON *sealed = matrix_megolm_out_encrypt(out, &ana, "m.room.message", content);
    ck_assert_ptr_nonnull(sealed);
    cJSON_AddStringToObject(event, "type", "m.room.encrypted");
    cJSON_AddStringToObject(event, "event_id", event_id);
    cJSON_AddStringToObject(event, "sender", "@ana:test");
    cJSON_AddNumberToObject(event, "origin_server_ts", NOW_MS);
    cJSON_AddItemToObject(event, "content", sealed);
    cJSON_Delete(content);
    return event;
}

static enum matrix_megolm_verdict reads(const cJSON *event, const char *body)
{
    cJSON *plain = NULL;
    enum matrix_megolm_verdict verdict = matrix_megolm_in_read(in, event, changes, &plain);
    bool is_read = verdict == MATRIX_MEGOLM_READ || verdict == MATRIX_MEGOLM_AGAIN;
    ck_assert_int_eq(plain != NULL, is_read);
    if (is_read) {
        ck_assert_str_eq(json_at_text(json_at(plain, "content"), "body"), body);
        ck_assert_str_eq(json_at_text(plain, "type"), "m.room.message");
        ck_assert_str_eq(json_at_text(plain, "sender"), "@ana:test");
    }
    cJSON_Delete(plain);
    return verdict;
}

static const struct adapter_row *row_of(const char *prefix)
{
    size_t count = 0;
    const struct adapter_row *rows = matrix_changes_rows(changes, &count);
    for (size_t i = 0; i < count; i++) {
        if (strncmp(rows[i].key, prefix, strlen(prefix)) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

START_TEST(what_is_written_in_a_room_is_read_there)
{
    share();
    ck_assert_int_eq(take(), MATRIX_KEY_NEW);
    cJSON *event = written("{\"body\":\"hello\",\"msgtype\":\"m.text\"}", "$one");
    char *text = kit_text(event);
    ck_assert_ptr_null(strstr(text, "hello"));
    free(text);
    ck_assert_int_eq(reads(event, "hello"), MATRIX_MEGOLM_READ);
    ck_assert_int_eq(reads(event, "hello"), MATRIX_MEGOLM_AGAIN);
    ck_assert_str_eq(matrix_megolm_in_room(in), "!room:test");
    ck_assert_str_eq(matrix_megolm_in_id(in), matrix_megolm_out_id(out));
    ck_assert_str_eq(matrix_megolm_in_owner(in)->device, "PHONE");
    cJSON_Delete(event);
}
END_TEST

START_TEST(a_relation_stays_readable_and_is_the_outer_one)
{
    cJSON *plain = NULL;
    share();
    take();
    cJSON *event = written("{\"body\":\"hello\",\"m.relates_to\":{\"event_id\":\"$a\"}}", "$one");
    cJSON *content = cJSON_GetObjectItemCaseSensitive(event, "content");
    const char *seen = json_at_text(json_at(content, "m.relates_to"), "event_id");
    ck_assert_str_eq(seen, "$a");
    cJSON_DeleteItemFromObjectCaseSensitive(content, "m.relates_to");
    ck_assert_int_eq(matrix_megolm_in_read(in, event, changes, &plain), MATRIX_MEGOLM_READ);
    ck_assert_ptr_null(json_at(json_at(plain, "content"), "m.relates_to"));
    cJSON_Delete(plain);
    cJSON_AddItemToObject(content, "m.relates_to", kit_json("{\"event_id\":\"$b\"}"));
    ck_assert_int_eq(matrix_megolm_in_read(in, event, changes, &plain), MATRIX_MEGOLM_AGAIN);
    seen = json_at_text(json_at(json_at(plain, "content"), "m.relates_to"), "event_id");
    ck_assert_str_eq(seen, "$b");
    cJSON_Delete(plain);
    cJSON_Delete(event);
}
END_TEST

static void put(cJSON *object, const char *name, const char *text)
{
    cJSON_DeleteItemFromObjectCaseSensitive(object, name);
    cJSON_AddStringToObject(object, name, text);
}

START_TEST(the_same_words_under_another_event_are_a_replay)
{
    share();
    take();
    cJSON *event = written("{\"body\":\"vote\"}", "$one");
    ck_assert_int_eq(reads(event, "vote"), MATRIX_MEGOLM_READ);
    put(event, "event_id", "$two");
    ck_assert_int_eq(reads(event, ""), MATRIX_MEGOLM_REPLAYED);
    put(event, "event_id", "$one");
    ck_assert_int_eq(reads(event, "vote"), MATRIX_MEGOLM_AGAIN);
    cJSON_DeleteItemFromObjectCaseSensitive(event, "origin_server_ts");
    ck_assert_int_eq(reads(event, ""), MATRIX_MEGOLM_REPLAYED);
    cJSON_Delete(event);
}
END_TEST

START_TEST(only_who_owns_a_session_is_read_by_it)
{
    share();
    take();
    cJSON *event = written("{\"body\":\"vote\"}", "$one");
    put(event, "sender", "@eve:test");
    ck_assert_int_eq(reads(event, ""), MATRIX_MEGOLM_NOT_THEIRS);
    put(event, "sender", "@ana:test");
    cJSON *content = cJSON_GetObjectItemCaseSensitive(event, "content");
    put(content, "sender_key", "whatever");
    put(content, "device_id", "whatever"); /* they are not looked at */
    ck_assert_int_eq(reads(event, "vote"), MATRIX_MEGOLM_READ);
    cJSON_Delete(event);
}
END_TEST

START_TEST(what_was_written_for_another_room_is_not_read)
{
    share();
    put(key, "room_id", "!other:test"); /* its owner says so of one session */
    take();
    cJSON *event = written("{\"body\":\"vote\"}", "$one");
    ck_assert_int_eq(reads(event, ""), MATRIX_MEGOLM_OTHER_ROOM);
    ck_assert_ptr_null(row_of(MATRIX_MEGOLM_SEEN_ROWS)); /* and nothing is noted */
    cJSON_Delete(event);
}
END_TEST

START_TEST(a_key_that_came_late_opens_what_comes_after_it)
{
    share();
    cJSON *before = written("{\"body\":\"before\"}", "$one");
    cJSON *first = key;
    matrix_megolm_out_reopen(out);
    key = matrix_megolm_out_share(out);
    matrix_megolm_out_shared(out, true);
    ck_assert_int_eq(take(), MATRIX_KEY_NEW);
    ck_assert_int_eq(reads(before, ""), MATRIX_MEGOLM_BEFORE);
    cJSON *after = written("{\"body\":\"after\"}", "$two");
    ck_assert_int_eq(reads(after, "after"), MATRIX_MEGOLM_READ);
    ck_assert_int_eq(take(), MATRIX_KEY_NO_BETTER);
    cJSON_Delete(key);
    key = first;
    ck_assert_int_eq(take(), MATRIX_KEY_EARLIER);
    ck_assert_int_eq(reads(before, "before"), MATRIX_MEGOLM_READ);
    ck_assert_int_eq(reads(after, "after"), MATRIX_MEGOLM_AGAIN);
    ck_assert_int_eq(take(), MATRIX_KEY_NO_BETTER);
    cJSON_Delete(before);
    cJSON_Delete(after);
}
END_TEST

START_TEST(a_session_has_one_owner)
{
    share();
    ck_assert_int_eq(take(), MATRIX_KEY_NEW);
    sender.user[1] = 'e';
    ck_assert_int_eq(take(), MATRIX_KEY_NOT_THEIRS);
    sender.user[1] = 'a';
    memcpy(sender.curve, two.ben_curve, sizeof sender.curve);
    ck_assert_int_eq(take(), MATRIX_KEY_NOT_THEIRS);
    memcpy(sender.curve, two.ana_curve, sizeof sender.curve);
    memcpy(sender.ed, two.ben_ed, sizeof sender.ed);
    ck_assert_int_eq(take(), MATRIX_KEY_NOT_THEIRS);
    ck_assert_str_eq(matrix_megolm_in_owner(in)->ed, two.ana_ed);
}
END_TEST

START_TEST(what_is_no_key_is_refused)
{
    static const char *const bad[][2] = {{"algorithm", "m.other"}, {"room_id", "room"},
                                         {"room_id", ""},          {"session_id", "AAAA"},
                                         {"session_key", "AAAA"},  {"session_key", ""}};
    share();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cJSON *right = cJSON_Duplicate(key, true);
        put(key, bad[i][0], bad[i][1]);
        ck_assert_int_eq(take(), MATRIX_KEY_MALFORMED);
        cJSON_Delete(key);
        key = right;
    }
    put(key, "session_id", two.ana_curve); /* another name than it has */
    ck_assert_int_eq(take(), MATRIX_KEY_MALFORMED);
    ck_assert_ptr_null(in);
    ck_assert_int_eq(matrix_megolm_in_take(&in, &pickle, NULL, &sender, NOW_MS),
                     MATRIX_KEY_MALFORMED);
}
END_TEST

START_TEST(what_is_no_event_of_a_session_is_malformed)
{
    static const char *const bad[] = {"null", "{}", "[]", "{\"content\":7}",
                                      "{\"sender\":\"@ana:test\",\"content\":{}}"};
    share();
    take();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cJSON *event = kit_json(bad[i]);
        ck_assert_int_eq(reads(event, ""), MATRIX_MEGOLM_MALFORMED);
        cJSON_Delete(event);
    }
    cJSON *event = written("{\"body\":\"hello\"}", "$one");
    cJSON *content = cJSON_GetObjectItemCaseSensitive(event, "content");
    put(content, "ciphertext", "AwgA");
    ck_assert_int_eq(reads(event, ""), MATRIX_MEGOLM_MALFORMED);
    put(content, "ciphertext", "");
    ck_assert_int_eq(reads(event, ""), MATRIX_MEGOLM_MALFORMED);
    cJSON_Delete(event);
    /* an encrypted event in an encrypted event */
    content = kit_json("{\"body\":\"hello\"}");
    event = written("{\"body\":\"hello\"}", "$one");
    cJSON_ReplaceItemInObjectCaseSensitive(
        event, "content", matrix_megolm_out_encrypt(out, &ana, "m.room.encrypted", content));
    ck_assert_int_eq(reads(event, ""), MATRIX_MEGOLM_MALFORMED);
    cJSON_Delete(content);
    cJSON_Delete(event);
}
END_TEST

START_TEST(what_was_read_is_known_after_a_restart)
{
    share();
    take();
    cJSON *event = written("{\"body\":\"vote\"}", "$one");
    ck_assert_int_eq(reads(event, "vote"), MATRIX_MEGOLM_READ);
    matrix_megolm_in_write(in, changes);
    const struct adapter_row *row = row_of(MATRIX_MEGOLM_IN_ROWS);
    const struct adapter_row *seen = row_of(MATRIX_MEGOLM_SEEN_ROWS);
    ck_assert_ptr_nonnull(strstr(seen->key, "/0/"));
    struct matrix_megolm_in *back = matrix_megolm_in_restore(&pickle, row->value, row->len);
    ck_assert(!matrix_megolm_in_restore_seen(back, row->key, seen->value, seen->len));
    ck_assert(!matrix_megolm_in_restore_seen(back, MATRIX_MEGOLM_SEEN_ROWS "1/other", seen->value,
                                             seen->len));
    ck_assert(matrix_megolm_in_restore_seen(back, seen->key, seen->value, seen->len));
    matrix_megolm_in_free(&in);
    in = back;
    ck_assert_int_eq(reads(event, "vote"), MATRIX_MEGOLM_AGAIN);
    put(event, "event_id", "$two");
    ck_assert_int_eq(reads(event, ""), MATRIX_MEGOLM_REPLAYED);
    ck_assert_int_eq(take(), MATRIX_KEY_NO_BETTER);
    cJSON_Delete(event);
    /* under another key nothing is read, and nothing is lost */
    struct matrix_pickle other;
    memset(&other, 8, sizeof other);
    back = matrix_megolm_in_restore(&other, row->value, row->len);
    matrix_megolm_in_free(&in);
    in = back;
    event = written("{\"body\":\"vote\"}", "$three");
    ck_assert_int_eq(reads(event, ""), MATRIX_MEGOLM_FORGED);
    cJSON_Delete(event);
    ck_assert_ptr_null(matrix_megolm_in_restore(&pickle, "{}", 2));
    ck_assert_ptr_null(matrix_megolm_in_restore(&pickle, "", 0));
}
END_TEST

START_TEST(pieces_that_make_room_are_deleted)
{
    make("{\"rotation_period_msgs\":10000}");
    share();
    take();
    for (unsigned i = 0; i <= 64 * 64; i++) {
        cJSON *event = written("{\"body\":\"much\"}", "$one");
        if (i % 64 == 0) {
            ck_assert_int_eq(reads(event, "much"), MATRIX_MEGOLM_READ);
        }
        cJSON_Delete(event);
    }
    const struct adapter_row *row = row_of(MATRIX_MEGOLM_SEEN_ROWS "0/");
    ck_assert_ptr_null(row->value);
    ck_assert_ptr_nonnull(row_of(MATRIX_MEGOLM_SEEN_ROWS "64/")->value);
}
END_TEST

/* --- out -------------------------------------------------------------------------------------- */

START_TEST(nothing_is_written_before_everybody_has_the_key)
{
    cJSON *content = kit_json("{}");
    kit_transitions_are_sound(&matrix_megolm_transitions, STATE_BIT(MATRIX_MEGOLM_MADE),
                              MATRIX_MEGOLM_SPENT);
    ck_assert_ptr_null(matrix_megolm_out_encrypt(out, &ana, "m.room.message", content));
    matrix_megolm_out_write(out, changes);
    matrix_megolm_out_stored(out, false);
    ck_assert_int_eq(matrix_megolm_out_state(out), MATRIX_MEGOLM_MADE);
    matrix_megolm_out_write(out, changes);
    matrix_megolm_out_stored(out, true);
    ck_assert_int_eq(matrix_megolm_out_state(out), MATRIX_MEGOLM_OPEN);
    ck_assert_ptr_null(matrix_megolm_out_encrypt(out, &ana, "m.room.message", content));
    key = matrix_megolm_out_share(out);
    ck_assert(!matrix_megolm_out_has(out, &phone));
    ck_assert(matrix_megolm_out_give(out, &phone));
    ck_assert(matrix_megolm_out_has(out, &phone));
    ck_assert_ptr_null(matrix_megolm_out_encrypt(out, &ana, "m.room.message", content));
    matrix_megolm_out_shared(out, false);
    ck_assert_ptr_null(matrix_megolm_out_encrypt(out, &ana, "m.room.message", content));
    matrix_megolm_out_shared(out, true); /* nobody lacks it */
    cJSON *sealed = matrix_megolm_out_encrypt(out, &ana, "m.room.message", content);
    ck_assert_ptr_nonnull(sealed);
    cJSON_Delete(sealed);
    matrix_megolm_out_reopen(out); /* somebody came */
    ck_assert_ptr_null(matrix_megolm_out_encrypt(out, &ana, "m.room.message", content));
    cJSON_Delete(content);
}
END_TEST

START_TEST(a_session_is_spent_by_messages_age_and_who_leaves)
{
    static const enum matrix_rotation whys[] = {MATRIX_ROTATION_LEFT, MATRIX_ROTATION_HISTORY,
                                                MATRIX_ROTATION_SETTINGS};
    cJSON *content = kit_json("{}");
    make("{\"rotation_period_msgs\":2}");
    share();
    for (unsigned i = 0; i < 2; i++) {
        ck_assert_int_eq(matrix_megolm_out_rotation(out, NOW_MS), MATRIX_ROTATION_NONE);
        cJSON *sealed = matrix_megolm_out_encrypt(out, &ana, "m.room.message", content);
        ck_assert_ptr_nonnull(sealed);
        cJSON_Delete(sealed);
    }
    ck_assert_ptr_null(matrix_megolm_out_encrypt(out, &ana, "m.room.message", content));
    ck_assert_int_eq(matrix_megolm_out_rotation(out, NOW_MS), MATRIX_ROTATION_MESSAGES);
    make("{\"rotation_period_ms\":1}"); /* an hour at least */
    ck_assert_int_eq(matrix_megolm_out_rotation(out, NOW_MS + MATRIX_ROTATE_LEAST_MS - 1),
                     MATRIX_ROTATION_NONE);
    ck_assert_int_eq(matrix_megolm_out_rotation(out, NOW_MS + MATRIX_ROTATE_LEAST_MS),
                     MATRIX_ROTATION_AGE);
    make("{}");
    ck_assert_int_eq(matrix_megolm_out_rotation(out, NOW_MS + MATRIX_ROTATE_MS - 1),
                     MATRIX_ROTATION_NONE);
    for (size_t i = 0; i < sizeof whys / sizeof *whys; i++) {
        make("{\"rotation_period_ms\":\"text\",\"rotation_period_msgs\":-7}");
        share();
        matrix_megolm_out_spend(out, whys[i]);
        matrix_megolm_out_spend(out, MATRIX_ROTATION_AGE); /* the first reason stays */
        matrix_megolm_out_shared(out, true); /* and what comes later changes nothing */
        ck_assert_int_eq(matrix_megolm_out_rotation(out, NOW_MS), whys[i]);
        ck_assert_ptr_null(matrix_megolm_out_encrypt(out, &ana, "m.room.message", content));
    }
    cJSON_Delete(content);
}
END_TEST

START_TEST(a_device_that_has_the_key_and_is_gone_spends_it)
{
    share();
    matrix_megolm_out_device_gone(out, &laptop);
    ck_assert_int_eq(matrix_megolm_out_rotation(out, NOW_MS), MATRIX_ROTATION_NONE);
    matrix_megolm_out_device_gone(out, &phone);
    ck_assert_int_eq(matrix_megolm_out_rotation(out, NOW_MS), MATRIX_ROTATION_DEVICE);
}
END_TEST

START_TEST(who_does_not_get_the_key_is_told_once_and_may_get_it_later)
{
    share();
    ck_assert(matrix_megolm_out_withhold(out, &laptop));
    ck_assert(!matrix_megolm_out_withhold(out, &laptop));
    ck_assert(!matrix_megolm_out_withhold(out, &phone)); /* it has it */
    ck_assert(!matrix_megolm_out_has(out, &laptop));
    matrix_megolm_out_device_gone(out, &laptop); /* it never had it */
    ck_assert_int_eq(matrix_megolm_out_state(out), MATRIX_MEGOLM_SHARED);
    ck_assert(matrix_megolm_out_give(out, &laptop));
    ck_assert(matrix_megolm_out_has(out, &laptop));
}
END_TEST

/* What is on disk of it, in a new process. */
static void restart(void)
{
    matrix_megolm_out_write(out, changes);
    const struct adapter_row *row = row_of(MATRIX_MEGOLM_OUT_ROWS);
    const struct adapter_row *given = row_of(MATRIX_MEGOLM_GIVEN_ROWS);
    matrix_megolm_out_free(&out);
    out = matrix_megolm_out_restore(&pickle, row->value, row->len);
    matrix_megolm_out_restore_given(out, given->value, given->len);
}

START_TEST(after_a_restart_no_index_is_used_twice)
{
    share();
    matrix_megolm_out_withhold(out, &laptop);
    take();
    cJSON *one = written("{\"body\":\"one\"}", "$one");
    restart();
    ck_assert_int_eq(matrix_megolm_out_state(out), MATRIX_MEGOLM_OPEN);
    ck_assert(matrix_megolm_out_has(out, &phone));
    ck_assert(!matrix_megolm_out_has(out, &laptop));
    ck_assert(!matrix_megolm_out_withhold(out, &laptop)); /* it was told */
    matrix_megolm_out_shared(out, true);
    cJSON *other = written("{\"body\":\"two\"}", "$two");
    ck_assert_int_eq(reads(one, "one"), MATRIX_MEGOLM_READ);
    ck_assert_int_eq(reads(other, "two"), MATRIX_MEGOLM_READ); /* no replay of an index */
    matrix_megolm_out_spend(out, MATRIX_ROTATION_LEFT);
    restart();
    ck_assert_int_eq(matrix_megolm_out_state(out), MATRIX_MEGOLM_SPENT);
    ck_assert_int_eq(matrix_megolm_out_rotation(out, NOW_MS), MATRIX_ROTATION_LEFT);
    cJSON_Delete(one);
    cJSON_Delete(other);
}
END_TEST

START_TEST(who_was_given_an_earlier_session_has_not_this_one)
{
    share();
    char *given = strdup(row_of(MATRIX_MEGOLM_GIVEN_ROWS)->value);
    matrix_megolm_out_write(out, changes);
    free(given);
    given = strdup(row_of(MATRIX_MEGOLM_GIVEN_ROWS)->value);
    ck_assert_ptr_nonnull(strstr(given, "PHONE"));
    make("{}");
    matrix_megolm_out_restore_given(out, given, strlen(given));
    ck_assert(!matrix_megolm_out_has(out, &phone));
    free(given);
}
END_TEST

START_TEST(a_row_that_is_damaged_spends_the_session)
{
    struct matrix_pickle other;
    memset(&other, 8, sizeof other);
    share();
    matrix_megolm_out_write(out, changes);
    const struct adapter_row *row = row_of(MATRIX_MEGOLM_OUT_ROWS);
    struct matrix_megolm_out *back = matrix_megolm_out_restore(&other, row->value, row->len);
    ck_assert_int_eq(matrix_megolm_out_state(back), MATRIX_MEGOLM_OPEN);
    ck_assert_ptr_null(matrix_megolm_out_share(back));
    ck_assert_int_eq(matrix_megolm_out_rotation(back, NOW_MS), MATRIX_ROTATION_DAMAGED);
    matrix_megolm_out_free(&back);
    ck_assert_ptr_null(matrix_megolm_out_restore(&pickle, "{}", 2));
    ck_assert_ptr_null(matrix_megolm_out_restore(&pickle, "", 0));
}
END_TEST

static void add_in(TCase *tcase)
{
    tcase_add_test(tcase, what_is_written_in_a_room_is_read_there);
    tcase_add_test(tcase, a_relation_stays_readable_and_is_the_outer_one);
    tcase_add_test(tcase, the_same_words_under_another_event_are_a_replay);
    tcase_add_test(tcase, only_who_owns_a_session_is_read_by_it);
    tcase_add_test(tcase, what_was_written_for_another_room_is_not_read);
    tcase_add_test(tcase, a_key_that_came_late_opens_what_comes_after_it);
    tcase_add_test(tcase, a_session_has_one_owner);
    tcase_add_test(tcase, what_is_no_key_is_refused);
    tcase_add_test(tcase, what_is_no_event_of_a_session_is_malformed);
    tcase_add_test(tcase, what_was_read_is_known_after_a_restart);
    tcase_add_test(tcase, pieces_that_make_room_are_deleted);
}

Suite *suite_megolm(void);

Suite *suite_megolm(void)
{
    Suite *suite = suite_create("megolm");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    add_in(tcase);
    tcase_add_test(tcase, nothing_is_written_before_everybody_has_the_key);
    tcase_add_test(tcase, a_session_is_spent_by_messages_age_and_who_leaves);
    tcase_add_test(tcase, a_device_that_has_the_key_and_is_gone_spends_it);
    tcase_add_test(tcase, who_does_not_get_the_key_is_told_once_and_may_get_it_later);
    tcase_add_test(tcase, after_a_restart_no_index_is_used_twice);
    tcase_add_test(tcase, who_was_given_an_earlier_session_has_not_this_one);
    tcase_add_test(tcase, a_row_that_is_damaged_spends_the_session);
    suite_add_tcase(suite, tcase);
    return suite;
}
