/* Telling systemd how the program is, where it asks ($NOTIFY_SOCKET). */
#ifndef NOTIFY_H
#define NOTIFY_H

#include <stdint.h>

/* Sends a state such as "READY=1". socket is the value of $NOTIFY_SOCKET; NULL or "": nobody asks.
 * Returns 0, or -1 when it could not be told; nothing depends on that. */
int notify_send(const char *socket, const char *state);
/* How often the watchdog wants to hear "WATCHDOG=1", half of $WATCHDOG_USEC; 0: never. */
int64_t notify_watchdog_ms(const char *watchdog_usec);

#endif
