/* What has been said in a round, as numbers, so that no house player says it again. */
#ifndef SPYFALL_SAID_H
#define SPYFALL_SAID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SAID_MAX = 1024 }; /* lines; then the oldest fall out */

/* Zeroed: nothing. */
struct said {
    uint32_t line[SAID_MAX];
    uint32_t count; /* all that were added */
};

void said_add(struct said *said, const char *text);
/* The same of its first len bytes. */
void said_add_part(struct said *said, const char *text, size_t len);
bool said_has(const struct said *said, const char *text);

#endif
