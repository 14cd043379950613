/* A mission: what a game of Infiltrators is dealt from and its special rules, read from one line of
 * text (the items of a mission file with "; " between, missions/README.md). */
#ifndef INFILTRATORS_MISSION_H
#define INFILTRATORS_MISSION_H

#include "infiltrators_card.h"

#include <stddef.h>

enum {
    MISSION_ID_BYTES = 8,
    MISSION_TITLE_BYTES = 96,
    MISSION_STORY_BYTES = 480,
    MISSION_AMOUNT_MAX = 30, /* Suspects, bullets */
    MISSION_TURNS_MAX = 500,
    MISSION_HAND = 5, /* cards dealt to each, or the hand limit where that is lower */
    MISSION_HAND_LIMIT = 7,
    MISSION_CLOCK_MAX = 24 * 3600,
    AGENTS_MIN = 2,
    AGENTS_MAX = 5
};

enum mission_rule {
    MISSION_NO_TALK,        /* the Agents' own word: nobody can check it */
    MISSION_CLOSED_DISCARD, /* nobody looks into the discard */
    MISSION_HIDDEN_BULLETS,
    MISSION_SPECIALS,
    MISSION_HIDDEN_SUIT, /* one more suit than is named is in play */
    MISSION_RULES
};

/* times * what + plus, where what is 1, the Agents or the Suspects. */
struct mission_amount {
    int16_t times;
    int16_t plus;
    int16_t of; /* 0 nothing, 1 agents, 2 suspects */
};

/* Plain: part of a game's state. */
struct mission {
    char id[MISSION_ID_BYTES];
    char title[MISSION_TITLE_BYTES];
    char story[MISSION_STORY_BYTES];
    struct mission_amount suspects;
    struct mission_amount bullets;
    struct mission_amount turns; /* where the clock does not run: after so many it is lost */
    int32_t clock_s;             /* 0: none */
    uint8_t suits;               /* bits; without the hidden one */
    uint8_t lowest;
    uint8_t highest;
    uint8_t hand_limit;
    uint8_t rules; /* bits of enum mission_rule */
    uint8_t unused[3];
};

extern const char *const mission_rule_names[MISSION_RULES];

/* Reads a mission. NULL, or what is wrong with it as a term: unknown twice bad_id bad_text
 * bad_suits bad_numbers bad_amount bad_length bad_rule too_long of an item, else missing_ (and its
 * key) not_first no_hidden_suit no_turns no_clock bad_count too_few_bullets too_few_cards bad_turns
 * of the whole. *item_r says from which item on to tell, from 0, and then which it is. */
const char *mission_read(const char *text, struct mission *mission, unsigned *item_r);
/* The same for the contract of games (game.h). */
const char *mission_problem(const char *text, unsigned *item_r);
/* Is the text of this mission (by its id), without reading all of it? */
bool mission_is(const char *text, const char *id);
int mission_count(const struct mission_amount *amount, int agents, int suspects);
bool mission_has(const struct mission *mission, enum mission_rule rule);

#endif
