/* The register of tables: a small row for each that is not closed, the table itself while it is in
 * memory. Rooms are known as long as a table stands in them. */
#ifndef TABLES_H
#define TABLES_H

#include "chain.h"
#include "flood.h"
#include "lesson.h"
#include "map.h"
#include "people.h"
#include "sent.h"
#include "table.h"
#include "timers.h"

enum { ENTRY_PEOPLE_MAX = SEATS_MAX + 2 /* who sits, the host, the referee */ };
enum { ROOM_KEY_BYTES = 16 + TABLE_ROOM_BYTES };

enum entry_load {
    ENTRY_COLD,
    ENTRY_LOADING,
    ENTRY_RESIDENT,
    ENTRY_FROZEN /* nothing changes it any more */
};

struct inbox_item;
struct team_room;
struct warned;

struct room {
    char adapter[16];
    const char *id; /* the adapter's, part of key */
    struct table_entry *first;
    unsigned count;
    struct flood flood;
    bool told_down; /* was told that nothing can be stored */
    char key[];     /* "adapter/room" */
};

struct resident_player {
    void *memory;        /* of a house player (house_player.h); NULL: there is none */
    uint32_t asked_step; /* what to do at this step was asked */
    int64_t due_ms;      /* when it is to be asked */
};

/* What is dropped when a table leaves memory. */
struct resident {
    struct table table;
    struct resident_player player[SEATS_MAX];
    struct lesson_place lesson;
    struct warned *warned[SEATS_MAX]; /* of seats (warned.h) */
    struct chain chain;
    struct sent_list sent;
};

struct table_entry {
    struct timer timer;
    uint64_t id;
    uint32_t number;
    uint16_t rules_version; /* of its journal */
    uint16_t in_flight;     /* commits on their way */
    uint8_t phase, load;    /* load: enum entry_load */
    bool stored;            /* it is on disk, so that it can be loaded again */
    bool frozen;
    bool board_wanted;    /* an outbox row will bring the board up to date */
    bool board_flying;    /* one was sent, and its end is not known */
    uint64_t board_shown; /* what stands there now, hashed; 0: not known */
    bool held;            /* its room cannot be reached: no deadline falls */
    bool stale;           /* this row may be ahead of the disk: it is read anew */
    const struct game_def *game;
    struct room *room;
    struct table_entry *next_in_room;
    struct table_entry *newer, *older; /* in the order of use, while resident */
    struct resident *resident;
    struct inbox_item *waiting, *waiting_last; /* until it is loaded, in order */
    struct team_room *team[TEAMS_MAX];         /* rooms of their own; NULL: none was ordered */
    char *board;                               /* the platform's id of its board message, or NULL */
    int64_t board_due_ms;                      /* its next edit not before */
    int64_t due_ms;                            /* of the table, as its journal has it */
    int64_t away_ms;  /* how much being away its deadlines have moved by already */
    int64_t apart_ms; /* how long its room, and not all of the platform, was away */
    uint8_t secret[SEED_BYTES];
    uint8_t people_count;
    uint64_t people[ENTRY_PEOPLE_MAX];
};

struct tables {
    struct entropy entropy;
    struct map by_id;
    struct map rooms;
    struct map team_rooms; /* by "adapter/room" */
    struct timers timers;
    struct people *people;
    struct table_entry *newest;
    struct table_entry *oldest;
    uint32_t resident_count;
    uint32_t resident_max;
    uint64_t next_id;
};

void tables_init(struct tables *tables, const struct entropy *entropy, struct people *people);
void tables_deinit(struct tables *tables);
/* Reads the rows of all open tables; blocking, for the start. */
int tables_load(struct tables *tables, struct store *store, struct fault *fault);

struct table_entry *tables_find(const struct tables *tables, uint64_t id);
struct room *tables_room(const struct tables *tables, const char *key);
/* A new table in a room, with the next id and the lowest number free there; resident and empty. */
struct table_entry *tables_open(struct tables *tables, const char *room_key,
                                const struct game_def *game);
/* The row of a table that is known from elsewhere; cold. */
struct table_entry *tables_add(struct tables *tables, uint64_t id, const char *room_key,
                               const struct game_def *game);
/* The same from a row of STORE_TABLES; NULL: its game is not known. */
struct table_entry *tables_read_row(struct tables *tables, const struct store_row *row);
/* Brings a known entry back to what its row in the store says. */
void tables_reread(struct tables *tables, struct table_entry *entry, const struct store_row *row);
/* It stands in another room from here on, without a board there. */
void tables_move(struct tables *tables, struct table_entry *entry, const char *room_key);
void tables_remove(struct tables *tables, struct table_entry *entry);

/* Gives memory for a table that is being loaded. */
void tables_make_resident(struct tables *tables, struct table_entry *entry);
/* Drops it from memory; its row stays. */
void tables_unload(struct tables *tables, struct table_entry *entry);
/* Nothing changes it from here on; it stays as far as it was replayed. */
void tables_freeze(struct tables *tables, struct table_entry *entry);
/* It has just been used. */
void tables_touch(struct tables *tables, struct table_entry *entry);
/* Quiet tables beyond the limit, and this many more, leave memory. */
void tables_evict(struct tables *tables, uint32_t more);

/* Brings the row up to date: phase, due, people; and its timer, with what it was not told yet. */
void tables_refresh(struct tables *tables, struct table_entry *entry, int64_t away_ms);
/* Writes the row. */
void tables_store(const struct table_entry *entry, struct store_batch *batch);

/* Who wrote it: SEAT_HOUSE, a seat, SEAT_NONE when it is not this table's. */
int tables_author(const struct table_entry *entry, const char *platform_id);

#endif
