/* Everything that goes wrong now and then, as rules of the homeserver for tests. */
#include "salon.h"

#include <string.h>

struct trouble_row {
    enum mxfake_verb verb;
    int code;
    const char *route;
    int64_t ms;
    const char *text;
};

/* What happens once in a while, to requests that it can happen to. M_UNKNOWN_TOKEN without
 * soft_logout ends the bot, as it should: test_inbound.c. */
static const struct trouble_row trouble_rows[] = {
    {MXFAKE_DELAY_BEFORE, 0, NULL, 900, NULL},
    {MXFAKE_DELAY_AFTER, 0, NULL, 900, NULL},
    {MXFAKE_DROP_BEFORE, 0, NULL, 0, NULL},
    {MXFAKE_DROP_AFTER, 0, NULL, 0, NULL},
    {MXFAKE_LIMITED, 0, NULL, 1500, NULL},
    {MXFAKE_LIMITED_HEADER, 0, NULL, 1500, NULL},
    {MXFAKE_LIMITED_BODY, 0, NULL, 1500, NULL},
    {MXFAKE_LIMITED_BARE, 0, NULL, 0, NULL},
    {MXFAKE_STATUS_BEFORE, 502, NULL, 0, NULL},
    {MXFAKE_STATUS_AFTER, 502, NULL, 0, NULL},
    {MXFAKE_HTML, 0, NULL, 0, NULL},
    {MXFAKE_TRUNCATED, 0, NULL, 0, NULL},
    {MXFAKE_WRONG_LENGTH, 0, NULL, 0, NULL},
    {MXFAKE_EMPTY, 0, NULL, 0, NULL},
    {MXFAKE_ANSWERS, 503, NULL, 0, "{\"errcode\":\"M_UNKNOWN\",\"error\":\"not now\"}"},
    {MXFAKE_REFUSED, 500, NULL, 0, "M_UNKNOWN"},
    {MXFAKE_SOFT_LOGOUT, 0, "* /_matrix/client/v3/rooms/*", 0, NULL},
    {MXFAKE_USER_LOCKED, 0, "GET *sync*", 0, NULL},
    {MXFAKE_SHAPED, 0, NULL, 0, NULL}, /* in full */
    {MXFAKE_HOSTILE, 0, "PUT */send/*", 0, NULL},
    {MXFAKE_HOSTILE, 17, "POST *createRoom*", 0, NULL},
    {MXFAKE_HOSTILE, 4, "GET *sync*", 0, NULL},
    {MXFAKE_BAD_TOKEN, 0, "GET *sync*", 0, NULL},
    {MXFAKE_GAP, 1, "GET *sync*", 0, NULL},
    {MXFAKE_ROLLBACK, 4, "GET *sync*", 0, NULL},
    {MXFAKE_DOUBLED, 0, "GET *sync*", 0, NULL},
    {MXFAKE_REORDERED, 0, "GET *sync*", 0, NULL},
};

void salon_trouble_of(struct salon *salon, enum mxfake_verb verb, unsigned per_mille)
{
    bool locked = verb == MXFAKE_USER_LOCKED; /* costs five minutes each time */
    for (size_t i = 0; i < sizeof trouble_rows / sizeof *trouble_rows; i++) {
        const struct trouble_row *row = &trouble_rows[i];
        const struct mxfake_fault fault = {.verb = row->verb,
                                           .route = row->route,
                                           .code = row->code,
                                           .ms = row->ms,
                                           .text = row->text,
                                           .per_mille = locked ? per_mille / 4 : per_mille};
        if (row->verb == verb) {
            mxfake_fault(salon->fake, &fault);
        }
    }
}

void salon_trouble(struct salon *salon, unsigned per_mille)
{
    for (int verb = 0; verb < MXFAKE_VERBS; verb++) {
        salon_trouble_of(salon, (enum mxfake_verb)verb, per_mille);
    }
}

unsigned salon_struck(const struct salon *salon)
{
    unsigned count = 0;
    for (int verb = 0; verb < MXFAKE_VERBS; verb++) {
        count += mxfake_struck(salon->fake, (enum mxfake_verb)verb);
    }
    return count;
}
