#include "http_relayed.h"

#include <openssl/crypto.h>
#include <stdio.h>
#include <string.h>

enum { PORT_MAX = 65535 };

void http_relayed_write(const struct http_relayed *relayed, const char *key,
                        char value[HTTP_RELAYED_BYTES])
{
    snprintf(value, HTTP_RELAYED_BYTES, "%.*s %s %s %u %s", HTTP_RELAY_KEY_BYTES - 1, key,
             relayed->peer, relayed->here, (unsigned)relayed->port,
             relayed->proxied ? "proxied" : "direct");
}

/* The word that begins at *at, with one blank or the end behind it. */
static bool relayed_word(const char **at, char *word, size_t size)
{
    size_t len = strcspn(*at, " ");
    if (len == 0 || len >= size) {
        return false;
    }
    memcpy(word, *at, len);
    word[len] = '\0';
    *at += len + ((*at)[len] == ' ' ? 1 : 0);
    return true;
}

static bool relayed_address(const char **at, char address[HTTP_ADDRESS_BYTES])
{
    unsigned char bytes[SUBNET_BYTES];
    return relayed_word(at, address, HTTP_ADDRESS_BYTES) &&
           subnet_address(address, strlen(address), bytes);
}

static bool relayed_port(const char **at, uint16_t *port)
{
    char word[8];
    unsigned number = 0;
    if (!relayed_word(at, word, sizeof word)) {
        return false;
    }
    for (const char *digit = word; *digit != '\0'; digit++) {
        if (*digit < '0' || *digit > '9') {
            return false;
        }
        number = number * 10 + (unsigned)(*digit - '0');
    }
    *port = (uint16_t)number;
    return number <= PORT_MAX;
}

static bool relayed_key(const char **at, const char *key)
{
    char word[HTTP_RELAY_KEY_BYTES];
    size_t len = strlen(key);
    return len > 0 && relayed_word(at, word, sizeof word) && strlen(word) == len &&
           CRYPTO_memcmp(word, key, len) == 0;
}

bool http_relayed_read(struct http_relayed *relayed, const char *key, const char *value)
{
    char way[8];
    *relayed = (struct http_relayed){.peer = ""};
    if (!relayed_key(&value, key) || !relayed_address(&value, relayed->peer) ||
        !relayed_address(&value, relayed->here) || !relayed_port(&value, &relayed->port) ||
        !relayed_word(&value, way, sizeof way)) {
        return false;
    }
    relayed->proxied = strcmp(way, "proxied") == 0;
    return *value == '\0' && (relayed->proxied || strcmp(way, "direct") == 0);
}
