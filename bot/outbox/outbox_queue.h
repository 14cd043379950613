/* The queues of the outbox, for the files that it is made of. */
#ifndef OUTBOX_QUEUE_H
#define OUTBOX_QUEUE_H

#include "outbox.h"

enum { OUTBOX_QUEUE_BYTES = 512 };

/* The messages of one room, those of one person, or one answer. */
struct queue {
    struct timer timer;
    struct outbox_row *first; /* flying when tried is set */
    bool in_flight;
    struct queue *held_next, **held_link; /* in outbox.held; NULL: in no list */
    char key[];
};

/* What its owner knows of rows like this one. */
const struct outbox_kind *outbox_kind_of(const struct outbox *outbox, const struct outbox_row *row);
/* Where a row queues: an answer alone, private messages by person, the rest by room; what cannot be
 * stored queues apart. */
struct queue *outbox_queue(struct outbox *outbox, const struct outbox_row *row);
/* Says when the queue's first row is to be tried; an empty queue goes. */
void outbox_reschedule(struct outbox *outbox, struct queue *queue);
/* It comes later: an edit of a board lets the lines behind it pass. */
void outbox_step_back(const struct outbox *outbox, struct outbox_row *row);

/* The queue of a room ("adapter/room"); NULL when nothing waits there. */
struct queue *outbox_room_queue(const struct outbox *outbox, const char *room);
/* The queue of a person's private messages ("adapter/account"); NULL as above. */
struct queue *outbox_private_queue(const struct outbox *outbox, const char *address);
/* A row takes its place: edits of boards behind all else that is said there, so that no line waits
 * for one; lines keep their order. */
void outbox_queue_add(const struct outbox *outbox, struct queue *queue, struct outbox_row *row);
/* The rows that are not on their way, out of the queue; it goes when nothing is left. */
struct outbox_row *outbox_queue_take(struct outbox *outbox, struct queue *queue);
/* True when all that stands there is private and follows a line of its room that has not left; else
 * what may go now stands first. */
bool outbox_queue_waits(struct outbox *outbox, struct queue *queue);
/* Out of its queue. */
void outbox_queue_remove(struct queue *queue, struct outbox_row *row);
/* What flies there flies no more. */
void outbox_queue_lands(struct outbox *outbox, struct queue *queue);
/* A line has left, or will not any more: queues that waited for it are tried. */
void outbox_line_ended(struct outbox *outbox, const struct outbox_row *line);

#endif
