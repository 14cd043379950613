#include "mx_kit.h"

#include <stdio.h>
#include <string.h>

#include <check.h>

static unsigned inbound_next;

/* One event of MX_ALICE's with this type and content. */
static void say(const char *id, const char *type, const char *content)
{
    char event[2048];
    char next[32];
    snprintf(event, sizeof event,
             "{\"type\":\"%s\",\"sender\":\"@alice:test\",\"event_id\":\"%s\",\"content\":%s}",
             type, id, content);
    snprintf(next, sizeof next, "n%u", ++inbound_next);
    mx_talk(next, event);
}

static void text(const char *id, const char *content)
{
    say(id, "m.room.message", content);
}

static void state(const char *id, const char *sender, const char *type, const char *key,
                  const char *rest)
{
    char event[2048];
    char next[32];
    snprintf(event, sizeof event,
             "{\"type\":\"%s\",\"state_key\":\"%s\",\"sender\":\"%s\",\"event_id\":\"%s\",%s}",
             type, key, sender, id, rest);
    snprintf(next, sizeof next, "n%u", ++inbound_next);
    mx_talk(next, event);
}

START_TEST(notices_edits_and_our_own_messages_are_not_enqueued)
{
    mx_live();
    text("$1", "{\"msgtype\":\"m.notice\",\"body\":\"!help\"}");
    text("$2", "{\"msgtype\":\"m.emote\",\"body\":\"!help\"}");
    text("$3", "{\"msgtype\":\"m.text\",\"body\":\"* !help\",\"m.new_content\":{\"msgtype\":"
               "\"m.text\",\"body\":\"!help\"},\"m.relates_to\":{\"rel_type\":\"m.replace\","
               "\"event_id\":\"$1\"}}");
    text("$4", "{\"msgtype\":\"m.text\",\"body\":\"!help\",\"fi.mau.double_puppet_source\":\"x\"}");
    mx_talk("own", "{\"type\":\"m.room.message\",\"sender\":\"@bot:test\",\"event_id\":\"$5\","
                   "\"unsigned\":{\"transaction_id\":\"txn\"},\"content\":{\"msgtype\":\"m.text\","
                   "\"body\":\"!help\"}}");
    ck_assert_uint_eq(mx->inbound_count, 0);
    ck_assert_str_eq(mx->echoed, "txn $5");
    ck_assert_uint_eq(matrix_room_find(mx_matrix(), MX_ROOM)->seen, 4); /* an edit moves nothing */
}
END_TEST

START_TEST(a_mention_of_the_bot_addresses_it)
{
    mx_live();
    text("$1", "{\"msgtype\":\"m.text\",\"body\":\"bot help\",\"m.mentions\":{\"user_ids\":"
               "[\"@bot:test\",\"@bob:test\",7]}}");
    ck_assert(mx_last()->addressed);
    ck_assert_uint_eq(mx_last()->mentions, 1);
    ck_assert_str_eq(mx_last()->mention, "@bob:test");
}
END_TEST

START_TEST(a_reaction_on_a_choice_is_a_press_and_on_anything_else_a_reaction)
{
    static const char reaction[] = "{\"m.relates_to\":{\"rel_type\":\"m.annotation\",\"event_id\":"
                                   "\"$board\",\"key\":\"\xe2\x9d\xa4\xef\xb8\x8f\"}}";
    mx_live();
    say("$r1", "m.reaction", reaction);
    ck_assert_int_eq(mx_last()->kind, INBOUND_REACTION);
    ck_assert_str_eq(mx_last()->emoji, "\xe2\x9d\xa4");
    ck_assert_str_eq(mx_last()->reply, "$board");
    mx->choice = "t1.vote.2";
    say("$r2", "m.reaction", reaction);
    ck_assert_int_eq(mx_last()->kind, INBOUND_PRESS);
    ck_assert_str_eq(mx_last()->control, "t1.vote.2");
}
END_TEST

