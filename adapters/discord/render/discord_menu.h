/* Commands in the menu of a message ("Hide this line"): of the rows that are about one message. */
#ifndef DISCORD_MENU_H
#define DISCORD_MENU_H

#include "buf.h"
#include "discord_commands.h"

enum { DISCORD_MENUS_MAX = 15 };

/* Adds them to the list that is registered; out stands in a JSON array. How many there are. */
unsigned discord_menus(const struct catalogue *catalogue, const struct discord_language *languages,
                       size_t count, struct arena *arena, struct buf *out);
/* What such a command is called in the house ("mod hide"), in the arena; NULL: it is none of ours.
 */
const char *discord_menu_command(const struct catalogue *catalogue, struct arena *arena,
                                 const char *name);

#endif
