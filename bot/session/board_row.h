/* A board that is about to be sent. The first functions are those of an outbox_kind, with the
 * house as their context. */
#ifndef BOARD_ROW_H
#define BOARD_ROW_H

#include "outbox.h"

struct commit;
struct table_entry;

bool board_row_stands(void *context, const struct outbox_row *row);
/* Boards are edited no more often than their platform likes; what changes meanwhile is one edit. */
bool board_row_waits(void *context, const struct adapter_link *link, struct outbox_row *row);
/* The board as its table stands on disk. One that would not change is not sent: an edit in which
 * nothing changes would tell the room that somebody did something in private. */
enum outbox_render board_row_render(void *context, struct outbox_row *row);
void board_row_loaded(void *context, const struct outbox_row *row);
void board_row_ended(void *context, const struct outbox_row *row);

/* A new board is remembered where it stands, and is drawn once more when an older drawing of it may
 * have arrived instead. */
void board_row_arrived(struct commit *commit, struct table_entry *entry,
                       const struct outbox_row *row, const char *platform_id);

#endif
