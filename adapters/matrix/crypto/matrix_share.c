#include "matrix_share.h"

enum matrix_share_verdict matrix_share(const struct matrix_share_owner *owner,
                                       const struct matrix_device *device, bool is_signed)
{
    bool must_be_signed = owner->has_identity || owner->only_signed || owner->is_ourselves;
    if (!device->takes_megolm) {
        return MATRIX_SHARE_UNREADABLE;
    }
    if (owner->is_changed) {
        return MATRIX_SHARE_HELD;
    }
    return must_be_signed && !is_signed ? MATRIX_SHARE_UNVERIFIED : MATRIX_SHARE_YES;
}
