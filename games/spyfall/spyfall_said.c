/* Lines as hashes, in a ring. */
#include "spyfall_said.h"

#include <string.h>

/* FNV-1a. */
static uint32_t said_hash(const char *text, size_t len)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < len; i++) {
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    }
    return hash;
}

void said_add_part(struct said *said, const char *text, size_t len)
{
    said->line[said->count++ % SAID_MAX] = said_hash(text, len);
}

void said_add(struct said *said, const char *text)
{
    said_add_part(said, text, strlen(text));
}

bool said_has(const struct said *said, const char *text)
{
    uint32_t hash = said_hash(text, strlen(text));
    for (uint32_t i = 0; i < said->count && i < SAID_MAX; i++) {
        if (said->line[i] == hash) {
            return true;
        }
    }
    return false;
}
