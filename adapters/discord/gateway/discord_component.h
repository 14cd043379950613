/* What Discord allows in messages, components and commands, and the marks within our custom_ids:
 * what who writes them and who reads them share. */
#ifndef DISCORD_COMPONENT_H
#define DISCORD_COMPONENT_H

enum {
    DISCORD_CONTENT_MAX = 2000, /* characters of a message */
    DISCORD_USERS_MAX = 100,    /* people one message may notify */
    DISCORD_LABEL_MAX = 80,
    DISCORD_OPTION_MAX = 100, /* of a menu: characters of its label, and of its value */
    DISCORD_CONTROL_MAX = 100,
    DISCORD_ROWS_MAX = 5,
    DISCORD_ROW_BUTTONS = 5,
    DISCORD_MENU_MAX = 25,
    DISCORD_OPTIONS_MAX = 25, /* of a command */
    DISCORD_NAME_MAX = 32     /* characters of a command's name, or an option's */
};

/* What the custom_id of a text begins with into which several fields are folded; their names
 * follow, with DISCORD_FOLD between. */
#define DISCORD_FOLD "+"
/* Stands in the custom_id of a field's second menu, and further ones, behind its name. */
#define DISCORD_PART_MARK "~"
/* The custom_id of the menu whose values are controls. */
#define DISCORD_MORE "+"
/* What the custom_id of a button ends with that opens a form. */
#define DISCORD_FORM_MARK "~"

#endif
