/* Limits, rules and counts of the Discord for tests. */
#ifndef DFAKE_COUNT_H
#define DFAKE_COUNT_H

#include "fake_discord_fault.h"

/* A limit of a route's own. */
struct dfake_limit {
    char route[80];
    unsigned limit;
    int64_t ms;
};

/* The window of a bucket. */
struct dfake_bucket {
    unsigned used;
    unsigned limit;
    int64_t ends_ms;
};

struct dfake_rule {
    struct fake_discord_fault fault;
    char route[80];
    unsigned seen;
    unsigned struck;
};

/* A window of counting: so many since it began. */
struct dfake_window {
    int64_t from_ms;
    unsigned count;
};

/* What is counted for the tests to look at. */
struct dfake_counts {
    unsigned requests;
    unsigned edits_of_sight; /* of answers, that say who sees them: it is settled, and ignored */
    unsigned invalid;        /* 401, 403, 429 but the shared ones */
    unsigned limited;        /* 429 of buckets and the global limit, no faults */
    unsigned identifies;
    unsigned resumes;
    unsigned links;
    unsigned events;
    unsigned too_soon; /* identifies refused for their key's sake */
    unsigned unexpected_ops;
    unsigned invalid_bodies; /* 400 */
    unsigned late_answers;   /* 10062 */
    unsigned double_answers; /* 40060 */
    unsigned nonce_hits;
    unsigned notifications; /* of all people */
};

#endif
