/* The card: posted once, edited, posted anew with one notification when something becomes owed, an
 * older one without buttons; who has no private way is called in the room. */
#include "card.h"

#include <stdio.h>
#include <string.h>

#include <check.h>

#include "controls.h"
#include "house_kit.h"

static struct house_kit kit;

static void setup(void)
{
    house_kit_open(&kit, NULL);
}

static void teardown(void)
{
    house_kit_close(&kit);
}

static bool is_card(const struct kit_send *send)
{
    return strstr(send->doc, "\"kind\":\"card\"") != NULL;
}

/* How many cards were posted to somebody, edited, or notified them, from the first-th send on. */
struct counts {
    unsigned posts;
    unsigned edits;
    unsigned rests; /* older ones that have lost their buttons */
    unsigned calls;
};

static struct counts counts_of(const char *who, unsigned first)
{
    struct counts counts = {0};
    for (unsigned i = first; i < kit.send_count; i++) {
        const struct kit_send *send = &kit.send[i];
        if (strcmp(send->account, who) == 0 && is_card(send)) {
            counts.posts += send->edit_of[0] == '\0';
            counts.rests += send->only_edit;
            counts.edits += send->edit_of[0] != '\0' && !send->only_edit;
            counts.calls += send->notify;
        }
    }
    return counts;
}

/* Messages that notify, of any kind, from the first-th send on. */
static unsigned notified(unsigned first)
{
    unsigned count = 0;
    for (unsigned i = first; i < kit.send_count; i++) {
        count += kit.send[i].notify;
    }
    return count;
}

/* What was sent last of somebody's card; fails the test when there is none. */
static const struct kit_send *last_card(const char *who)
{
    for (unsigned i = kit.send_count; i-- > 0;) {
        if (strcmp(kit.send[i].account, who) == 0 && is_card(&kit.send[i]) &&
            !kit.send[i].only_edit) {
            return &kit.send[i];
        }
    }
    ck_abort_msg("%s has no card", who);
    return NULL;
}

static struct card *card_at(const char *who)
{
    const struct person *person = people_at(kit.house->people, "kit", who);
    return card_of(house_kit_table(&kit), person->id);
}

/* A control of the message that was sent; the first whose text has this in it. */
static const char *control_of(const struct kit_send *send, const char *action)
{
    static char control[CONTROL_BYTES];
    const char *at = send->doc;
    while ((at = strstr(at, "\"control\":\"")) != NULL) {
        at += strlen("\"control\":\"");
        size_t len = strcspn(at, "\"");
        snprintf(control, sizeof control, "%.*s", (int)len, at);
        if (strstr(control, action) != NULL) {
            return control;
        }
    }
    ck_abort_msg("no control %s in %s", action, send->text);
    return NULL;
}

/* Somebody presses a control of their own card, or (message NULL) of another message. */
static void presses(const char *who, const char *control, const char *message)
{
    char id[32];
    char room[KIT_ROOM_BYTES];
    snprintf(id, sizeof id, "c%u", ++kit.events);
    snprintf(room, sizeof room, message != NULL ? "~%s" : "den", who);
    const struct inbound inbound = {.adapter = "kit",
                                    .event_id = id,
                                    .kind = INBOUND_PRESS,
                                    .room = room,
                                    .private_room = message != NULL,
                                    .account = who,
                                    .name = who,
                                    .control = control,
                                    .reply_to = message,
                                    .at_ms = kit.now_ms,
                                    .reply_seat = SEAT_NONE};
    ck_assert(house_enqueue(kit.house, kit.adapter, &inbound, NULL, 0, &kit));
    house_kit_settle(&kit);
}

START_TEST(sitting_down_posts_a_card_that_proves_the_way)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    house_kit_says(&kit, "Ana", "!join");
    const struct counts counts = counts_of("Ana", 0);
    ck_assert_uint_eq(counts.posts, 1);
    ck_assert_uint_eq(counts.edits + counts.rests + counts.calls, 0);
    ck_assert_int_eq(house_kit_table(&kit)->resident->table.seat[0].reach, DIRECT_VERIFIED);
    ck_assert_ptr_nonnull(strstr(last_card("Ana")->text, "Interceptor #1"));
    ck_assert_uint_eq(notified(0), 0);
}
END_TEST

