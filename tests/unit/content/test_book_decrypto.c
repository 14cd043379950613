/* The book of Decrypto's keywords: for each keyword enough clues, and every one of them a clue that
 * the game takes from a player, without a warning. */
#include "book.h"
#include "decrypto/decrypto_check.h"
#include "library.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { CLUES_MIN = 6, ALSO_MIN = 60, NAMES_MAX = 5 };

static bool is_said(const struct player_line *line)
{
    return line->tag == NULL || strcmp(line->tag, "also") != 0;
}

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
        size_t said = 0;
        size_t also = 0;
        for (size_t k = 0; entry != NULL && k < entry->line_count; k++) {
            said += is_said(&entry->line[k]);
            also += is_said(&entry->line[k]) ? 0 : strlen(entry->line[k].text);
        }
        ck_assert_msg(said >= CLUES_MIN && also >= ALSO_MIN, "%s", list->entry[i]);
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
            if (!is_said(&entry->line[k])) {
                continue;
            }
            enum refusal refusal = said_to(&state, entry->name, entry->line[k].text);
            ck_assert_msg(refusal == REFUSAL_NONE, "%s: %s: %s", entry->name, entry->line[k].text,
                          refusal_name(refusal));
        }
    }
}
END_TEST

/* Small letters alone, so that "Ice-cream" has "cream" and "icec" in it. */
static void letters_of(const char *text, char letters[256])
{
    size_t len = 0;
    for (; *text != '\0' && len < 255; text++) {
        char letter = (char)(*text >= 'A' && *text <= 'Z' ? *text - 'A' + 'a' : *text);
        if (letter >= 'a' && letter <= 'z') {
            letters[len++] = letter;
        }
    }
    letters[len] = '\0';
}

START_TEST(no_line_has_its_keyword_in_it)
{
    for (size_t i = 0; i < book->count; i++) {
        const struct player_entry *entry = &book->entry[i];
        char name[256];
        letters_of(entry->name, name);
        for (size_t k = 0; k < entry->line_count; k++) {
            char list[512];
            snprintf(list, sizeof list, "%s", entry->line[k].text);
            char *rest = NULL;
            for (char *one = strtok_r(list, is_said(&entry->line[k]) ? "" : ",", &rest);
                 one != NULL; one = strtok_r(NULL, ",", &rest)) {
                char line[256];
                letters_of(one, line);
                ck_assert_msg(strstr(line, name) == NULL, "%s: %s", entry->name, one);
            }
        }
    }
}
END_TEST

/* What is said is for people of everywhere: few names in it. */
START_TEST(few_clues_are_names)
{
    size_t said = 0;
    size_t names = 0;
    for (size_t i = 0; i < book->count; i++) {
        for (size_t k = 0; k < book->entry[i].line_count; k++) {
            const struct player_line *line = &book->entry[i].line[k];
            bool name = strpbrk(line->text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != NULL;
            said += is_said(line);
            names += is_said(line) && name;
        }
    }
    ck_assert_uint_gt(said, 5000);
    ck_assert_uint_lt(names * 100, said * NAMES_MAX);
}
END_TEST

/* English of Britain, each thing once, and nothing that a table may be hurt by. */
START_TEST(the_pack_has_no_doublets)
{
    static const char *const doublets[][2] = {
        {"biscuit", "cookie"},    {"motorway", "highway"},    {"lift", "elevator"},
        {"sofa", "couch"},        {"fridge", "refrigerator"}, {"jumper", "sweater"},
        {"holiday", "vacation"},  {"postbox", "mailbox"},     {"motorbike", "motorcycle"},
        {"rucksack", "backpack"}, {"porridge", "oatmeal"},    {"zip", "zipper"},
        {"canteen", "cafeteria"}, {"autumn", "fall"},         {"tap", "faucet"},
        {"torch", "flashlight"},  {"pavement", "sidewalk"},   {"lorry", "truck"},
        {"freedom", "liberty"},   {"maze", "labyrinth"},      {"argument", "quarrel"},
        {"gossip", "rumour"},     {"evidence", "proof"},      {"cure", "remedy"},
        {"aroma", "scent"},       {"victory", "triumph"},     {"legend", "myth"},
        {"prize", "reward"},      {"turtle", "tortoise"},     {"suitcase", "luggage"},
        {"tunnel", "subway"},     {"oven", "stove"},          {"film", "movie"}};
    static const char *const spared[] = {
        "refugee", "orphan", "famine", "hostage", "kidnap",   "poverty",   "bullet",    "pistol",
        "missile", "tribe",  "kilt",   "rodeo",   "syndrome", "prejudice", "stereotype"};
    for (size_t i = 0; i < sizeof doublets / sizeof doublets[0]; i++) {
        ck_assert_msg(book_entry(book, doublets[i][1]) == NULL, "%s", doublets[i][1]);
    }
    for (size_t i = 0; i < sizeof spared / sizeof spared[0]; i++) {
        ck_assert_msg(book_entry(book, spared[i]) == NULL, "%s", spared[i]);
    }
    ck_assert_uint_gt(book->count, 950);
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
    tcase_add_test(tcase, no_line_has_its_keyword_in_it);
    tcase_add_test(tcase, few_clues_are_names);
    tcase_add_test(tcase, the_pack_has_no_doublets);
    tcase_add_test(tcase, the_game_takes_every_clue_of_the_book);
    suite_add_tcase(suite, tcase);
    return suite;
}
