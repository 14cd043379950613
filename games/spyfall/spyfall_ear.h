/* What a house player hears in somebody's words: which topic of the book a question is about, and
 * how well an answer goes with each place. Words are compared as they are written, without case;
 * the book brings the language. */
#ifndef SPYFALL_EAR_H
#define SPYFALL_EAR_H

#include "player.h"

enum {
    EAR_WORDS_MAX = 40, /* of one text; what follows is not heard */
    EAR_LIKENESS_ALL = 100
};

/* The words of a text, as numbers. */
struct ear_words {
    uint32_t word[EAR_WORDS_MAX];
    int count;
};

void ear_read(struct ear_words *words, const char *text);
/* How much two texts have in common: 0 nothing, EAR_LIKENESS_ALL all. */
int ear_likeness(const struct ear_words *a, const struct ear_words *b);
/* The section of the book called so; NULL without one. What fits everywhere is called "*". */
const struct player_entry *ear_section(const struct player_book *book, const char *name);
/* How well an answer goes with a section: the likeness of its reply that is most like it. */
int ear_fit(const struct player_entry *section, const struct ear_words *answer);
/* The tag of the book's question that is most like this one, or whose lines share most of its
 * words; NULL when nothing is. It lives as long as the book. */
const char *ear_topic(const struct player_book *book, const char *question);

#endif
