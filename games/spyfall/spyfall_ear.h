/* What a house player hears in somebody's answer: with which places of the book it goes. Words are
 * compared as they are written, without case, long ones by their beginning; the book brings the
 * language. The book's "[*]" goes with every place, "[*NAME]" with those whose "is:" line has NAME.
 */
#ifndef SPYFALL_EAR_H
#define SPYFALL_EAR_H

#include "player.h"

enum {
    EAR_WORDS_MAX = 40,   /* of one text; what follows is not heard */
    EAR_GROUPS_MAX = 128, /* "[*NAME]" of a book; further ones are not heard */
    EAR_LIKENESS_ALL = 100
};

/* The words of a text, as numbers. */
struct ear_words {
    uint32_t word[EAR_WORDS_MAX];
    int count;
};

/* An answer, and how well the book's groups go with it. */
struct ear_heard {
    const char *text; /* the caller's */
    struct ear_words words;
    bool exact;                    /* a line of the book: likeness does not count */
    int everywhere;                /* how well it goes with any place */
    uint8_t group[EAR_GROUPS_MAX]; /* in the order of the book */
};

bool ear_is_word(unsigned char byte);
void ear_read(struct ear_words *words, const char *text);
bool ear_has(const struct ear_words *words, uint32_t word);
/* How much two texts have in common: 0 nothing, EAR_LIKENESS_ALL all. */
int ear_likeness(const struct ear_words *a, const struct ear_words *b);
/* The section of the book called so; NULL without one. */
const struct player_entry *ear_section(const struct player_book *book, const char *name);
/* Is the section "[*NAME]", of places that are alike in something? */
bool ear_is_group(const struct player_entry *section);
/* Does the section's "is:" line have the name? */
bool ear_lists(const struct player_entry *section, const char *name);
/* Does the place's "is:" line have the group's? */
bool ear_belongs(const struct player_entry *place, const struct player_entry *group);
/* Hears an answer; text must live as long as heard is used, book may be NULL. */
void ear_hear(struct ear_heard *heard, const struct player_book *book, const char *text);
/* How well an answer goes with a place (NULL: not at all): the likeness of the reply, its own or
 * of its groups, that is most like it. */
int ear_fit(const struct player_book *book, const struct player_entry *place,
            const struct ear_heard *heard);

#endif
