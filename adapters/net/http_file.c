/* Built-in files: the tag of a file is a digest of its bytes, so that a browser asks again with
 * each visit and gets the bytes only when they have changed. */
#include "fnv.h"
#include "http_private.h"

#include <stdio.h>
#include <string.h>

static const char *http_file_type(const char *name)
{
    static const struct {
        const char *ending;
        const char *type;
    } types[] = {{".html", "text/html; charset=utf-8"},
                 {".css", "text/css; charset=utf-8"},
                 {".js", "text/javascript; charset=utf-8"},
                 {".svg", "image/svg+xml"},
                 {".png", "image/png"},
                 {".ico", "image/x-icon"},
                 {".json", "application/json; charset=utf-8"},
                 {".webmanifest", "application/manifest+json"},
                 {".txt", "text/plain; charset=utf-8"}};
    const char *ending = strrchr(name, '.');
    for (size_t i = 0; ending != NULL && i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].ending, ending) == 0) {
            return types[i].type;
        }
    }
    return "application/octet-stream";
}

/* FNV-1a with the length: it tells versions of our own files apart, it guards nothing. */
static void http_file_tag(const struct embedded_file *file, char *tag, size_t size)
{
    snprintf(tag, size, "\"%016llx-%zx\"", (unsigned long long)fnv64(file->bytes, file->size),
             file->size);
}

bool http_file_answer(struct http_call *call)
{
    const struct http_setup *setup = &call->server->setup;
    const char *path = call->request.path;
    const char *name = strcmp(path, "/") == 0 ? "index.html" : path + 1;
    const struct embedded_file *file = embedded_find(setup->files, setup->file_count, name);
    if (file == NULL) {
        return false;
    }
    char tag[48];
    http_file_tag(file, tag, sizeof tag);
    struct http_answer answer = {.status = 200,
                                 .type = http_file_type(name),
                                 .body = (const char *)file->bytes,
                                 .len = file->size,
                                 .etag = tag};
    if (strstr(call->request.if_none_match, tag) != NULL) {
        answer = (struct http_answer){.status = 304, .etag = tag};
    }
    const struct http_request *request = &call->request;
    http_answer(&request, &answer);
    return true;
}
