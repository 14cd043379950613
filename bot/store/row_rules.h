/* What an adapter says of rows of its own, of which the store knows nothing but their sums. Nothing
 * of a running adapter is needed: it is asked by tools and on the store's thread too. */
#ifndef ROW_RULES_H
#define ROW_RULES_H

#include "own.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How old a row is, and what keeps it all the same. */
struct row_age {
    int64_t since_ms;
    uint64_t table; /* that it tells of: it stays as long as that is open; 0 none */
    size_t group;   /* so many first bytes of its key name a group, whose last row stays */
    size_t room_at; /* where in its key its room's name stands, and how long that is; 0: none */
    size_t room_len;
};

/* Each function may be NULL. */
struct row_rules {
    const char *adapter;
    /* What else of this account's the row makes known (own_id, own_name). */
    void (*learn)(struct own *own, const char *account, const struct store_row *row);
    /* Whose it is; of OWN_PART, rest gets what stays. NULL: a row whose key names somebody is
     * theirs, and they are taken out of all others. */
    enum own_share (*share)(const struct own *own, const struct store_row *row, struct buf *rest);
    /* False: it does not go with time. */
    bool (*age)(const struct store_row *row, struct row_age *age_r);
    /* Rows whose keys are this and a room's name tell of which part of a house that room is, of so
     * many (store_part.h). NULL, both: all rooms and rows of the adapter are of part 0. */
    const char *room_rows;
    unsigned (*room_part)(const struct store_row *row, unsigned parts);
};

/* Those of an adapter in a list that ends with NULL (and may be NULL itself), or NULL. */
const struct row_rules *row_rules_of(const struct row_rules *const *list, const char *adapter);

#endif
