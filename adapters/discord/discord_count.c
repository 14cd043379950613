#include "discord_count.h"

#include <stddef.h>
#include <string.h>

#include "discord_gateway.h"
#include "discord_rest.h"
#include "metrics.h"
#include "net_wire.h"

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

void discord_count_gateway(const struct discord_gateway *gateway)
{
    struct discord_gateway_figures figures;
    discord_gateway_figures(gateway, &figures);
    metrics_set(METRIC_DISCORD_SHARDS_UP, figures.connected);
    metrics_set(METRIC_DISCORD_SILENT_MS, figures.silent_ms);
}

void discord_count_answer(const struct net_answer *answer)
{
    const char *scope = net_answer_header(answer, "x-ratelimit-scope");
    if (answer->end != NET_ANSWERED || answer->status != 429) {
        return;
    }
    if (scope == NULL) {
        metrics_add(METRIC_DISCORD_LIMITED_NONE, 1); /* who stands in front of Discord, as a rule */
    } else if (strcmp(scope, "shared") == 0) {
        metrics_add(METRIC_DISCORD_LIMITED_SHARED, 1);
    } else if (strcmp(scope, "global") == 0) {
        metrics_add(METRIC_DISCORD_LIMITED_GLOBAL, 1);
    } else {
        metrics_add(METRIC_DISCORD_LIMITED_USER, 1);
    }
}

void discord_count_rest(struct discord_rest *rest)
{
    struct discord_rest_figures figures;
    discord_rest_figures(rest, &figures);
    metrics_set(METRIC_DISCORD_WAITING, figures.waiting);
    metrics_set(METRIC_DISCORD_UNDER_WAY, figures.under_way);
    metrics_set(METRIC_DISCORD_BUCKETS, figures.buckets);
    metrics_set(METRIC_DISCORD_INVALID, figures.invalid);
    metrics_set(METRIC_DISCORD_HELD, figures.held ? 1 : 0);
}
