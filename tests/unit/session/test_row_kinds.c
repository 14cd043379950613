/* What the outbox is told of the house: each function, by the kind of row that it is for. That they
 * are asked at the right moment is tests/unit/outbox. */
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "card.h"
#include "heap.h"
#include "house_kit.h"

static struct house_kit kit;

static const char *home_of(const char *room)
{
    return strcmp(room, "den") == 0 ? "hall" : NULL;
}

static void setup(void)
{
    house_kit_open(&kit, NULL);
    kit.opened_from = home_of;
    house_kit_says(&kit, "Ana", "!interceptor");
    house_kit_says(&kit, "Ben", "!join");
}

static void teardown(void)
{
    house_kit_close(&kit);
}

static const struct outbox_kind *kind_of(enum outbox_kind_id id)
{
    return &kit.house->outbox.world.kind[id];
}

START_TEST(board_is_noted_as_its_row_comes_and_goes)
{
    const struct outbox_kind *kind = kind_of(OUTBOX_BOARD);
    struct table_entry *entry = house_kit_table(&kit);
    struct outbox_row row = {.table = entry->id, .board = true};
    kind->loaded(kit.house, &row);
    ck_assert(entry->board_wanted);
    entry->board_wanted = false;
    entry->board_flying = true;
    kind->ended(kit.house, &row);
    ck_assert(entry->board_flying); /* of another row, that was drawn */
    row.shown = 1;
    kind->ended(kit.house, &row);
    ck_assert(!entry->board_flying);
    ck_assert(kind->stands(kit.house, &row));
    ck_assert_int_eq(kind->render(kit.house, &row), RENDER_NEVER); /* nothing in it would change */
}
END_TEST

START_TEST(board_waits_for_its_own_time)
{
    const struct outbox_kind *kind = kind_of(OUTBOX_BOARD);
    struct table_entry *entry = house_kit_table(&kit);
    struct outbox_row row = {.table = entry->id, .board = true};
    const struct adapter_link *link = link_named(&kit.house->links, "kit");
    entry->board_due_ms = kit.house->now_ms + 5;
    ck_assert(kind->waits(kit.house, link, &row));
    ck_assert_int_eq(row.not_before_ms, kit.house->now_ms + 5);
    entry->board_due_ms = kit.house->now_ms;
    ck_assert(!kind->waits(kit.house, link, &row));
}
END_TEST

/* A row that brings the card to where it stands. */
static struct outbox_row row_of(const struct table_entry *entry, struct card *card)
{
    return (struct outbox_row){.table = entry->id,
                               .card = card->person,
                               .room = entry->room->key,
                               .account = card->at + strlen("kit/")};
}

START_TEST(card_is_noted_as_its_row_comes_and_goes)
{
    const struct outbox_kind *kind = kind_of(OUTBOX_CARD);
    struct table_entry *entry = house_kit_table(&kit);
    struct card *card = entry->cards;
    struct outbox_row row = row_of(entry, card);
    kind->loaded(kit.house, &row);
    ck_assert(card->wanted);
    ck_assert(kind->stands(kit.house, &row));
    kind->ended(kit.house, &row);
    ck_assert(!card->wanted); /* it was never drawn: the next move may want it anew */
    card->in_flight = true;
    row.shown = 1;
    kind->ended(kit.house, &row);
    ck_assert(!card->in_flight);
}
END_TEST

START_TEST(card_that_has_not_arrived_after_all_is_what_it_was)
{
    const struct outbox_kind *kind = kind_of(OUTBOX_CARD);
    struct table_entry *entry = house_kit_table(&kit);
    struct card *card = entry->cards;
    struct outbox_row row = row_of(entry, card);
    row.older = heap_copy("older");
    kind->recorded(kit.house, &row);
    ck_assert_ptr_nonnull(kit.house->ends); /* the older one shrinks, in the gathered commit */
    ck_assert_str_eq(kit.house->ends->mail.rows->edit_of, "older");
    house_kit_settle(&kit);
    kind->revoked(kit.house, &row);
    ck_assert_str_eq(card->id, "older");
    ck_assert(card->anew);
    ck_assert(card->wanted);
    free(row.older);
}
END_TEST

