/* Orders about rooms, as rows of the outbox. */
#ifndef OUTBOX_OPERATION_H
#define OUTBOX_OPERATION_H

#include "adapter_link.h"
#include "outbox_row.h"

/* Does the adapter know such orders? */
bool outbox_operation_is_known(const struct adapter_def *def, const struct outbox_row *row);
/* An order goes to its adapter; what it needed for that is freed. */
void outbox_operation_start(struct adapter_link *link, struct outbox_row *row);
void outbox_operation_free(struct outbox_row *row);

#endif
