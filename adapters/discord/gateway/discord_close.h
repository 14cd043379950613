/* How a connection to the gateway ended, and what to do then. Pure. */
#ifndef DISCORD_CLOSE_H
#define DISCORD_CLOSE_H

#include "fault.h"

#include <stdint.h>

/* Codes of our own: any but 1000 and 1001, which end the session, and none of Discord's. */
enum {
    CLOSE_AGAIN = 4900,  /* to resume */
    CLOSE_ZOMBIE = 4901, /* a heartbeat was not answered */
    CLOSE_STOP = 4902    /* this process ends, another one may resume */
};

enum discord_after {
    AFTER_RESUME,
    AFTER_RESUME_ONCE, /* when it had not ended while resuming; else as AFTER_IDENTIFY */
    AFTER_IDENTIFY,
    AFTER_STOP /* never again without a person's help */
};

struct discord_close {
    unsigned code; /* 0: lost without a word */
    enum discord_after after;
    int64_t wait_ms; /* at least so long */
    const char *meaning;
};

/* Never NULL: codes without a row are answered by a new session. */
const struct discord_close *discord_close_of(unsigned code);
/* Of a code with AFTER_STOP: what is wrong and how to mend it. */
void discord_close_fault(unsigned code, uint32_t intents, struct fault *fault);

#endif
