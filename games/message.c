/* The stable names of messages, straight from message.def. */
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
