/* In place of the PostgreSQL driver where libpq was missing when the program was built. */

#include "store_driver.h"
#include "store_members.h"
#include "store_postgres.h"
#include "store_worker.h"

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

int store_worker_new(struct store_worker **worker_r, const struct store_worker_setup *setup,
                     struct fault *fault)
{
    *worker_r = NULL;
    return store_driver_of(setup->place) == &store_postgres
               ? none_open(NULL, setup->place, false, fault)
               : 0;
}

void store_worker_free(struct store_worker **worker)
{
    *worker = NULL;
}

bool store_worker_may_open(struct store_worker *worker)
{
    (void)worker;
    return true;
}

void store_worker_stand_by(struct store_worker *worker)
{
    (void)worker;
}

void store_worker_other(struct store_worker *worker, char *text, size_t size)
{
    (void)worker;
    (void)size;
    text[0] = '\0';
}

int64_t store_worker_left_ms(const struct store_worker *worker)
{
    (void)worker;
    return 0;
}

bool store_worker_has_others(const struct store_worker *worker)
{
    (void)worker;
    return false;
}

void store_worker_confirm(const struct store_worker *worker)
{
    (void)worker;
}

int store_workers(const char *place,
                  void (*row)(void *context, const struct store_worker_row *worker), void *context,
                  struct fault *fault)
{
    (void)row;
    (void)context;
    return none_open(NULL, place, true, fault);
}

int store_members_new(struct store_members **members_r, const struct store_members_setup *setup,
                      struct fault *fault)
{
    *members_r = NULL;
    return none_open(NULL, setup->place, false, fault);
}

void store_members_free(struct store_members **members)
{
    *members = NULL;
}

void store_members_say(struct store_members *members, bool leaves, const char *parts,
                       const char *doors)
{
    (void)members;
    (void)leaves;
    (void)parts;
    (void)doors;
}

int64_t store_members_read(struct store_members *members, store_member_fn row, void *context,
                           bool *is_new_r)
{
    (void)members;
    (void)row;
    (void)context;
    *is_new_r = false;
    return -1;
}

int store_members_look(const char *place, store_member_fn row, void *context, struct fault *fault)
{
    (void)row;
    (void)context;
    return none_open(NULL, place, false, fault);
}
