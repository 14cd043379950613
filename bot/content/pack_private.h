/* The inside of a pack, for the files that read and check it. */
#ifndef PACK_PRIVATE_H
#define PACK_PRIVATE_H

#include "pack.h"

enum { PACK_ALIAS_BYTES = PACK_ALIAS_CHARACTERS_MAX * 4 + 1 };

struct pack_entry {
    char *text;
    char *aliases; /* ", " between; NULL for none */
    const char *grade;
    unsigned line;
};

struct pack {
    struct deal_pack list;
    const char **entry;   /* of the grade asked for */
    const char **aliases; /* beside them */
    struct pack_entry *all;
    size_t count;
};

/* One name of what aliases lists; moves *at behind it. False at the end. */
bool pack_next_alias(const char **at, char alias[PACK_ALIAS_BYTES]);
/* A pack without entries. */
struct pack *pack_new_empty(void);
/* Adds an entry as it is: nothing of it is looked at. */
void pack_add(struct pack *pack, const char *entry);
/* Compares the entries with one another: names that are there twice, words that are forms of one
 * another. */
void pack_compare(const struct pack *pack, struct mistakes *mistakes);
/* Tells entries that differ by what nobody sees or hears: marks, blanks, an article, letters that
 * look the same. */
void pack_compare_looks(const struct pack *pack, struct mistakes *mistakes);

#endif
