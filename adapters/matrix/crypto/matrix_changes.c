#include "matrix_changes.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"

/* The texts of a row, which are ours. */
struct changes_texts {
    char *key;
    char *value;
};

struct matrix_changes {
    struct adapter_row *rows;
    struct changes_texts *texts; /* by row */
    size_t count;
    size_t room;
};

struct matrix_changes *matrix_changes_new(void)
{
    return heap_allocate(sizeof(struct matrix_changes));
}

static void changes_drop(struct matrix_changes *changes, size_t at)
{
    heap_wipe(changes->texts[at].value, changes->rows[at].len);
    free(changes->texts[at].key);
}

void matrix_changes_free(struct matrix_changes **changes)
{
    if (*changes == NULL) {
        return;
    }
    for (size_t i = 0; i < (*changes)->count; i++) {
        changes_drop(*changes, i);
    }
    free((*changes)->texts);
    free((*changes)->rows);
    free(*changes);
    *changes = NULL;
}

/* Where the row of this key stands, or will. */
static size_t changes_at(struct matrix_changes *changes, const char *key)
{
    for (size_t i = 0; i < changes->count; i++) {
        if (strcmp(changes->rows[i].key, key) == 0) {
            changes_drop(changes, i);
            return i;
        }
    }
    if (changes->count == changes->room) {
        changes->room = changes->room == 0 ? 8 : 2 * changes->room;
        changes->rows = heap_grow(changes->rows, changes->room, sizeof *changes->rows);
        changes->texts = heap_grow(changes->texts, changes->room, sizeof *changes->texts);
    }
    return changes->count++;
}

void matrix_changes_put(struct matrix_changes *changes, const char *key, const char *value,
                        size_t len)
{
    size_t at = changes_at(changes, key);
    struct changes_texts texts = {.key = heap_copy(key),
                                  .value = value == NULL ? NULL : heap_text(value, len)};
    changes->texts[at] = texts;
    changes->rows[at] = (struct adapter_row){
        .key = texts.key, .value = texts.value, .len = value == NULL ? 0 : len};
}

bool matrix_changes_has(const struct matrix_changes *changes, const char *key)
{
    size_t at = 0;
    while (at < changes->count && strcmp(changes->rows[at].key, key) != 0) {
        at++;
    }
    return at < changes->count;
}

const struct adapter_row *matrix_changes_rows(const struct matrix_changes *changes, size_t *count_r)
{
    *count_r = changes->count;
    return changes->rows;
}
