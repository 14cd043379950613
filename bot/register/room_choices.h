/* What a room has chosen (the pack for a game, how long things stay, language, prefix, zone) and
 * its used-word history: the entries of a pack that it was dealt, so that none returns until the
 * pack is used up; and what a server has chosen for its rooms. Rows of STORE_SETTING, scope "room
 * adapter/room" or "server adapter/server", read whole at the start. */
#ifndef ROOM_CHOICES_H
#define ROOM_CHOICES_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "game.h"
#include "store.h"

struct room_choices;

/* key: random, as that of the house's other maps. */
struct room_choices *room_choices_new(const uint64_t key[2]);
void room_choices_free(struct room_choices **room_choices);
/* Takes a row of STORE_SETTINGS; what is not its own is passed over. Of a room whose row is damaged
 * nothing is stored from here on. */
void room_choices_read(struct room_choices *room_choices, const struct store_row *row);

/* Is a row of the room damaged? Then nothing new begins there. */
bool room_choices_are_damaged(const struct room_choices *room_choices, const char *room);

/* The name of the pack that the room has chosen for a game; "" when it has not. */
const char *room_choices_pack(const struct room_choices *room_choices, const char *room,
                              const char *game);
/* Chooses a pack for the room from here on, as part of the batch; "" takes the choice back. */
void room_choices_set_pack(struct room_choices *room_choices, struct store_batch *batch,
                           const char *room, const char *game, const char *pack);

/* The options of the room's last table of a game, "name=value" with blanks between; "": the usual
 * ones, or there was none. */
const char *room_choices_last(const struct room_choices *room_choices, const char *room,
                              const char *game);
/* They are these from here on, as part of the batch. */
void room_choices_set_last(struct room_choices *room_choices, struct store_batch *batch,
                           const char *room, const char *game, const char *options);

/* For how many days the room has chosen to keep what is said and played there, as digits ("0": for
 * ever); "" when it has not. */
const char *room_choices_keep(const struct room_choices *room_choices, const char *room);
/* Chooses that from here on, as part of the batch; "" takes the choice back. */
void room_choices_set_keep(struct room_choices *room_choices, struct store_batch *batch,
                           const char *room, const char *days);

/* Something else that a room chooses by a word: "language", "prefix", "zone". "" when it has not.
 */
const char *room_choices_word(const struct room_choices *room_choices, const char *room,
                              const char *name);
/* Chooses it from here on, as part of the batch; "" takes the choice back. */
void room_choices_set_word(struct room_choices *room_choices, struct store_batch *batch,
                           const char *room, const char *name, const char *word);

/* Has any room or server chosen a language, a prefix or a zone? */
bool room_choices_have_words(const struct room_choices *room_choices);
/* The same of a whole server, "adapter/server": it counts in its rooms that have not chosen. */
const char *room_choices_server_word(const struct room_choices *room_choices, const char *server,
                                     const char *name);
void room_choices_set_server_word(struct room_choices *room_choices, struct store_batch *batch,
                                  const char *server, const char *name, const char *word);

/* A pack of a game in a room. */
struct pack_use {
    const char *room;
    const char *game;
    const char *pack;
};

/* What a room has been dealt of a list of entries. */
struct used_words {
    const struct deal_pack *list;
    const char *const *names; /* entries, by their names */
    size_t count;
    bool anew; /* the list is used up: what was dealt of it before counts no more */
};

/* Marks each entry of the list that the room has used; returns how many were. */
size_t room_choices_used(const struct room_choices *room_choices, const struct pack_use *place,
                         const struct deal_pack *list, bool *dealt);
/* Adds to the room's used-word history, as part of the batch. A transaction that fails is not taken
 * back: at worst a word waits until the pack is used up, though nobody has seen it. */
void room_choices_note_used(struct room_choices *room_choices, struct store_batch *batch,
                            const struct pack_use *place, const struct used_words *dealt);

#endif
