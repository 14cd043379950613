/* The tag of a file is a digest of its bytes. What is packed is so once, at its first use. */
#define ZLIB_CONST
#include "http_file.h"

#include "fnv.h"
#include "heap.h"
#include "http_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

enum {
    HTTP_PACK_BYTES_MIN = 256, /* less fits into the packet of its head */
    HTTP_GZIP = 16 + MAX_WBITS,
    HTTP_FILE_NAME_BYTES = 64
};

const char *http_file_type(const char *name)
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

/* The packed form in memory of its own; NULL when it is not a tenth shorter. */
static char *http_file_pack(const char *bytes, size_t len, size_t *packed_len_r)
{
    z_stream stream = {0};
    size_t room = len - len / 10;
    if (len < HTTP_PACK_BYTES_MIN ||
        deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, HTTP_GZIP, MAX_MEM_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        return NULL;
    }
    char *packed = heap_allocate(room);
    stream.next_in = (const Bytef *)bytes;
    stream.avail_in = (uInt)len;
    stream.next_out = (Bytef *)packed;
    stream.avail_out = (uInt)room;
    bool whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    *packed_len_r = room - stream.avail_out;
    deflateEnd(&stream);
    if (!whole) {
        free(packed);
        return NULL;
    }
    return packed;
}

/* FNV-1a with the length: it tells versions of our own files apart, it guards nothing. */
static void http_file_head(struct http_file *file, const char *type, const char *bytes, size_t len)
{
    http_file_free(file);
    unsigned long long digest = fnv64(bytes, len);
    file->type = type;
    file->bytes = bytes;
    file->len = len;
    snprintf(file->tag, sizeof file->tag, "\"%016llx-%zx\"", digest, len);
    snprintf(file->packed_tag, sizeof file->packed_tag, "\"%016llx-%zx-gz\"", digest, len);
}

void http_file_make(struct http_file *file, const char *type, const char *bytes, size_t len)
{
    http_file_head(file, type, bytes, len);
    file->packed = http_file_pack(bytes, len, &file->packed_len);
}

/* One that was packed when it was built. */
static void http_file_make_built(struct http_file *file, const char *type,
                                 const struct embedded_file *plain,
                                 const struct embedded_file *packed)
{
    http_file_head(file, type, (const char *)plain->bytes, plain->size);
    file->packed = heap_allocate(packed->size);
    memcpy(file->packed, packed->bytes, packed->size);
    file->packed_len = packed->size;
}

/* The same file as the build has packed it, "page.js.gz"; NULL: it has not. */
static const struct embedded_file *http_file_built(const struct http_setup *setup, const char *name)
{
    char packed[HTTP_FILE_NAME_BYTES];
    int len = snprintf(packed, sizeof packed, "%s.gz", name);
    return len < 0 || len >= (int)sizeof packed
               ? NULL
               : embedded_find(setup->files, setup->file_count, packed);
}

void http_file_free(struct http_file *file)
{
    free(file->packed);
    *file = (struct http_file){0};
}

/* Is a weight (";q=0", ";q=0.000") nothing? */
static bool http_file_weighs_nothing(const char *weight, size_t len)
{
    size_t at = 0;
    while (at < len && (weight[at] == ';' || weight[at] == ' ' || weight[at] == '\t')) {
        at++;
    }
    return at + 2 < len && strncasecmp(weight + at, "q=", 2) == 0 &&
           strspn(weight + at + 2, "0. \t") >= len - at - 2;
}

bool http_file_takes_packed(const char *accept)
{
    while (*accept != '\0') {
        accept += strspn(accept, " \t,");
        size_t len = strcspn(accept, ",");
        size_t name = strcspn(accept, ",; \t");
        if ((name == 4 && strncasecmp(accept, "gzip", 4) == 0) ||
            (name == 6 && strncasecmp(accept, "x-gzip", 6) == 0)) {
            return !http_file_weighs_nothing(accept + name, len - name);
        }
        accept += len;
    }
    return false;
}

void http_file_answer(const struct http_request **request, const struct http_file *file)
{
    assert(file->type != NULL);
    bool packed = file->packed != NULL && http_file_takes_packed((*request)->accept_encoding);
    struct http_answer answer = {.status = 200,
                                 .type = file->type,
                                 .body = packed ? file->packed : file->bytes,
                                 .len = packed ? file->packed_len : file->len,
                                 .encoding = packed ? "gzip" : NULL,
                                 .varies = file->packed != NULL,
                                 .etag = packed ? file->packed_tag : file->tag};
    if (strstr((*request)->if_none_match, answer.etag) != NULL) {
        answer = (struct http_answer){.status = 304, .varies = answer.varies, .etag = answer.etag};
    }
    http_answer(request, &answer);
}

bool http_server_file(struct http_call *call)
{
    struct http_server *server = call->server;
    const struct http_setup *setup = &server->setup;
    const char *path = call->request.path;
    const char *name = strcmp(path, "/") == 0 ? "index.html" : path + 1;
    const struct embedded_file *found = embedded_find(setup->files, setup->file_count, name);
    if (found == NULL) {
        return false;
    }
    struct http_file *file = &server->files[found - setup->files];
    const struct embedded_file *built = file->type == NULL ? http_file_built(setup, name) : NULL;
    if (built != NULL) {
        http_file_make_built(file, http_file_type(name), found, built);
    } else if (file->type == NULL) {
        http_file_make(file, http_file_type(name), (const char *)found->bytes, found->size);
    }
    const struct http_request *request = &call->request;
    http_file_answer(&request, file);
    return true;
}
