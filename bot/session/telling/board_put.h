/* The board of a table, as a row of the outbox: one that waits is enough for any number of moves.
 */
#ifndef BOARD_PUT_H
#define BOARD_PUT_H

#include <stdint.h>

#include "outbox_put.h"

struct commit;
struct house;
struct table_entry;

/* Wants the table's board brought up to date, once this commit is on disk. */
void board_put(struct commit *commit, struct table_entry *entry);
/* Before a move: notes what the board shows, where a start has forgotten it. */
void board_know(struct house *house, struct table_entry *entry);
/* The board as its table stands in memory: a message that says it, and its hash (doc_hash.h). */
struct outbox_message board_message(struct house *house, const struct table_entry *entry);
uint64_t board_hash(struct house *house, const struct table_entry *entry);

#endif
