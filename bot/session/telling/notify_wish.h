/* What is said behind `notify`, by somebody or by a button. */
#ifndef NOTIFY_WISH_H
#define NOTIFY_WISH_H

#include <stdbool.h>

enum { NOTIFY_WISH_BYTES = 48, NOTIFY_ROOM_BYTES = 17 };

/* Stand before what a button adds: the room that is meant, and the part of the house. */
#define NOTIFY_AT "-at-"
#define NOTIFY_OF "-of-"

/* "players-at-1234", "off-3-of-1". */
struct notify_wish {
    char text[NOTIFY_WISH_BYTES]; /* letters small, one kind of sign between words, the rest off */
    char room[NOTIFY_ROOM_BYTES]; /* "": none is named */
    bool by_part;
    unsigned part;
};

void notify_wish_read(const char *said, struct notify_wish *wish);
/* Is it one of these words, with a NULL behind them? */
bool notify_wish_is(const char *text, const char *const *words);
/* "seats-3", "3", "off-3": the number behind what it begins with; -1: it is no such wish. */
int notify_wish_number(const char *text, const char *before);
/* The part of the house where a button names a room; false: it names none, or no part. */
bool notify_wish_part(const char *said, unsigned *part_r);

#endif
