/* The slash commands, as Discord wants them registered: made of the rows of games, options and the
 * house, so that a new game brings its own. Pure. */
#ifndef DISCORD_COMMANDS_H
#define DISCORD_COMMANDS_H

#include "catalogue.h"
#include "discord_component.h"

enum {
    DISCORD_COMMANDS_MAX = 100,
    DISCORD_DESCRIPTION_MAX = 100, /* characters of what stands beside a name */
    DISCORD_COMMAND_TEXT_MAX = 8000
};

/* May moderate: manage messages. The server's own settings can say otherwise. */
#define DISCORD_MOD_PERMISSIONS "8192"

/* A language beside the one that names and descriptions are in. */
struct discord_language {
    const char *locale; /* Discord's: "de", "pt-BR" */
    const struct catalogue *catalogue;
};

/* The body of the one bulk overwrite, JSON in the arena: every command there is. */
const char *discord_commands(const struct catalogue *catalogue,
                             const struct discord_language *languages, size_t count,
                             struct arena *arena);

#endif
