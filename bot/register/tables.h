/* The register of tables: a small row for each that is not closed, the table itself while it is in
 * memory. Rooms are known as long as a table stands in them. */
#ifndef TABLES_H
#define TABLES_H

#include "map.h"
#include "table_entry.h"

struct tables {
    struct entropy entropy;
    struct map by_id;
    struct map by_tag;
    struct map rooms;
    struct map team_rooms; /* by "adapter/room" */
    struct timers timers;
    struct people *people;
    const struct table_names *names; /* for each table in memory */
    struct table_entry *newest;
    struct table_entry *oldest;
    uint32_t resident_count;
    uint32_t resident_max;
    uint64_t next_id;
    unsigned damaged_strange; /* damaged rows that name a platform which no other does */
};

void tables_init(struct tables *tables, const struct entropy *entropy, struct people *people);
void tables_deinit(struct tables *tables);
/* Reads the rows of all open tables; blocking, for the start. */
int tables_load(struct tables *tables, struct store *store, struct fault *fault);

struct table_entry *tables_find(const struct tables *tables, uint64_t id);
/* The table whose controls carry this tag. */
struct table_entry *tables_tagged(const struct tables *tables, const char *tag);
struct room *tables_room(const struct tables *tables, const char *key);
/* A new table in a room, with the next id, the lowest number free there and a secret of its own;
 * resident and empty. home_key: the room that this one was opened from, so that the tables of both
 * are counted together, or NULL. */
struct table_entry *tables_open(struct tables *tables, const char *room_key, const char *home_key,
                                const struct game_def *game);
/* The row of a table that is known from elsewhere; cold. */
struct table_entry *tables_add(struct tables *tables, uint64_t id, const char *room_key,
                               const struct game_def *game);
/* The same from a row of STORE_TABLES; NULL: its game is not known. */
struct table_entry *tables_read_row(struct tables *tables, const struct store_row *row);
/* The same from a damaged row, as far as it can be read: frozen, and never written again. NULL
 * where not even its room and game can be. */
struct table_entry *tables_read_damaged(struct tables *tables, const struct store_row *row);
/* Brings a known entry back to what its row in the store says. */
void tables_reread(struct tables *tables, struct table_entry *entry, const struct store_row *row);
/* It stands in another room from here on, without a board there. */
void tables_move(struct tables *tables, struct table_entry *entry, const char *room_key);
/* Its room was opened from that one (NULL: from none). Its number stays. */
void tables_set_home(struct tables *tables, struct table_entry *entry, const char *home_key);
void tables_remove(struct tables *tables, struct table_entry *entry);

/* Its secret is known: what its controls carry follows from it. */
void tables_tag(struct tables *tables, struct table_entry *entry);
/* Gives memory for a table that is being loaded, empty as before its first move. */
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
void tables_refresh(struct tables *tables, struct table_entry *entry, int64_t downtime_ms);
/* Who is known to have sat there, out of its whole journal. */
void tables_know_sat(struct tables *tables, struct table_entry *entry, const struct sat *sat);
/* Writes the row. */
void tables_store(const struct table_entry *entry, struct store_batch *batch);

/* Who wrote it: SEAT_HOUSE, a seat, SEAT_NONE when it is not this table's. */
int tables_author(const struct table_entry *entry, const char *platform_id);

#endif
