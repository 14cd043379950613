/* The book of Decrypto's keywords: for each keyword enough clues, and every one of them a clue that
 * the game takes from a player, without a warning. */
#include "book.h"
#include "decrypto/decrypto_check.h"
#include "library.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { CLUES_MIN = 6 };

static struct library *library;
static const struct player_book *book;

static void set_up(void)
{
    library = library_new();
    book = library_book(library, game_find("decrypto"), "en");
    ck_assert_ptr_nonnull(book);
}

static void tear_down(void)
{
    library_free(&library);
}

START_TEST(every_keyword_has_six_clues)
{
    struct options options;
    const struct game_def *game = game_find("decrypto");
    options_default(game, &options);
    struct pack *pack = library_pack(library, game, "en", &options);
    const struct deal_pack *list = pack_list(pack);
    for (size_t i = 0; i < list->count; i++) {
        const struct player_entry *entry = book_entry(book, list->entry[i]);
        ck_assert_msg(entry != NULL && entry->line_count >= CLUES_MIN, "%s", list->entry[i]);
    }
    ck_assert_uint_eq(book->count, list->count);
    pack_free(&pack);
}
END_TEST

/* What the game says to a clue for the keyword in slot 1 when the code is 1.2.3. */
static enum refusal said_to(struct decrypto *state, const char *keyword, const char *clue)
{
    static struct outcome out;
    const struct check_set set = {.clue = {clue, "qwertz", "uiopa"}, .team = 0, .place = 0};
    int32_t insisted = 0;
    memset(state->team[0].keyword[0], 0, sizeof state->team[0].keyword[0]);
    memcpy(state->team[0].keyword[0], keyword, strlen(keyword));
    outcome_init(&out);
    return check_clues(state, &set, &insisted, &out);
}

static void a_table(struct decrypto *state)
{
    memset(state, 0, sizeof *state);
    options_default(game_find("decrypto"), &state->common.options);
    state->common.seats = 4;
    state->common.round = 1;
    for (int slot = 1; slot < DECRYPTO_SLOTS; slot++) {
        snprintf(state->team[0].keyword[slot], DECRYPTO_KEYWORD_BYTES, "xyzzy%d", slot);
    }
    state->team[0].code = 123;
}

START_TEST(the_game_takes_every_clue_of_the_book)
{
    static struct decrypto state;
    a_table(&state);
    ck_assert_int_eq(said_to(&state, "anchor", "anchors"), REFUSAL_CLUE_KEYWORD);
    ck_assert_int_eq(said_to(&state, "anchor", "anchorman"), REFUSAL_WARNING);
    ck_assert_int_eq(said_to(&state, "anchor", "a ship's brake"), REFUSAL_NONE);
    for (size_t i = 0; i < book->count; i++) {
        const struct player_entry *entry = &book->entry[i];
        for (size_t k = 0; k < entry->line_count; k++) {
            enum refusal refusal = said_to(&state, entry->name, entry->line[k].text);
            ck_assert_msg(refusal == REFUSAL_NONE, "%s: %s: %s", entry->name, entry->line[k].text,
                          refusal_name(refusal));
        }
    }
}
END_TEST

Suite *suite_book_decrypto(void);

Suite *suite_book_decrypto(void)
{
    Suite *suite = suite_create("book_decrypto");
    TCase *tcase = tcase_create("book_decrypto");
    tcase_add_unchecked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, every_keyword_has_six_clues);
    tcase_add_test(tcase, the_game_takes_every_clue_of_the_book);
    suite_add_tcase(suite, tcase);
    return suite;
}
