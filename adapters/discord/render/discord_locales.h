/* The languages that are built in, under Discord's names for them. */
#ifndef DISCORD_LOCALES_H
#define DISCORD_LOCALES_H

#include "discord_commands.h"

enum { DISCORD_LOCALES_MAX = 32 };

struct discord_locales {
    struct discord_language language[DISCORD_LOCALES_MAX];
    struct catalogue *catalogue[DISCORD_LOCALES_MAX]; /* its own */
    size_t count;
};

void discord_locales_open(struct discord_locales *locales);
void discord_locales_close(struct discord_locales *locales);

#endif
