/* A word that is typed where the bot reads what people type, as the slash command that stands for
 * it where it does not. */
#ifndef DISCORD_WORD_H
#define DISCORD_WORD_H

#include "arena.h"

struct action_def;

/* The group of commands that a row of the table's own stands in, with a blank: "table ", "time ".
 * One holds 25 at most. */
const char *discord_word_group(const struct action_def *row);

/* "/ask" for "!ask @bob is it loud here?", "/table help" for "!help", "/" for "!"; NULL: it is no
 * word for us. In the arena. */
const char *discord_word_command(struct arena *arena, const char *typed);

#endif
