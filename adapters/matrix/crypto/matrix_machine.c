#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "matrix_machine_private.h"
#include "print.h"

struct matrix_machine *matrix_machine_new(const struct matrix_pickle *pickle,
                                          const struct entropy *entropy)
{
    struct matrix_machine *machine = heap_allocate(sizeof *machine);
    machine->pickle = *pickle;
    machine->entropy = *entropy;
    map_init(&machine->users, entropy);
    map_init(&machine->peers, entropy);
    map_init(&machine->in, entropy);
    return machine;
}

static void machine_free_maps(struct matrix_machine *machine)
{
    size_t at = 0;
    for (struct matrix_tracked *one = NULL; (one = map_next(&machine->users, &at)) != NULL;) {
        matrix_tracked_free(&one);
    }
    at = 0;
    for (struct machine_peer *one = NULL; (one = map_next(&machine->peers, &at)) != NULL;) {
        matrix_peer_free(&one->peer);
        free(one);
    }
    at = 0;
    for (struct matrix_megolm_in *one = NULL; (one = map_next(&machine->in, &at)) != NULL;) {
        matrix_megolm_in_free(&one);
    }
    map_deinit(&machine->users);
    map_deinit(&machine->peers);
    map_deinit(&machine->in);
}

void matrix_machine_free(struct matrix_machine **machine)
{
    if (*machine == NULL) {
        return;
    }
    machine_free_maps(*machine);
    for (size_t i = 0; i < (*machine)->unproved_count; i++) {
        buf_deinit(&(*machine)->unproved[i].words);
    }
    free((*machine)->unproved);
    matrix_account_free(&(*machine)->account);
    heap_wipe(*machine, sizeof **machine);
    *machine = NULL;
}

/* --- what there is ---------------------------------------------------------------------------- */

struct matrix_account *matrix_machine_account(const struct matrix_machine *machine)
{
    return machine->account;
}

struct matrix_machine_size matrix_machine_size(const struct matrix_machine *machine)
{
    return (struct matrix_machine_size){.users = machine->users.count,
                                        .peers = machine->peers.count,
                                        .sessions = machine->in.count};
}

bool matrix_machine_begin(struct matrix_machine *machine, const char *user, const char *device)
{
    if (machine->account == NULL) {
        machine->account = matrix_account_new(&machine->pickle, user, device, &machine->entropy);
    }
    const struct matrix_own_device *own = matrix_account_device(machine->account);
    return strcmp(own->user, user) == 0 && strcmp(own->id, device) == 0;
}

struct matrix_tracked *machine_user(const struct matrix_machine *machine, const char *user)
{
    return map_get(&machine->users, user);
}

const struct matrix_device *machine_device(const struct matrix_machine *machine, const char *user,
                                           const char *curve)
{
    const struct matrix_tracked *known = machine_user(machine, user);
    const struct matrix_tracked_device *device =
        known == NULL ? NULL : matrix_tracked_by_curve(known, curve);
    return device == NULL ? NULL : &device->device;
}

struct machine_peer *machine_find_peer(const struct matrix_machine *machine, const char *user,
                                       const char *curve)
{
    char name[PROVIDER_KEY_TEXT + MATRIX_ID_BYTES];
    print_join(name, sizeof name, curve, "/", user);
    return map_get(&machine->peers, name);
}

struct machine_peer *machine_add_peer(struct matrix_machine *machine, struct matrix_peer *peer)
{
    struct machine_peer *one = heap_allocate(sizeof *one);
    one->peer = peer;
    map_put(&machine->peers, matrix_peer_name(peer), one);
    return one;
}

struct machine_peer *machine_peer(struct matrix_machine *machine, const char *user,
                                  const char *curve)
{
    struct machine_peer *one = machine_find_peer(machine, user, curve);
    return one != NULL ? one
                       : machine_add_peer(machine, matrix_peer_new(&machine->pickle, user, curve));
}

struct matrix_megolm_in *machine_in(const struct matrix_machine *machine, const char *session,
                                    const char *room, const char *owner)
{
    char name[MATRIX_MEGOLM_NAME_BYTES];
    matrix_megolm_name(name, session, room, owner);
    return map_get(&machine->in, name);
}

/* --- from its rows ---------------------------------------------------------------------------- */

static bool row_is(const struct adapter_row *row, const char *prefix)
{
    return strncmp(row->key, prefix, strlen(prefix)) == 0;
}

/* A row that stands by itself. One of the account's is answered. */
static enum provider_answer machine_restore_row(struct matrix_machine *machine,
                                                const struct adapter_row *row)
{
    if (strcmp(row->key, MATRIX_ACCOUNT_ROW) == 0 && machine->account == NULL) {
        return matrix_account_restore(&machine->account, &machine->pickle, row->value, row->len);
    }
    if (row_is(row, MATRIX_TRACKED_ROWS)) {
        struct matrix_tracked *user = matrix_tracked_restore(row->value, row->len);
        if (user != NULL && machine_user(machine, matrix_tracked_user(user)) == NULL) {
            map_put(&machine->users, matrix_tracked_user(user), user);
        } else {
            matrix_tracked_free(&user);
        }
    } else if (row_is(row, MATRIX_PEER_ROWS)) {
        struct matrix_peer *peer = matrix_peer_restore(&machine->pickle, row->value, row->len);
        if (peer != NULL && map_get(&machine->peers, matrix_peer_name(peer)) == NULL) {
            machine_add_peer(machine, peer);
        } else {
            matrix_peer_free(&peer);
        }
    } else if (row_is(row, MATRIX_MEGOLM_IN_ROWS)) {
        struct matrix_megolm_in *session =
            matrix_megolm_in_restore(&machine->pickle, row->value, row->len);
        if (session != NULL && map_get(&machine->in, matrix_megolm_in_name(session)) == NULL) {
            map_put(&machine->in, matrix_megolm_in_name(session), session);
        } else {
            matrix_megolm_in_free(&session);
        }
    }
    return PROVIDER_GOOD;
}

/* "e/seen/", number, "/" and name: which of a session's messages were read. */
static void machine_restore_seen(struct matrix_machine *machine, const struct adapter_row *row)
{
    const char *name = strchr(row->key + strlen(MATRIX_MEGOLM_SEEN_ROWS), '/');
    struct matrix_megolm_in *one = name == NULL ? NULL : map_get(&machine->in, name + 1);
    if (one != NULL) {
        (void)matrix_megolm_in_restore_seen(one, row->key, row->value, row->len);
    }
}

enum provider_answer matrix_machine_restore(struct matrix_machine *machine,
                                            const struct adapter_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        enum provider_answer answer = machine_restore_row(machine, &rows[i]);
        if (answer != PROVIDER_GOOD) {
            return answer;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (row_is(&rows[i], MATRIX_MEGOLM_SEEN_ROWS)) {
            machine_restore_seen(machine, &rows[i]);
        }
    }
    return PROVIDER_GOOD;
}
