/* Addresses of this machine. */
#ifndef HTTP_LAN_H
#define HTTP_LAN_H

#include <stdbool.h>
#include <stddef.h>

/* Is this numeric address (or "localhost") this machine's alone? */
bool http_is_loopback(const char *address);
/* The address of this machine in its network, for links to be followed from there; "" when it is in
 * none. */
void http_lan_address(char *text, size_t size);

#endif
