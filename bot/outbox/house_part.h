/* What an adapter asks of a house that is divided into parts (store_part.h): house_world has which
 * part this is, and of how many. */
#ifndef HOUSE_PART_H
#define HOUSE_PART_H

#include "adapter.h"

/* Where something is to be handled. */
struct house_part {
    unsigned part;
    const char *tables; /* NULL, or their tables are in several parts: what these are called, a line
                         * each, for inbound.elsewhere; part is this one then */
};
typedef void (*house_part_fn)(void *context, const struct house_part *where);
/* Which part is to handle what somebody does: in private whoever has the table that is meant, and
 * part 0 what is about themselves. done comes once, at once or later, in the order of the calls;
 * where the store does not answer it is this part. */
void house_find_part(struct house *house, struct adapter *adapter, const struct inbound *inbound,
                     house_part_fn done, void *context);
/* Hands an event to this adapter of another part: text is what its passed() is to be given, and
 * given again with the same id after a restart until it says house_passed. Stored with rows in one
 * transaction, then stored(token), as by house_enqueue. */
bool house_pass_on(struct house *house, struct adapter *adapter, unsigned part,
                   const char *event_id, const char *text, const struct adapter_row *rows,
                   size_t row_count, void *token);
/* What was passed on is stored here, or came to nothing: it does not come again. */
void house_passed(struct house *house, uint64_t letter);

/* Takes a lease that all parts share ("identify/0") for so many milliseconds, and longer where the
 * same holder takes it again. Then stored(token); FAULT_GONE: another holder has it. */
void house_take_lease(struct house *house, struct adapter *adapter, const char *key,
                      const char *holder, int64_t ms, void *token);

#endif
