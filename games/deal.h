/* What a game is dealt from. */
#ifndef DEAL_H
#define DEAL_H

#include "option.h"
#include "value_tree.h"

enum { SEED_BYTES = 32 };

struct deal {
    uint8_t seats;
    uint16_t version; /* of the rules: of an old journal's; 0 the newest */
    struct options options;
    uint8_t seed[SEED_BYTES];
    int64_t at_ms;
    const struct value_tree
        *pinned;                  /* the runner's "deal" object at the top level; NULL for none */
    const struct deal_pack *pack; /* what words or places are drawn from; NULL for none */
};

/* The candidates of a deal, chosen and put in order by the house before it, and part of the
 * fairness record: the same list and the same seed deal the same. */
struct deal_pack {
    const char *const *entry; /* one a line of the pack ("LIGHTHOUSE"); zero-terminated */
    size_t count;
    /* What else each entry is called, ", " between; NULL where nothing is. NULL: no entry has any
     * other name. */
    const char *const *aliases;
};

/* The options that say what of a pack a table is dealt; names, or NULL. */
struct pack_options {
    const char *own;   /* whose value "list" wants a pack of the community's own */
    const char *grade; /* whose value is a grade of the pack; the first one is all of it */
    const char *entry; /* whose value names one entry, by the item of that name */
};

#endif
