/* What of cards lies in their table's row, and what is known beside it. */
#include "card.h"

#include <stdlib.h>
#include <string.h>

#include <check.h>
#include <cjson/cJSON.h>

#include "buf.h"
#include "house_kit.h"

/* A card that is on Ana's account, and its table's row as JSON. */
static struct card *one_card(struct table_entry *entry)
{
    struct card *card = card_take(entry, 77);
    card->seat = 3;
    card->at = strdup("kit/Ana");
    card->id = strdup("m1");
    card_note(card, 4, 0);
    return card;
}

static void write_row(const struct table_entry *entry, struct buf *json)
{
    buf_init(json, 4096);
    buf_text(json, "{");
    cards_write(entry, json);
    buf_text(json, "}");
}

static const struct table_entry *read_again(struct table_entry *entry, const struct buf *json)
{
    struct card *left = entry->cards;
    ck_assert_ptr_nonnull(left);
    cJSON *row = cJSON_ParseWithLength(json->text, json->len);
    cards_read(entry, row);
    cJSON_Delete(row);
    return entry;
}

START_TEST(what_is_kept_of_cards_is_read_as_it_was)
{
    struct table_entry entry = {.id = 1};
    struct card *card = one_card(&entry);
    struct buf json;
    card_note(card, 6, 1893499200000);
    write_row(&entry, &json);
    read_again(&entry, &json);
    card = card_of(&entry, 77);
    ck_assert_str_eq(card->id, "m1");
    ck_assert_int_eq(card->seat, 3);
    ck_assert(card_wants(card, 4) && !card_wants(card, 6) && card_knows(card, 6));
    ck_assert_int_eq(card->ask[1].notified_ms, 1893499200000);
    ck_assert_int_eq(card->ask[0].notified_ms, 0);
    for (uint32_t ask = 10; ask < 10 + CARD_ASKS_MAX; ask++) {
        card_note(card, ask, 0);
    }
    ck_assert(!card_knows(card, 4) && card_knows(card, 10)); /* the oldest are forgotten */
    cards_free(&entry);
    buf_deinit(&json);
}
END_TEST

START_TEST(what_arrived_or_flies_is_not_forgotten_when_the_row_is_read_anew)
{
    struct table_entry entry = {.id = 1};
    struct card *card = one_card(&entry);
    struct buf json;
    card_note(card, 6, 0);
    card_note(card, 8, 0);
    write_row(&entry, &json);
    free(card->id); /* another has arrived with a call, while nothing could be stored, */
    card->id = strdup("m2");
    card->ask[0].call = CARD_CALL_TOLD;
    card->ask[0].notified_ms = 1893499200000;
    card->ask[1].call = CARD_CALL_FLYING; /* and the next is on its way */
    card->in_flight = true;
    read_again(&entry, &json);
    card = card_of(&entry, 77);
    ck_assert_str_eq(card->id, "m2");
    ck_assert(card->in_flight);
    ck_assert_int_eq(card->ask[0].call, CARD_CALL_TOLD);
    ck_assert_int_eq(card->ask[0].notified_ms, 1893499200000);
    ck_assert_int_eq(card->ask[1].call, CARD_CALL_FLYING);
    ck_assert_int_eq(card->ask[2].call, CARD_CALL_WANTED);
    cards_free(&entry);
    buf_deinit(&json);
}
END_TEST

Suite *suite_card_row(void);

Suite *suite_card_row(void)
{
    Suite *suite = suite_create("card_row");
    TCase *tcase = tcase_create("card_row");
    tcase_add_test(tcase, what_is_kept_of_cards_is_read_as_it_was);
    tcase_add_test(tcase, what_arrived_or_flies_is_not_forgotten_when_the_row_is_read_anew);
    suite_add_tcase(suite, tcase);
    return suite;
}
