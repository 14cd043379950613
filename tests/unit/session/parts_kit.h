/* A house of several parts for tests: each has a store of its own, letters are carried from one to
 * the other by hand, and each may be asked what the others have. */
#ifndef PARTS_KIT_H
#define PARTS_KIT_H

#include "house_kit.h"
#include "kit.h"

enum { PARTS = 3, LETTERS_MAX = 64 };

extern struct house_kit part[PARTS];

void open_parts(void);
void close_parts(void);

/* Letters that lie in a part for another one. */
struct carried {
    unsigned to;
    unsigned count;
    struct {
        uint64_t id;
        char *key;
        char *kind;
        char *text;
    } letter[LETTERS_MAX];
};

struct carried letters_of(unsigned from, unsigned to);
void letters_drop(struct carried *letters);
void deliver(const struct carried *letters);
/* Takes them out of the store from which they come. */
void leave(unsigned from, const struct carried *letters);
/* Carries all that there are; how many. */
unsigned carry(unsigned from, unsigned to);
void carry_all(void);
unsigned waiting(unsigned from, unsigned to);

struct person *person(unsigned at, const char *account);
/* Somebody writes to the house in private, to that part of it. */
void privately(unsigned at, const char *account, const char *text);
bool is_stored(unsigned at, enum store_query query, const char *text);

#endif
