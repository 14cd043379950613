/* Crash points. What is armed is set before any thread starts; the passes are counted by whichever
 * thread comes along. */

#include "crash.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct crash_row {
    const char *name;
    const char *when;
};

static const struct crash_row crash_rows[] = {
#define CRASH(name, when) {name, when},
#include "crash.def"
#undef CRASH
};

enum { CRASH_COUNT = sizeof(crash_rows) / sizeof(crash_rows[0]) };

static const char *crash_name; /* the armed point, or NULL */
static unsigned long crash_at;
static atomic_ulong crash_passes;

bool crash_built_in(void)
{
#ifdef DD_CRASH_POINTS
    return true;
#else
    return false;
#endif
}

bool crash_list(size_t index, const char **name_r, const char **when_r)
{
    if (index >= CRASH_COUNT) {
        return false;
    }
    *name_r = crash_rows[index].name;
    *when_r = crash_rows[index].when;
    return true;
}

/* The listed name of this text, or NULL. */
static const char *crash_find(const char *name, size_t len)
{
    for (size_t i = 0; i < CRASH_COUNT; i++) {
        if (strncmp(crash_rows[i].name, name, len) == 0 && crash_rows[i].name[len] == '\0') {
            return crash_rows[i].name;
        }
    }
    return NULL;
}

bool crash_arm(const char *spec)
{
    crash_name = NULL;
    atomic_store(&crash_passes, 0);
    if (spec == NULL || spec[0] == '\0') {
        return true;
    }
    const char *colon = strchr(spec, ':');
    size_t len = colon == NULL ? strlen(spec) : (size_t)(colon - spec);
    char *end = NULL;
    unsigned long at = colon == NULL ? 1 : strtoul(colon + 1, &end, 10);
    if (at == 0 || (end != NULL && *end != '\0')) {
        return false;
    }
    crash_name = crash_find(spec, len);
    crash_at = at;
    return crash_name != NULL;
}

void crash_pass(const char *name)
{
    assert(crash_find(name, strlen(name)) != NULL);
    if (crash_name == NULL || strcmp(crash_name, name) != 0) {
        return;
    }
    if (atomic_fetch_add(&crash_passes, 1) + 1 == crash_at) {
        _exit(CRASH_STATUS);
    }
}
