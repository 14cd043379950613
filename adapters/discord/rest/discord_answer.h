/* What an answer of Discord's means: pure. */
#ifndef DISCORD_ANSWER_H
#define DISCORD_ANSWER_H

#include "buf.h"
#include "discord_rest.h"

/* Is this route's credential in its path, so that the bot's token is not sent? */
bool discord_answer_is_own(const char *route);
enum answer_try discord_answer_try(const struct net_answer *answer, const char *route,
                                   const cJSON *json);
/* Of a status outside 2xx that is final. */
enum answer_status discord_answer_status(int http, int code);
/* "code" of an error's body; 0 none. */
int discord_answer_code(const cJSON *json);
/* "embeds.0.fields.3.value: BASE_TYPE_MAX_LENGTH", with commas between; never what was sent. */
void discord_answer_errors(const cJSON *json, struct buf *out);

#endif
