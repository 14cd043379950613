/* Requests that invite somebody into a room of ours. Pure. */
#ifndef MATRIX_INVITATION_H
#define MATRIX_INVITATION_H

#include "matrix_client.h"

struct arena;

/* Into a room, as a member among others. The body lives in the arena. */
struct matrix_request matrix_invitation(struct arena *arena, const char *room, const char *user);
/* Into their direct room. It is sent as a state event, since /invite cannot say is_direct, without
 * which their client lists the room among the ordinary ones (client-server API, Direct messaging).
 */
struct matrix_request matrix_invitation_direct(const char *room, const char *user);

#endif
