/* Every message a game, a table or the house may say, as ids: the catalogue of a language has the
 * words ("interceptor.revealed"), an event has the arguments. */
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stdbool.h>

enum message {
#define MESSAGE(id, name) MSG_##id,
#include "message.def"
#undef MESSAGE
    MESSAGE_COUNT
};

/* The stable name, also the catalogue's key and the headless runner's event id. */
const char *message_name(enum message message);

/* How a room hears of a public event (message_way.def). */
enum way { WAY_LINE, WAY_BOARD, WAY_LOBBY, WAY_CONTINUES };

struct message_way {
    enum way way;
    enum message after; /* WAY_CONTINUES: what it continues; MSG_NONE: anything */
};

struct message_way message_way(enum message message);
/* Does it stop the table, so that everybody looks up (an "Interceptor!", an accusation)? */
bool message_stops(enum message message);
/* Does it tell somebody what was hidden from them, so that nobody can go back behind it unseen? */
bool message_reveals(enum message message);

#endif
