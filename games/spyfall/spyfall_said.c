/* Lines as hashes, in a ring. */
#include "spyfall_said.h"

/* FNV-1a. */
static uint32_t said_hash(const char *text)
{
    uint32_t hash = 2166136261u;
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    }
    return hash;
}

void said_add(struct said *said, const char *text)
{
    said->line[said->count++ % SAID_MAX] = said_hash(text);
}

bool said_has(const struct said *said, const char *text)
{
    uint32_t hash = said_hash(text);
    for (uint32_t i = 0; i < said->count && i < SAID_MAX; i++) {
        if (said->line[i] == hash) {
            return true;
        }
    }
    return false;
}
