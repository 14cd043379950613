/* Lines that wait for a room are one message when they are sent. */
#ifndef OUTBOX_JOIN_H
#define OUTBOX_JOIN_H

#include "mail.h"
#include "outbox.h"

/* A new line of a room joins what waits there of its table, or, being an edit that says more than
 * before (NULL: no such edit), takes the place of one that waits. */
void outbox_join(struct mail *mail, struct outbox_row *row, const struct kept_doc *before);
/* The row that says it too is on disk, or will never be. */
void outbox_joined(struct outbox *outbox, struct outbox_row *row, bool stored);

#endif
