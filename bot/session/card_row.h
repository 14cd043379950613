/* A card that is about to be sent, and a call in the room. The first functions are those of
 * an outbox_kind, with the house as their context. */
#ifndef CARD_ROW_H
#define CARD_ROW_H

#include "outbox.h"

struct commit;
struct house;
struct table_entry;

bool card_row_stands(void *context, const struct outbox_row *row);
/* Draws the row as the table stands on disk. */
enum outbox_render card_row_render(void *context, struct outbox_row *row);
void card_row_loaded(void *context, const struct outbox_row *row);
void card_row_ended(void *context, const struct outbox_row *row);
void card_row_revoked(void *context, const struct outbox_row *row);
void card_row_recorded(void *context, const struct outbox_row *row);
/* The room's call: never where whoever it was for has been told by their card meanwhile. */
enum outbox_render card_row_call(void *context, struct outbox_row *row);

/* It has arrived as platform_id, as part of the commit that ends it. */
void card_row_arrived(struct commit *commit, struct table_entry *entry,
                      const struct outbox_row *row, const char *platform_id);
/* The way to its person is closed. */
void card_row_refused(struct house *house, struct outbox_row *row);

#endif
