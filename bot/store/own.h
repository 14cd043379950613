/* What of a store is somebody's: the one list of which `deaddrop export` prints every row, and of
 * which forgetting takes away or blanks every one. It is read twice: first to learn what marks a
 * row as theirs (accounts, private rooms, hashes of keys, names, words), then to judge all rows by
 * it. Pure: needs no running adapter and no house. */
#ifndef OWN_H
#define OWN_H

#include "buf.h"
#include "store.h"

struct row_rules;
struct own;

enum own_share {
    OWN_NOTHING, /* nothing in the row is theirs */
    OWN_PART,    /* some of it is: what is left is given beside */
    OWN_SAID,    /* the same of what they said themselves */
    OWN_WHOLE    /* the row goes */
};

enum { OWN_REST_MAX = 4 * 1024 * 1024 };

#define OWN_NAME_WITHHELD "(name withheld)"
#define OWN_TEXT_WITHHELD "(text withheld)"

/* Of the person with this id at "adapter/account". rules (may be NULL) ends with NULL: what
 * adapters say of their own rows. */
struct own *own_new(uint64_t person, const char *address, const struct row_rules *const *rules);
void own_free(struct own **own);

/* How rows are read: as store_read_now does. */
typedef int (*own_read_fn)(void *context, const struct store_question *question, store_row_fn row,
                           void *row_context, struct fault *fault);
struct own_reader {
    own_read_fn read;
    void *context;
};

/* A row that is theirs: kind names the place it lies in ("person", "adapter" …); rest is what stays
 * of it, empty for OWN_WHOLE. */
struct own_found {
    const char *kind;
    const struct store_row *row;
    enum own_share share;
    enum store_op op; /* what takes it away, or writes what is left */
    struct store_row after;
};
typedef void (*own_found_fn)(void *context, const struct own_found *found);

/* Tells every row that is theirs. 0, or -1 with a fault. */
int own_walk(struct own *own, const struct own_reader *reader, own_found_fn found, void *context,
             struct fault *fault);

/* --- for adapters, of their rows -------------------------------------------------------------- */

/* A text that marks what is theirs wherever it stands, and that nobody else can have by chance: an
 * account, a private room, a hash. */
void own_id(struct own *own, const char *text);
/* How they are or were called. */
void own_name(struct own *own, const char *name);
/* Does an id of theirs stand in it? */
bool own_has_id(const struct own *own, const char *text, size_t len);
/* What is left of a text in JSON, or of a document, when all that is theirs is taken out: OWN_PART
 * with rest, or OWN_NOTHING. What is no JSON loses the ids alone. */
enum own_share own_json(const struct own *own, const char *text, size_t len, struct buf *rest);

#endif
