/* Which database a store is in. */

#include "store_driver.h"

#include <string.h>

#include "store_request.h"

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

int store_request(const char *path, const char *scope, const char *name, struct fault *fault)
{
    return store_driver_of(path)->request(path, scope, name, fault);
}
