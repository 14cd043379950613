/* Which database a store is in. */

#include "store_driver.h"

#include "store_part.h"
#include "store_request.h"

const struct store_driver *store_driver_of(const char *path)
{
    return store_place_is_url(path) ? &store_postgres : &store_sqlite;
}

int store_request(const char *path, const char *scope, const char *name, struct fault *fault)
{
    return store_driver_of(path)->request(path, scope, name, fault);
}
