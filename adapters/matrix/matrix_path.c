#include "matrix_path.h"

#include <string.h>

enum { PATH_BYTES_MAX = 16384 };

#define PATH_BASE "/_matrix/client/v3"

static const char path_plain[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

void matrix_path_add(struct buf *path, const char *segment)
{
    static const char digits[] = "0123456789ABCDEF";
    while (*segment != '\0') {
        size_t plain = strspn(segment, path_plain);
        buf_add(path, segment, plain);
        segment += plain;
        if (*segment != '\0') {
            unsigned char byte = (unsigned char)*segment++;
            const char coded[] = {'%', digits[byte >> 4], digits[byte & 15]};
            buf_add(path, coded, sizeof coded);
        }
    }
}

char *matrix_path(struct arena *arena, const char *route, const char *const *segments)
{
    struct buf path;
    buf_init(&path, PATH_BYTES_MAX);
    buf_text(&path, PATH_BASE);
    for (const char *hole = strstr(route, "{}"); hole != NULL; hole = strstr(route, "{}")) {
        buf_add(&path, route, (size_t)(hole - route));
        matrix_path_add(&path, *segments++);
        route = hole + 2;
    }
    buf_text(&path, route);
    char *text = arena_text(arena, path.text, path.len);
    buf_deinit(&path);
    return text;
}
