#include "zones_guess.h"

#include <string.h>
#include <strings.h>

struct zones_row {
    const char *locale;
    const char *zones;
};

static const struct zones_row zones_rows[] = {
#define ZONES(locale, zones) {locale, zones},
#include "zones_guess.def"
#undef ZONES
};

enum { ZONES_ROWS = sizeof zones_rows / sizeof zones_rows[0] };

/* The zones of a locale of this length; NULL: there is no such row. */
static const char *zones_of(const char *locale, size_t len)
{
    for (unsigned i = 0; i < ZONES_ROWS; i++) {
        if (strlen(zones_rows[i].locale) == len &&
            strncasecmp(zones_rows[i].locale, locale, len) == 0) {
            return zones_rows[i].zones;
        }
    }
    return NULL;
}

bool zones_guess(const char *locale, unsigned at, char zone[ZONES_GUESS_BYTES])
{
    const char *from = locale == NULL ? NULL : zones_of(locale, strlen(locale));
    if (from == NULL && locale != NULL) {
        from = zones_of(locale, strcspn(locale, "-_"));
    }
    for (unsigned i = 0; from != NULL && i < at; i++) {
        from += strcspn(from, " ");
        from += strspn(from, " ");
    }
    size_t len = from == NULL ? 0 : strcspn(from, " ");
    if (len == 0 || len >= ZONES_GUESS_BYTES) {
        return false;
    }
    memcpy(zone, from, len);
    zone[len] = '\0';
    return true;
}
