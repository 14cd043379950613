/* Everything that goes wrong now and then, as rules of the homeserver for tests. */
#include "salon.h"

#include <string.h>

struct trouble_row {
    enum mxfake_verb verb;
    const char *route;
    int code;
    int64_t ms;
    const char *text;
};

/* What happens once in a while where a verb is meant for all requests; a share of it (a bit of a
 * thousand) where it is more than a nuisance. M_UNKNOWN_TOKEN without soft_logout ends the bot, as
 * it should: test_heard.c. */
static const struct trouble_row trouble_rows[] = {
    {MXFAKE_DELAY_BEFORE, NULL, 0, 900, NULL},
    {MXFAKE_DELAY_AFTER, NULL, 0, 900, NULL},
    {MXFAKE_DROP_BEFORE, NULL, 0, 0, NULL},
    {MXFAKE_DROP_AFTER, NULL, 0, 0, NULL},
    {MXFAKE_LIMITED, NULL, 0, 1500, NULL},
    {MXFAKE_LIMITED_HEADER, NULL, 0, 1500, NULL},
    {MXFAKE_LIMITED_BODY, NULL, 0, 1500, NULL},
    {MXFAKE_LIMITED_BARE, NULL, 0, 0, NULL},
    {MXFAKE_STATUS_BEFORE, NULL, 502, 0, NULL},
    {MXFAKE_STATUS_AFTER, NULL, 502, 0, NULL},
    {MXFAKE_HTML, NULL, 0, 0, NULL},
    {MXFAKE_TRUNCATED, NULL, 0, 0, NULL},
    {MXFAKE_WRONG_LENGTH, NULL, 0, 0, NULL},
    {MXFAKE_EMPTY, NULL, 0, 0, NULL},
    {MXFAKE_ANSWERS, NULL, 503, 0, "{\"errcode\":\"M_UNKNOWN\",\"error\":\"not now\"}"},
    {MXFAKE_REFUSED, NULL, 500, 0, "M_UNKNOWN"},
    {MXFAKE_SOFT_LOGOUT, "* /_matrix/client/v3/rooms/*", 0, 0, NULL},
    {MXFAKE_USER_LOCKED, "GET *sync*", 0, 0, NULL},
    {MXFAKE_HOSTILE, "PUT */send/*", 0, 0, NULL},
    {MXFAKE_HOSTILE, "POST *createRoom*", 17, 0, NULL},
    {MXFAKE_HOSTILE, "GET *sync*", 4, 0, NULL},
    {MXFAKE_BAD_TOKEN, "GET *sync*", 0, 0, NULL},
    {MXFAKE_GAP, "GET *sync*", 1, 0, NULL},
    {MXFAKE_ROLLBACK, "GET *sync*", 4, 0, NULL},
    {MXFAKE_DOUBLED, "GET *sync*", 0, 0, NULL},
    {MXFAKE_REORDERED, "GET *sync*", 0, 0, NULL},
};

void salon_trouble_of(struct salon *salon, enum mxfake_verb verb, unsigned per_mille)
{
    for (size_t i = 0; i < sizeof trouble_rows / sizeof *trouble_rows; i++) {
        const struct trouble_row *row = &trouble_rows[i];
        const struct mxfake_fault fault = {.verb = row->verb,
                                           .route = row->route,
                                           .code = row->code,
                                           .ms = row->ms,
                                           .text = row->text,
                                           .per_mille = per_mille};
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
