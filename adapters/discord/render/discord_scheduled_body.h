/* Bodies of requests about a guild's scheduled events; pure. */
#ifndef DISCORD_SCHEDULED_BODY_H
#define DISCORD_SCHEDULED_BODY_H

#include <stdbool.h>

#include "arena.h"
#include "buf.h"
#include "scheduled_event.h"

enum { DISCORD_SCHEDULED_MARK_BYTES = 13, DISCORD_SCHEDULED_BODY_BYTES = 16 * 1024 };

struct discord_scheduled_body {
    const struct scheduled_event *event;
    const char *mark; /* stands behind the description: by it our event is found in a list */
    int64_t now_ms;   /* Discord's: what has begun cannot begin at another time */
    bool change;      /* of one that is there */
};

/* Adds the body. Name and place are cut at 100 characters, the description at 1,000 with its mark,
 * between what people see as letters; a name or place that is none is deaddrop's. */
void discord_scheduled_body(struct buf *json, struct arena *arena,
                            const struct discord_scheduled_body *body);
/* The mark that belongs to a nonce: letters and digits, random. */
void discord_scheduled_mark(const char *nonce, char mark[DISCORD_SCHEDULED_MARK_BYTES]);
/* Does a description end with this mark? */
bool discord_scheduled_is_marked(const char *description, const char *mark);

#endif
