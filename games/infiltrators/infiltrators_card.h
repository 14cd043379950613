/* Cards of Infiltrators: suit and number in one byte, sets of them, and how people write them. */
#ifndef INFILTRATORS_CARD_H
#define INFILTRATORS_CARD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SUITS = 5, /* R K Y G B: red, black, yellow, green, blue */
    NUMBER_SPECIAL = 1,
    NUMBER_LOWEST = 2,
    NUMBER_HIGHEST = 15,
    CARDS_MAX = SUITS * (NUMBER_HIGHEST - NUMBER_LOWEST + 2), /* 75 with the specials */
    CARD_CODES = SUITS * 16,
    CARD_NONE = 0,
    CARD_NAME_BYTES = 4
};

/* Suit times 16 and number; 1 for a special. CARD_NONE is none. */
static inline uint8_t card_of(int suit, int number)
{
    return (uint8_t)(suit * 16 + number);
}

static inline int card_suit(uint8_t card)
{
    return card / 16;
}

static inline int card_number(uint8_t card)
{
    return card % 16;
}

/* Is it one of the 75? */
bool card_is(int card);
/* "R6", "K13", "Y*"; static. */
const char *card_name(uint8_t card);
char card_suit_letter(int suit);
/* What a person wrote ("R6", "r 6", "red 6", an emoji of the colour and 6, "R*"), or CARD_NONE. */
uint8_t card_read(const char *text);
/* Does the clue match the Suspect: same suit, same number, or one divides the other? A special by
 * its suit alone (rulebook 3.2). */
bool card_match(uint8_t clue, uint8_t suspect);

/* A set of cards: a bit for each number, by suit. */
struct card_set {
    uint16_t numbers[SUITS];
};

bool card_set_has(const struct card_set *set, uint8_t card);
void card_set_add(struct card_set *set, uint8_t card);
void card_set_take(struct card_set *set, uint8_t card);
int card_set_count(const struct card_set *set);
/* The next card of the set after card (CARD_NONE: the first), by suit and number; CARD_NONE after
 * the last. */
uint8_t card_set_next(const struct card_set *set, uint8_t card);

/* A row of cards: a hand in the order taken, a pile with its top first. */
struct card_row {
    uint8_t count;
    uint8_t card[CARDS_MAX];
};

bool card_row_has(const struct card_row *row, uint8_t card);
void card_row_add(struct card_row *row, uint8_t card);
/* The first card, CARD_NONE when there is none; it is taken out. */
uint8_t card_row_shift(struct card_row *row);
/* The last one; it is taken out. The row is not empty. */
uint8_t card_row_pop(struct card_row *row);
/* Takes a card out; false when it is not there. */
bool card_row_take(struct card_row *row, uint8_t card);

#endif
