/* Another process with our token. The lock of the store keeps a second one away from the same
 * database; one with a database of its own is seen by what it says: the homeserver tells a device,
 * and it alone, the transaction id of what that device has sent. Only what comes of a live poll
 * counts, and not one alone: before a restart, and behind one, what a former process of ours has
 * sent may still come in. */
#include "matrix_twin.h"

#include "log.h"
#include "matrix_private.h"
#include "metrics.h"

enum { TWIN_SPAN_MS = 10 * 60 * 1000, TWIN_AGAIN_MS = 3600 * 1000 };

void matrix_twin_heard(struct matrix *matrix, const char *transaction)
{
    int64_t now_ms = matrix_now_ms(matrix);
    if (matrix_client_made(matrix->client, transaction)) {
        return;
    }
    bool again = matrix->twin.seen_ms > 0 && now_ms - matrix->twin.seen_ms <= TWIN_SPAN_MS;
    matrix->twin.seen_ms = now_ms;
    metrics_add(METRIC_MATRIX_TWIN, 1);
    if (again && (matrix->twin.told_ms == 0 || now_ms - matrix->twin.told_ms >= TWIN_AGAIN_MS)) {
        matrix->twin.told_ms = now_ms;
        log_event(LEVEL_ERROR, "matrix.another_process",
                  LOG_FIELDS(log_text("user", matrix->user), log_text("device", matrix->device),
                             log_text("mend", "something else sends with this token: end the other "
                                              "process, or give each an account of its own; after "
                                              "an older database was restored, end what still runs "
                                              "with the newer one")));
    }
}
