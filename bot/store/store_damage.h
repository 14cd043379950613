/* Finding damage in a store, and going on with it because somebody says so. For the latter the
 * store must not be open for writing anywhere. */
#ifndef STORE_DAMAGE_H
#define STORE_DAMAGE_H

#include "store.h"

/* Told what is damaged, each in a few words. */
struct store_damage_listener {
    void (*found)(void *context, const char *what);
    void *context;
};

/* Reads everything in a store that was opened for looking and tells what is damaged; how much, -1
 * where it cannot be read on. */
int store_check_now(struct store *store, const struct store_damage_listener *listener,
                    struct fault *fault);

/* Was the damaged row of an address, which leads to person now and has this sum, the one of this
 * address? False also where that cannot be known. */
bool store_damage_was_address(const char *address, uint64_t person, uint64_t sum);

/* Has the database at path come as far as the file beside it counts? 0 also where a running program
 * holds it; -1 and a fault where transactions are lost. */
int store_mend_behind(const char *path, struct fault *fault);
/* The next start goes on from what is there. Ids that were given in what is lost stay given. */
int store_mend_accept_loss(const char *path, struct fault *fault);
/* Writes the database anew without the space that is free in it, so that from then on it gives
 * space back by itself. Wants as much room on the disk again. */
int store_mend_compact(const char *path, struct fault *fault);
/* Moves damaged rows into the table `damaged` and tells of each; how many, or -1. */
int store_mend_set_aside(const char *path, const struct store_damage_listener *listener,
                         struct fault *fault);

#endif
