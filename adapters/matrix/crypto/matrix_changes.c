#include "matrix_changes.h"

#include <stdlib.h>
#include <string.h>

#include "fnv.h"
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
    size_t *index;     /* where rows are, by their keys: 1 for the first, 0 none */
    size_t index_size; /* a power of two, of which half at most is used */
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
    free((*changes)->index);
    free(*changes);
    *changes = NULL;
}

/* The place in the index where this key stands, or would. */
static size_t *changes_slot(const struct matrix_changes *changes, const char *key)
{
    size_t mask = changes->index_size - 1;
    size_t at = fnv32(key, strlen(key)) & mask;
    while (changes->index[at] != 0 && strcmp(changes->rows[changes->index[at] - 1].key, key) != 0) {
        at = (at + 1) & mask;
    }
    return &changes->index[at];
}

/* Room for one more row. */
static void changes_grow(struct matrix_changes *changes)
{
    if (changes->count < changes->room) {
        return;
    }
    changes->room = changes->room == 0 ? 8 : 2 * changes->room;
    changes->rows = heap_grow(changes->rows, changes->room, sizeof *changes->rows);
    changes->texts = heap_grow(changes->texts, changes->room, sizeof *changes->texts);
    free(changes->index);
    changes->index_size = 2 * changes->room;
    changes->index = heap_allocate(changes->index_size * sizeof *changes->index);
    for (size_t i = 0; i < changes->count; i++) {
        *changes_slot(changes, changes->rows[i].key) = i + 1;
    }
}

/* Where the row of this key stands, or will. */
static size_t changes_at(struct matrix_changes *changes, const char *key)
{
    changes_grow(changes);
    size_t *slot = changes_slot(changes, key);
    if (*slot != 0) {
        changes_drop(changes, *slot - 1);
    } else {
        *slot = ++changes->count;
    }
    return *slot - 1;
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
    return changes->count > 0 && *changes_slot(changes, key) != 0;
}

const struct adapter_row *matrix_changes_rows(const struct matrix_changes *changes, size_t *count_r)
{
    *count_r = changes->count;
    return changes->rows;
}
