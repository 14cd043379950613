/* Detects another process with our token. The store's lock keeps a second one from the same
 * database; one with a database of its own is detected by its messages: the homeserver returns a
 * transaction id only to the device that sent the event. Only events of live polls count, and one
 * alone does not: after a restart, events of our former process may still come in. */
#include "matrix_duplicate.h"

#include <stdlib.h>

#include "heap.h"
#include "log.h"
#include "metrics.h"

enum { DUPLICATE_SPAN_MS = 10 * 60 * 1000, DUPLICATE_AGAIN_MS = 3600 * 1000 };

void matrix_duplicate_new(struct matrix *matrix)
{
    matrix->duplicate = heap_allocate(sizeof *matrix->duplicate);
}

void matrix_duplicate_free(struct matrix *matrix)
{
    free(matrix->duplicate);
    matrix->duplicate = NULL;
}

void matrix_duplicate_inbound(struct matrix *matrix, const char *transaction)
{
    int64_t now_ms = matrix_now_ms(matrix);
    if (matrix_client_made(matrix->client, transaction)) {
        return;
    }
    bool again =
        matrix->duplicate->seen_ms > 0 && now_ms - matrix->duplicate->seen_ms <= DUPLICATE_SPAN_MS;
    matrix->duplicate->seen_ms = now_ms;
    metrics_add(METRIC_MATRIX_DUPLICATE, 1);
    if (again && (matrix->duplicate->logged_ms == 0 ||
                  now_ms - matrix->duplicate->logged_ms >= DUPLICATE_AGAIN_MS)) {
        matrix->duplicate->logged_ms = now_ms;
        log_event(LEVEL_ERROR, "matrix.duplicate_client",
                  LOG_FIELDS(log_text("user", matrix->user), log_text("device", matrix->device),
                             log_text("mend", "something else sends with this token: end the other "
                                              "process, or give each an account of its own; after "
                                              "an older database was restored, end what still runs "
                                              "with the newer one")));
    }
}
