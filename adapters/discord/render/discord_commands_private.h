/* The list of slash commands, between being filled and being printed. */
#ifndef DISCORD_COMMANDS_PRIVATE_H
#define DISCORD_COMMANDS_PRIVATE_H

#include "buf.h"
#include "discord_commands.h"

enum {
    LIST_BYTES_MAX = 1024 * 1024,
    OPTION_STRING = 3,
    OPTION_INTEGER = 4,
    OPTION_BOOLEAN = 5,
    OPTION_USER = 6,
    OPTION_SUB = 1,
    CONTEXTS_GUILD = 1,
    CONTEXTS_BOTH = 3,
    TEXT_MAX = 2000
};

struct choice_word {
    const char *name;
    const char *label;
};

struct list_option {
    const char *name;
    const char *key;  /* of the catalogue, for what stands beside it */
    const char *game; /* whose option it is, or NULL */
    int type;
    bool autocomplete;
    bool limited; /* min and max count */
    int32_t min;
    int32_t max;
    unsigned choice_count;
    struct choice_word choice[DISCORD_OPTIONS_MAX];
};

struct list_command {
    struct list_command *next;
    struct list_command *subs;
    struct list_command *last_sub;
    const char *name;
    const char *key;
    const char *game; /* the argument of key, or NULL */
    const char *permissions;
    unsigned contexts;
    unsigned option_count;
    struct list_option option[DISCORD_OPTIONS_MAX];
};

struct list {
    const struct catalogue *catalogue;
    const struct discord_language *languages;
    size_t language_count;
    struct arena *arena;
    struct list_command *first;
    struct list_command *last;
    struct buf out;
};

/* One command as Discord takes it, into list->out. */
void discord_command_print(struct list *list, const struct list_command *command);

#endif
