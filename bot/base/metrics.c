/* Counters, gauges and histograms of times: plain atomics, written from any thread. A histogram
 * read while it is written may be one off between its parts, which nobody can tell. */

#include "metrics.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "print.h"

enum metric_kind { METRIC_KIND_COUNTER, METRIC_KIND_GAUGE, METRIC_KIND_SECONDS };

struct metric_row {
    enum metric_kind kind;
    const char *text;
    const char *help;
};

static const struct metric_row metric_rows[METRIC_COUNT] = {
#define METRIC(name, kind, text, help) {METRIC_KIND_##kind, text, help},
#include "metrics.def"
#undef METRIC
};

/* Upper bounds of a histogram, in microseconds; above the last there is one without bound. */
static const int64_t metric_bounds_us[] = {100,     250,     500,     1000,    2500,   5000,
                                           10000,   25000,   50000,   100000,  250000, 500000,
                                           1000000, 2500000, 5000000, 10000000};

enum { METRIC_BOUNDS = sizeof(metric_bounds_us) / sizeof(metric_bounds_us[0]) };

static atomic_llong metric_values[METRIC_COUNT]; /* of a histogram: how many */
static atomic_llong metric_sums_us[METRIC_COUNT];
static atomic_llong metric_buckets[METRIC_COUNT][METRIC_BOUNDS];

void metrics_add(enum metric metric, uint64_t more)
{
    assert(metric_rows[metric].kind == METRIC_KIND_COUNTER);
    atomic_fetch_add(&metric_values[metric], (long long)more);
}

void metrics_set(enum metric metric, int64_t value)
{
    assert(metric_rows[metric].kind != METRIC_KIND_SECONDS);
    atomic_store(&metric_values[metric], value);
}

void metrics_time(enum metric metric, int64_t us)
{
    assert(metric_rows[metric].kind == METRIC_KIND_SECONDS);
    size_t bucket = 0;
    while (bucket < METRIC_BOUNDS && us > metric_bounds_us[bucket]) {
        bucket++;
    }
    if (bucket < METRIC_BOUNDS) {
        atomic_fetch_add(&metric_buckets[metric][bucket], 1);
    }
    atomic_fetch_add(&metric_sums_us[metric], us);
    atomic_fetch_add(&metric_values[metric], 1);
}

int64_t metrics_get(enum metric metric)
{
    return atomic_load(&metric_values[metric]);
}

/* Microseconds as seconds, without a locale's comma or a rounding. */
static void metrics_print_seconds(struct buf *out, int64_t us)
{
    print_to(out, "%lld.%06lld", (long long)(us / 1000000), (long long)(us % 1000000));
}

static void metrics_print_histogram(struct buf *out, enum metric metric)
{
    const char *text = metric_rows[metric].text;
    long long all = 0;
    for (size_t i = 0; i < METRIC_BOUNDS; i++) {
        all += atomic_load(&metric_buckets[metric][i]);
        print_to(out, "deaddrop_%s_bucket{le=\"", text);
        metrics_print_seconds(out, metric_bounds_us[i]);
        print_to(out, "\"} %lld\n", all);
    }
    long long count = metrics_get(metric);
    print_to(out, "deaddrop_%s_bucket{le=\"+Inf\"} %lld\ndeaddrop_%s_sum ", text, count, text);
    metrics_print_seconds(out, atomic_load(&metric_sums_us[metric]));
    print_to(out, "\ndeaddrop_%s_count %lld\n", text, count);
}

/* Rows of one name, which differ in what stands in braces, have one head. */
static void metrics_print_head(struct buf *out, const struct metric_row *row,
                               const struct metric_row *before)
{
    static const char *const kinds[] = {"counter", "gauge", "histogram"};
    int len = (int)strcspn(row->text, "{");
    if (before != NULL && strncmp(row->text, before->text, (size_t)len) == 0 &&
        before->text[len] == row->text[len]) {
        return;
    }
    print_to(out, "# HELP deaddrop_%.*s %s\n# TYPE deaddrop_%.*s %s\n", len, row->text, row->help,
             len, row->text, kinds[row->kind]);
}

void metrics_text(struct buf *out)
{
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        const struct metric_row *row = &metric_rows[i];
        metrics_print_head(out, row, i == 0 ? NULL : &metric_rows[i - 1]);
        if (row->kind == METRIC_KIND_SECONDS) {
            metrics_print_histogram(out, (enum metric)i);
        } else {
            print_to(out, "deaddrop_%s %lld\n", row->text, (long long)metrics_get((enum metric)i));
        }
    }
}
