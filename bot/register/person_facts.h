/* What all parts of a house (store_part.h) have in common of somebody: what they chose, whom they
 * block, which accounts are theirs, which deals of weeks they know. Each part has a person of its
 * own for an address, so a part tells the others, by address, and each of these facts has its
 * moment: the later one counts, in whichever order and however often it is heard. */
#ifndef PERSON_FACTS_H
#define PERSON_FACTS_H

#include "linked.h"

struct forgotten;

enum { FACTS_JSON_MAX = 256 * 1024, FACTS_PEOPLE_MAX = 1 + BLOCKS_MAX + LINKED_MAX * LINKED_MAX };

struct facts_world {
    struct people *people;
    const struct forgotten *forgotten;
    unsigned part; /* this one */
    int64_t now_ms;
};

/* What hearing of somebody has changed. */
struct facts_taken {
    bool chosen; /* something that they choose for themselves */
    bool linked; /* with whom they are linked */
    unsigned count;
    struct person *who[FACTS_PEOPLE_MAX]; /* whose rows are other ones now */
};

/* Notes the moment of each fact that is another one than was told or heard. True: the other parts
 * are to be told, once the person is stored. */
bool person_facts_note(struct person *person, const struct facts_world *world);
/* What they are told, JSON; json has room for FACTS_JSON_MAX. */
void person_facts_write(const struct person *person, const struct facts_world *world,
                        struct buf *json);
/* Takes what another part has told of the person at that address, "adapter/account", who is made
 * where nobody is known there; so is whoever else is named. Of somebody who was forgotten it takes
 * only what a part says that knows of it. The store is the caller's. */
void person_facts_take(const struct facts_world *world, const char *address, const char *text,
                       struct facts_taken *taken);

#endif
