/* The last message that a table's room got of it (lines.h), as far as it is remembered. */
#ifndef LAST_LINES_H
#define LAST_LINES_H

#include <stdint.h>

#include "message.h"

struct kept_doc;
struct outbox_row;
struct resident;

enum { LINES_SAID_MAX = 12 };

struct last_lines {
    uint64_t row;   /* the outbox's that says it, or changed it last; 0: there is none */
    uint32_t since; /* the first step that it tells of */
    int64_t at_ms;
    unsigned said_count;
    enum message said[LINES_SAID_MAX];
    struct kept_doc *doc;
    char *id; /* the platform's; NULL: not known */
};

/* A row of the table has arrived. */
void lines_sent(struct resident *resident, const struct outbox_row *row, const char *platform_id);
void lines_forget(struct resident *resident);

#endif