START_TEST(a_reaction_is_taken_back_by_either_form_of_redaction)
{
    mx_live();
    for (int form = 0; form < 2; form++) {
        char id[16];
        char event[512];
        snprintf(id, sizeof id, "$r%d", form);
        say(id, "m.reaction",
            "{\"m.relates_to\":{\"rel_type\":\"m.annotation\",\"event_id\":"
            "\"$board\",\"key\":\"A\"}}");
        snprintf(event, sizeof event,
                 "{\"type\":\"m.room.redaction\",\"sender\":\"@alice:test\",\"event_id\":\"$x%d\","
                 "%s\"content\":{%s%s%s}}",
                 form, form == 0 ? "\"redacts\":\"$r0\"," : "", form == 1 ? "\"redacts\":\"" : "",
                 form == 1 ? id : "", form == 1 ? "\"" : "");
        mx_talk(form == 0 ? "x0" : "x1", event);
        ck_assert_int_eq(mx_last()->kind, INBOUND_REACTION);
        ck_assert(mx_last()->off);
        ck_assert_str_eq(mx_last()->emoji, "A");
        ck_assert_str_eq(mx_last()->reply, "$board");
    }
}
END_TEST

/* A client without HTML writes the name that it shows. */
START_TEST(a_mention_by_name_is_one_by_id_where_it_is_said_to_be_a_mention)
{
    static const struct {
        const char *said;
        const char *inbound;
        bool mentions;
    } rows[] = {{"bot: help", "@bot:test help", true},
                {"@Bot, join 3", "@bot:test join 3", true},
                {"@bot:test help", "@bot:test help", true},
                {"bottom: help", "bottom: help", true},
                {"say it, bot: help", "say it, bot: help", true},
                {"bot: help", "bot: help", false}};
    mx_live();
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char id[16];
        char content[256];
        snprintf(id, sizeof id, "$n%u", i);
        snprintf(content, sizeof content,
                 "{\"msgtype\":\"m.text\",\"body\":\"%s\",\"m.mentions\":{\"user_ids\":[%s]}}",
                 rows[i].said, rows[i].mentions ? "\"@bot:test\"" : "");
        say(id, "m.room.message", content);
        ck_assert_str_eq(mx_last()->text, rows[i].inbound);
        ck_assert(mx_last()->addressed == rows[i].mentions);
    }
}
END_TEST

START_TEST(nothing_of_ignored_people_is_enqueued)
{
    mx_live();
    mx_answer("/sync?", 200,
              "{\"next_batch\":\"i1\",\"account_data\":{\"events\":[{\"type\":"
              "\"m.ignored_user_list\",\"content\":{\"ignored_users\":{\"@alice:test\":{}}}}]}}");
    mx_talk("i2", mx_text("$1", "!help"));
    ck_assert_uint_eq(mx->inbound_count, 0);
    mx_answer("/sync?", 200,
              "{\"next_batch\":\"i3\",\"account_data\":{\"events\":[{\"type\":"
              "\"m.ignored_user_list\",\"content\":{\"ignored_users\":{}}}]}}");
    mx_talk("i4", mx_text("$2", "!help"));
    ck_assert_uint_eq(mx->inbound_count, 1);
}
END_TEST

START_TEST(who_knocks_is_told_once)
{
    static const char knock[] = "{\"type\":\"m.room.member\",\"state_key\":\"@bob:test\","
                                "\"sender\":\"@bob:test\",\"event_id\":\"$k\",\"content\":"
                                "{\"membership\":\"knock\"}}";
    mx_live();
    mx_talk("k1", knock);
    ck_assert_str_eq(mx->said, "@bob:test knocks at " MX_ROOM);
    mx->said[0] = '\0';
    mx_talk("k2", knock); /* another reason, say */
    ck_assert_str_eq(mx->said, "");
    ck_assert_uint_eq(mx->inbound_count, 0);
}
END_TEST

START_TEST(a_redacted_message_is_enqueued)
{
    mx_live();
    mx_talk("x", "{\"type\":\"m.room.redaction\",\"sender\":\"@alice:test\",\"event_id\":\"$x\","
                 "\"redacts\":\"$board\",\"content\":{}}");
    ck_assert_int_eq(mx_last()->kind, INBOUND_MESSAGE_GONE);
    ck_assert_str_eq(mx_last()->reply, "$board");
}
END_TEST

START_TEST(joins_and_leaves_are_enqueued_and_changed_names_are_not)
{
    mx_live();
    state("$1", "@bob:test", "m.room.member", "@bob:test",
          "\"content\":{\"membership\":\"join\",\"displayname\":\"Bob\"}");
    ck_assert_int_eq(mx_last()->kind, INBOUND_ARRIVED);
    ck_assert_str_eq(mx_last()->account, "@bob:test");
    ck_assert_str_eq(mx_last()->name, "Bob");
    state("$2", "@bob:test", "m.room.member", "@bob:test",
          "\"content\":{\"membership\":\"join\",\"displayname\":\"Robert\"},\"unsigned\":"
          "{\"prev_content\":{\"membership\":\"join\"}}");
    ck_assert_uint_eq(mx->inbound_count, 1);
    state("$3", "@owner:test", "m.room.member", "@bob:test",
          "\"content\":{\"membership\":\"leave\"}");
    ck_assert_int_eq(mx_last()->kind, INBOUND_DEPARTED);
    state("$4", "@bot:test", "m.room.member", "@alice:test",
          "\"content\":{\"membership\":\"leave\"}");
    ck_assert_uint_eq(mx->inbound_count, 2);
}
END_TEST

