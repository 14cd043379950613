/* What stands in rooms when a moderator has hidden a line: also of one that is on its way, or in a
 * team's own room, after a restart, in log and record. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "doc_json.h"
#include "house_kit.h"
#include "lines.h"
#include "record.h"

static struct house_kit kit;

static void set_up(void)
{
    memset(&kit, 0, sizeof kit);
    house_kit_open(&kit, NULL);
}

static void tear_down(void)
{
    house_kit_close(&kit);
}

/* Somebody types it in answer to a message of the platform's; Mia is a moderator. */
static void answers(const char *account, const char *room, const char *reply_to, const char *text)
{
    char id[32];
    snprintf(id, sizeof id, "mia%u", ++kit.events);
    const struct inbound inbound = {.kind = INBOUND_TEXT,
                                    .adapter = "kit",
                                    .event_id = id,
                                    .room = room,
                                    .account = account,
                                    .name = account,
                                    .moderator = strcmp(account, "Mia") == 0,
                                    .reply_to = reply_to,
                                    .reply_seat = SEAT_NONE,
                                    .at_ms = kit.now_ms,
                                    .text = text};
    ck_assert(house_enqueue(kit.house, kit.adapter, &inbound, NULL, 0, &kit));
    house_kit_settle(&kit);
}

static void mia_says(const char *room, const char *reply_to, const char *text)
{
    answers("Mia", room, reply_to, text);
}

/* The first send, from the first-th on, of this kind; NULL none. */
static const struct kit_send *first_of(unsigned first, enum send_kind kind)
{
    for (unsigned i = first; i < kit.send_count; i++) {
        if (kit.send[i].kind == kind) {
            return &kit.send[i];
        }
    }
    return NULL;
}

static const struct kit_send *with_words(const char *words)
{
    for (unsigned i = 0; i < kit.send_count; i++) {
        bool line = kit.send[i].kind == SEND_POST || kit.send[i].kind == SEND_EDIT;
        if (line && house_kit_has(&kit.send[i], words)) {
            return &kit.send[i];
        }
    }
    ck_abort_msg("nobody said %s", words);
    return NULL;
}

/* The message in which it stands, which may have said something else before. */
static void called(const struct kit_send *send, char id[16])
{
    if (send->edit_of[0] != '\0') {
        snprintf(id, 16, "%.15s", send->edit_of);
    } else {
        snprintf(id, 16, "p%u", (unsigned)(send - kit.send));
    }
}

START_TEST(a_reply_hides_the_very_line)
{
    char id[16];
    house_kit_start(&kit);
    house_kit_says(&kit, "Ben", "!interceptor sugar = money");
    called(with_words("sugar"), id);
    unsigned sends = kit.send_count;
    mia_says("den", id, "!hide");
    const struct kit_send *hidden = first_of(sends, SEND_REDACT);
    ck_assert_ptr_nonnull(hidden);
    ck_assert_str_eq(hidden->edit_of, id);
    ck_assert_str_eq(hidden->room, "den");
    ck_assert(house_kit_has(hidden, "A moderator has hidden this line."));
    mia_says("den", id, "!hide");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "A moderator has hidden this line."), 1);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "That's done already."), 1);
    mia_says("den", "p0", "!hide"); /* the lobby's board: what else there is stays as it is */
    mia_says("den", "unknown", "!hide");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "I didn't post that line"), 2);
    sends = kit.send_count;
    house_kit_says(&kit, "Cy", "!log");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "sugar"), 0);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Wrong. Ben loses a card."), 1);
}
END_TEST

