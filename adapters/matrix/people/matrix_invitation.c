#include "matrix_invitation.h"

#include "json_at.h"

struct matrix_request matrix_invitation(struct arena *arena, const char *room, const char *user)
{
    return (struct matrix_request){.method = "POST",
                                   .route = "/rooms/{}/invite",
                                   .ids = {room},
                                   .json = json_one(arena, "user_id", user),
                                   .limited = true};
}

struct matrix_request matrix_invitation_direct(const char *room, const char *user)
{
    return (struct matrix_request){.method = "PUT",
                                   .route = "/rooms/{}/state/m.room.member/{}",
                                   .ids = {room, user},
                                   .json = "{\"membership\":\"invite\",\"is_direct\":true}",
                                   .limited = true};
}