static enum may_read may_read(const char *user)
{
    return matrix_adapter.may_read(mx->adapter, MX_ROOM, user);
}

START_TEST(who_is_joined_may_read_and_where_not_all_is_known_nobody_else_is_denied)
{
    mx_live();
    ck_assert_int_eq(matrix_adapter.may_read(mx->adapter, "!other:test", MX_ALICE),
                     MAY_READ_UNKNOWN);
    struct matrix_room *room = matrix_room_find(mx_matrix(), MX_ROOM);
    state("$1", "@bob:test", "m.room.member", "@bob:test", "\"content\":{\"membership\":\"join\"}");
    ck_assert_int_eq(may_read("@bob:test"), MAY_READ_YES);
    room->state = MATRIX_STATE_PARTIAL;
    ck_assert_int_eq(may_read("@carl:test"), MAY_READ_UNKNOWN);
    room->state = MATRIX_STATE_COMPLETE;
    ck_assert_int_eq(may_read("@carl:test"), MAY_READ_NO);
    state("$2", "@bob:test", "m.room.member", "@bob:test",
          "\"content\":{\"membership\":\"leave\"}");
    ck_assert_int_eq(may_read("@bob:test"), MAY_READ_NO);
    matrix_room_left(room, MATRIX_LEFT);
    ck_assert_int_eq(may_read(MX_ALICE), MAY_READ_UNKNOWN);
}
END_TEST

START_TEST(being_kicked_is_enqueued_and_the_room_is_not_joined_again)
{
    mx_live();
    mx_sync("k",
            "\"leave\":{\"" MX_ROOM "\":{\"timeline\":{\"events\":[{\"type\":"
            "\"m.room.member\",\"state_key\":\"@bot:test\",\"sender\":\"@owner:test\","
            "\"event_id\":\"$k\",\"content\":{\"membership\":\"leave\",\"reason\":\"x\"}}]}}}");
    ck_assert_int_eq(mx_last()->kind, INBOUND_ROOM_GONE);
    ck_assert_str_eq(mx_last()->room, MX_ROOM);
    ck_assert_int_eq(matrix_room_find(mx_matrix(), MX_ROOM)->own, MATRIX_LEFT);
    ck_assert_int_eq(matrix_room_find(mx_matrix(), MX_ROOM)->state, MATRIX_STATE_UNKNOWN);
    ck_assert(!mx_asks("/join"));
    ck_assert_uint_eq(mx->inbound_count, 1);
}
END_TEST

START_TEST(being_out_without_an_event_is_enqueued_too)
{
    mx_live();
    mx_sync("k", "\"leave\":{\"" MX_ROOM "\":{\"timeline\":{\"events\":[]}}}");
    ck_assert_int_eq(mx_last()->kind, INBOUND_ROOM_GONE);
    ck_assert_uint_eq(mx->inbound_count, 1);
}
END_TEST

START_TEST(encryption_that_is_switched_on_shuts_the_room_for_ever)
{
    mx_live();
    state("$e", "@owner:test", "m.room.encryption", "",
          "\"content\":{\"algorithm\":\"m.megolm.v1.aes-sha2\"}");
    ck_assert_int_eq(mx_last()->kind, INBOUND_ROOM_SHUT);
    ck_assert_str_eq(mx->said, "@owner:test matrix.sealed");
    mx_store();
    ck_assert_int_eq(strncmp(mx_row("r/" MX_ROOM), "encrypted", 9), 0);
    text("$1", "{\"msgtype\":\"m.text\",\"body\":\"!help\"}");
    ck_assert_uint_eq(mx->inbound_count, 1);
    mx_close();
    mx_open();
    ck_assert_int_eq(matrix_room_find(mx_matrix(), MX_ROOM)->encryption, MATRIX_ENCRYPTED);
}
END_TEST

