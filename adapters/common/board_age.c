#include "board_age.h"

bool board_age_is_over(const struct board_age *age, const struct board_limits *limits,
                       uint32_t seen, int64_t now_ms)
{
    bool scrolled = seen - age->seen > limits->messages;
    bool old = limits->time_ms != 0 && now_ms - age->posted_ms > limits->time_ms;
    return age->posted_ms != 0 && (scrolled || old);
}
