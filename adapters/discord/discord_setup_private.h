/* Inside `deaddrop discord setup`: what its two files share. */
#ifndef DISCORD_SETUP_PRIVATE_H
#define DISCORD_SETUP_PRIVATE_H

#include "discord_decode.h"
#include "discord_rest.h"
#include "discord_setup.h"

/* A guild that the bot is in, as far as it is known. */
struct setup_guild;

struct discord_setup {
    const struct settings *settings;
    const struct net_wire *wire;
    struct discord_rest *rest;
    struct checks checks;
    bool refused;
    char bot[DISCORD_ID_BYTES]; /* its user */
    struct setup_guild *first;  /* guilds, in the order they came */
    struct setup_guild *last;
    struct setup_guild *at; /* the one that is asked about */
    checks_fn done;
    void *context;
};

/* A permission and what the portal and the guild's settings call it. */
struct setup_permission {
    uint64_t bit;
    const char *name;
};
/* What a bot needs where people play, at the end what a thread for each table needs; ends
 * with NULL. */
extern const struct setup_permission discord_setup_permissions[];

void discord_setup_end(struct discord_setup *setup);
/* What the question was and what came of it, where nothing useful did. */
void discord_setup_failed(struct discord_setup *setup, const char *path,
                          const struct answer *answer);
void discord_setup_ask(struct discord_setup *setup, const char *path, answer_fn done);
/* discord_setup_guild.c: asks about all guilds, and ends. */
void discord_setup_guilds(struct discord_setup *setup);
void discord_setup_guilds_free(struct discord_setup *setup);

#endif