START_TEST(power_says_who_moderates_and_whether_the_bot_may_speak)
{
    mx_live();
    text("$1", "{\"msgtype\":\"m.text\",\"body\":\"a\"}");
    ck_assert(!mx_last()->moderator);
    state("$p", "@owner:test", "m.room.power_levels", "",
          "\"content\":{\"users\":{\"@owner:test\":100,\"@alice:test\":50},\"events_default\":10}");
    ck_assert_int_eq(mx_last()->kind, INBOUND_ROOM_CHANGED);
    ck_assert_str_eq(mx_last()->text, "matrix.may.speak");
    text("$2", "{\"msgtype\":\"m.text\",\"body\":\"b\"}");
    ck_assert(mx_last()->moderator);
}
END_TEST

START_TEST(two_in_a_room_are_not_alone_unless_the_room_was_made_for_them)
{
    mx_live();
    text("$1", "{\"msgtype\":\"m.text\",\"body\":\"vote bob\"}");
    ck_assert(!mx_last()->private_room);
    struct matrix_room *room = matrix_room_find(mx_matrix(), MX_ROOM);
    room->kind = MATRIX_ROOM_DIRECT;
    matrix_copy(room->player, MX_ALICE);
    room->state = MATRIX_STATE_COMPLETE;
    text("$2", "{\"msgtype\":\"m.text\",\"body\":\"vote bob\"}");
    ck_assert(mx_last()->private_room);
    state("$3", "@bob:test", "m.room.member", "@bob:test", "\"content\":{\"membership\":\"join\"}");
    text("$4", "{\"msgtype\":\"m.text\",\"body\":\"vote bob\"}");
    ck_assert(!mx_last()->private_room);
}
END_TEST

START_TEST(the_thread_that_was_spoken_in_is_known)
{
    mx_live();
    text("$1", "{\"msgtype\":\"m.text\",\"body\":\"!help\",\"m.relates_to\":{\"rel_type\":"
               "\"m.thread\",\"event_id\":\"$root\",\"is_falling_back\":true,\"m.in_reply_to\":"
               "{\"event_id\":\"$0\"}}}");
    ck_assert_str_eq(mx_last()->reply, "");
    ck_assert_str_eq(matrix_room_find(mx_matrix(), MX_ROOM)->thread, "$root");
    ck_assert_str_eq(matrix_room_find(mx_matrix(), MX_ROOM)->thread_last, "$1");
    text("$2", "{\"msgtype\":\"m.text\",\"body\":\"!help\"}");
    ck_assert_ptr_null(matrix_room_find(mx_matrix(), MX_ROOM)->thread);
}
END_TEST

START_TEST(events_of_no_shape_are_survived)
{
    static const char *const events[] = {
        "{}",
        "{\"type\":\"m.room.message\"}",
        "{\"type\":\"m.room.message\",\"sender\":7,\"event_id\":\"$1\",\"content\":{}}",
        "{\"type\":\"m.room.message\",\"sender\":\"@alice:test\",\"content\":{\"msgtype\":\"m."
        "text\","
        "\"body\":\"no id\"}}",
        "{\"type\":\"m.room.message\",\"sender\":\"@alice:test\",\"event_id\":\"$1\",\"content\":[]"
        "}",
        "{\"type\":\"m.room.message\",\"sender\":\"@alice:test\",\"event_id\":\"$1\",\"content\":"
        "{\"msgtype\":7,\"body\":[]}}",
        "{\"type\":\"m.room.message\",\"sender\":\"@alice:test\",\"event_id\":\"$1\",\"content\":"
        "{\"msgtype\":\"m.text\",\"body\":7,\"m.mentions\":7,\"m.relates_to\":[]}}",
        "{\"type\":\"m.reaction\",\"sender\":\"@alice:test\",\"event_id\":\"$1\",\"content\":"
        "{\"m.relates_to\":{\"rel_type\":\"m.annotation\",\"event_id\":\"$x\",\"key\":\"\"}}}",
        "{\"type\":\"m.room.member\",\"state_key\":7,\"sender\":\"@a:b\",\"event_id\":\"$1\","
        "\"content\":{\"membership\":\"join\"}}",
        "{\"type\":\"m.room.member\",\"state_key\":\"nobody\",\"sender\":\"@a:b\",\"event_id\":\"$"
        "1\","
        "\"content\":{\"membership\":\"join\"}}",
        "{\"type\":\"m.room.member\",\"state_key\":\"@a:b\",\"sender\":\"@a:b\",\"event_id\":\"$"
        "1\","
        "\"content\":null}",
        "{\"type\":\"m.room.power_levels\",\"state_key\":\"\",\"sender\":\"@a:b\",\"event_id\":\"$"
        "1\","
        "\"content\":{\"users\":[]}}",
        "{\"type\":\"m.room.tombstone\",\"state_key\":\"\",\"sender\":\"@a:b\",\"event_id\":\"$1\","
        "\"content\":{\"replacement_room\":7}}",
        "{\"type\":\"m.room.redaction\",\"sender\":\"@a:b\",\"event_id\":\"$1\",\"redacts\":7,"
        "\"content\":7}"};
    mx_live();
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        char next[32];
        snprintf(next, sizeof next, "h%zu", i);
        mx_talk(next, events[i]);
        mx_call("/sync?");
    }
    ck_assert_uint_eq(mx->inbound_count, 0);
}
END_TEST

