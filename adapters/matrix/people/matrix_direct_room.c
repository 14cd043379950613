/* Rooms for one person: how they are created, and when another is. */
#include "matrix_create.h"
#include "matrix_e2ee.h"
#include "matrix_people_private.h"

const char *matrix_direct_creation(const struct matrix_person *person)
{
    struct matrix *matrix = person->matrix;
    struct arena *arena = matrix->send_arena;
    const char *player = person->id;
    enum matrix_encrypts encrypts = matrix->e2ee->encrypts(matrix->e2ee, &player, 1);
    const struct matrix_creation creation = {.marker = matrix_direct_marker(arena, player),
                                             .encrypted = encrypts == MATRIX_ENCRYPTS_YES};
    return encrypts == MATRIX_ENCRYPTS_UNKNOWN ? NULL
                                               : matrix_create_direct(arena, player, &creation);
}

void matrix_direct_leave_unfinished(struct matrix_person *person)
{
    int64_t wait_ms = ((int64_t)MATRIX_DIRECT_UNFINISHED_MS << person->unfinished) / 2;
    wait_ms = person->unfinished == 0 ? 0 : wait_ms;
    person->made_ms = 0;
    person->anew_ms = matrix_now_ms(person->matrix) +
                      (wait_ms < MATRIX_DIRECT_ANEW_MS ? wait_ms : MATRIX_DIRECT_ANEW_MS);
    person->unfinished += wait_ms < MATRIX_DIRECT_ANEW_MS;
}