START_TEST(a_card_that_arrives_after_downtime_is_not_posted_again)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.hold = true;
    house_kit_says(&kit, "Ana", "!join");
    for (unsigned i = 0; i < kit.send_count; i++) {
        if (!is_card(&kit.send[i])) {
            house_kit_arrive(&kit, &kit.send[i]);
        }
    }
    const struct kit_send *card = last_card("Ana");
    kit.now_ms += 60000;
    house_downtime(kit.house, kit.adapter, kit.now_ms - 45000, kit.now_ms);
    house_kit_arrive(&kit, card);
    house_kit_settle(&kit);
    kit.hold = false;
    for (unsigned i = 0; i < kit.send_count; i++) {
        house_kit_arrive(&kit, &kit.send[i]);
    }
    house_kit_settle(&kit);
    ck_assert_uint_eq(counts_of("Ana", 0).posts, 1);
}
END_TEST

START_TEST(who_owes_is_notified_once_and_the_older_card_shrinks)
{
    house_kit_start(&kit); /* Ana leads; she said so in the room */
    ck_assert_uint_eq(notified(0), 1);
    struct counts counts = counts_of("Ana", 0);
    ck_assert_uint_eq(counts.posts, 2);
    ck_assert_uint_eq(counts.rests, 1);
    ck_assert_uint_eq(counts.calls, 1);
    /* all others have been dealt a hand: their card says it, and notifies nobody */
    counts = counts_of("Ben", 0);
    ck_assert_uint_eq(counts.posts, 1);
    ck_assert_uint_ge(counts.edits, 1);
    ck_assert_uint_eq(counts.calls, 0);
    for (unsigned i = 0; i < kit.send_count; i++) {
        bool rest = kit.send[i].only_edit;
        ck_assert(!rest || strstr(kit.send[i].doc, "\"control\"") == NULL);
        ck_assert(!kit.send[i].notify || kit.send[i].edit_of[0] == '\0');
        ck_assert(!kit.send[i].routine || kit.send[i].edit_of[0] != '\0');
    }
}
END_TEST

START_TEST(nothing_is_sent_to_whom_nothing_has_changed)
{
    house_kit_start(&kit);
    unsigned sends = kit.send_count;
    house_kit_says(&kit, "Zoe", "!status");
    house_kit_says(&kit, "Ben", "!status");
    struct counts counts = counts_of("Cy", sends);
    ck_assert_uint_eq(counts.posts + counts.edits + counts.calls, 0);
    counts = counts_of("Ben", sends);
    ck_assert_uint_eq(counts.posts + counts.edits + counts.calls, 0);
}
END_TEST

START_TEST(what_follows_of_a_press_on_the_card_is_an_edit)
{
    house_kit_start(&kit);
    house_kit_says_in(&kit, "~Ana", "Ana", "play money Is that so?");
    house_kit_says_in(&kit, "~Cy", "Cy", "play money");
    house_kit_says_in(&kit, "~Ben", "Ben", "play money Well, who knows.");
    unsigned sends = kit.send_count;
    const struct kit_send *card = last_card("Dee");
    presses("Dee", control_of(card, ".play.symbol=money"), card_at("Dee")->id);
    /* they read it right and divide the pot, Dee and Ben: she is looking at her card */
    ck_assert_ptr_nonnull(strstr(last_card("Dee")->text, "Divide the pot"));
    ck_assert_uint_eq(counts_of("Dee", sends).posts, 0);
    ck_assert_uint_eq(counts_of("Dee", sends).edits, 1);
    ck_assert_uint_eq(counts_of("Dee", sends).calls, 0);
    ck_assert_uint_eq(counts_of("Ben", sends).posts, 1);
    ck_assert_uint_eq(counts_of("Ben", sends).calls, 1);
    ck_assert_uint_eq(notified(sends), 1);
}
END_TEST

START_TEST(a_restart_neither_posts_again_nor_calls_twice)
{
    house_kit_start(&kit);
    unsigned sends = kit.send_count;
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    house_kit_says(&kit, "Ben", "!status"); /* the table is in memory again */
    house_kit_says(&kit, "Ben", "!resume"); /* refused */
    house_kit_says(&kit, "Ana", "!pause");
    house_kit_says(&kit, "Ana", "!resume");
    for (const char *const *who = (const char *const[]){"Ana", "Ben", "Cy", "Dee", NULL};
         *who != NULL; who++) {
        ck_assert_uint_eq(counts_of(*who, sends).posts, 0);
        ck_assert_uint_eq(counts_of(*who, sends).calls, 0);
    }
    ck_assert_uint_eq(notified(sends), 0);
}
END_TEST

