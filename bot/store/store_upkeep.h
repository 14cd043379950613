/* Copies of a store, and what goes from it with time. */
#ifndef STORE_UPKEEP_H
#define STORE_UPKEEP_H

#include "store.h"

/* What is called between two pieces of long work; false gives it up. */
struct store_pause {
    bool (*pause)(void *context);
    void *context;
};

/* A consistent copy at path, which must not be there, of a store that was opened for looking: as it
 * was when this began. pause may be NULL. */
int store_backup(struct store *store, const char *path, const struct store_pause *pause,
                 struct fault *fault);

/* What was copied: how many rows, and a hash over all of them, whichever database they are in. */
struct store_copied {
    int64_t rows;
    uint8_t hash[32];
    bool was_there; /* refused, since what is there is this very copy, made before */
};
/* All that is in the store at from, as it is at one moment, into the one at to, in which nothing is
 * yet; each a file or a URL. Both are then read through and compared; where they differ, or
 * something in the one is damaged, nothing is kept and -1 returned. */
int store_copy(const char *from, const char *to, struct store_copied *copied_r,
               struct fault *fault);

/* The same from the store of a whole house into that of a part of it, of so many: what is of rooms
 * of other parts, and of adapters that part 0 alone has, is then taken out there
 * (store_division.h). */
int store_copy_part(const char *from, const char *to, const struct row_rules *const *rules,
                    unsigned parts, struct store_copied *copied_r, struct fault *fault);

/* Gives a file that is finished its name, under which none is, and makes both durable. */
int store_place_file(const char *part, const char *path, struct fault *fault);

/* A finished table, as it is folded into a record. */
struct store_withheld {
    const struct store_row *row; /* of STORE_TABLE_ONE */
    const char *lines;           /* of its journal: the first hash, then the lines, one a line */
    size_t len;
};
typedef void (*store_digest_fn)(void *context, const char *digest);
/* Tells the digests of all words of that table that nobody is to read; runs in the store's thread.
 */
typedef void (*store_withheld_fn)(const struct store_withheld *table, store_digest_fn found,
                                  void *context);

/* How long what was said and played stays; 0: for ever. */
struct store_keeping {
    uint32_t messages_days;     /* rows of adapters that may go (row_rules.h) */
    uint32_t tables_days;       /* records of finished tables */
    uint32_t room_days_max;     /* the most that a room may choose for both; 0: there is no most */
    store_withheld_fn withheld; /* whose words go with the folding; NULL: all stay */
};
/* The name of the setting (STORE_SETTING) of a room that has chosen, with the days as its value. */
#define STORE_KEEP_NAME "keep"
/* From here on what is older goes, and finished tables are folded into records, in small steps
 * while nothing else is to be done. Before the first batch. Without it everything stays. */
void store_keep(struct store *store, const struct store_keeping *keeping);

#endif
