/* Listening to the other team: which signal fits all that they have said and shown since. A message
 * whose card has been seen carries the signal of that card and not the other one, so each message
 * rules out most of what could be meant; what is left is weighed by how often people choose such a
 * signal and how often it turns up by itself. */
#ifndef INTERCEPTOR_EAR_H
#define INTERCEPTOR_EAR_H

#include "interceptor_signal.h"

enum { EAR_HEARD_MAX = 40, EAR_BYTES = 700 };

struct ear_text {
    int8_t seat;   /* who said it */
    int8_t symbol; /* what its card turned out to be; SYMBOL_NONE: not seen yet */
    char text[EAR_BYTES];
};

/* What one player has heard of the other team; zeroed at first. */
struct ear {
    uint8_t count;
    struct ear_text heard[EAR_HEARD_MAX];
};

/* A message of theirs; one that is too long is not kept. */
void ear_hears(struct ear *ear, int seat, const char *text);
/* The cards are open, by seat: SYMBOL_NONE where none was laid. */
void ear_sees(struct ear *ear, const int8_t *symbols);
/* How many messages with their cards there are for a symbol. */
int ear_count(const struct ear *ear, int symbol);

/* A guess, and how likely it is right, in thousandths. */
struct ear_guess {
    struct interceptor_signal signal;
    int symbol;
    int likely;
};

/* Is it of no use to guess this? (it was wrong before, it is the own signal) */
typedef bool ear_useless(const void *context, const struct interceptor_signal *signal, int symbol);

/* The likeliest guess for a symbol. False when nothing is known of it. */
bool ear_guess(const struct ear *ear, int symbol, ear_useless *useless, const void *context,
               struct ear_guess *guess);

#endif
