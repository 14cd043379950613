/* One sync of the Matrix homeserver for tests, while it is put together. */
#ifndef MXFAKE_SYNC_H
#define MXFAKE_SYNC_H

#include "mxfake_call.h"

struct mxfake_sync {
    struct mxfake_call *call;
    struct mxfake *fake;
    struct mxfake_user *user;
    struct mxfake_device *device;
    uint64_t since; /* 0: from the beginning */
    uint64_t until;
    uint64_t mail_since; /* messages to the device have been told until then */
    uint64_t mail_until; /* and are now; 0: all of them */
    bool full_state;
    bool state_after;
    cJSON *filter; /* NULL: none */
    const cJSON *room_filter;
    bool lazy;
    bool leaves; /* include_leave */
    size_t limit;
    bool news; /* something is in it */
    cJSON *join;
    cJSON *invite;
    cJSON *knock;
    cJSON *leave;
};

/* mxfake_sync_room.c: what this room has to tell; nothing where there is nothing. */
void mxfake_sync_room(struct mxfake_sync *sync, struct mxfake_room *room);

#endif
