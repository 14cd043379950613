/* The machine as its own files see it. */
#ifndef MATRIX_MACHINE_PRIVATE_H
#define MATRIX_MACHINE_PRIVATE_H

#include "map.h"
#include "matrix_machine.h"
#include "matrix_peer.h"

struct machine_peer {
    struct matrix_peer *peer;
    bool is_wanted; /* something waits to be sent to it */
};

/* What was decrypted and whose device nobody knows yet. */
struct machine_unproved {
    char user[MATRIX_ID_BYTES];
    char curve[PROVIDER_KEY_TEXT];
    struct buf words;
};

struct matrix_machine {
    struct matrix_pickle pickle;
    struct entropy entropy;
    struct matrix_account *account;
    struct map users; /* of struct matrix_tracked, by user */
    struct map peers; /* of struct machine_peer, by name */
    struct map in;    /* of struct matrix_megolm_in, by name */
    struct machine_unproved *unproved;
    size_t unproved_count;
};

struct matrix_tracked *machine_user(const struct matrix_machine *machine, const char *user);
/* The device of this user by its key; NULL: they have none. */
const struct matrix_device *machine_device(const struct matrix_machine *machine, const char *user,
                                           const char *curve);
/* Our sessions with it; NULL: there were none yet. */
struct machine_peer *machine_find_peer(const struct matrix_machine *machine, const char *user,
                                       const char *curve);
struct machine_peer *machine_add_peer(struct matrix_machine *machine, struct matrix_peer *peer);
/* The same, made where there are none. */
struct machine_peer *machine_peer(struct matrix_machine *machine, const char *user,
                                  const char *curve);
struct matrix_megolm_in *machine_in(const struct matrix_machine *machine, const char *session,
                                    const char *room, const char *owner);
/* The member of this name, an object that is made where it is not there. */
cJSON *machine_member(cJSON *object, const char *name);
/* Encrypts an event for a device and adds it to messages. False: there is no session. */
bool machine_say(struct matrix_machine *machine, const struct matrix_device *device,
                 const char *type, const cJSON *content, cJSON *messages,
                 struct matrix_changes *changes);
/* Reads again what was decrypted of this user's devices, now that they are known. */
void machine_prove(struct matrix_machine *machine, const char *user, int64_t now_ms,
                   struct matrix_changes *changes, const struct matrix_machine_hooks *hooks);

#endif
