/* The waits of a running game, as far as people's own time counts in them (quiet_rest.h): since
 * when each runs, how long it was meant to be, and what it has become. An ask under another number
 * whose deadline is the same is the same wait; a deadline that moves for another reason (a pause,
 * the house was away) takes the beginning of its wait along. */
#ifndef WAITS_H
#define WAITS_H

#include "buf.h"
#include "owed.h"

#include <stdbool.h>
#include <stdint.h>

enum { WAITS_MAX = 8 };

struct wait {
    uint32_t ask; /* as in the table's owed list; 0 none */
    int64_t from_ms;
    int64_t length_ms;
    int64_t due_ms;
    bool fresh; /* whose time it takes was not looked at yet */
};

struct waits {
    struct wait wait[WAITS_MAX]; /* a ring */
    uint8_t place;               /* of the next */
    bool stale;                  /* what people have chosen may be different: all are looked at */
};

struct cJSON;

/* The wait of something owed that has a deadline, begun now where there is none. A deadline that
 * has moved by jump_ms or less leaves the beginning of its wait where it was. */
struct wait *waits_note(struct waits *waits, const struct owed *owed, int64_t now_ms,
                        int64_t jump_ms);

/* The wait of an ask that was noted, or NULL. */
struct wait *waits_of(struct waits *waits, uint32_t ask);
/* All that is owed was looked at and is due so much later. */
void waits_granted(struct waits *waits, const struct owed_list *owed, int64_t more_ms);

/* As the member "waits" of the table's row, and back. */
void waits_write(const struct waits *waits, struct buf *json);
void waits_read(struct waits *waits, const struct cJSON *row);

#endif
