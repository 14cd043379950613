/* An event that the platform itself lists for all who are in a room's community, beside what the
 * house says in the room (a server's events on Discord): it takes place once, from one moment to
 * another. Three room operations are about it, each a row of the outbox:
 *
 *   ROOM_EVENT_CREATE  There is such an event from here on. Repeated, it finds what its nonce made.
 *   ROOM_EVENT_CHANGE  It says this now.
 *   ROOM_EVENT_CANCEL  It does not take place; only the id counts.
 *
 * Who may not read the room is told nothing of what takes place there: where the list has readers
 * whom the room has not, an event is refused, and one that is there leaves it with its next change.
 *
 * They end as the others do, and nobody waits for how: what is refused is logged by the adapter,
 * and done with. One that people took away stays away, and one that was never made is not made by a
 * change: both are changed and cancelled without anything being done. The adapter keeps as what the
 * platform knows an event, by its id, in rows of its own, until it is over. */
#ifndef SCHEDULED_EVENT_H
#define SCHEDULED_EVENT_H

#include "room_operation.h"

enum { SCHEDULED_EVENT_ID_BYTES = 48, SCHEDULED_EVENT_JSON_BYTES = 32 * 1024 };

/* Strings that are NULL say nothing; of those that are too long for a platform the beginning is
 * shown. Whatever they hold is only text. */
struct scheduled_event {
    const char *id; /* ours, for ever: letters, digits, - and _; another one for each time of what
                     * is weekly. Nobody is shown it. */
    const char *name;
    const char *text;  /* with line breaks */
    const char *place; /* where it is: what the room is called */
    int64_t start_ms;
    int64_t end_ms; /* after it */
};

struct mail;

/* Puts one of the three into a transaction, for the room ("adapter/room") in which the table
 * stands. False, and nothing is put: the platform has no events, the bot may make none there
 * (CREATE), or the texts are longer than could ever be shown. Whoever asks has nothing to undo. */
bool scheduled_event_put(struct mail *mail, enum room_operation_kind kind, const char *room,
                         uint64_t table, const struct scheduled_event *event);

#endif
