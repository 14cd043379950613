/* The slash commands, as Discord wants them registered: made of the rows of games, options and the
 * house, so that a new game brings its own. Pure. */
#ifndef DISCORD_COMMANDS_H
#define DISCORD_COMMANDS_H

#include "catalogue.h"

enum {
    DISCORD_COMMANDS_MAX = 100,
    DISCORD_OPTIONS_MAX = 25,
    DISCORD_NAME_MAX = 32,         /* characters of a name */
    DISCORD_DESCRIPTION_MAX = 100, /* and of what stands beside it */
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

/* What a command registered under this name is called in the house, a group's verb as "table join"
 * and an option by its argument ("documents-kind" is "documents.kind"): into text, at most size
 * bytes; false when it cannot be ours. */
bool discord_argument_name(const char *option, char *text, size_t size);

#endif
