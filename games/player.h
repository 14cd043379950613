/* A house player: what fills a seat that nobody sits in. Pure as the rules are: it sees what its
 * seat sees and nothing else, keeps a memory of fixed size, and draws chance that was dealt to it.
 * What it does becomes an ordinary move of its seat in the journal, so replay never asks it; its
 * memory is made again from the events that its seat was sent. */
#ifndef PLAYER_H
#define PLAYER_H

#include "move.h"
#include "option.h"
#include "outcome.h"
#include "owed.h"
#include "rng.h"
#include "view.h"

enum { PLAYER_MEMORY_MAX = 32768 };

/* A line of a book: what ships beside an entry of a pack (config/packs/README.md), or one of the
 * things that a language has house players say (config/languages/README.md). */
struct player_line {
    const char *tag;   /* "noise"; NULL without one */
    const char *text;  /* a clue, or a question */
    const char *reply; /* the answer to that question; NULL without one */
};

struct player_entry {
    const char *name; /* as the pack writes it: "LIGHTHOUSE" */
    const struct player_line *line;
    size_t line_count;
};

struct player_book {
    const struct player_entry *entry;
    size_t count;
};

/* What the seat may look at, now. */
struct player_sight {
    const struct game_def *game; /* the table's */
    int seat;
    uint8_t seats;
    uint16_t house; /* seats that the house plays, as bits: everybody knows */
    int64_t now_ms; /* UTC milliseconds */
    const struct options *options;
    const struct view *view;      /* rules_view() of that seat */
    const struct owed_list *owed; /* what that seat is asked, and no other seat's */
    /* That of the pack, else what the language has for the game ("player.GAME.…"): its entries are
     * the sections there. NULL where there is neither. */
    const struct player_book *book;
    /* How it talks: a word of the language that goes before the names of sections of its own
     * ("cheerful_closer"). Goes with its name, which everybody knows; NULL: as all do. */
    const char *voice;
    struct rng *rng;
};

struct player_def {
    size_t memory_size; /* <= PLAYER_MEMORY_MAX; zeroed at the deal */
    /* Do they play with these options? NULL: with all. */
    bool (*plays)(const struct options *options);
    /* Once for each event that was sent to this seat or to the crowd, in their order; args is the
     * event's object in facts. The view is the one after the whole move. People's words may be
     * missing where they were forgotten. NULL where nothing is remembered. */
    void (*notice)(void *memory, const struct player_sight *sight, enum message message,
                   const struct value_tree *facts, uint16_t args);
    /* Writes what the seat does now into move (row, arguments; seat and time are filled in): also
     * what nobody has asked it for, a call or a guess. False when it does nothing now. A move that
     * the rules refuse is a bug of the player, which tests count; the house then lets the
     * deadline's default stand. */
    bool (*choose)(void *memory, const struct player_sight *sight, struct move *move);
    /* How long somebody would think about it, in milliseconds, beside the house's usual pause;
     * NULL: no longer. Must not depend on anything that the others may not know (no leaks by
     * timing): what is owed, by whom, and which seats the house plays, is known. */
    int64_t (*thinks_ms)(const struct player_sight *sight);
};

#endif
