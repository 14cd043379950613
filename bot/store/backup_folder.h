/* A folder of copies of the store. Half a copy never has the name of a whole one; what a crash has
 * left is taken away; one program uses a folder at a time. */
#ifndef BACKUP_FOLDER_H
#define BACKUP_FOLDER_H

#include "backup_name.h"
#include "store.h"
#include "store_upkeep.h"

struct backup_folder;

/* What came of making one. */
struct backup_made {
    char name[BACKUP_NAME_BYTES];
    unsigned
        damaged; /* rows that were damaged in the store: then it never stands for a sound one */
    unsigned removed; /* older ones that had to go */
};

/* For copies of the store at store_path; those of a part of a house (store_part.h) lie in
 * path/part-K. The folder is made when only it is missing. NULL with a
 * fault where it cannot be written to, or another program has it. */
struct backup_folder *backup_folder_open(const char *path, const char *store_path,
                                         struct fault *fault);
void backup_folder_close(struct backup_folder **folder);

/* Makes a copy, reads it through, names it, and takes older ones away that need not stay. Nothing
 * is taken away before it is whole and on disk. While the store is written to; of any thread, one
 * at a time. -1 with a fault: everything is as it was. */
int backup_folder_make(const struct backup_folder *folder, int64_t now_ms,
                       const struct backup_keep *keep, const struct store_pause *pause,
                       struct backup_made *made_r, struct fault *fault);
/* When the newest sound copy was made; 0: there is none. */
int64_t backup_folder_newest_ms(const struct backup_folder *folder);
/* How many copies lie in a folder, for who only looks; 0 where it cannot be read. */
unsigned backup_folder_count(const char *path, const char *store_path);

#endif
