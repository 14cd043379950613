/* Where what people type does not reach us: channels of servers, without the Message Content
 * Intent. What is typed words for who has the intent is a slash command for the others. */
#ifndef DISCORD_DEAF_H
#define DISCORD_DEAF_H

#include "arena.h"
#include "discord_decode.h"

struct discord;

/* "/ask" for "!ask @bob is it loud here?", "/table help" for "!help", "/" for "!"; NULL: it is no
 * word for us. In the arena. */
const char *discord_deaf_word(struct arena *arena, const char *typed);

/* A message came without anything in it, though the intent is on: the log says so, once an hour for
 * each server, and once for each channel the hosts of its tables are told. */
void discord_deaf_heard(struct discord *discord, const struct discord_message *message);

#endif
