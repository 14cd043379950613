#include "postgres_elsewhere.h"

#include <stdio.h>

#include "postgres_link.h"
#include "postgres_others.h"
#include "postgres_part.h"
#include "store_sql_forget.h"

enum { ELSEWHERE_SQL_BYTES = 256 };

bool postgres_elsewhere_is_asked(enum store_query query)
{
    return query == STORE_RESULTS_ELSEWHERE || query == STORE_PERSONS_ELSEWHERE ||
           query == STORE_MET_ELSEWHERE;
}

/* What is read from here on is of that schema, in a transaction that only reads. */
static int elsewhere_visit(const struct store_sql *store, const char *schema, struct fault *fault)
{
    char sql[ELSEWHERE_SQL_BYTES];
    struct postgres_link *link = postgres_link_of(store);
    if (link->main == NULL && postgres_part_find_main(store, fault) != 0) {
        return -1;
    }
    link->visits = true;
    snprintf(sql, sizeof sql, "BEGIN READ ONLY; SET LOCAL search_path TO %s", schema);
    return store_sql_exec(store, sql, fault);
}

/* At its end the session is back in its own schema. */
static void elsewhere_return(const struct store_sql *store)
{
    struct fault fault;
    struct postgres_link *link = postgres_link_of(store);
    link->visits = false;
    if (store_sql_exec(store, "ROLLBACK", &fault) != 0) {
        postgres_link_disconnect(link); /* nothing is ever written where it only looked */
    }
}

int postgres_elsewhere_read(struct store_sql *store, const struct store_question *question,
                            store_row_fn row, void *context, struct fault *fault)
{
    struct postgres_others others;
    int done = postgres_others_find(store, &others, fault);
    for (unsigned i = 0; i < others.count && done == 0; i++) {
        struct store_question one = *question;
        one.id = others.part[i];
        done = elsewhere_visit(store, others.schema[i], fault);
        done = done == 0 ? store_sql_read_rows(store, &one, row, context, fault) : done;
        elsewhere_return(store);
    }
    return done;
}
