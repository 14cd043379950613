/* What the program counts, for Prometheus and for who looks. May be called from any thread. */
#ifndef METRICS_H
#define METRICS_H

#include "buf.h"

enum metric {
#define METRIC(name, kind, text, help) METRIC_##name,
#include "metrics.def"
#undef METRIC
    METRIC_COUNT
};

void metrics_add(enum metric metric, uint64_t more);
void metrics_set(enum metric metric, int64_t value);
/* A histogram takes one more time. */
void metrics_time(enum metric metric, int64_t us);
int64_t metrics_get(enum metric metric);
/* All, in Prometheus' text format. */
void metrics_text(struct buf *out);

#endif
