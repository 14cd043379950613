#include "route.h"

#include <stdbool.h>
#include <string.h>

#include "heap.h"

enum { PATH_BYTES_MAX = 64 * 1024 };

static const char route_plain[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

void route_encode(struct buf *path, const char *segment)
{
    static const char digits[] = "0123456789ABCDEF";
    while (*segment != '\0') {
        size_t plain = strspn(segment, route_plain);
        buf_add(path, segment, plain);
        segment += plain;
        if (*segment != '\0') {
            unsigned char byte = (unsigned char)*segment++;
            const char coded[] = {'%', digits[byte >> 4], digits[byte & 15]};
            buf_add(path, coded, sizeof coded);
        }
    }
}

void route_path(struct buf *path, const char *route, const char *const *ids)
{
    for (const char *hole = strstr(route, "{}"); hole != NULL; hole = strstr(route, "{}")) {
        buf_add(path, route, (size_t)(hole - route));
        route_encode(path, *ids++);
        route = hole + 2;
    }
    buf_text(path, route);
}

char *route_text(const char *prefix, const char *route, const char *const *ids, const char *query)
{
    bool whole = route[1] == '_' || route[1] == '.';
    struct buf path;
    buf_init(&path, PATH_BYTES_MAX);
    buf_text(&path, whole ? "" : prefix);
    route_path(&path, route, ids);
    buf_text(&path, query != NULL ? "?" : "");
    buf_text(&path, query != NULL ? query : "");
    char *text = heap_text(path.text, path.len);
    buf_deinit(&path);
    return text;
}
