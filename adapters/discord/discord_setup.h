/* `deaddrop discord setup`: asks Discord what it knows of the bot, and says what has to be mended
 * before people can play. */
#ifndef DISCORD_SETUP_H
#define DISCORD_SETUP_H

#include "buf.h"
#include "checks.h"

#include <stdint.h>

struct discord_setup;
struct net_wire;
struct settings;

/* Asks; done is called once, later. settings has a token. */
struct discord_setup *discord_setup_new(const struct net_wire *wire,
                                        const struct settings *settings, checks_fn done,
                                        void *context);
void discord_setup_free(struct discord_setup **setup);

/* How to host it, step by step. */
const char *discord_hosting(void);
/* The link by which somebody who manages a guild adds the bot, with the permissions it needs and
 * no other. */
void discord_invite(struct buf *out, const struct settings *settings, const char *application);
/* What the bot needs in a channel, as bits. */
uint64_t discord_invite_permissions(const struct settings *settings);

#endif
