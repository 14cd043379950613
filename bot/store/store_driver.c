/* Which database a store is in. */

#include "store_driver.h"

#include <stdlib.h>
#include <string.h>

#include "store_part.h"
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

unsigned store_part_of(const char *place)
{
    const char *mark = store_driver_of(place) == &store_postgres ? strrchr(place, '#') : NULL;
    char *end = NULL;
    if (mark == NULL || mark[1] < '1' || mark[1] > '9') {
        return 0;
    }
    unsigned long part = strtoul(mark + 1, &end, 10);
    return *end == '\0' && part < STORE_PARTS_MAX ? (unsigned)part : 0;
}

int store_request(const char *path, const char *scope, const char *name, struct fault *fault)
{
    return store_driver_of(path)->request(path, scope, name, fault);
}
