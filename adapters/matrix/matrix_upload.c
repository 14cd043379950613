/* Uploads: how large they may be is asked once, then each goes by itself. */
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "matrix_flight.h"
#include "matrix_path.h"

enum { UPLOAD_TIME_MS = 60 * 1000, UPLOAD_URL_BYTES_MAX = 512, UPLOAD_PATH_MAX = 600 };

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

static void upload_free(struct matrix_upload *upload)
{
    struct matrix_upload **link = &matrix_out(upload->matrix)->uploads;
    while (*link != upload) {
        link = &(*link)->next;
    }
    *link = upload->next;
    free(upload->name);
    free(upload->type);
    free(upload->bytes);
    free(upload);
}

static void upload_end(struct matrix_upload *upload, const char *url,
                       const struct matrix_answer *answer)
{
    matrix_upload_fn done = upload->done;
    void *context = upload->context;
    upload_free(upload);
    done(context, url, url == NULL ? answer : NULL);
}

static void upload_answered(void *context, const struct matrix_answer *answer)
{
    const char *url =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(answer->json, "content_uri"));
    bool sound = answer->fate == MATRIX_DONE && url != NULL && strncmp(url, "mxc://", 6) == 0 &&
                 strlen(url) < UPLOAD_URL_BYTES_MAX;
    upload_end(context, sound ? url : NULL, answer);
}

static void upload_put(struct matrix_upload *upload)
{
    struct matrix *matrix = upload->matrix;
    struct buf path;
    buf_init(&path, UPLOAD_PATH_MAX);
    buf_text(&path, "/_matrix/media/v3/upload?filename=");
    matrix_path_add(&path, upload->name);
    const struct matrix_request request = {.method = "POST",
                                           .route = "/media/upload",
                                           .path = path.text,
                                           .bytes = upload->bytes,
                                           .bytes_len = upload->len,
                                           .type = upload->type,
                                           .priority = upload->priority,
                                           .repeatable = true,
                                           .time_ms = UPLOAD_TIME_MS};
    upload->request = matrix_client_start(matrix->client, &request, upload_answered, upload);
    buf_deinit(&path);
}

static void upload_known(void *context, const struct matrix_answer *answer)
{
    struct matrix_upload *upload = context;
    struct matrix_out *out = matrix_out(upload->matrix);
    const cJSON *size = cJSON_GetObjectItemCaseSensitive(answer->json, "m.upload.size");
    bool told = cJSON_IsNumber(size) && size->valuedouble >= 1 && size->valuedouble < UINT32_MAX;
    out->asked_upload = answer->fate == MATRIX_DONE || answer->fate == MATRIX_UNRECOGNIZED ||
                        answer->fate == MATRIX_MISSING;
    out->upload_max = told ? (uint32_t)size->valuedouble : 0;
    if (told && upload->len > out->upload_max) {
        const struct matrix_answer large = {.fate = MATRIX_TOO_LARGE, .why = "larger than media"};
        upload_end(upload, NULL, &large);
    } else {
        upload_put(upload);
    }
}

static void upload_ask(struct matrix_upload *upload)
{
    const struct matrix_request request = {.method = "GET",
                                           .route = "/media/config",
                                           .path = "/_matrix/client/v1/media/config",
                                           .priority = upload->priority,
                                           .repeatable = true};
    upload->request = matrix_client_start(upload->matrix->client, &request, upload_known, upload);
}

void matrix_upload_start(struct matrix *matrix, const struct matrix_bytes *bytes,
                         matrix_upload_fn done, void *context)
{
    struct matrix_out *out = matrix_out(matrix);
    struct matrix_upload *upload = heap_take(sizeof *upload);
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
        upload_ask(upload); /* what was too large is asked about again: limits are lifted */
    } else {
        upload_put(upload);
    }
}

void matrix_upload_forget(struct matrix *matrix, const void *context)
{
    struct matrix_upload *next = NULL;
    for (struct matrix_upload *upload = matrix_out(matrix)->uploads; upload != NULL;
         upload = next) {
        next = upload->next;
        if (upload->context == context) {
            matrix_client_cancel(matrix->client, upload->request);
            upload_free(upload);
        }
    }
}

void matrix_uploads_free(struct matrix *matrix)
{
    while (matrix_out(matrix)->uploads != NULL) {
        upload_free(matrix_out(matrix)->uploads);
    }
}
