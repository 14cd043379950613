/* Cards: names, reading, matching, sets and rows. */
#include "infiltrators_card.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static const char card_letters[SUITS] = {'R', 'K', 'Y', 'G', 'B'};

#define CARD_NAMES(letter)                                                                      \
    {                                                                                           \
        "", letter "*", letter "2", letter "3", letter "4", letter "5", letter "6", letter "7", \
            letter "8", letter "9", letter "10", letter "11", letter "12", letter "13",         \
            letter "14", letter "15"                                                            \
    }

static const char *const card_names[SUITS][16] = {
    CARD_NAMES("R"), CARD_NAMES("K"), CARD_NAMES("Y"), CARD_NAMES("G"), CARD_NAMES("B"),
};

/* Other ways to say a suit; what is longer comes before what it begins with. */
static const struct {
    const char *word;
    int suit;
} card_suit_words[] = {
    {"red", 0},
    {"black", 1},
    {"yellow", 2},
    {"green", 3},
    {"blue", 4},
    {"r", 0},
    {"k", 1},
    {"y", 2},
    {"g", 3},
    {"b", 4},
    {"\xf0\x9f\x9f\xa5", 0}, /* squares of the colours */
    {"\xe2\xac\x9b", 1},
    {"\xf0\x9f\x9f\xa8", 2},
    {"\xf0\x9f\x9f\xa9", 3},
    {"\xf0\x9f\x9f\xa6", 4},
    {"\xf0\x9f\x94\xb4", 0}, /* discs */
    {"\xe2\x9a\xab", 1},
    {"\xf0\x9f\x9f\xa1", 2},
    {"\xf0\x9f\x9f\xa2", 3},
    {"\xf0\x9f\x94\xb5", 4},
};

bool card_is(int card)
{
    return card > 0 && card < CARD_CODES && card % 16 >= NUMBER_SPECIAL;
}

const char *card_name(uint8_t card)
{
    assert(card_is(card));
    return card_names[card_suit(card)][card_number(card)];
}

char card_suit_letter(int suit)
{
    assert(suit >= 0 && suit < SUITS);
    return card_letters[suit];
}

static char card_folded(char letter)
{
    return (char)(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
}

static bool card_begins(const char *text, const char *word)
{
    while (*word != '\0' && card_folded(*text) == *word) {
        text++;
        word++;
    }
    return *word == '\0';
}

static const char *card_skip(const char *text, const char *these)
{
    while (*text != '\0' && strchr(these, *text) != NULL) {
        text++;
    }
    return text;
}

/* "6", "13" or "*" to the end of the text; 0 when it is something else. */
static int card_read_number(const char *text)
{
    int number = 0;
    if (text[0] == '*') {
        return *card_skip(text + 1, " ") == '\0' ? NUMBER_SPECIAL : 0;
    }
    for (; *text >= '0' && *text <= '9' && number <= NUMBER_HIGHEST; text++) {
        number = number * 10 + (*text - '0');
        if (number == 0) {
            return 0; /* "06" */
        }
    }
    bool fits = number >= NUMBER_LOWEST && number <= NUMBER_HIGHEST;
    return fits && *card_skip(text, " ") == '\0' ? number : 0;
}

uint8_t card_read(const char *text)
{
    assert(text != NULL);
    text = card_skip(text, " ");
    for (size_t i = 0; i < sizeof card_suit_words / sizeof card_suit_words[0]; i++) {
        if (!card_begins(text, card_suit_words[i].word)) {
            continue;
        }
        const char *rest = text + strlen(card_suit_words[i].word);
        rest += strncmp(rest, "\xef\xb8\x8f", 3) == 0 ? 3 : 0; /* "shown as a picture" */
        int number = card_read_number(card_skip(rest, " -"));
        return number != 0 ? card_of(card_suit_words[i].suit, number) : CARD_NONE;
    }
    return CARD_NONE;
}

bool card_match(uint8_t clue, uint8_t suspect)
{
    int a = card_number(clue);
    int b = card_number(suspect);
    assert(card_is(clue) && card_is(suspect) && b >= NUMBER_LOWEST);
    if (card_suit(clue) == card_suit(suspect)) {
        return true;
    }
    return a != NUMBER_SPECIAL && (a % b == 0 || b % a == 0);
}

bool card_set_has(const struct card_set *set, uint8_t card)
{
    assert(card_is(card));
    return (set->numbers[card_suit(card)] >> card_number(card) & 1) != 0;
}

void card_set_add(struct card_set *set, uint8_t card)
{
    uint16_t *numbers = &set->numbers[card_suit(card)];
    assert(card_is(card));
    *numbers = (uint16_t)(*numbers | 1u << card_number(card));
}

void card_set_take(struct card_set *set, uint8_t card)
{
    uint16_t *numbers = &set->numbers[card_suit(card)];
    assert(card_is(card));
    *numbers = (uint16_t)(*numbers & ~(1u << card_number(card)));
}

int card_set_count(const struct card_set *set)
{
    int count = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        for (unsigned left = set->numbers[suit]; left != 0; left &= left - 1) {
            count++;
        }
    }
    return count;
}

uint8_t card_set_next(const struct card_set *set, uint8_t card)
{
    for (int next = card + 1; next < CARD_CODES; next++) {
        unsigned left =
            (unsigned)set->numbers[card_suit((uint8_t)next)] >> card_number((uint8_t)next);
        if ((left & 1) != 0) {
            return (uint8_t)next;
        }
        next = left == 0 ? next | 15 : next; /* no more of this suit */
    }
    return CARD_NONE;
}

static int card_row_place(const struct card_row *row, uint8_t card)
{
    for (int i = 0; i < row->count; i++) {
        if (row->card[i] == card) {
            return i;
        }
    }
    return -1;
}

bool card_row_has(const struct card_row *row, uint8_t card)
{
    return card_row_place(row, card) >= 0;
}

void card_row_add(struct card_row *row, uint8_t card)
{
    assert(card_is(card) && row->count < CARDS_MAX);
    row->card[row->count++] = card;
}

static uint8_t card_row_cut(struct card_row *row, int place)
{
    uint8_t card = row->card[place];
    assert(place >= 0 && place < row->count);
    row->count--;
    memmove(row->card + place, row->card + place + 1, (size_t)(row->count - place));
    row->card[row->count] = CARD_NONE; /* equal rows are equal bytes */
    return card;
}

uint8_t card_row_shift(struct card_row *row)
{
    return row->count > 0 ? card_row_cut(row, 0) : CARD_NONE;
}

uint8_t card_row_pop(struct card_row *row)
{
    assert(row->count > 0);
    return card_row_cut(row, row->count - 1);
}

bool card_row_take(struct card_row *row, uint8_t card)
{
    int place = card_row_place(row, card);
    if (place >= 0) {
        card_row_cut(row, place);
    }
    return place >= 0;
}
