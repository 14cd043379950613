/* Uploads. The server's limit is asked for once. */
#include "matrix_upload.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "matrix_delivery_private.h"
#include "route.h"

enum { UPLOAD_TIME_MS = 60 * 1000, UPLOAD_URL_BYTES_MAX = 512, UPLOAD_QUERY_MAX = 600 };

struct matrix_upload {
    struct matrix_upload *next;
    struct matrix *matrix;
    matrix_upload_fn done;
    void *context;
    char *name;
    char *type;
    void *bytes;
    size_t len;
    enum matrix_priority priority;
    uint64_t request;
};

static void upload_drop(struct matrix_upload *upload)
{
    free(upload->name);
    free(upload->type);
    free(upload->bytes);
    free(upload);
}

static void upload_free(struct matrix_upload *upload)
{
    struct matrix_upload **link = &upload->matrix->out->uploads;
    while (*link != upload) {
        link = &(*link)->next;
    }
    *link = upload->next;
    upload_drop(upload);
}

static void upload_end(struct matrix_upload *upload, const char *url, const struct answer *answer)
{
    matrix_upload_fn done = upload->done;
    void *context = upload->context;
    upload_free(upload);
    done(context, url, url == NULL ? answer : NULL);
}

static void upload_answered(void *context, const struct answer *answer)
{
    const char *url = json_at_text(answer->json, "content_uri");
    bool sound = answer->status == ANSWER_DONE && url != NULL && strncmp(url, "mxc://", 6) == 0 &&
                 strlen(url) < UPLOAD_URL_BYTES_MAX;
    upload_end(context, sound ? url : NULL, answer);
}

static void upload_put(struct matrix_upload *upload)
{
    struct matrix *matrix = upload->matrix;
    struct buf query;
    buf_init(&query, UPLOAD_QUERY_MAX);
    buf_text(&query, "filename=");
    route_encode(&query, upload->name);
    const struct matrix_request request = {.method = "POST",
                                           .route = "/_matrix/media/v3/upload",
                                           .query = query.text,
                                           .bytes = upload->bytes,
                                           .bytes_len = upload->len,
                                           .type = upload->type,
                                           .priority = upload->priority,
                                           .time_ms = UPLOAD_TIME_MS};
    upload->request = matrix_client_start(matrix->client, &request, upload_answered, upload);
    buf_deinit(&query);
}

static void upload_known(void *context, const struct answer *answer)
{
    struct matrix_upload *upload = context;
    struct matrix_out *out = upload->matrix->out;
    const cJSON *size = json_at(answer->json, "m.upload.size");
    bool known = cJSON_IsNumber(size) && size->valuedouble >= 1 && size->valuedouble < UINT32_MAX;
    out->asked_upload = answer->status == ANSWER_DONE || answer->status == ANSWER_UNRECOGNIZED ||
                        answer->status == ANSWER_GONE;
    out->upload_max = known ? (uint32_t)size->valuedouble : 0;
    if (known && upload->len > out->upload_max) {
        const struct answer large = {.status = ANSWER_TOO_LARGE, .why = "larger than media"};
        upload_end(upload, NULL, &large);
    } else {
        upload_put(upload);
    }
}

static void upload_ask(struct matrix_upload *upload)
{
    const struct matrix_request request = {
        .method = "GET", .route = "/_matrix/client/v1/media/config", .priority = upload->priority};
    upload->request = matrix_client_start(upload->matrix->client, &request, upload_known, upload);
}

void matrix_upload_start(struct matrix *matrix, const struct matrix_bytes *bytes,
                         matrix_upload_fn done, void *context)
{
    struct matrix_out *out = matrix->out;
    struct matrix_upload *upload = heap_allocate(sizeof *upload);
    upload->matrix = matrix;
    upload->done = done;
    upload->context = context;
    upload->name = heap_copy(bytes->name);
    upload->type = heap_copy(bytes->type);
    upload->bytes = heap_text(bytes->bytes, bytes->len);
    upload->len = bytes->len;
    upload->priority = bytes->priority;
    upload->next = out->uploads;
    out->uploads = upload;
    if (!out->asked_upload || (out->upload_max > 0 && upload->len > out->upload_max)) {
        upload_ask(
            upload); /* if it is too large the limit is asked for again: it may have been raised */
    } else {
        upload_put(upload);
    }
}

char *matrix_upload_for(struct matrix *matrix, const char *room, const struct matrix_bytes *bytes,
                        matrix_upload_fn done, void *context)
{
    const struct matrix_room *known = matrix_room_find(matrix, room);
    struct matrix_bytes sealed = *bytes;
    struct buf out;
    buf_init(&out, bytes->len + 1);
    char *file = known == NULL
                     ? NULL
                     : matrix->e2ee->file(matrix->e2ee, known, bytes->bytes, bytes->len, &out);
    if (file != NULL) {
        sealed.name = "file";
        sealed.type = "application/octet-stream";
        sealed.bytes = out.text;
        sealed.len = out.len;
    }
    matrix_upload_start(matrix, &sealed, done, context);
    buf_deinit(&out);
    return file;
}

void matrix_upload_forget(struct matrix *matrix, const void *context)
{
    struct matrix_upload *next = NULL;
    for (struct matrix_upload *upload = matrix->out->uploads; upload != NULL; upload = next) {
        next = upload->next;
        if (upload->context == context) {
            matrix_client_cancel(matrix->client, upload->request);
            upload_free(upload);
        }
    }
}

void matrix_uploads_free(struct matrix *matrix)
{
    struct matrix_upload *next = NULL;
    for (struct matrix_upload *upload = matrix->out->uploads; upload != NULL; upload = next) {
        next = upload->next;
        upload_drop(upload);
    }
    matrix->out->uploads = NULL;
}
