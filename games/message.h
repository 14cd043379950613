/* Every message a game, a table or the house may say, as ids: the catalogue of a language has the
 * words ("interceptor.revealed"), an event has the arguments. */
#ifndef MESSAGE_H
#define MESSAGE_H

enum message {
#define MESSAGE(id, name) MSG_##id,
#include "message.def"
#undef MESSAGE
    MESSAGE_COUNT
};

/* The stable name, also the catalogue's key and the headless runner's event id. */
const char *message_name(enum message message);

#endif