START_TEST(call_goes_only_to_whom_nothing_else_has_told)
{
    const struct outbox_kind *kind = kind_of(OUTBOX_CALL);
    struct table_entry *entry = house_kit_table(&kit);
    struct card *card = entry->cards;
    struct outbox_row row = {.table = entry->id, .call = true, .step = 7};
    ck_assert_int_eq(kind->render(kit.house, &row), RENDER_NEVER);
    card_note(card, 99, 0);
    card_room_calls(card, 7);
    ck_assert_int_eq(kind->render(kit.house, &row), RENDERED);
    card_room_called(card, 7, kit.house->now_ms);
    ck_assert_int_eq(kind->render(kit.house, &row), RENDER_NEVER);
    row.tries = 1; /* it may stand */
    ck_assert_int_eq(kind->render(kit.house, &row), RENDERED);
}
END_TEST

START_TEST(line_in_the_room_around_is_the_lobby)
{
    static const enum outbox_kind_id ids[] = {OUTBOX_LINE, OUTBOX_CALL};
    struct table_entry *entry = house_kit_table(&kit);
    char home[] = "kit/hall";
    char here[] = "kit/den";
    ck_assert_str_eq(entry->home->key, home);
    for (unsigned i = 0; i < 2; i++) {
        struct outbox_row row = {.table = entry->id, .room = here};
        entry->lobby_flying = false;
        kind_of(ids[i])->loaded(kit.house, &row);
        ck_assert(!entry->lobby_flying);
        row.room = home;
        kind_of(ids[i])->loaded(kit.house, &row);
        ck_assert(entry->lobby_flying);
        entry->lobby_shown = 5;
        kind_of(ids[i])->lost(kit.house, &row);
        ck_assert(!entry->lobby_flying);
        ck_assert_uint_eq(entry->lobby_shown, 0);
    }
}
END_TEST

START_TEST(damaged_message_makes_its_table_stand_still)
{
    struct table_entry *entry = house_kit_table(&kit);
    const struct store_row stored = {.id = 3, .sub = entry->id, .damaged = true};
    kit.house->outbox.world.damaged(kit.house, &stored);
    ck_assert(entry->damaged);
    ck_assert(entry->frozen);
    ck_assert_int_eq(entry->load, ENTRY_FROZEN);
}
END_TEST

START_TEST(ends_that_are_gathered_go_before_what_writes_their_parcel)
{
    unsigned before = kit.send_count;
    kit.hold = true;
    house_kit_says(&kit, "Cy", "!join");
    struct outbox_row *row = map_get_number(&kit.house->outbox.rows, kit.send[before].row);
    mail_end(&commit_collect(kit.house)->mail, row);
    struct commit *commit = commit_new(kit.house);
    mail_outbox_batch(&commit->mail, row->outbox_batch);
    ck_assert_ptr_nonnull(kit.house->ends);
    commit_submit(&commit);
    ck_assert_ptr_null(kit.house->ends); /* else a crash could keep the parcel without its end */
    house_kit_settle(&kit);
}
END_TEST

Suite *suite_row_kinds(void);

Suite *suite_row_kinds(void)
{
    Suite *suite = suite_create("row_kinds");
    TCase *tcase = tcase_create("row_kinds");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, board_is_noted_as_its_row_comes_and_goes);
    tcase_add_test(tcase, board_waits_for_its_own_time);
    tcase_add_test(tcase, card_is_noted_as_its_row_comes_and_goes);
    tcase_add_test(tcase, card_that_has_not_arrived_after_all_is_what_it_was);
    tcase_add_test(tcase, call_goes_only_to_whom_nothing_else_has_told);
    tcase_add_test(tcase, line_in_the_room_around_is_the_lobby);
    tcase_add_test(tcase, damaged_message_makes_its_table_stand_still);
    tcase_add_test(tcase, ends_that_are_gathered_go_before_what_writes_their_parcel);
    suite_add_tcase(suite, tcase);
    return suite;
}
