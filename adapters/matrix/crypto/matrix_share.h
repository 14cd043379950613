/* Which devices of somebody get the key of a room: by whether their owner is who they were, and has
 * signed the device. */
#ifndef MATRIX_SHARE_H
#define MATRIX_SHARE_H

#include "matrix_cross_signing.h"

enum matrix_share_verdict {
    MATRIX_SHARE_YES,
    MATRIX_SHARE_UNVERIFIED, /* withheld, with the code m.unverified */
    MATRIX_SHARE_UNREADABLE, /* the device reads no Megolm: nothing is said to it */
    MATRIX_SHARE_HELD /* its owner is not who they were: nothing is sent until that is told */
};

/* What is known of a device's owner, and what the bot is set to. */
struct matrix_share_owner {
    bool has_identity; /* they have cross-signing keys */
    bool is_changed;   /* another master key than before, or none any more, and not yet told */
    bool only_signed;  /* the bot writes to signed devices alone, whoever it is */
    bool is_ourselves; /* other devices of the bot's own account */
};
enum matrix_share_verdict matrix_share(const struct matrix_share_owner *owner,
                                       const struct matrix_device *device, bool is_signed);

#endif
