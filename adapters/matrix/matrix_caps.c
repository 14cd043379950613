/* What a room can do. */
#include "matrix_board.h"
#include "matrix_team.h"

enum { CAPS_TEXT_MAX = 8000 };

void matrix_caps(const struct adapter *adapter, const char *room, struct room_caps *caps)
{
    const struct matrix *matrix = (const struct matrix *)adapter;
    const struct matrix_room *known = matrix_room_find(matrix, room);
    const struct matrix_team *team = matrix_team_at(matrix, room);
    bool people = known == NULL || known->kind == MATRIX_ROOM_OPEN;
    *caps = (struct room_caps){.hears_text = true,
                               .direct = true,
                               .edit = true,
                               .reactions = true,
                               .team_rooms = people,
                               .pictures = matrix->pictures != NULL,
                               .silence = team != NULL && team->lost ? SILENCE_NONE : SILENCE_POWER,
                               .text_max = CAPS_TEXT_MAX,
                               .board_ms = MATRIX_BOARD_MS};
}