START_TEST(a_crash_before_the_send_calls_all_the_same)
{
    house_kit_start(&kit);
    kit.hold = true;
    unsigned sends = kit.send_count;
    house_kit_says_in(&kit, "~Ana", "Ana", "play money Is that so?");
    kit.hold = false;
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    const struct kit_send *first = NULL;
    for (unsigned i = sends; i < kit.send_count; i++) {
        const struct kit_send *send = &kit.send[i];
        if (send->notify && first == NULL) {
            first = send;
        } else if (send->notify) {
            ck_assert_str_eq(send->account, "Cy");
            ck_assert_str_eq(send->nonce, first->nonce); /* which its platform shows once */
        }
    }
    ck_assert_ptr_nonnull(first);
    sends = kit.send_count;
    house_kit_says(&kit, "Cy", "!status");
    ck_assert_uint_eq(notified(sends), 0);
}
END_TEST

START_TEST(an_unknown_fate_repeats_the_same_card)
{
    house_kit_start(&kit);
    kit.fail = 0;
    unsigned sends = kit.send_count;
    kit.hold = true;
    house_kit_says_in(&kit, "~Ana", "Ana", "play money Is that so?");
    house_kit_arrive(&kit, &kit.send[sends]); /* the line, which the card follows */
    house_kit_settle(&kit);
    const struct kit_send *post = NULL;
    for (unsigned i = sends; i < kit.send_count && post == NULL; i++) {
        post = kit.send[i].notify ? &kit.send[i] : NULL;
    }
    ck_assert_ptr_nonnull(post);
    house_send_failed(kit.house, kit.adapter, post->row, SEND_AMBIGUOUS, kit.now_ms, "lost");
    house_kit_settle(&kit);
    sends = kit.send_count;
    house_kit_pass(&kit, 5000);
    const struct kit_send *again = &kit.send[sends];
    ck_assert_uint_gt(kit.send_count, sends);
    ck_assert_str_eq(again->nonce, post->nonce);
    ck_assert_str_eq(again->doc, post->doc);
    ck_assert(again->notify);
}
END_TEST

/* A card is called for, and waits; the disk is full when it arrives. With rows the message itself
 * is what is not stored. The older one loses its buttons all the same, and one call is enough. */
static void full_when_it_arrives(const struct adapter_row *rows, size_t row_count)
{
    house_kit_start(&kit);
    const char *old = card_at("Cy")->id;
    char was[64];
    snprintf(was, sizeof was, "%s", old);
    unsigned sends = kit.send_count;
    kit.hold = true;
    house_kit_says_in(&kit, "~Ana", "Ana", "play money Is that so?");
    house_kit_arrive(&kit, &kit.send[sends]); /* the line, which the card follows */
    house_kit_settle(&kit);
    const struct kit_send *post = last_card("Cy");
    ck_assert(post->notify);
    kit.disk_full = true;
    house_delivered(kit.house, kit.adapter, post->row, "new", rows, row_count, NULL);
    house_kit_settle(&kit);
    kit.disk_full = false;
    house_kit_pass(&kit, 2000);
    for (unsigned i = sends; i < kit.send_count; i++) {
        house_kit_arrive(&kit, &kit.send[i]); /* what was held, and what came since */
        house_kit_settle(&kit);
    }
    unsigned rests = 0;
    for (unsigned i = sends; i < kit.send_count; i++) {
        rests += kit.send[i].only_edit && strcmp(kit.send[i].edit_of, was) == 0;
    }
    ck_assert_uint_eq(rests, 1);
    ck_assert_str_ne(card_at("Cy")->id, was);
    ck_assert(!card_calls(card_at("Cy")));
}

START_TEST(an_older_card_shrinks_though_the_disk_was_full_meanwhile)
{
    full_when_it_arrives(NULL, 0);
    ck_assert_str_eq(card_at("Cy")->id, "new");
}
END_TEST

START_TEST(a_card_that_the_disk_did_not_take_is_posted_again)
{
    static const struct adapter_row mine = {.key = "message", .value = "new"};
    unsigned before = kit.send_count;
    full_when_it_arrives(&mine, 1);
    const char *nonce = NULL;
    for (unsigned i = before; i < kit.send_count; i++) {
        const struct kit_send *send = &kit.send[i];
        if (strcmp(send->account, "Cy") == 0 && send->notify) {
            ck_assert(nonce == NULL || strcmp(nonce, send->nonce) == 0);
            nonce = send->nonce;
        }
    }
    ck_assert_ptr_nonnull(nonce);
}
END_TEST

START_TEST(an_ask_that_is_over_calls_nobody)
{
    house_kit_start(&kit);
    kit.fail = 100;
    kit.status = SEND_NOT_SENT;
    kit.retry_ms = kit.now_ms + 60000;
    house_kit_says_in(&kit, "~Ana", "Ana", "play money Is that so?");
    house_kit_says_in(&kit, "~Cy", "Cy", "play money");
    kit.fail = 0;
    unsigned sends = kit.send_count;
    house_kit_pass(&kit, 61000);
    ck_assert_uint_eq(counts_of("Cy", sends).calls, 0); /* has played meanwhile */
    ck_assert_uint_eq(counts_of("Ben", sends).calls, 1);
}
END_TEST

