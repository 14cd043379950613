/* Who knocks at a room of ours is let in when it is theirs; at rooms of other people their own
 * decide. */
#include <string.h>

#include "json_out.h"
#include "matrix_path.h"
#include "matrix_team.h"

enum { KNOCK_JSON_MAX = 1024 };

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

static void knock_answered(void *context, const struct matrix_answer *answer)
{
    (void)context;
    (void)answer; /* where it failed they may knock again */
}

void matrix_knocked(struct matrix *matrix, const struct matrix_room *room, const char *user)
{
    struct buf json;
    const char *segments[] = {room->id};
    if (!knock_is_theirs(matrix, room, user)) {
        return;
    }
    matrix_person_acted(matrix, user);
    buf_init(&json, KNOCK_JSON_MAX);
    buf_text(&json, "{");
    json_out_text(&json, "user_id", user);
    buf_text(&json, "}");
    const struct matrix_request request = {
        .method = "POST",
        .route = "/rooms/{}/invite",
        .path = matrix_path(matrix_out(matrix)->arena, "/rooms/{}/invite", segments),
        .json = json.text,
        .json_len = json.len,
        .priority = MATRIX_PROMPT,
        .limited = true,
        .repeatable = true};
    matrix_client_start(matrix->client, &request, knock_answered, NULL);
    buf_deinit(&json);
}
