/* systemd's notification protocol: a datagram to a Unix socket, whose name begins with a slash, or
 * with @ for the abstract names. */

#include "notify.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int notify_send(const char *socket_name, const char *state)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t len = socket_name == NULL ? 0 : strlen(socket_name);
    if (len == 0) {
        return 0;
    }
    if (len >= sizeof(address.sun_path) || (socket_name[0] != '/' && socket_name[0] != '@')) {
        return -1;
    }
    memcpy(address.sun_path, socket_name, len);
    if (socket_name[0] == '@') {
        address.sun_path[0] = '\0';
    }
    int file = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (file < 0) {
        return -1;
    }
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len);
    ssize_t sent =
        sendto(file, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&address, size);
    close(file);
    return sent == (ssize_t)strlen(state) ? 0 : -1;
}

int64_t notify_watchdog_ms(const char *watchdog_usec)
{
    if (watchdog_usec == NULL) {
        return 0;
    }
    char *end = NULL;
    long long us = strtoll(watchdog_usec, &end, 10);
    if (end == watchdog_usec || *end != '\0' || us <= 0) {
        return 0;
    }
    return us < 4000 ? 1 : us / 2000;
}
