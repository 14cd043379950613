/* Reactions as buttons: what each key on each of our messages stands for. Kept in memory and as
 * rows "c/<event>", the oldest dropped when there are too many. */
#ifndef MATRIX_CHOICE_H
#define MATRIX_CHOICE_H

#include "adapter.h"
#include "matrix_client.h"
#include "matrix_shape.h"

struct matrix;

enum {
    MATRIX_CHOICES_MAX = 4096,
    MATRIX_SEEDS_MAX = 5,   /* with more choices they are typed */
    MATRIX_KEY_BYTES = 40,  /* of a reaction's key */
    MATRIX_SEED_BYTES = 64, /* of a reaction's event; a longer one cannot be taken back */
    MATRIX_CONTROL_BYTES = 101
};

struct matrix_choice {
    char key[MATRIX_KEY_BYTES]; /* as we send it, with its variation selectors */
    char control[MATRIX_CONTROL_BYTES];
    bool gone;   /* the choice is not offered any more; its key is never reused */
    bool seeded; /* our own reaction is there */
    char reaction[MATRIX_SEED_BYTES]; /* its event; "" not known */
};

/* Those of one message. */
struct matrix_choices {
    char event[MATRIX_ID_BYTES];
    int64_t made_ms;
    uint64_t table;
    unsigned count;
    struct matrix_choice choice[MATRIX_KEYS_MAX];
};

/* The keys of a document's panel, in its arena: for choices that need nothing more, when there are
 * at most MATRIX_SEEDS_MAX of them: a choice's own symbol where no other has it, else a number. Of
 * a board (before: its keys until now, or NULL) only standing choices, each with the same key for
 * as long as the message is there, so that nobody ever presses what has become something else. How
 * many. Pure. */
unsigned matrix_choice_keys(const struct doc *doc, bool board, const struct matrix_choices *before,
                            struct matrix_key keys[MATRIX_KEYS_MAX]);
/* What a key stands for, variation selectors aside; NULL: nothing. Pure. */
const char *matrix_choice_in(const struct matrix_choices *choices, const char *key);
/* The same keys, whatever variation selectors they carry? */
bool matrix_key_equal(const char *one, const char *other);

/* A message of ours has these keys from now on; those of a board stay. The row is filled (its texts
 * live in the arena), to travel with the send. False: no keys, no row. */
bool matrix_choice_put(struct matrix *matrix, const char *event, uint64_t table,
                       const struct matrix_key *keys, unsigned count, struct adapter_row *row);
struct matrix_choices *matrix_choices_of(const struct matrix *matrix, const char *event);
/* The choice on a message of which this text is the words, and nothing else: one that stands,
 * answers no ask and needs nothing more. NULL: none. */
const char *matrix_choice_said(const struct matrix *matrix, const char *event, const char *text);
/* A row read at the start. */
void matrix_choice_read(struct matrix *matrix, const char *event, const char *text, size_t len);
/* Puts our own reactions under a message, one after another, while the account's limit has room:
 * never more than there are choices now, and never one twice. Those of choices that are gone are
 * taken back before. */
void matrix_choice_seed(struct matrix *matrix, const char *room, const char *event);
void matrix_choice_free(struct matrix *matrix);

#endif
