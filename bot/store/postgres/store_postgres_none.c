/* In place of the PostgreSQL driver where libpq was missing when the program was built. */

#include "store_driver.h"
#include "store_postgres.h"

static int none_open(void **db, const char *path, bool reading, struct fault *fault)
{
    (void)db;
    (void)path;
    (void)reading;
    return fault_set(fault, FAULT_CONFIG,
                     "store.url: this deaddrop was built without PostgreSQL: install libpq-dev and "
                     "build it again, or leave url empty for a file");
}

static int none_request(const char *path, const char *scope, const char *name, struct fault *fault)
{
    (void)scope;
    (void)name;
    return none_open(NULL, path, false, fault);
}

void store_postgres_use(const char *password, const char *beside)
{
    (void)password;
    (void)beside;
}

const struct store_driver store_postgres = {
    .name = "postgres", .open = none_open, .mend = none_open, .request = none_request};