/* What is answered has no id on Discord, and takes the place of nothing that has one. */
START_TEST(a_line_is_found_however_much_has_been_answered_since)
{
    char id[16];
    house_kit_start(&kit);
    house_kit_says(&kit, "Ben", "!interceptor sugar = money");
    called(with_words("sugar"), id);
    kit.answers_have_no_id = true;
    unsigned sends = kit.send_count;
    for (unsigned i = 0; i < SENT_REMEMBERED_MAX + 6; i++) {
        const struct inbound asked = {
            .kind = INBOUND_SLASH, .room = "den", .command = "hand", .answer = &kit};
        house_kit_hears(&kit, kit.adapter, "Cy", &asked);
    }
    ck_assert_ptr_nonnull(first_of(sends + SENT_REMEMBERED_MAX, SEND_ANSWER));
    sends = kit.send_count;
    mia_says("den", id, "!hide");
    ck_assert_ptr_nonnull(first_of(sends, SEND_REDACT));
}
END_TEST

START_TEST(a_line_on_its_way_is_hidden_when_it_arrives)
{
    house_kit_start(&kit);
    kit.hold = true;
    house_kit_says(&kit, "Ben", "!interceptor sugar = money");
    const struct kit_send *line = with_words("sugar");
    unsigned sends = kit.send_count;
    mia_says("den", NULL, "!hide @Ben");
    ck_assert_ptr_null(first_of(sends, SEND_REDACT)); /* where is it? nobody knows yet */
    house_kit_arrive(&kit, line);
    house_kit_settle(&kit);
    char id[16];
    called(line, id);
    ck_assert_ptr_nonnull(first_of(sends, SEND_REDACT));
    ck_assert_str_eq(first_of(sends, SEND_REDACT)->edit_of, id);
}
END_TEST

START_TEST(a_line_that_was_not_sent_yet_never_is)
{
    house_kit_start(&kit);
    kit.hold = true;
    house_kit_says(&kit, "Ben", "!interceptor sugar = money"); /* holds the lane */
    house_kit_says(&kit, "Ben", "!interceptor salt = money");
    const struct kit_send *line = with_words("sugar");
    unsigned sends = kit.send_count;
    mia_says("den", NULL, "!hide @Ben");
    house_kit_arrive(&kit, line);
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "salt"), 0);
    ck_assert_ptr_null(first_of(sends, SEND_REDACT));
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "salt"), 0);
}
END_TEST

START_TEST(a_restart_knows_lines_and_what_is_hidden_of_them)
{
    char sugar[16];
    char salt[16];
    house_kit_start(&kit);
    house_kit_says(&kit, "Ben", "!interceptor sugar = money");
    house_kit_pass(&kit, (int64_t)2 * LINES_FRESH_MS); /* what comes now is a message of its own */
    house_kit_says(&kit, "Dee", "!interceptor salt = money");
    called(with_words("sugar"), sugar);
    called(with_words("salt"), salt);
    mia_says("den", sugar, "!hide");
    house_kit_restart(&kit);
    unsigned sends = kit.send_count;
    mia_says("den", sugar, "!hide");
    ck_assert_ptr_null(first_of(sends, SEND_REDACT));
    ck_assert_uint_eq(house_kit_count(&kit, sends, "That's done already."), 1);
    mia_says("den", salt, "!hide");
    ck_assert_str_eq(first_of(sends, SEND_REDACT)->edit_of, salt);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "A moderator has hidden this line."), 1);
}
END_TEST

START_TEST(a_message_that_is_gone_is_hidden_well_enough)
{
    house_kit_start(&kit);
    house_kit_says(&kit, "Ben", "!interceptor sugar = money");
    unsigned sends = kit.send_count;
    kit.hold = true;
    mia_says("den", NULL, "!hide");
    const struct kit_send *hidden = first_of(sends, SEND_REDACT);
    ck_assert_ptr_nonnull(hidden);
    house_send_failed(kit.house, kit.adapter, hidden->row, SEND_GONE, 0, "deleted");
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "A moderator has hidden this line."), 1);
}
END_TEST

