#include "matrix_base.h"

#include <string.h>

int64_t matrix_now_ms(const struct matrix *matrix)
{
    return matrix->world->clock.now_ms(matrix->world->clock.context);
}

void matrix_plan(struct matrix *matrix)
{
    if (matrix->plan != NULL) {
        matrix->plan(matrix);
    }
}

const struct catalogue *matrix_catalogue(const struct matrix *matrix, const char *room)
{
    return house_language(matrix->house, (const struct adapter *)matrix, room);
}

const char *matrix_words(struct matrix *matrix, const char *room, const char *key)
{
    return catalogue_text(matrix_catalogue(matrix, room), matrix->arena, key, NULL, VALUE_NONE,
                          NULL);
}

void matrix_store_row(struct matrix *matrix, const char *key, const char *value)
{
    const struct adapter_row row = {.key = key,
                                    .value = value,
                                    .len = value == NULL ? 0 : strlen(value),
                                    .order = matrix_now_ms(matrix)};
    house_store_rows(matrix->house, (struct adapter *)matrix, &row, 1, NULL);
}

char *matrix_copy(char *into, const char *id)
{
    size_t len = id == NULL ? 0 : strlen(id);
    len = len < MATRIX_ID_BYTES ? len : MATRIX_ID_BYTES - 1;
    memmove(into, id == NULL ? "" : id, len);
    into[len] = '\0';
    return into;
}
