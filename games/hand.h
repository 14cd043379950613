/* What a seat holds, as cards: made of its own view by the game, for pages that draw them. */
#ifndef HAND_H
#define HAND_H

#include "message.h"

#include <stdbool.h>
#include <stdint.h>

enum { HAND_CARDS_MAX = 24, HAND_PLACES_MAX = 60, HAND_TEXT_MAX = 6144 };

struct hand_card {
    const char *kind; /* signal keyword place role hand code file */
    const char *term; /* static, its name, worded by the catalogue; NULL: its words are its name */
    const char *act;  /* the action that uses it, with its term as the value; NULL none */
    const char *choice; /* static, what a form calls it that asks for a card; NULL: none asks */
    enum message text;  /* a sentence over the seat's own view; MSG_NONE none */
    int32_t number;     /* 0 none */
    uint16_t words;     /* where its words begin in the hand's text; */
    bool worded;        /* there are any */
    bool dim;           /* it cannot be used now */
};

struct hand {
    enum message title; /* of the places; MSG_NONE: there are none */
    const char *act;    /* the action in whose form they can be named */
    uint32_t lines;     /* which lines hand.GAME.N the cards tell too: bit N */
    uint8_t count;
    uint8_t place_count;
    uint16_t text_used;
    struct hand_card card[HAND_CARDS_MAX];
    uint16_t place[HAND_PLACES_MAX]; /* where each one's name begins in the text */
    char text[HAND_TEXT_MAX];
};

/* One more card; a hand that is full is a bug: asserted. */
struct hand_card *hand_add(struct hand *hand, const char *kind, const char *term);
/* Gives a card its words: a text of a pack or a code, zero-terminated. */
void hand_say(struct hand *hand, struct hand_card *card, const char *words);
/* The cards tell what line hand.GAME.number of the language file says. */
void hand_tells(struct hand *hand, unsigned number);
/* One more place that can be crossed off for oneself. */
void hand_place(struct hand *hand, const char *name);

#endif
