/* Asks the system for its networks. */
#include "http_lan.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>

bool http_is_loopback(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 ||
           strcmp(address, "localhost") == 0;
}

void http_lan_address(char *text, size_t size)
{
    struct ifaddrs *all = NULL;
    text[0] = '\0';
    if (getifaddrs(&all) != 0) {
        return;
    }
    for (const struct ifaddrs *one = all; one != NULL; one = one->ifa_next) {
        unsigned wanted = IFF_UP | IFF_RUNNING;
        if (one->ifa_addr == NULL || one->ifa_addr->sa_family != AF_INET ||
            (one->ifa_flags & wanted) != wanted || (one->ifa_flags & IFF_LOOPBACK) != 0) {
            continue;
        }
        const struct sockaddr_in *name = (const struct sockaddr_in *)(const void *)one->ifa_addr;
        if (inet_ntop(AF_INET, &name->sin_addr, text, (socklen_t)size) != NULL) {
            break;
        }
    }
    freeifaddrs(all);
}
