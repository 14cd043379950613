/* Keys of devices and of people in the Matrix homeserver for tests, and who is told of them. */
#ifndef MXFAKE_KEYS_H
#define MXFAKE_KEYS_H

#include "mxfake_room.h"

/* What a sync, or an application service, has been told of. */
struct mxfake_keys_told {
    uint64_t since;
    uint64_t until;
    bool renames; /* a new name counts as a new member, as it does in a sync */
};

/* --- routes/mxfake_keys.c */
/* Number of one-time keys by algorithm. */
cJSON *mxfake_keys_counts(const struct mxfake_device *device);
/* The algorithms whose fallback keys nobody has claimed. */
cJSON *mxfake_keys_unused(const struct mxfake_device *device);
/* Adds both to a sync; device NULL: nothing is left. */
void mxfake_keys_left(const struct mxfake_device *device, cJSON *json);
/* All that a device has uploaded is gone. */
void mxfake_keys_free(struct mxfake_device *device);
/* Is the server of this user one that does not answer? Then that is among the failures. */
bool mxfake_keys_fail(const struct mxfake *fake, const char *user, cJSON *failures);

/* --- routes/mxfake_cross.c */
/* A key that target has, as reader sees it: with their own signatures and those of the reader. id:
 * of the device, or the master key itself. */
cJSON *mxfake_cross_shown(const struct mxfake_user *reader, const struct mxfake_user *target,
                          const char *id, const cJSON *key);
/* Adds the keys of a user to the answer of a query. */
void mxfake_cross_tell(const struct mxfake_user *reader, const struct mxfake_user *user,
                       cJSON *json);
void mxfake_cross_free(struct mxfake_user *user);

/* --- mxfake_device_lists.c */
/* Whose devices the user has to ask for (again), and whose never more: adds "changed" and "left".
 * False: nobody's. */
bool mxfake_device_lists(const struct mxfake *fake, const struct mxfake_user *user,
                         const struct mxfake_keys_told *told, cJSON *lists);

#endif
