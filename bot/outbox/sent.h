/* The messages that the house sent for a table, the last ones: who replies to one means its table,
 * and a moderator may hide the line that stands in it. */
#ifndef SENT_H
#define SENT_H

#include <stdbool.h>
#include <stdint.h>

enum { SENT_REMEMBERED_MAX = 64 };

enum sent_kind {
    SENT_OTHER, /* to one person, or a board */
    SENT_LINES, /* what all read at the table */
    SENT_TALK   /* what somebody said to their team, in its own room */
};

struct sent_message {
    uint32_t step;  /* of the table */
    uint32_t since; /* SENT_LINES: the first step whose lines stand there */
    int16_t seat;   /* in whose name it stood, or SEAT_HOUSE */
    enum sent_kind kind;
    bool hidden;
    char *room; /* "adapter/room"; NULL unknown */
    char *id;   /* the platform's; of a message in several parts all, a blank between */
};

struct sent_list {
    uint8_t next;
    struct sent_message message[SENT_REMEMBERED_MAX];
};

/* Keeps a message in place of the oldest, or of what it was before an edit; its texts are copied.
 * One without an id is not kept. */
void sent_remember(struct sent_list *list, const struct sent_message *message);
/* The message that is, or has a part, called so by its platform; NULL: none of them. */
struct sent_message *sent_find(struct sent_list *list, const char *platform_id);
void sent_deinit(struct sent_list *list);

#endif