START_TEST(a_substitute_has_a_card_and_the_other_ones_is_closed)
{
    house_kit_start(&kit);
    house_kit_says(&kit, "Ana", "!leave");
    unsigned sends = kit.send_count;
    house_kit_says(&kit, "Zoe", "!substitute");
    ck_assert_uint_eq(counts_of("Zoe", sends).posts, 1);
    ck_assert_uint_eq(counts_of("Zoe", sends).calls, 1); /* Ana was to play */
    ck_assert_ptr_nonnull(strstr(last_card("Ana")->text, "no longer yours"));
    ck_assert_ptr_null(strstr(last_card("Ana")->doc, "\"control\""));
    const struct person *ana = people_at(kit.house->people, "kit", "Ana");
    ck_assert_ptr_null(card_of(house_kit_table(&kit), ana->id));
}
END_TEST

START_TEST(who_has_no_private_way_is_called_in_the_room_once)
{
    kit.private_reply = true;
    kit.closed = "Ana";
    house_kit_start(&kit);
    ck_assert_int_eq(house_kit_table(&kit)->resident->table.seat[0].reach, DIRECT_BEHIND);
    ck_assert_uint_eq(notified(0), 1);
    const struct kit_send *call = NULL;
    for (unsigned i = 0; i < kit.send_count; i++) {
        call = kit.send[i].notify ? &kit.send[i] : call;
    }
    ck_assert(call != NULL && call->kind == SEND_POST);
    ck_assert_str_eq(call->room, "den");
    ck_assert(house_kit_has(call, "\"kind\":\"call\""));
    ck_assert(house_kit_has(call, "\"account\":\"Ana\""));
    ck_assert(house_kit_has(call, "[My hand]"));
    ck_assert(!house_kit_has(call, "honestly")); /* her signal */
    unsigned sends = kit.send_count;
    house_kit_says(&kit, "Ben", "!resume"); /* refused */
    house_kit_says(&kit, "Ana", "!pause");
    house_kit_says(&kit, "Ana", "!resume");
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    house_kit_says(&kit, "Ana", "!hand");
    ck_assert_uint_eq(notified(sends), 0);
    ck_assert_int_gt(card_at("Ana")->ask[0].notified_ms, 0);
}
END_TEST

START_TEST(a_way_that_closes_in_the_game_is_called_for_what_is_owed)
{
    kit.private_reply = true;
    house_kit_start(&kit);
    kit.closed = "Cy";
    unsigned sends = kit.send_count;
    house_kit_says_in(&kit, "~Ana", "Ana", "play money Is that so?");
    unsigned calls = 0;
    for (unsigned i = sends; i < kit.send_count; i++) {
        bool call = house_kit_has(&kit.send[i], "\"kind\":\"call\"");
        ck_assert(!call || house_kit_has(&kit.send[i], "\"account\":\"Cy\""));
        calls += call;
    }
    ck_assert_uint_eq(calls, 1);
}
END_TEST

/* The send that is on its way to somebody; fails the test when there is none. */
static const struct kit_send *held_for(const char *who, unsigned first)
{
    for (unsigned i = first; i < kit.send_count; i++) {
        if (strcmp(kit.send[i].account, who) == 0 && is_card(&kit.send[i])) {
            return &kit.send[i];
        }
    }
    ck_abort_msg("nothing is on its way to %s", who);
    return NULL;
}

START_TEST(a_way_that_closes_while_other_cards_arrive_is_closed_after_a_crash)
{
    kit.private_reply = true;
    house_kit_start(&kit);
    kit.hold = true;
    unsigned sends = kit.send_count;
    house_kit_says_in(&kit, "~Ana", "Ana", "play money Is that so?");
    house_kit_arrive(&kit, &kit.send[sends]); /* the line, which the cards follow */
    house_kit_settle(&kit);
    house_kit_arrive(&kit, &kit.send[kit.send_count - 1]); /* Ana's answer, likewise */
    house_kit_settle(&kit);
    /* in one run the end of an edit is gathered, and then Cy's table is stored */
    house_kit_arrive(&kit, held_for("Ana", sends));
    house_send_failed(kit.house, kit.adapter, held_for("Cy", sends)->row, SEND_REFUSED, kit.now_ms,
                      "closed");
    house_run(kit.house);
    kit.hold = false;
    kit.closed = "Cy";
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    house_kit_says(&kit, "Ben", "!status");
    ck_assert(card_at("Cy")->closed);
    ck_assert_int_eq(house_kit_table(&kit)->resident->table.seat[2].reach, DIRECT_BEHIND);
    unsigned calls = 0;
    for (unsigned i = sends; i < kit.send_count; i++) {
        calls += house_kit_has(&kit.send[i], "\"kind\":\"call\"");
    }
    ck_assert_uint_eq(calls, 1);
}
END_TEST

