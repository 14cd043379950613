/* Who knocks at a direct or team room of ours that is theirs is invited. Other rooms are for their
 * own people to decide. */
#include <string.h>

#include "matrix_direct.h"
#include "matrix_invitation.h"
#include "matrix_team.h"

static bool knock_is_theirs(const struct matrix *matrix, const struct matrix_room *room,
                            const char *user)
{
    const struct matrix_team *team = matrix_team_at(matrix, room->id);
    bool theirs = room->kind == MATRIX_ROOM_DIRECT && strcmp(room->player, user) == 0;
    for (unsigned i = 0; team != NULL && i < team->count && !theirs; i++) {
        theirs = strcmp(team->member[i], user) == 0;
    }
    return theirs;
}

void matrix_knocked(struct matrix *matrix, const struct matrix_room *room, const char *user)
{
    if (!knock_is_theirs(matrix, room, user)) {
        return;
    }
    matrix_person_acted(matrix, user);
    struct matrix_request request = room->kind == MATRIX_ROOM_DIRECT
                                        ? matrix_invitation_direct(room->id, user)
                                        : matrix_invitation(matrix->send_arena, room->id, user);
    request.priority = MATRIX_PROMPT;
    matrix_client_start(matrix->client, &request, NULL, NULL);
}
