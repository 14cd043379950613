/* What becomes of a send: it arrived, it may have, it did not, it never will. */
#ifndef OUTBOX_DELIVERY_STATUS_H
#define OUTBOX_DELIVERY_STATUS_H

#include "mail.h"
#include "outbox.h"

/* The row of a send that is on its way; NULL: its end was told before, or it was given up. */
struct outbox_row *outbox_flying(const struct outbox *outbox, uint64_t id);
/* It has arrived as platform_id; is_rows: what its adapter stores with that is the message itself,
 * so that not stored is not sent. Its end is for the caller to write (mail_end). */
void outbox_arrived(struct outbox_row *row, const char *platform_id, bool is_rows);
/* It is tried again at that moment; the second: after a pause that grows, not before that moment.
 */
void outbox_retry(struct outbox *outbox, struct outbox_row *row, int64_t at_ms);
void outbox_retry_later(struct outbox *outbox, struct outbox_row *row, int64_t not_before_ms);
/* The time for an answer is over: the same words by the direct channel that lasts. The caller
 * writes its batch. */
void outbox_answer_late(struct outbox *outbox, struct outbox_row *row);

/* The end of a row is on disk, or could not be written: of all that a mail ends. */
void outbox_ended(const struct mail *mail, bool stored);
/* Gathers the ends that could not be written while the store was down, and sends them there. */
void outbox_record(struct outbox *outbox);

#endif