/* Who is let in again is told all of the time before, as if it were new. */
START_TEST(what_was_said_before_we_came_back_is_not_processed_again)
{
    static const char member[] =
        "{\"type\":\"m.room.member\",\"state_key\":\"@bot:test\",\"sender\":\"%s\",\"event_id\":"
        "\"$m%u\",\"content\":{\"membership\":\"%s\"},\"unsigned\":{\"prev_content\":"
        "{\"membership\":\"%s\"}}}";
    static const char *const steps[][3] = {{"@bot:test", "join", "invite"},
                                           {"@alice:test", "leave", "join"},
                                           {"@alice:test", "invite", "leave"},
                                           {"@bot:test", "join", "invite"}};
    char came[4][512];
    char rooms[8192];
    mx_live();
    mx_sync("s2", "\"leave\":{\"" MX_ROOM "\":{}}");
    mx->inbound_count = 0;
    for (unsigned i = 0; i < 4; i++) {
        snprintf(came[i], sizeof came[i], member, steps[i][0], i, steps[i][1], steps[i][2]);
    }
    snprintf(rooms, sizeof rooms,
             "\"join\":{\"" MX_ROOM "\":{\"timeline\":{\"events\":[%s,%s,%s,%s,%s,%s,%s],"
             "\"limited\":true,\"prev_batch\":\"p\"}}}",
             came[0], mx_text("$1", "!spyfall"), came[1], mx_text("$2", "!help"), came[2], came[3],
             mx_text("$3", "!rules"));
    mx_sync("s3", rooms);
    if (mx_asks("/rooms/%21room%3Atest/state")) {
        mx_answer("/rooms/%21room%3Atest/state", 200, "[]");
    }
    ck_assert_uint_eq(mx->inbound_count, 1);
    ck_assert_str_eq(mx_last()->text, "!rules");
}
END_TEST

Suite *suite_matrix_event(void);

Suite *suite_matrix_event(void)
{
    Suite *suite = suite_create("matrix_event");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, mx_set_up, mx_tear_down);
    tcase_add_test(tcase, what_was_said_before_we_came_back_is_not_processed_again);
    tcase_add_test(tcase, notices_edits_and_our_own_messages_are_not_enqueued);
    tcase_add_test(tcase, a_mention_of_the_bot_addresses_it);
    tcase_add_test(tcase, a_reaction_on_a_choice_is_a_press_and_on_anything_else_a_reaction);
    tcase_add_test(tcase, a_reaction_is_taken_back_by_either_form_of_redaction);
    tcase_add_test(tcase, a_mention_by_name_is_one_by_id_where_it_is_said_to_be_a_mention);
    tcase_add_test(tcase, nothing_of_ignored_people_is_enqueued);
    tcase_add_test(tcase, who_knocks_is_told_once);
    tcase_add_test(tcase, a_redacted_message_is_enqueued);
    tcase_add_test(tcase, joins_and_leaves_are_enqueued_and_changed_names_are_not);
    tcase_add_test(tcase, who_is_joined_may_read_and_where_not_all_is_known_nobody_else_is_denied);
    tcase_add_test(tcase, being_kicked_is_enqueued_and_the_room_is_not_joined_again);
    tcase_add_test(tcase, being_out_without_an_event_is_enqueued_too);
    tcase_add_test(tcase, encryption_that_is_switched_on_shuts_the_room_for_ever);
    tcase_add_test(tcase, power_says_who_moderates_and_whether_the_bot_may_speak);
    tcase_add_test(tcase, two_in_a_room_are_not_alone_unless_the_room_was_made_for_them);
    tcase_add_test(tcase, the_thread_that_was_spoken_in_is_known);
    tcase_add_test(tcase, events_of_no_shape_are_survived);
    suite_add_tcase(suite, tcase);
    return suite;
}
