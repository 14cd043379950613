#include "discord_gateway_count.h"

#include <stddef.h>

#include "discord_gateway.h"
#include "metrics.h"

struct count_code {
    unsigned code;
    enum metric metric;
};

static const struct count_code count_codes[] = {
    {0, METRIC_DISCORD_CLOSED_NONE},    {1000, METRIC_DISCORD_CLOSED_1000},
    {1001, METRIC_DISCORD_CLOSED_1001}, {4000, METRIC_DISCORD_CLOSED_4000},
    {4001, METRIC_DISCORD_CLOSED_4001}, {4002, METRIC_DISCORD_CLOSED_4002},
    {4003, METRIC_DISCORD_CLOSED_4003}, {4004, METRIC_DISCORD_CLOSED_4004},
    {4005, METRIC_DISCORD_CLOSED_4005}, {4007, METRIC_DISCORD_CLOSED_4007},
    {4008, METRIC_DISCORD_CLOSED_4008}, {4009, METRIC_DISCORD_CLOSED_4009},
    {4010, METRIC_DISCORD_CLOSED_4010}, {4011, METRIC_DISCORD_CLOSED_4011},
    {4012, METRIC_DISCORD_CLOSED_4012}, {4013, METRIC_DISCORD_CLOSED_4013},
    {4014, METRIC_DISCORD_CLOSED_4014},
};

void discord_count_closed(unsigned code)
{
    for (size_t i = 0; i < sizeof count_codes / sizeof *count_codes; i++) {
        if (count_codes[i].code == code) {
            metrics_add(count_codes[i].metric, 1);
            return;
        }
    }
    metrics_add(METRIC_DISCORD_CLOSED_OTHER, 1);
}

void discord_count_gateway(const struct discord_gateway_figures *figures)
{
    metrics_set(METRIC_DISCORD_SHARDS_UP, figures->connected);
    metrics_set(METRIC_DISCORD_SILENT_MS, figures->silent_ms);
}
