#include "store_part.h"

#include <stdlib.h>
#include <string.h>

bool store_place_is_url(const char *place)
{
    static const char *const schemes[] = {"postgresql://", "postgres://"};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        if (strncmp(place, schemes[i], strlen(schemes[i])) == 0) {
            return true;
        }
    }
    return false;
}

unsigned store_part_of(const char *place)
{
    const char *mark = store_place_is_url(place) ? strrchr(place, '#') : NULL;
    char *end = NULL;
    if (mark == NULL || mark[1] < '1' || mark[1] > '9') {
        return 0;
    }
    unsigned long part = strtoul(mark + 1, &end, 10);
    return *end == '\0' && part < STORE_PARTS_MAX ? (unsigned)part : 0;
}
