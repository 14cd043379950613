/* Distance of Levenshtein, one row at a time. */

#include "edit_distance.h"

#include <string.h>

enum { NEAR_BYTES_MAX = 63 };

static size_t edit_distance_least(size_t one, size_t two, size_t three)
{
    size_t least = one < two ? one : two;
    return least < three ? least : three;
}

size_t edit_distance(const char *one, const char *other)
{
    size_t row[NEAR_BYTES_MAX + 1];
    size_t width = strnlen(other, NEAR_BYTES_MAX);
    size_t height = strnlen(one, NEAR_BYTES_MAX);
    for (size_t i = 0; i <= width; i++) {
        row[i] = i;
    }
    for (size_t y = 1; y <= height; y++) {
        size_t corner = row[0];
        row[0] = y;
        for (size_t x = 1; x <= width; x++) {
            size_t above = row[x];
            size_t changed = corner + (one[y - 1] == other[x - 1] ? 0 : 1);
            row[x] = edit_distance_least(changed, above + 1, row[x - 1] + 1);
            corner = above;
        }
    }
    return row[width];
}

int edit_distance_is_small(const char *wrong, size_t distance)
{
    return distance <= 1 + strnlen(wrong, NEAR_BYTES_MAX) / 3;
}
