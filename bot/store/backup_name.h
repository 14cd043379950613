/* The names of copies in a folder, and which of them stay. Pure. */
#ifndef BACKUP_NAME_H
#define BACKUP_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BACKUP_NAME_BYTES = 160 };

/* A copy by its name: deaddrop-20261123T231305Z.db, or ….damaged.db where something was damaged in
 * the store already. */
struct backup_name {
    int64_t made_ms; /* UTC, whole seconds */
    bool damaged;
};

/* base: what the name begins with. Returns false where it would be longer than a name may be. */
bool backup_name_write(char name[BACKUP_NAME_BYTES], const char *base,
                       const struct backup_name *copy);
/* False for any other file. */
bool backup_name_read(const char *name, const char *base, struct backup_name *copy_r);

/* How many stay: the newest, and of so many days and weeks (from Monday, UTC) the newest of each.
 */
struct backup_keep {
    uint32_t newest;
    uint32_t days;
    uint32_t weeks;
};

/* Says of each copy, newest first, whether it stays. */
void backup_keep_choose(const struct backup_keep *keep, const int64_t *made_ms, size_t count,
                        bool *stays_r);

#endif
