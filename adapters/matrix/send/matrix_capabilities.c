/* The capabilities of a room. */
#include "matrix_board.h"
#include "matrix_sending.h"
#include "matrix_team.h"

void matrix_capabilities(const struct adapter *adapter, const char *room,
                         struct room_capabilities *capabilities)
{
    const struct matrix *matrix = (const struct matrix *)adapter;
    const struct matrix_room *known = matrix_room_find(matrix, room);
    const struct matrix_team *team = matrix_team_at(matrix, room);
    bool people = known == NULL || known->kind == MATRIX_ROOM_OPEN;
    *capabilities =
        (struct room_capabilities){.team_rooms = people,
                                   .pictures = matrix->pictures != NULL,
                                   .mute = team != NULL && team->lost ? MUTE_NONE : MUTE_POWER,
                                   .board_ms = MATRIX_BOARD_MS};
}
