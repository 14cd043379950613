/* Addresses and ranges of them, "192.0.2.7" or "2001:db8::/32", as somebody writes them. Pure. */
#ifndef SUBNET_H
#define SUBNET_H

#include <stdbool.h>
#include <stddef.h>

enum { SUBNET_BYTES = 16, SUBNETS_MAX = 32 };

/* An address of the old kind is kept as the new kind writes it, ::ffff:192.0.2.7. */
struct subnet {
    unsigned char address[SUBNET_BYTES];
    unsigned bits; /* of address that count */
};

struct subnets {
    struct subnet net[SUBNETS_MAX];
    unsigned count;
};

/* A numeric address alone; false for anything else. */
bool subnet_address(const char *text, size_t len, unsigned char address[SUBNET_BYTES]);
/* Reads a list with blanks or commas between. False when one of them is none, or there are too
 * many: *wrong is then where it begins, and *wrong_len how long it is. */
bool subnets_read(struct subnets *subnets, const char *text, const char **wrong, size_t *wrong_len);
bool subnets_have(const struct subnets *subnets, const unsigned char address[SUBNET_BYTES]);

#endif
