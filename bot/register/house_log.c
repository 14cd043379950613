#include "house_log.h"

#include <string.h>

#include "log.h"

void house_log(const char *what, uint64_t table, const char *why)
{
    char event[64] = "house.";
    size_t len = strnlen(what, sizeof event - 7);
    memcpy(event + 6, what, len);
    event[6 + len] = '\0';
    log_event(LEVEL_WARNING, event,
              LOG_FIELDS(log_number("table", (int64_t)table), log_text("why", why)));
}
