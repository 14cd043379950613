/* The stable names of messages, and how rooms hear of them, straight from the tables. */
#include "message.h"

#include <assert.h>
#include <stddef.h>

const char *message_name(enum message message)
{
    static const char *const names[] = {
#define MESSAGE(id, name) name,
#include "message.def"
#undef MESSAGE
    };
    assert((unsigned)message < MESSAGE_COUNT);
    return names[message];
}

struct message_way message_way(enum message message)
{
    static const struct message_way ways[MESSAGE_COUNT] = {
#define WAY_BOARD(id)           [MSG_##id] = {WAY_BOARD, MSG_NONE},
#define WAY_LOBBY(id)           [MSG_##id] = {WAY_LOBBY, MSG_NONE},
#define WAY_CONTINUES(id, what) [MSG_##id] = {WAY_CONTINUES, MSG_##what},
#define STOPS(id)
#define REVEALS(id)
#include "message_way.def"
#undef WAY_BOARD
#undef WAY_LOBBY
#undef WAY_CONTINUES
#undef STOPS
#undef REVEALS
    };
    assert((unsigned)message < MESSAGE_COUNT);
    return ways[message];
}

bool message_stops(enum message message)
{
    static const bool stops[MESSAGE_COUNT] = {
#define WAY_BOARD(id)
#define WAY_LOBBY(id)
#define WAY_CONTINUES(id, what)
#define STOPS(id) [MSG_##id] = true,
#define REVEALS(id)
#include "message_way.def"
#undef WAY_BOARD
#undef WAY_LOBBY
#undef WAY_CONTINUES
#undef STOPS
#undef REVEALS
    };
    assert((unsigned)message < MESSAGE_COUNT);
    return stops[message];
}

bool message_reveals(enum message message)
{
    static const bool reveals[MESSAGE_COUNT] = {
#define WAY_BOARD(id)
#define WAY_LOBBY(id)
#define WAY_CONTINUES(id, what)
#define STOPS(id)
#define REVEALS(id) [MSG_##id] = true,
#include "message_way.def"
#undef WAY_BOARD
#undef WAY_LOBBY
#undef WAY_CONTINUES
#undef STOPS
#undef REVEALS
    };
    assert((unsigned)message < MESSAGE_COUNT);
    return reveals[message];
}