START_TEST(a_way_that_opens_again_has_the_card)
{
    kit.private_reply = true;
    kit.closed = "Ana";
    house_kit_start(&kit);
    kit.closed = NULL;
    unsigned sends = kit.send_count;
    house_kit_says(&kit, "Ana", "!status"); /* in the room: that says nothing of it */
    ck_assert_uint_eq(counts_of("Ana", sends).posts, 0);
    house_kit_says_in(&kit, "~Ana", "Ana", "status");
    ck_assert_uint_eq(counts_of("Ana", sends).posts, 1);
    ck_assert_uint_eq(counts_of("Ana", sends).calls, 0); /* she was called before */
    ck_assert_ptr_nonnull(strstr(last_card("Ana")->text, "Your turn"));
    ck_assert_int_eq(house_kit_table(&kit)->resident->table.seat[0].reach, DIRECT_VERIFIED);
}
END_TEST

START_TEST(the_end_is_on_the_card)
{
    house_kit_start(&kit);
    house_kit_says(&kit, "Ana", "Interceptor! \"coffee\" = documents");
    const struct kit_send *won = last_card("Cy");
    ck_assert_ptr_nonnull(strstr(won->text, "You won!"));
    ck_assert_ptr_nonnull(strstr(won->text, "honestly")); /* what was secret stays readable */
    ck_assert_ptr_nonnull(strstr(won->text, "[Rematch]"));
    ck_assert_ptr_nonnull(strstr(won->text, "[Transcript]"));
    ck_assert_ptr_nonnull(strstr(last_card("Ben")->text, "You lost"));
    ck_assert(!won->notify);
}
END_TEST

START_TEST(a_table_that_closes_leaves_no_buttons)
{
    house_kit_start(&kit);
    house_kit_says(&kit, "Ana", "!abort");
    house_kit_pass(&kit, (int64_t)8 * 24 * 3600 * 1000);
    ck_assert_ptr_null(house_kit_table(&kit));
    bool closed = false;
    for (unsigned i = 0; i < kit.send_count; i++) {
        const struct kit_send *send = &kit.send[i];
        if (strcmp(send->account, "Ben") == 0 && is_card(send)) {
            closed = strstr(send->doc, "\"control\"") == NULL;
        }
    }
    ck_assert(closed);
}
END_TEST

Suite *suite_card(void);

Suite *suite_card(void)
{
    Suite *suite = suite_create("card");
    TCase *tcase = tcase_create("card");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, sitting_down_posts_a_card_that_proves_the_way);
    tcase_add_test(tcase, a_card_that_arrives_after_downtime_is_not_posted_again);
    tcase_add_test(tcase, who_owes_is_notified_once_and_the_older_card_shrinks);
    tcase_add_test(tcase, nothing_is_sent_to_whom_nothing_has_changed);
    tcase_add_test(tcase, what_follows_of_a_press_on_the_card_is_an_edit);
    tcase_add_test(tcase, a_restart_neither_posts_again_nor_calls_twice);
    tcase_add_test(tcase, a_crash_before_the_send_calls_all_the_same);
    tcase_add_test(tcase, an_unknown_fate_repeats_the_same_card);
    tcase_add_test(tcase, an_older_card_shrinks_though_the_disk_was_full_meanwhile);
    tcase_add_test(tcase, a_card_that_the_disk_did_not_take_is_posted_again);
    tcase_add_test(tcase, an_ask_that_is_over_calls_nobody);
    tcase_add_test(tcase, a_substitute_has_a_card_and_the_other_ones_is_closed);
    tcase_add_test(tcase, who_has_no_private_way_is_called_in_the_room_once);
    tcase_add_test(tcase, a_way_that_closes_in_the_game_is_called_for_what_is_owed);
    tcase_add_test(tcase, a_way_that_closes_while_other_cards_arrive_is_closed_after_a_crash);
    tcase_add_test(tcase, a_way_that_opens_again_has_the_card);
    tcase_add_test(tcase, the_end_is_on_the_card);
    tcase_add_test(tcase, a_table_that_closes_leaves_no_buttons);
    suite_add_tcase(suite, tcase);
    return suite;
}
