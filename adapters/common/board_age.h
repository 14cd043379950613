/* When a board's message is edited in place, and when it is posted anew since it has grown old or
 * has scrolled out of sight. Pure. */
#ifndef BOARD_AGE_H
#define BOARD_AGE_H

#include <stdbool.h>
#include <stdint.h>

struct board_age {
    uint32_t seen;     /* messages in its room until it was posted */
    int64_t posted_ms; /* 0: not known, which counts as new */
};

struct board_limits {
    uint32_t messages; /* after so many others it has scrolled out of sight */
    int64_t time_ms;   /* and after so long it is old; 0: never */
};

/* Is it past one of the limits? seen: messages in the room until now. */
bool board_age_is_over(const struct board_age *age, const struct board_limits *limits,
                       uint32_t seen, int64_t now_ms);

#endif
