#include "matrix_display_name.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"

enum { DISPLAY_NAMES_MAX = 50000 };

struct display_name {
    char *name;
    char user[];
};

struct matrix_display_names {
    struct map names; /* of struct display_name, by account */
};

void matrix_display_names_new(struct matrix *matrix)
{
    matrix->display_names = heap_allocate(sizeof *matrix->display_names);
    map_init(&matrix->display_names->names, &matrix->world->entropy);
}

void matrix_display_names_free(struct matrix *matrix)
{
    size_t at = 0;
    for (struct display_name *known = NULL;
         (known = map_next(&matrix->display_names->names, &at)) != NULL;) {
        free(known->name);
        free(known);
    }
    map_deinit(&matrix->display_names->names);
    free(matrix->display_names);
    matrix->display_names = NULL;
}

const char *matrix_display_name(const struct matrix *matrix, const char *user)
{
    const struct display_name *known = map_get(&matrix->display_names->names, user);
    return known == NULL ? NULL : known->name;
}

void matrix_display_name_set(struct matrix *matrix, const char *user, const char *name)
{
    struct display_name *known = map_get(&matrix->display_names->names, user);
    if (known == NULL && name != NULL && matrix->display_names->names.count < DISPLAY_NAMES_MAX) {
        known = heap_allocate(sizeof *known + strlen(user) + 1);
        memcpy(known->user, user, strlen(user) + 1);
        map_put(&matrix->display_names->names, known->user, known);
    }
    if (known != NULL && (known->name == NULL || name == NULL || strcmp(known->name, name) != 0)) {
        free(known->name);
        known->name = heap_copy(name);
    }
}
