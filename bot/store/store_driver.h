/* What a database driver is; store.h has what goes through it. */
#ifndef STORE_DRIVER_H
#define STORE_DRIVER_H

#include "store.h"

/* A database: the functions a driver fills. Called from one thread only. */
struct store_driver {
    const char *name;
    /* reading: for looking only, while another process may be writing. */
    int (*open)(void **db, const char *path, bool reading, struct fault *fault);
    void (*close)(void **db);
    /* All batches in ONE transaction, durable on return. */
    int (*commit)(void *db, struct store_batch *const *batches, size_t count, struct fault *fault);
    int (*read)(void *db, const struct store_question *question, store_row_fn row, void *context,
                struct fault *fault);
    int (*backup)(void *db, const char *path, const struct store_pause *pause, struct fault *fault);
    int (*check)(void *db, const struct store_damage_listener *listener, struct fault *fault);
    /* Connects to one that nobody has open, without looking at what is damaged; close ends it. */
    int (*mend)(void **db, const char *path, bool reading, struct fault *fault);
    /* store_request. */
    int (*request)(const char *path, const char *scope, const char *name, struct fault *fault);
    /* Whose rows STORE_ADAPTER are: what STORE_FORGET asks; ends with NULL. */
    void (*use)(void *db, const struct row_rules *const *rules);
    /* What goes with time: from here on. */
    void (*keep)(void *db, const struct store_keeping *keeping);
    /* Upkeep between transactions; quiet: nothing came for a while, and nothing waits. True while
     * there is more to do. */
    bool (*rest)(void *db, bool quiet);
};

extern const struct store_driver store_sqlite;
/* Where the program was built without libpq, opening it is a fault. */
extern const struct store_driver store_postgres;
/* The driver of a path, or of a URL that begins with postgresql:// or postgres://. */
const struct store_driver *store_driver_of(const char *path);

#endif
