/* What an answer of Discord's means: pure. */
#ifndef DISCORD_FATE_H
#define DISCORD_FATE_H

#include "buf.h"
#include "discord_rest.h"

/* How a try of a request ended, as far as repeating goes. */
enum discord_try {
    TRY_OVER,     /* it is answered, for good or bad */
    TRY_LIMITED,  /* 429 of Discord's own */
    TRY_BLOCKED,  /* 429 of who stands in front of Discord: no JSON */
    TRY_UNHEARD,  /* surely nothing happened: refused, 502, 503 */
    TRY_UNKNOWN,  /* 500, 504, no answer, half an answer */
    TRY_UNTRUSTED /* 401: the token */
};

/* Is this route's credential in its path, so that the bot's token is not sent? */
bool discord_fate_is_own(const char *route);
enum discord_try discord_fate_try(const struct net_answer *answer, const char *route,
                                  const cJSON *json);
/* Of a status outside 2xx that is final. */
enum discord_fate discord_fate_of(int status, int code);
/* "code" of an error's body; 0 none. */
int discord_fate_code(const cJSON *json);
/* "embeds.0.fields.3.value: BASE_TYPE_MAX_LENGTH", with commas between; never what was sent. */
void discord_fate_errors(const cJSON *json, struct buf *out);
const char *discord_fate_name(enum discord_fate fate);

#endif
