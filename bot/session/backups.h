/* Copies of the store on a schedule, while the program runs. Each is made by a thread of its own,
 * which is there for that long, reads the file as it was at one moment, and holds up nobody. */
#ifndef BACKUPS_H
#define BACKUPS_H

#include "clock.h"

struct backups;
struct loop;
struct settings;

struct backups_setup {
    struct loop *loop;
    struct clock clock;
    const struct settings *settings; /* [backup] */
    const char *store_path;
};

/* The next copy is due as long after the newest as the settings say. NULL where they name no
 * folder. One that cannot be written to is said in the log, and tried again. */
struct backups *backups_new(const struct backups_setup *setup);
/* A copy that is being made is given up. */
void backups_free(struct backups **backups);

#endif
