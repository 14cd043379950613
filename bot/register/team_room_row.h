/* Rooms of a team's own as a table remembers them: how they stand once every order about them is
 * done. A room is a matter of its table's row in the store, so that it and its orders are written
 * together. */
#ifndef TEAM_ROOM_ROW_H
#define TEAM_ROOM_ROW_H

#include "table.h"

struct buf;
struct cJSON;
struct table_entry;
struct tables;

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
/* The member who is this person, or NULL. */
struct team_member *team_member_of(struct team_room *room, uint64_t person);
/* The outbox row that has to be done before a secret is shown to this person: until then they could
 * still tell it their team. 0: none. */
uint64_t team_room_wait(const struct table_entry *entry, uint64_t person);
/* It is that room from here on; key NULL: none. */
void team_room_set_key(struct tables *tables, struct team_room *room, const char *key);
/* All rooms of an entry are forgotten. */
void team_rooms_free(struct tables *tables, struct table_entry *entry);
/* The member "teams" of a table's row, and back. */
void team_rooms_write(const struct table_entry *entry, struct buf *json);
void team_rooms_read(struct tables *tables, struct table_entry *entry, const struct cJSON *header);

#endif