START_TEST(talk_in_a_teams_room_is_hidden_by_a_moderator_alone)
{
    char id[16];
    kit.team_rooms = true;
    kit.mute = MUTE_POWER;
    house_kit_start_decrypto(&kit, 6);
    house_kit_says_in(&kit, "~Ana", "Ana", "team you fools");
    called(with_words("you fools"), id);
    house_kit_restart(&kit);
    unsigned sends = kit.send_count;
    uint32_t step = house_kit_table(&kit)->phase;
    answers("Cy", "team0", id, "!hide");
    ck_assert_ptr_null(first_of(sends, SEND_REDACT));
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Only a moderator can do that."), 1);
    mia_says("team0", id, "!hide");
    const struct kit_send *hidden = first_of(sends, SEND_REDACT);
    ck_assert_ptr_nonnull(hidden);
    ck_assert_str_eq(hidden->room, "team0");
    ck_assert_str_eq(hidden->edit_of, id);
    ck_assert_uint_eq(house_kit_table(&kit)->phase, step);
    mia_says("team0", id, "!hide");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "That's done already."), 1);
}
END_TEST

/* A game with a seed of its own, so that its record can be checked: whoever is in which team, both
 * have these signals. */
static void start_unpinned(void)
{
    static const char *const names[] = {"Ana", "Ben", "Cy", "Dee"};
    char room[8];
    house_pin(kit.house, NULL, NULL);
    house_kit_start(&kit);
    for (int i = 0; i < 8; i++) {
        snprintf(room, sizeof room, "~%s", names[i % 4]);
        house_kit_says_in(&kit, room, names[i % 4],
                          i < 4 ? "signals documents: word honestly money: ends with ?"
                                : "confirm");
    }
}

START_TEST(the_record_has_the_words_no_more)
{
    start_unpinned();
    house_kit_says(&kit, "Ben", "!interceptor sugar = money");
    house_kit_pass(&kit, (int64_t)2 * LINES_FRESH_MS); /* what comes now is a message of its own */
    house_kit_says(&kit, "Dee", "!interceptor salt = money");
    mia_says("den", NULL, "!hide @Ben");
    house_kit_says(&kit, "Ana", "!abort");
    unsigned sends = kit.send_count;
    house_kit_says(&kit, "Ana", "!record");
    bool checked = false;
    for (unsigned i = sends; i < kit.send_count; i++) {
        struct arena *arena = arena_new();
        const struct doc *doc =
            doc_json_read(arena, kit.send[i].doc, strlen(kit.send[i].doc), NULL);
        for (const struct block *at = doc->blocks; at != NULL; at = at->next) {
            struct record_report report;
            if (at->kind != BLOCK_FILE) {
                continue;
            }
            ck_assert_ptr_null(strstr(at->file, "sugar"));
            ck_assert_ptr_nonnull(strstr(at->file, "\"text\":\"salt\""));
            ck_assert_ptr_nonnull(strstr(at->file, " hide {"));
            ck_assert_msg(record_verify(at->file, strlen(at->file), NULL, &report), "line %u: %s",
                          report.line, report.why); /* the chain holds without the words */
            checked = true;
        }
        arena_free(&arena);
    }
    ck_assert(checked);
}
END_TEST

Suite *suite_redaction(void);
Suite *suite_redaction(void)
{
    Suite *suite = suite_create("redaction");
    TCase *tcase = tcase_create("redaction");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_reply_hides_the_very_line);
    tcase_add_test(tcase, a_line_is_found_however_much_has_been_answered_since);
    tcase_add_test(tcase, a_line_on_its_way_is_hidden_when_it_arrives);
    tcase_add_test(tcase, a_line_that_was_not_sent_yet_never_is);
    tcase_add_test(tcase, a_restart_knows_lines_and_what_is_hidden_of_them);
    tcase_add_test(tcase, a_message_that_is_gone_is_hidden_well_enough);
    tcase_add_test(tcase, talk_in_a_teams_room_is_hidden_by_a_moderator_alone);
    tcase_add_test(tcase, the_record_has_the_words_no_more);
    suite_add_tcase(suite, tcase);
    return suite;
}
