/* People: an internal id with an address at an adapter, a name, a language, and the tables they sit
 * at. Read whole at the start; changed here first and written with the next batch that needs it.
 * Several of them may be one and the same somebody with several accounts (linked.h). */
#ifndef PEOPLE_H
#define PEOPLE_H

#include <stdbool.h>

#include "alerts.h"
#include "blocks.h"
#include "entropy.h"
#include "fact_marks.h"
#include "flood.h"
#include "inbound_copy.h"
#include "own_choices.h"
#include "person_tables.h"
#include "played_weeks.h"
#include "store.h"

struct address {
    struct address *next;
    struct person *person;
    const char *account; /* the part of key behind the adapter */
    bool closed;         /* it took no private message since something came from there */
    char key[];          /* "adapter/account" */
};

struct person {
    uint64_t id;
    char *name; /* as it last came */
    struct address *addresses;
    uint64_t *tables;           /* ids of tables not closed where they sit or host */
    uint64_t *past;             /* ids of tables not closed where they sat: the newest of them */
    struct inbound_copy *asked; /* what they said last that several tables could be meant by, */
    int64_t asked_ms;           /* and when; not stored */
    char *near; /* the room ("adapter/room") from which they asked about it last; not stored */
    uint16_t table_count;
    uint16_t past_count;
    bool stored;                 /* the store has all of this */
    bool greeted;                /* they were told what is kept of them, */
    bool zone_asked;             /* and asked where they live */
    bool unlisted;               /* others see no statistics of this account */
    bool frozen;                 /* what it has cannot be read: they are told, and can do nothing */
    struct own_choices *choices; /* NULL: nothing is chosen */
    struct played_weeks *weeks;  /* NULL: none */
    struct person *lead;         /* linked.h: whose choices, flood and way count; itself: its own */
    struct person *next_linked;  /* from the lead on */
    const struct address *active; /* of a lead: where something came from last; NULL: not known */
    int64_t moved_ms;             /* of a lead: when all its cards went to another account last */
    struct alerts *alerts;        /* NULL: nothing was asked for */
    struct blocks *blocks;        /* of a lead; NULL: nobody is */
    struct fact_marks *marks;     /* of what other parts of the house know; NULL: nothing */
    bool untold;                  /* and what they were told of it last was not stored */
    struct flood flood;
    struct flood guesses; /* of codes (link_codes.h) */
};

struct people;

struct people *people_new(const struct entropy *entropy);
void people_free(struct people **people);
/* Reads everybody from the store; blocking, for the start. 0, or -1 with a fault. Of whom a row is
 * damaged or missing is frozen, and their numbers stay theirs. */
int people_load(struct people *people, struct store *store, struct fault *fault);
/* An id that nobody has. */
uint64_t people_unused_id(const struct people *people);
/* How many of those there are. */
unsigned people_damaged(const struct people *people);

/* The person of this address, made with that id when nobody has it; a changed name is kept. */
struct person *people_inbound(struct people *people, const char *adapter, const char *account,
                              const char *name, uint64_t id);
/* NULL when nobody is known. */
struct person *people_at(const struct people *people, const char *adapter, const char *account);
/* The address itself, or NULL. */
struct address *people_address(const struct people *people, const char *adapter,
                               const char *account);
struct address *people_address_at(const struct people *people, const char *key);
/* The same by "adapter/account". */
struct person *people_at_key(const struct people *people, const char *key);
struct person *people_find(const struct people *people, uint64_t id);
/* The next of all; *at begins with 0, NULL at the end. */
struct person *people_next(const struct people *people, size_t *at);
/* From here on nobody has their addresses, they have no name, and are linked with nobody; the store
 * is the caller's. */
void people_forget(struct people *people, struct person *person);
/* How this adapter calls the person; NULL when it knows no account that is this one's own: what
 * others see of a seat never names another account of the same somebody. */
const char *person_account(const struct person *person, const char *adapter);
/* What they have chosen for themselves, with any of their accounts; NULL: nothing. */
const struct own_choices *person_choices(const struct person *person);
/* Chooses something for them, as own_choice_set does; the store is the caller's (person_store). */
enum refusal person_choose(struct person *person, enum own_choice choice, const char *said,
                           int64_t now_ms);
/* When their time to act stands still; NULL: never. */
const struct own_clock *person_clock(const struct person *person);
/* They have played the deal of that week at that table; the store is the caller's. */
void person_played(struct person *person, const struct played_week *played);
/* Wants to be told of something (alerts.h), or of no such thing any more; the store is the
 * caller's. False: no more can be asked for, or there was none. */
bool person_ask(struct people *people, struct person *person, const struct alert *alert);
bool person_unask(struct person *person, unsigned number);
bool person_unask_all(struct person *person);
/* The same of all about a room, "adapter/room". */
bool person_unask_room(struct person *person, const char *room);
/* They ask from that room, "adapter/room". */
void person_is_near(struct person *person, const char *room);
/* Keeps what they said at that moment, until it is known which table they mean; NULL: no longer. */
void person_keep_asked(struct person *person, const struct inbound *inbound, int64_t at_ms);
/* They are told of a table; the store is the caller's. */
void person_told(struct person *person, uint64_t table, int64_t at_ms);
/* The next of all who want to be told of something; *at begins with 0, NULL at the end. */
struct person *people_asking(const struct people *people, size_t *at);
/* Blocks somebody, or does no longer; the store is the caller's. False: they are BLOCKS_MAX, or it
 * was so before. */
bool person_block(struct person *person, uint64_t whom, bool blocks);
/* Whom they keep away from their tables, with whichever of their accounts; NULL: nobody. */
const struct blocks *person_blocks(const struct person *person);
/* The time zone that they have chosen, or NULL. */
const char *person_zone(const struct person *person);
/* Do they want plain messages (doc_bare.h)? person may be NULL. */
bool person_is_plain(const struct person *person);
/* Any address: "adapter/account", or NULL. */
const struct address *person_address(const struct person *person, const char *adapter);

/* Writes the person into a batch when the store does not have them yet. The caller says
 * person->stored = false again when that batch fails. */
void person_store(struct person *person, struct store_batch *batch);

#endif
