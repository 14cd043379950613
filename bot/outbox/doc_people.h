/* Who people are, for mentions: by seat of the table that a document speaks of. */
#ifndef DOC_PEOPLE_H
#define DOC_PEOPLE_H

#include <stdint.h>

struct run;
struct tile;

struct doc_people {
    /* Internal id of who sits there (SEAT_MODERATOR: of the referee), 0 nobody. account_r gets how
     * the adapter that will send the document calls them, NULL where it cannot reach them. */
    uint64_t (*person)(const void *context, int seat, const char **account_r);
    const void *context;
};

/* Whom a run mentions, 0 nobody, and their account as above. people may be NULL: whoever is not
 * known by the run itself is nobody then. */
uint64_t doc_people_at(const struct doc_people *people, const struct run *run,
                       const char **account_r);
/* How the adapter calls who sits on a tile; NULL: nobody whom it knows. */
const char *doc_people_account(const struct doc_people *people, const struct tile *tile);

#endif
