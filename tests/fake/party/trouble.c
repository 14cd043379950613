/* Everything that goes wrong now and then, as rules of the Discord for tests. */
#include <assert.h>
#include <stdio.h>

#include "party.h"

enum { OFTEN = 4 };

/* What happens once in a while. */
struct trouble_row {
    enum fake_discord_verb verb;
    int code;
    const char *route; /* of those with %s: with the channel that is played in; NULL: all */
    int64_t ms;
    unsigned times; /* at most, and sooner than the others; 0: always */
    unsigned part;  /* of how many rows of its verb it is one */
};

static const char *const trouble_posts = "POST /channels/%llu/messages";

/* A token that is refused twice within a second ends the bot, as it should (discord_repeat); a
 * direct channel that closes changes what is told: whole_closed. */
static const struct trouble_row trouble_rows[] = {
    {FAKE_DISCORD_DELAY_BEFORE, 0, NULL, 900, 0, 1},
    {FAKE_DISCORD_DELAY_AFTER, 0, NULL, 900, 0, 1},
    {FAKE_DISCORD_DROP_BEFORE, 0, NULL, 0, 0, 1},
    {FAKE_DISCORD_DROP_AFTER, 0, NULL, 0, 0, 1},
    {FAKE_DISCORD_USER_429, 0, NULL, 900, 0, 1},
    {FAKE_DISCORD_SHARED_429, 0, NULL, 900, 0, 1},
    {FAKE_DISCORD_GLOBAL_429, 0, NULL, 900, 0, 1},
    {FAKE_DISCORD_HTML_429, 0, NULL, 0, 1, 1},
    {FAKE_DISCORD_STATUS_BEFORE, 500, NULL, 0, 0, 4},
    {FAKE_DISCORD_STATUS_BEFORE, 502, NULL, 0, 0, 4},
    {FAKE_DISCORD_STATUS_BEFORE, 503, NULL, 0, 0, 4},
    {FAKE_DISCORD_STATUS_BEFORE, 504, NULL, 0, 0, 4},
    {FAKE_DISCORD_STATUS_AFTER, 500, NULL, 0, 0, 4},
    {FAKE_DISCORD_STATUS_AFTER, 502, NULL, 0, 0, 4},
    {FAKE_DISCORD_STATUS_AFTER, 503, NULL, 0, 0, 4},
    {FAKE_DISCORD_STATUS_AFTER, 504, NULL, 0, 0, 4},
    {FAKE_DISCORD_TRUNCATED, 0, NULL, 0, 0, 1},
    {FAKE_DISCORD_WRONG_LENGTH, 0, NULL, 0, 0, 1},
    {FAKE_DISCORD_HASH_CHANGE, 0, NULL, 0, 0, 1},
    {FAKE_DISCORD_UNAUTHORIZED, 0, NULL, 0, 1, 1},
    {FAKE_DISCORD_REFUSED, 50001, trouble_posts, 0, 1, 1},
    {FAKE_DISCORD_REFUSED, 50013, trouble_posts, 0, 1, 1},
};

enum { TROUBLE_ROWS = sizeof trouble_rows / sizeof *trouble_rows };
static_assert((int)TROUBLE_ROWS == (int)PARTY_TROUBLES, "each is counted");

void party_trouble(struct party *party, unsigned per_mille)
{
    char route[80];
    for (unsigned i = 0; i < TROUBLE_ROWS; i++) {
        const struct trouble_row *row = &trouble_rows[i];
        unsigned often = row->times > 0 ? per_mille * OFTEN : per_mille / row->part;
        struct fake_discord_fault fault = {.verb = row->verb,
                                           .per_mille = often > 0 ? often : 1,
                                           .times = row->times,
                                           .ms = row->ms,
                                           .code = row->code};
        if (row->route != NULL) {
            snprintf(route, sizeof route, "POST /channels/%llu/messages",
                     (unsigned long long)party->channel);
            fault.route = route;
        }
        fake_discord_fault(party->fake, &fault);
    }
    const struct fake_discord_weather weather = {.doubled_per_mille = 60,
                                                 .late_per_mille = 60,
                                                 .notify_delay_ms = 800,
                                                 .lost_per_mille = 30};
    fake_discord_weather(party->fake, &weather);
}

void party_struck(const struct party *party, unsigned struck[PARTY_TROUBLES])
{
    for (unsigned i = 0; i < TROUBLE_ROWS; i++) {
        struck[i] +=
            fake_discord_struck_as(party->fake, trouble_rows[i].verb, trouble_rows[i].code);
    }
}

const char *party_trouble_name(unsigned which)
{
    static char name[40];
    const struct trouble_row *row = &trouble_rows[which];
    snprintf(name, sizeof name, "%s %d", fake_discord_verb_name(row->verb), row->code);
    return name;
}
