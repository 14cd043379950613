/* A journal becomes a table again: for loading, for transcripts and for checking records. Each line
 * must follow from the one before, by hash, by step and by the rules. */
#ifndef REPLAY_H
#define REPLAY_H

#include "journal_chain.h"
#include "map.h"
#include "outcome.h"
#include "store.h"
#include "table.h"

enum { REPLAY_BAD_BYTES = 160 };

struct replay_past;

/* One text of a person, beside the journal. */
struct replay_word {
    char digest[JOURNAL_DIGEST_BYTES * 2 + 1];
    size_t len;
    char text[]; /* zero-terminated, without the salt */
};

struct replay {
    struct table *table;
    struct chain chain;
    struct map words;
    uint32_t lines;
    char bad[REPLAY_BAD_BYTES]; /* why the line after `lines` does not follow; "" all did */
    /* Told of each line that was replayed; NULL: nobody is. */
    void (*made)(void *context, const struct outcome *out);
    void *context;
    struct replay_past *past; /* what "restore" goes back by (replay_past.h) */
    struct move move;         /* of the last line */
    struct outcome out;
};

/* table is initialised and its game known; rules_version is the one its journal was made with: it
 * goes on by those rules. A newer one than this program's cannot be replayed. */
void replay_init(struct replay *replay, struct table *table, const struct game_def *game,
                 unsigned rules_version);
void replay_deinit(struct replay *replay);
/* Takes a row of STORE_WORDS_OF; words whose digest is not theirs are not taken. */
void replay_words(struct replay *replay, const struct store_row *row);
/* Takes a row of STORE_JOURNAL_OF, the next one. Nothing after a bad one is taken. */
void replay_line(struct replay *replay, const struct store_row *row);
/* The table as it was after a step that has been replayed; to be freed with free(). NULL: there is
 * no such step. */
struct table *replay_table_at(struct replay *replay, uint32_t step);

#endif
