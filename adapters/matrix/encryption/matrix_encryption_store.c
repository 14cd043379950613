/* What has changed, on its way to the disk. All that is pending goes into every transaction, so
 * that no row is ever on disk without those that were changed before it. What could not be stored
 * goes into the next one, unless it has changed again. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "matrix_encryption_posts.h"
#include "matrix_encryption_rooms.h"
#include "matrix_encryption_seal.h"

static void write_free(struct encryption_write *write)
{
    matrix_changes_free(&write->changes);
    free(write);
}

/* Does a write behind this one have the row, too? */
static bool write_is_overtaken(const struct encryption_write *write, const char *key)
{
    const struct encryption_write *later = write->next;
    while (later != NULL && !matrix_changes_has(later->changes, key)) {
        later = later->next;
    }
    return later != NULL;
}

static void write_return(struct matrix_encryption *encryption, const struct encryption_write *write)
{
    size_t count = 0;
    const struct adapter_row *rows = matrix_changes_rows(write->changes, &count);
    for (size_t i = 0; i < count; i++) {
        if (!matrix_changes_has(encryption->pending, rows[i].key) &&
            !write_is_overtaken(write, rows[i].key)) {
            matrix_changes_put(encryption->pending, rows[i].key, rows[i].value, rows[i].len);
        }
    }
    encryption->store_ms = encryption_now_ms(encryption) + ENCRYPTION_RETRY_MS;
}

static void write_ended(struct matrix *matrix, struct matrix_waiter *waiter,
                        const struct fault *fault)
{
    struct matrix_encryption *encryption = matrix->e2ee->self;
    struct encryption_write *write = (struct encryption_write *)waiter;
    struct matrix_account *account = matrix_machine_account(encryption->machine);
    struct encryption_write **link = &encryption->writes;
    while (*link != write) {
        assert(*link != NULL);
        link = &(*link)->next;
    }
    bool good = fault == NULL;
    if (!good) {
        write_return(encryption, write);
    }
    *link = write->next;
    if (account != NULL) {
        matrix_account_stored(account, write->account, good);
    }
    if (matrix_changes_has(write->changes, MATRIX_CROSS_ROW) &&
        matrix_cross_state(encryption->cross) == MATRIX_CROSS_STORING) {
        matrix_cross_stored(encryption->cross, good);
    }
    uint64_t number = write->number;
    struct matrix_waiter *also = write->also;
    write_free(write);
    encryption->written(encryption, number, good);
    encryption->moved = true;
    encryption_wake(encryption);
    if (also != NULL) {
        also->stored(matrix, also, fault);
    }
}

/* What waits for its first writing waits for this one. */
static void store_stamp(struct matrix_encryption *encryption, uint64_t number)
{
    for (struct encryption_room *room = encryption->unstored; room != NULL; room = room->unstored) {
        room->write = room->write == 0 ? number : room->write;
    }
    for (struct encryption_post *post = encryption->posts; post != NULL; post = post->next) {
        post->write = post->write == 0 ? number : post->write;
    }
    for (struct encryption_seal *seal = encryption->seals; seal != NULL; seal = seal->next) {
        seal->write = seal->write == 0 && seal->content != NULL ? number : seal->write;
    }
}

void encryption_store(struct matrix_encryption *encryption, const struct adapter_row *row,
                      struct matrix_waiter *also)
{
    struct matrix *matrix = encryption->matrix;
    const struct matrix_account *account = matrix_machine_account(encryption->machine);
    size_t count = 0;
    struct encryption_write *write = heap_allocate(sizeof *write);
    struct encryption_write **link = &encryption->writes;
    write->waiter.stored = write_ended;
    write->also = also;
    write->number = ++encryption->number;
    write->account = account == NULL ? 0 : matrix_account_writing(account);
    write->changes = encryption->pending;
    encryption->pending = matrix_changes_new();
    while (*link != NULL) {
        link = &(*link)->next;
    }
    *link = write;
    store_stamp(encryption, write->number);
    const struct adapter_row *changed = matrix_changes_rows(write->changes, &count);
    struct adapter_row *rows = heap_allocate((count + 1) * sizeof *rows);
    for (size_t i = 0; i < count; i++) {
        rows[i] = changed[i];
        rows[i].order = matrix_now_ms(matrix);
    }
    if (row != NULL) {
        rows[count++] = *row;
    }
    house_store_rows(matrix->house, (struct adapter *)matrix, rows, count, &write->waiter);
    free(rows);
}

void encryption_writes_free(struct matrix_encryption *encryption)
{
    while (encryption->writes != NULL) {
        struct encryption_write *write = encryption->writes;
        encryption->writes = write->next;
        write_free(write);
    }
}
