/* A word that is typed where the bot reads what people type, as the slash command that stands for
 * it where it does not. */
#ifndef DISCORD_WORD_H
#define DISCORD_WORD_H

#include "arena.h"

/* "/ask" for "!ask @bob is it loud here?", "/table help" for "!help", "/" for "!"; NULL: it is no
 * word for us. In the arena. */
const char *discord_word_command(struct arena *arena, const char *typed);

#endif
