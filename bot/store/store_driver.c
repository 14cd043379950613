/* Which database a store is in. */

#include "store_driver.h"

#include <string.h>

const struct store_driver *store_driver_of(const char *path)
{
    static const char *const urls[] = {"postgresql://", "postgres://"};
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        if (strncmp(path, urls[i], strlen(urls[i])) == 0) {
            return &store_postgres;
        }
    }
    return &store_sqlite;
}
