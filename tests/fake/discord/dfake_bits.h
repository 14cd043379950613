/* Permissions of Discord, and flags of its messages. */
#ifndef DFAKE_BITS_H
#define DFAKE_BITS_H

#include <stdint.h>

#define DFAKE_MAY_ADMINISTRATE   (UINT64_C(1) << 3)
#define DFAKE_MAY_MANAGE_CHANNEL (UINT64_C(1) << 4)
#define DFAKE_MAY_REACT          (UINT64_C(1) << 6)
#define DFAKE_MAY_VIEW           (UINT64_C(1) << 10)
#define DFAKE_MAY_SEND           (UINT64_C(1) << 11)
#define DFAKE_MAY_MANAGE_MESSAGE (UINT64_C(1) << 13)
#define DFAKE_MAY_EMBED          (UINT64_C(1) << 14)
#define DFAKE_MAY_ATTACH         (UINT64_C(1) << 15)
#define DFAKE_MAY_READ_HISTORY   (UINT64_C(1) << 16)
#define DFAKE_MAY_MENTION_ALL    (UINT64_C(1) << 17)
#define DFAKE_MAY_MANAGE_ROLES   (UINT64_C(1) << 28)
#define DFAKE_MAY_COMMAND        (UINT64_C(1) << 31)
#define DFAKE_MAY_MANAGE_EVENTS  (UINT64_C(1) << 33)
#define DFAKE_MAY_MANAGE_THREAD  (UINT64_C(1) << 34)
#define DFAKE_MAY_PUBLIC_THREAD  (UINT64_C(1) << 35)
#define DFAKE_MAY_PRIVATE_THREAD (UINT64_C(1) << 36)
#define DFAKE_MAY_SEND_THREAD    (UINT64_C(1) << 38)
#define DFAKE_MAY_CREATE_EVENTS  (UINT64_C(1) << 44)
#define DFAKE_MAY_PIN            (UINT64_C(1) << 51)
#define DFAKE_MAY_ALL            ((UINT64_C(1) << 53) - 1)

enum {
    DFAKE_FLAG_EPHEMERAL = 64,
    DFAKE_FLAG_LOADING = 128,
    DFAKE_FLAG_SILENT = 4096,
    DFAKE_FLAG_V2 = 32768
};

#endif
