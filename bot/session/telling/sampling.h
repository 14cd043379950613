/* What a table is dealt from a pack of words: which pack, which of its entries are candidates, what
 * the seed draws of them; and what is kept of it in the start's transaction. */
#ifndef SAMPLING_H
#define SAMPLING_H

#include "candidates.h"
#include "library.h"

struct value_tree;
struct house;
struct move;
struct table;
struct table_entry;
struct handling;

/* A draw between the start's being worked out and its being made: part of the house's scratch. */
struct sampling {
    char pack[LIBRARY_NAME_BYTES];
    char digest[HASH_HEX_SIZE]; /* of the candidates; "" for none */
    bool anew;                  /* the pack was used up: some of it come back */
    struct buf all;             /* the pack's lines */
    struct buf left_out;        /* the numbers of those that are no candidates */
    struct buf candidates;
};

void sampling_init(struct sampling *sampling);
void sampling_deinit(struct sampling *sampling);

/* The pack a table plays with: its option, else one of the community's own where it wants that,
 * else the language's. */
const char *sampling_pack(const struct house *house, const struct table *table);
/* Is there that pack, or does the game need none? */
bool sampling_is_ready(const struct house *house, const struct table *table);
/* Why the move cannot be made, as far as the table cannot know: it chooses a pack that is not
 * there, or starts a game with one. Fills scratch.out. */
enum refusal sampling_check(struct house *house, const struct table *table,
                            const struct move *move);
/* The same for a table that is about to be opened, by its options. */
enum refusal sampling_check_open(struct house *house, const struct game_def *game,
                                 const struct value_tree *options);
/* The pack that the room has chosen for a game; NULL when it has not, or that is there no more. */
const char *sampling_room_choice(const struct house *house, const struct game_def *game,
                                 const char *room);
/* Draws with this seed (hex), beside what is pinned: writes the members of the deal, and leaves the
 * rest in the house's scratch for sampling_keep(). Returns the digest of the candidates, which the
 * start's line has; NULL where nothing is drawn from a pack. */
const char *sampling_deal(struct house *house, const struct table_entry *entry, const char *seed,
                          const struct value_tree *pinned, struct value_tree *drawn);
/* The move was made. A start: the candidates, and that the room was dealt these words, go into its
 * commit. A moderator has chosen a pack: the room plays with it from here on, and is told so. */
void sampling_keep(const struct handling *handling, const struct move *move);
/* The seed of a table that is about to start by that move; the one a script has pinned, where it
 * has. */
void sampling_seed(const struct house *house, const struct table_entry *entry,
                   const struct move *move, char hex[SEED_BYTES * 2 + 1]);

#endif
