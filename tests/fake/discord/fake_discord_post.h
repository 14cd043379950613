/* Interactions by HTTP: when the application has an endpoint, they are not told by the gateway but
 * wait here, signed, to be posted to it by whoever runs the fake. */
#ifndef FAKE_DISCORD_POST_H
#define FAKE_DISCORD_POST_H

#include "fake_discord.h"

/* As in the portal; "" gives interactions back to the gateway. PATCH /applications/@me does too. */
void fake_discord_endpoint(struct fake_discord *fake, const char *url);
/* Asks the endpoint whether it is there. */
void fake_discord_ping(struct fake_discord *fake);
/* The next to be posted: {"timestamp","signature","body"}, the headers X-Signature-Timestamp and
 * X-Signature-Ed25519 (of the key that /applications/@me tells) and the bytes. NULL: none. */
char *fake_discord_post_take(struct fake_discord *fake);
/* What the endpoint answered to the post of this interaction: 200 with a callback as its body, or
 * 202 to call back by itself. 0, or Discord's error code. */
int fake_discord_post_answered(struct fake_discord *fake, uint64_t interaction, int status,
                               const char *body, size_t len);

#endif
