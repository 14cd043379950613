/* What is wrong in a text that people write for the house (packs, books): every mistake with its
 * line, in the order of the lines. */
#ifndef MISTAKES_H
#define MISTAKES_H

#include "buf.h"
#include "fault.h"

enum { MISTAKES_MAX = 100, MISTAKE_BYTES = 240 };

struct mistake {
    unsigned line; /* from 1; 0: the text as a whole */
    char text[MISTAKE_BYTES];
};

struct mistakes {
    unsigned count; /* all that were told, kept or not */
    struct mistake kept[MISTAKES_MAX];
};

/* Empty ones; free() them. */
struct mistakes *mistakes_new(void);
/* Tells one: what is wrong, and how to mend it. */
void mistakes_add(struct mistakes *mistakes, unsigned line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Puts them into the order of their lines. */
void mistakes_sort(struct mistakes *mistakes);
/* Writes each as "FILE:LINE: what", one a line. */
void mistakes_write(const struct mistakes *mistakes, const char *file, struct buf *out);
/* The first one as a fault: "line 3: what". Returns -1. There must be one. */
int mistakes_fault(const struct mistakes *mistakes, struct fault *fault);

#endif
