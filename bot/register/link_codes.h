/* Codes by which somebody says that two accounts are theirs: asked for with one, said with the
 * other, then said yes to with both. In memory alone, and as digests: a restart forgets them. */
#ifndef LINK_CODES_H
#define LINK_CODES_H

#include <stdbool.h>
#include <stdint.h>

#include "entropy.h"
#include "hash.h"

enum {
    LINK_CODE_LETTERS = 8,
    LINK_CODE_BYTES = LINK_CODE_LETTERS + 2, /* "BCDF-GHJK" */
    LINK_CODE_MS = 10 * 60 * 1000,           /* how long one lives, with all that follows of it */
    LINK_WISHES_MAX = 256,                   /* beyond it the oldest goes */
    LINK_KEY_BYTES = 512
};

enum link_state {
    LINK_GIVEN, /* the code was given to the first account */
    LINK_SAID,  /* the other one has said it, and is asked whether they mean it */
    LINK_MEANT  /* and has said yes: the first one is asked */
};

/* One code and what has come of it. */
struct link_wish {
    enum link_state state;
    uint32_t number; /* of its buttons; never 0 */
    int64_t until_ms;
    uint8_t digest[HASH_BYTES];
    char first[LINK_KEY_BYTES]; /* "adapter/account" that asked for it */
    char other[LINK_KEY_BYTES]; /* that has said it; "": nobody yet */
};

struct link_codes;

struct link_codes *link_codes_new(const struct entropy *entropy);
void link_codes_free(struct link_codes **codes);

/* A code for this account, in place of the one before. */
void link_codes_give(struct link_codes *codes, const char *key, int64_t now_ms,
                     char code[LINK_CODE_BYTES]);
/* May somebody, anywhere, say one more code now? */
bool link_codes_may_say(struct link_codes *codes, int64_t now_ms);
/* The wish of a code as it is said, in any case, with or without what stands between its letters;
 * NULL: it is no code, or not any more. Takes the same time for each. */
struct link_wish *link_codes_find(struct link_codes *codes, const char *said, int64_t now_ms);
/* The account has said it: it works no more. Other wishes of that account go. */
void link_codes_said(struct link_codes *codes, struct link_wish *wish, const char *key);
/* The wish in which this account is asked something: as the other one, or as the first. number: of
 * the button; 0: whichever it is. NULL: none. */
struct link_wish *link_codes_asked(struct link_codes *codes, const char *key, uint32_t number,
                                   int64_t now_ms);
void link_codes_drop(struct link_codes *codes, struct link_wish *wish);
/* All that this account is in. */
void link_codes_forget(struct link_codes *codes, const char *key);
/* Does a text hold what may be a code? Such a text is written nowhere. */
bool link_codes_in(const char *text);

#endif
