/* The inside of the house, for the files that it is made of. */
#ifndef HOUSE_PRIVATE_H
#define HOUSE_PRIVATE_H

#include "command.h"
#include "commit.h"
#include "compose.h"
#include "draw.h"
#include "house.h"
#include "inbox.h"
#include "outbox.h"
#include "people.h"
#include "seen.h"
#include "tables.h"
#include "work.h"

struct unwanted;

enum {
    ADAPTERS_MAX = 8,
    TABLES_RESIDENT_MAX = 2000,
    COMMITS_FLYING_MAX = 4096, /* beyond it events stay in the inbox, which is bounded */
    HOUSE_TURNS_AT_ONCE = 512, /* of one house_run, so that the loop gets its say */
    ALIVE_EVERY_MS = 10 * 1000,
    PROBE_EVERY_MS = 1000,
    JUMP_MS = 60 * 1000,
    SCRATCH_JSON_MAX = 1024 * 1024,
    POISON_MAX = 16,
    MEANT_MAX = PERSON_TABLES_MAX + 64 /* tables that something heard can mean */
};

struct adapter_link {
    const struct adapter_def *def; /* NULL: not there yet */
    struct adapter *adapter;
    char name[16];
    int64_t away_ms; /* how long its platform was out of reach, all in all */
};

/* What turns work in: big, so it is made once. */
struct scratch {
    struct outcome out;
    struct command command;
    struct move move;
    struct view view;
    struct board board;
    struct buf json;
    struct journal_words words;
    char salts[JOURNAL_WORDS_MAX][CHAIN_SALT_BYTES * 2 + 1];
    char line[JOURNAL_LINE_MAX];
    struct draw_state draw;
};

/* An event or a table that the house ended over. */
struct suspect {
    uint64_t table;
    unsigned crashes;
    bool poison; /* it is set aside */
    char key[WORK_KEY_BYTES];
};

struct house {
    struct house_setup setup;
    struct library *own_library; /* where none was given */
    struct people *people;
    struct stock *stock;
    struct tables tables;
    struct seen *seen;
    struct inbox inbox;
    struct outbox outbox;
    struct adapter_link adapters[ADAPTERS_MAX];
    unsigned adapter_count;
    struct arena *arena;
    struct scratch *scratch;
    struct command_index *index; /* of words of this catalogue; NULL none */
    const struct catalogue *index_of;
    struct house_limits limits;
    struct house_figures figures;
    struct suspect suspects[POISON_MAX];
    unsigned suspect_count;
    struct commit *commits; /* not used again at once */
    size_t commits_flying;
    size_t loads_flying;
    size_t parked;        /* items that wait for tables */
    int64_t now_ms;       /* of this run: never runs backwards */
    int64_t skew_ms;      /* what is added to the wall clock, after it jumped back */
    int64_t monotonic_ms; /* at the last run */
    int64_t alive_ms;     /* when the house last said that it is alive */
    struct unwanted *unwanted;
    int64_t away_ms;   /* how long it was away, all in all */
    uint64_t sweep_id; /* tables up to here have been told of being away */
    int64_t down_ms;   /* since when the store takes nothing */
    int64_t probe_ms;  /* when to try the store again */
    bool down;         /* the store takes nothing */
    bool probing;
    bool closing;
    bool asked;                           /* requests wait to be looked for (forget.h) */
    bool asking;                          /* and are being looked for */
    bool ended;                           /* and has said so */
    bool more;                            /* the last run left something that can be done at once */
    char pinned_seed[SEED_BYTES * 2 + 1]; /* house_pin() */
    char *pinned_deal;
};

/* The link of an adapter by name, made when it is not there; never NULL. */
struct adapter_link *house_link(struct house *house, const char *name);
/* The link of "adapter/…". */
struct adapter_link *house_link_of(struct house *house, const char *key);
/* How the room is called now; never NULL. */
const char *house_room_name(struct house *house, const struct room *room);

/* What commands in the room begin with. */
const char *house_prefix(struct house *house, const char *adapter, const char *room);

/* What a document is composed with; its texts live in the turn's arena. */
struct compose house_compose(struct house *house, const struct table_entry *entry);
/* Who a table's seats are, for doc_json_write: context is a struct seat_people. */
struct seat_people {
    const struct house *house;
    const struct table_entry *entry; /* NULL: no table, no seats */
    const char *adapter;             /* for whom the document is */
};
uint64_t house_seat_person(const void *context, int seat, const char **account_r);

#endif
