/* People who know nothing but what they are offered: each control of a reader is pressed, each form
 * filled in out of its own values and with plausible words, and what comes of it is held against
 * the promise that it is taken. */
#ifndef OFFER_KIT_H
#define OFFER_KIT_H

#include "table_kit.h"

struct offer_kit {
    struct kit *kit;
    uint64_t random;
    unsigned words;   /* counts words that nobody has said before */
    unsigned pressed; /* how many controls and values were tried */
};

unsigned offer_roll(struct offer_kit *offers, unsigned below);
/* Presses everything that this reader is offered, as person, on the table as it stands; fails the
 * test where something is not taken. Changes nothing. */
void offer_press_all(struct offer_kit *offers, int reader, uint64_t person);
/* Presses everything on the console of somebody who may overrule: each is taken. */
void offer_press_console(struct offer_kit *offers, uint64_t person);
/* The same for the board: each control is taken from somebody, and answered kindly to others. */
void offer_press_board(struct offer_kit *offers);
/* Does one thing that this reader is offered, by chance; owed: of what is owed. only: of this act,
 * or NULL. False when nothing is offered. */
bool offer_do_any(struct offer_kit *offers, int reader, uint64_t person, bool owed,
                  const char *only);

#endif
