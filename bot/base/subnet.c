#include "subnet.h"

#include <arpa/inet.h>
#include <string.h>

enum { SUBNET_FOUR_BITS = 32, SUBNET_SIX_BITS = 128, SUBNET_FOUR_AT = 12 };

bool subnet_address(const char *text, size_t len, unsigned char address[SUBNET_BYTES])
{
    char copy[INET6_ADDRSTRLEN];
    struct in_addr four;
    if (len == 0 || len >= sizeof copy) {
        return false;
    }
    memcpy(copy, text, len);
    copy[len] = '\0';
    if (inet_pton(AF_INET, copy, &four) == 1) {
        memset(address, 0, SUBNET_BYTES);
        memset(address + 10, 0xff, 2);
        memcpy(address + SUBNET_FOUR_AT, &four, sizeof four);
        return true;
    }
    return inet_pton(AF_INET6, copy, address) == 1;
}

/* The digits behind the slash; false when they are no number up to most. */
static bool subnet_bits(const char *text, size_t len, unsigned most, unsigned *bits)
{
    unsigned number = 0;
    if (len == 0 || len > 3) {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
        number = number * 10 + (unsigned)(text[i] - '0');
    }
    *bits = number;
    return number <= most;
}

static bool subnet_read(struct subnet *subnet, const char *text, size_t len)
{
    const char *slash = memchr(text, '/', len);
    size_t address_len = slash != NULL ? (size_t)(slash - text) : len;
    bool four = memchr(text, ':', address_len) == NULL;
    unsigned most = four ? SUBNET_FOUR_BITS : SUBNET_SIX_BITS;
    unsigned bits = most;
    if (!subnet_address(text, address_len, subnet->address)) {
        return false;
    }
    if (slash != NULL && !subnet_bits(slash + 1, len - address_len - 1, most, &bits)) {
        return false;
    }
    subnet->bits = bits + (four ? SUBNET_SIX_BITS - SUBNET_FOUR_BITS : 0);
    return true;
}

bool subnets_read(struct subnets *subnets, const char *text, const char **wrong, size_t *wrong_len)
{
    subnets->count = 0;
    for (const char *at = text + strspn(text, ", \t"); *at != '\0'; at += strspn(at, ", \t")) {
        size_t len = strcspn(at, ", \t");
        if (subnets->count == SUBNETS_MAX || !subnet_read(&subnets->net[subnets->count], at, len)) {
            *wrong = at;
            *wrong_len = len;
            return false;
        }
        subnets->count++;
        at += len;
    }
    return true;
}

static bool subnet_has(const struct subnet *subnet, const unsigned char *address)
{
    unsigned whole = subnet->bits / 8;
    unsigned rest = subnet->bits % 8;
    if (memcmp(subnet->address, address, whole) != 0) {
        return false;
    }
    unsigned differ = rest == 0 ? 0u : (unsigned)(subnet->address[whole] ^ address[whole]);
    return rest == 0 || differ >> (8 - rest) == 0;
}

bool subnets_have(const struct subnets *subnets, const unsigned char address[SUBNET_BYTES])
{
    for (unsigned i = 0; i < subnets->count; i++) {
        if (subnet_has(&subnets->net[i], address)) {
            return true;
        }
    }
    return false;
}
