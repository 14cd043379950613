/* What is dropped: sessions of rooms that are too old to be written by any more, and all of
 * somebody who is forgotten. */
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "matrix_machine_private.h"
#include "print.h"

/* Is it to go? */
typedef bool (*machine_goes_fn)(const struct matrix_megolm_in *session, const void *context);

/* Sessions that go; their rows are deleted. */
static void machine_drop_sessions(struct matrix_machine *machine, machine_goes_fn goes,
                                  const void *context, struct matrix_changes *changes)
{
    size_t at = 0;
    size_t count = 0;
    struct matrix_megolm_in **gone = NULL;
    for (struct matrix_megolm_in *one = NULL; (one = map_next(&machine->in, &at)) != NULL;) {
        if (goes(one, context)) {
            gone = heap_grow(gone, count + 1, sizeof(void *));
            gone[count++] = one;
        }
    }
    for (size_t i = 0; i < count; i++) {
        map_remove(&machine->in, matrix_megolm_in_name(gone[i]));
        matrix_megolm_in_delete(gone[i], changes);
        matrix_megolm_in_free(&gone[i]);
    }
    free(gone);
}

static bool machine_is_old(const struct matrix_megolm_in *session, const void *context)
{
    const int64_t *now_ms = context;
    return *now_ms - matrix_megolm_in_received_ms(session) >= MATRIX_SESSION_KEPT_MS;
}

void matrix_machine_prune(struct matrix_machine *machine, int64_t now_ms,
                          struct matrix_changes *changes)
{
    machine_drop_sessions(machine, machine_is_old, &now_ms, changes);
}

static bool machine_is_of(const struct matrix_megolm_in *session, const void *context)
{
    return strcmp(matrix_megolm_in_owner(session)->user, context) == 0;
}

/* Our sessions with one of their devices. False: there is none (any more). */
static bool machine_drop_peer(struct matrix_machine *machine, const char *user,
                              struct matrix_changes *changes)
{
    char key[PROVIDER_KEY_TEXT + MATRIX_ID_BYTES + sizeof MATRIX_PEER_ROWS];
    size_t at = 0;
    struct machine_peer *one = map_next(&machine->peers, &at);
    while (one != NULL && strcmp(matrix_peer_user(one->peer), user) != 0) {
        one = map_next(&machine->peers, &at);
    }
    if (one == NULL) {
        return false;
    }
    print_join(key, sizeof key, MATRIX_PEER_ROWS, matrix_peer_name(one->peer), "");
    matrix_changes_put(changes, key, NULL, 0);
    map_remove(&machine->peers, matrix_peer_name(one->peer));
    matrix_peer_free(&one->peer);
    free(one);
    return true;
}

void matrix_machine_forget(struct matrix_machine *machine, const char *user,
                           struct matrix_changes *changes)
{
    char key[MATRIX_ID_BYTES + sizeof MATRIX_TRACKED_ROWS];
    struct matrix_tracked *known = machine_user(machine, user);
    machine_drop_sessions(machine, machine_is_of, user, changes);
    while (machine_drop_peer(machine, user, changes)) {
    }
    if (known != NULL) {
        print_join(key, sizeof key, MATRIX_TRACKED_ROWS, user, "");
        matrix_changes_put(changes, key, NULL, 0);
        map_remove(&machine->users, matrix_tracked_user(known));
        matrix_tracked_free(&known);
    }
}
