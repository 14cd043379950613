/* Rooms of a team's own: how they stand once every order about them is done. A room is a matter of
 * its table's row in the store, so that it and its orders are written together. */
#ifndef TEAM_ROOM_H
#define TEAM_ROOM_H

#include "adapter.h"
#include "table.h"

struct buf;
struct cJSON;
struct commit;
struct house;
struct outbox_row;
struct table_entry;
struct tables;
struct turn;

enum team_room_state {
    TEAM_ROOM_OPENING, /* ordered */
    TEAM_ROOM_OPEN,
    TEAM_ROOM_GIVEN_UP /* the team talks through the bot */
};

struct team_member {
    uint64_t person;
    uint64_t row; /* the order that silences them and is not done, 0: none */
    bool silent;
};

struct team_room {
    struct table_entry *entry;
    char *key;    /* "adapter/room"; NULL while there is none */
    uint64_t row; /* TEAM_ROOM_OPENING: the order */
    uint8_t team;
    uint8_t state; /* enum team_room_state */
    uint8_t count;
    struct team_member member[SEATS_MAX];
};

/* The room with this key, NULL when it is no team's. */
struct team_room *team_room_at(const struct tables *tables, const char *key);
/* The room in which a team of the table can talk, NULL when it talks through the bot. */
const struct team_room *team_room_of(const struct table_entry *entry, int team);
/* All rooms of an entry are forgotten. */
void team_rooms_free(struct tables *tables, struct table_entry *entry);
/* The member "teams" of a table's row, and back. */
void team_rooms_write(const struct table_entry *entry, struct buf *json);
void team_rooms_read(struct tables *tables, struct table_entry *entry, const struct cJSON *header);

/* After a move, before anything of it is shown: orders what the table's teams need now. The row of
 * the table is written by the caller. */
void team_rooms_follow(struct commit *commit, struct table_entry *entry);
/* The table is taken away without a move. */
void team_rooms_close(struct commit *commit, struct table_entry *entry);
/* The outbox row that has to be done before a secret is shown to this person: until then they could
 * still tell it their team. 0: none. */
uint64_t team_room_wait(const struct table_entry *entry, uint64_t person);
/* What is not a move of anybody follows: venues of rooms that were given up. */
void team_rooms_settle(struct house *house, struct table_entry *entry);

/* An order has come to its end: platform_id NULL, it never will be done (gone: the room it was
 * about is no more). entry may be NULL: its table is no more. */
void team_room_ordered(struct commit *commit, struct table_entry *entry,
                       const struct outbox_row *row, const char *platform_id, bool gone);
/* The room is no more, or is another one now. */
void team_room_gone(struct commit *commit, struct team_room *room);
void team_room_moved(struct commit *commit, struct team_room *room, const char *moved_to);
/* Its silence cannot be kept any more, as caps now says. */
void team_room_changed(struct commit *commit, struct team_room *room);

#endif
