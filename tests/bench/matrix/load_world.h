/* Rooms and people of the homeserver for measurements: who is where, what was said and not yet
 * told, when it was told, and the JSON of it. */
#ifndef LOAD_WORLD_H
#define LOAD_WORLD_H

#include "buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LOAD_UNANSWERED_MAX = 256, LOAD_BATCH_MAX = 500 };

#define LOAD_BOT    "@bot:bench"
#define LOAD_DEVICE "BENCH"

struct load_people;

struct load_room {
    unsigned player;
    bool lobby;
    bool encrypted;
    bool keyed;     /* its player has a session for it, whose key the bot was told */
    bool fresh;     /* its joining has not been told yet */
    uint64_t batch; /* in which something of it was told */
    uint64_t heard_us[LOAD_UNANSWERED_MAX];
    unsigned first; /* of heard_us */
    unsigned count;
};

struct load_line {
    unsigned room;
    unsigned player;
    const char *words;
    char *sealed;    /* the content of what was told, where the room is encrypted; NULL: not yet */
    uint64_t due_us; /* 0, in the lobby: nobody waits for an answer */
};

struct load_world {
    struct load_room *rooms;
    unsigned room_count;
    unsigned room_size;
    unsigned players;
    bool crowd;                 /* the lobby is spoken in as other rooms are */
    struct load_people *people; /* whose devices encrypt; NULL: nobody's */
    unsigned fresh;             /* rooms whose joining waits to be told */
    struct load_line *lines;    /* all that was said */
    size_t line_next;           /* to be told */
    size_t line_told;           /* up to here it was told once at least */
    size_t line_count;
    size_t line_size;
    uint64_t event;
    uint64_t batch;
};

void load_world_open(struct load_world *world, unsigned rooms, unsigned players);
/* From here on people encrypt where rooms are. False: this build cannot. */
bool load_world_encrypt(struct load_world *world);
void load_world_close(struct load_world *world);
/* A room for this player, whose joining is told at the next sync. Its number. */
unsigned load_world_room(struct load_world *world, unsigned player, bool fresh);
void load_world_say(struct load_world *world, const struct load_line *line);
/* Something waits to be told. */
bool load_world_waits(const struct load_world *world);
/* The number in "!12:bench", percent-encoded or not; room_count when there is none. */
unsigned load_world_find(const struct load_world *world, const char *text);

/* Bodies of answers. */
void load_world_first(struct load_world *world, struct buf *out);
void load_world_next(struct load_world *world, struct buf *out);
/* What was told behind this token is told again. */
void load_world_since(struct load_world *world, const char *token);
void load_world_state(struct load_world *world, unsigned room, struct buf *out);
void load_world_members(const struct load_world *world, unsigned room, struct buf *out);

#endif
